/** Shared work that comes in at the same time shares a transaction of a Postgres server, and nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { followedBy, pieceOf } from '../../src/core/work.ts'
import { openStore, type Store, type Tx } from '../../src/store/open.ts'
import { isUnavailable } from '../../src/database/errors.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { rejectionOf } from '../support/rejection.ts'

setDefaultTimeout(START_TIMEOUT_MS)

let store: Store
beforeAll(async () => {
  store = await openStore({ kind: 'postgres', url: await makePostgresDatabase() })
  await sql`create table parents (id integer primary key)`.execute(store.db)
  await sql`create table notes (
    id integer primary key, parent integer references parents deferrable initially deferred)`.execute(store.db)
})
let runs: number[][] = []
beforeEach(async () => {
  runs = []
  await sql`delete from notes`.execute(store.db)
})
afterAll(() => store.close())

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
const values = (ids: readonly number[]) => sql.join(ids.map((id) => sql`(${id}::integer)`))
const insert = (tx: Tx, id: number): Promise<unknown> => sql`insert into notes values (${id})`.execute(tx)

/** Inserts all ids with one statement; 13 is refused before anything is done, and 99 is too much when all is done. */
async function insertAll(tx: Tx, ids: readonly number[]): Promise<(string | Error)[]> {
  runs.push([...ids])
  const taken = ids.filter((id) => id !== 13)
  if (taken.length > 0) await sql`insert into notes values ${values(taken)}`.execute(tx)
  if (ids.includes(99)) throw new Error('99 is too much')
  return ids.map((id) => (id === 13 ? new Error('13 is refused') : `stored ${id}`))
}
const share = (id: number): Promise<string> => store.transaction(pieceOf(insertAll, id))

async function stored(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(store.db)
  return rows.map(({ id }) => id)
}

async function countTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct xmin::text) as count from notes`.execute(store.db)
  return rows[0]?.count ?? 0
}

const outcomes = (work: Promise<unknown>[]): Promise<unknown[]> =>
  Promise.allSettled(work).then((settled) =>
    settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
  )

test('those that come together are done at once, and each gets its own answer', async () => {
  expect(await outcomes(range(10).map(share))).toEqual(range(10).map((id) => `stored ${id}`))
  expect(runs).toEqual([range(10)])
  expect(await countTransactions()).toBe(1)
  expect(await stored()).toEqual(range(10))
})

test('nobody is told of success before others can see what he did', async () => {
  const seen: boolean[] = []
  await Promise.all(
    range(5).map(async (id) => {
      await share(id)
      seen.push((await stored()).includes(id))
    }),
  )
  expect(seen).toEqual(range(5).map(() => true))
})

test('nobody is told of success while another of his group is at work', async () => {
  const told: number[] = []
  const [working, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = share(1).then(() => told.push(1))
  const second = store.transaction(
    followedBy(pieceOf(insertAll, 2), async (tx) => {
      working.resolve()
      await gate.promise
      await insert(tx, 12)
      return told.length
    }),
  )
  await working.promise
  expect(await stored()).toEqual([])
  gate.resolve()
  expect(await second).toBe(0)
  await first
  expect(await stored()).toEqual([1, 2, 12])
})

describe('one that is refused or fails leaves its neighbours alone', () => {
  test('when its output says so, and the work is done once', async () => {
    expect(await outcomes([1, 13, 2].map(share))).toEqual(['stored 1', '13 is refused', 'stored 2'])
    expect(runs).toEqual([[1, 13, 2]])
    expect(await stored()).toEqual([1, 2])
  })

  test('when a statement fails', async () => {
    await share(2)
    const [first, culprit, last] = await outcomes([1, 2, 3].map(share))
    expect([first, last]).toEqual(['stored 1', 'stored 3'])
    expect(culprit).toContain('duplicate key')
    expect(await stored()).toEqual([1, 2, 3])
  })

  test('when the work throws after it has written', async () => {
    expect(await outcomes([1, 99, 2].map(share))).toEqual(['stored 1', '99 is too much', 'stored 2'])
    expect(await stored()).toEqual([1, 2])
  })

  test('when what follows it fails', async () => {
    await share(7)
    const followed = store.transaction(followedBy(pieceOf(insertAll, 3), (tx) => insert(tx, 7)))
    const [neighbour, refused] = await outcomes([share(1), followed])
    expect(neighbour).toBe('stored 1')
    expect(refused).toContain('duplicate key')
    expect(await stored()).toEqual([1, 7])
  })

  test('when only the commit finds it out', async () => {
    const orphan = store.transaction(
      followedBy(pieceOf(insertAll, 3), (tx) => sql`insert into notes values (100, 4711)`.execute(tx)),
    )
    const [neighbour, refused] = await outcomes([share(1), orphan])
    expect(neighbour).toBe('stored 1')
    expect(refused).toContain('foreign key')
    expect(await stored()).toEqual([1])
  })
})

describe('when the server goes away nobody runs again, because it may have committed', () => {
  test('in the middle', async () => {
    const lost = store.transaction(
      followedBy(pieceOf(insertAll, 2), (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)),
    )
    const [error, neighbours] = await Promise.all([rejectionOf(lost), rejectionOf(share(1))])
    expect([isUnavailable(error), isUnavailable(neighbours)]).toEqual([true, true])
    expect(runs).toEqual([[2, 1]])
    expect(await stored()).toEqual([])
  })

  test('in the commit', async () => {
    await sql`create function die() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(store.db)
    await sql`create constraint trigger dies after insert on notes deferrable initially deferred
      for each row execute function die()`.execute(store.db)
    try {
      const errors = await Promise.all([rejectionOf(share(1)), rejectionOf(share(2))])
      expect(errors.map(isUnavailable)).toEqual([true, true])
      expect(runs).toEqual([[1, 2]])
    } finally {
      await sql`drop trigger dies on notes`.execute(store.db)
    }
  })
})

describe('what somebody else has locked', () => {
  /** Puts its id on each of the notes, in the order of asking. */
  async function touchAll(tx: Tx, ids: readonly number[]): Promise<string[]> {
    runs.push([...ids])
    for (const id of ids) await sql`update notes set parent = null where id = ${id}`.execute(tx)
    return ids.map((id) => `touched ${id}`)
  }
  const touch = (id: number): Promise<string> => store.transaction(pieceOf(touchAll, id))

  test('is waited for only by those who need it', async () => {
    await Promise.all(range(4).map(share))
    let waited: Promise<string> | undefined
    await store.transaction(async (tx) => {
      await sql`select from notes where id = 2 for update`.execute(tx)
      const others = [touch(0), touch(1)]
      waited = touch(2)
      expect(await Promise.all([...others, touch(3)])).toEqual(['touched 0', 'touched 1', 'touched 3'])
      // Nor do those who come later wait.
      expect(await touch(0)).toBe('touched 0')
    })
    expect(await waited).toBe('touched 2')
  })

  test('does not hold up two groups that have locked what the other needs', async () => {
    await Promise.all(range(2).map(share))
    const met = Promise.withResolvers<void>()
    let groups = 0
    /** Two kinds, so that they are two groups. In the first run of each both have their first lock. */
    const kind = () => async (tx: Tx, ids: readonly number[]) => {
      const [first, ...others] = ids
      await touchAll(tx, first === undefined ? [] : [first])
      if (++groups === 2) met.resolve()
      await met.promise
      await touchAll(tx, others)
      return ids.map((id) => `touched ${id}`)
    }
    const [one, other] = [kind(), kind()]
    const both = [0, 1].map((id) => store.transaction(pieceOf(one, id)))
    const reversed = [1, 0].map((id) => store.transaction(pieceOf(other, id)))
    expect(await Promise.all([...both, ...reversed])).toEqual(['touched 0', 'touched 1', 'touched 1', 'touched 0'])
  })
})

test('work that is not shared has a transaction of its own, and waits for nobody', async () => {
  const second = Promise.withResolvers<void>()
  await Promise.all([
    store.transaction(async (tx) => {
      await insert(tx, 1)
      await second.promise
    }),
    store.transaction((tx) => insert(tx, 2)).then(() => second.resolve()),
  ])
  expect(await countTransactions()).toBe(2)
})
