/** Transactions that wait at the same time share a commit, and nothing else. */
import {
  type Mock,
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  spyOn,
  test,
} from 'bun:test'
import { sql } from 'kysely'
import fs from 'node:fs'
import { followedBy, pieceOf } from '../../src/core/work.ts'
import { openStore, type Store, type Tx } from '../../src/store/open.ts'
import { makeDataDirectory, START_TIMEOUT_MS } from '../support/database.ts'
import { rejectionOf } from '../support/rejection.ts'

setDefaultTimeout(START_TIMEOUT_MS)

let directory: string
let store: Store
beforeAll(async () => {
  directory = makeDataDirectory()
  store = await openStore({ kind: 'directory', path: directory })
  await sql`create table parents (id integer primary key)`.execute(store.db)
  await sql`create table notes (
    id integer primary key, parent integer references parents deferrable initially deferred)`.execute(store.db)
})
beforeEach(() => sql`delete from notes`.execute(store.db).then(() => undefined))
afterEach(() => spy?.mockRestore())
afterAll(async () => {
  await store.close()
  fs.rmSync(directory, { recursive: true, force: true })
})

let spy: Mock<typeof fs.fsyncSync> | undefined

function countSyncs(): () => number {
  spy = spyOn(fs, 'fsyncSync')
  const { mock } = spy
  return () => mock.calls.length
}

const insert = (tx: Tx, id: number): Promise<unknown> => sql`insert into notes values (${id})`.execute(tx)
const write = (id: number): Promise<unknown> => store.transaction((tx) => insert(tx, id))

async function stored(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(store.db)
  return rows.map(({ id }) => id)
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

test('those that wait together reach the disk with one sync', async () => {
  const syncs = countSyncs()
  await Promise.all(range(20).map(write))
  expect(syncs()).toBe(1)
  expect(await stored()).toEqual(range(20))
})

test('no more than 64 share one', async () => {
  const syncs = countSyncs()
  await Promise.all(range(65).map(write))
  expect(syncs()).toBe(2)
  expect(await stored()).toEqual(range(65))
})

test('nobody is told of success before the disk has it', async () => {
  const syncs = countSyncs()
  const seen: number[] = []
  await Promise.all(range(5).map((id) => write(id).then(() => seen.push(syncs()))))
  expect(seen).toEqual([1, 1, 1, 1, 1])
})

test('they run one after another, in the order in which they came', async () => {
  const events: string[] = []
  await Promise.all(
    range(3).map((id) =>
      store.transaction(async (tx) => {
        events.push(`${id} begins`)
        await insert(tx, id)
        await sql`select 1`.execute(tx)
        events.push(`${id} ends`)
      }),
    ),
  )
  expect(events).toEqual(range(3).flatMap((id) => [`${id} begins`, `${id} ends`]))
})

describe('one that fails is rolled back, alone and with its own error', () => {
  test('when its work throws', async () => {
    const failing = (): Promise<unknown> =>
      store.transaction(async (tx) => {
        await insert(tx, 100)
        throw new Error('changed my mind')
      })
    const [, error] = await Promise.all([write(0), rejectionOf(failing()), write(1)])
    expect(error.message).toBe('changed my mind')
    expect(await stored()).toEqual([0, 1])
  })

  test('when a statement of it fails', async () => {
    const twice = (): Promise<unknown> =>
      store.transaction(async (tx) => {
        await insert(tx, 100)
        await insert(tx, 0)
      })
    const [, error] = await Promise.all([write(0), rejectionOf(twice()), write(1)])
    expect(error).toMatchObject({ code: '23505' })
    expect(await stored()).toEqual([0, 1])
  })

  test('when it hides that a statement of it failed', async () => {
    const hiding = (): Promise<unknown> =>
      store.transaction(async (tx) => {
        await insert(tx, 100)
        await insert(tx, 0).catch(() => undefined)
      })
    const [, error] = await Promise.all([write(0), rejectionOf(hiding()), write(1)])
    expect(error).toMatchObject({ code: '25P02' })
    expect(await stored()).toEqual([0, 1])
  })

  test('when only the commit finds it out', async () => {
    const orphan = (): Promise<unknown> =>
      store.transaction((tx) => sql`insert into notes values (100, 4711)`.execute(tx))
    const [, error] = await Promise.all([write(0), rejectionOf(orphan()), write(1)])
    expect(error).toMatchObject({ code: '23503' })
    expect(await stored()).toEqual([0, 1])
  })
})

test('one that waits alone runs once, also when it fails', async () => {
  let runs = 0
  const failing = store.transaction(() => Promise.reject(new Error(`run ${++runs}`)))
  expect((await rejectionOf(failing)).message).toBe('run 1')
  expect(runs).toBe(1)
})

test('what one has written, the next one in line finds, and counts as its own', async () => {
  const count = (tx: Tx): Promise<number> =>
    sql<{ count: number }>`select count(*) as count from notes`.execute(tx).then(({ rows }) => rows[0]?.count ?? -1)
  const counts = await Promise.all(
    range(4).map((id) =>
      store.transaction(async (tx) => {
        await insert(tx, id)
        return count(tx)
      }),
    ),
  )
  expect(counts).toEqual([1, 2, 3, 4])
})

describe('work that is shared', () => {
  let runs: number[][] = []
  beforeEach(() => {
    runs = []
  })
  /** Inserts all ids with one statement; 13 is refused before anything is done. */
  async function insertAll(tx: Tx, ids: readonly number[]): Promise<(string | Error)[]> {
    runs.push([...ids])
    const taken = ids.filter((id) => id !== 13)
    await sql`insert into notes values ${sql.join(taken.map((id) => sql`(${id}::integer)`))}`.execute(tx)
    if (ids.includes(99)) throw new Error('99 is too much')
    return ids.map((id) => (id === 13 ? new Error('13 is refused') : `stored ${id}`))
  }
  const share = (id: number): Promise<string> => store.transaction(pieceOf(insertAll, id))
  const outcomes = (work: Promise<unknown>[]): Promise<unknown[]> =>
    Promise.allSettled(work).then((settled) =>
      settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    )

  test('is done at once for those that wait together, and each gets its own answer', async () => {
    expect(await outcomes(range(5).map(share))).toEqual(range(5).map((id) => `stored ${id}`))
    expect(runs).toEqual([range(5)])
    expect(await stored()).toEqual(range(5))
  })

  test('is done for one that waits alone', async () => {
    expect(await share(1)).toBe('stored 1')
    expect((await rejectionOf(share(1))).message).toContain('duplicate key')
    expect(await stored()).toEqual([1])
  })

  test('keeps its place among other work', async () => {
    await Promise.all([share(0), share(1), write(2), share(3), share(4)])
    expect(runs).toEqual([
      [0, 1],
      [3, 4],
    ])
    expect(await stored()).toEqual(range(5))
  })

  test('refuses one item and does the others, once', async () => {
    expect(await outcomes([1, 13, 2].map(share))).toEqual(['stored 1', '13 is refused', 'stored 2'])
    expect(runs).toEqual([[1, 13, 2]])
    expect(await stored()).toEqual([1, 2])
  })

  test('that fails is done again for each by itself, so that only the culprit fails', async () => {
    await write(2)
    const [first, culprit, last] = await outcomes([1, 2, 3].map(share))
    expect([first, last]).toEqual(['stored 1', 'stored 3'])
    expect(culprit).toContain('duplicate key')
    expect(runs).toEqual([[1, 2, 3], [1], [2], [3]])
    expect(await stored()).toEqual([1, 2, 3])
  })

  test('that fails has what it had done before undone', async () => {
    expect(await outcomes([1, 99, 2].map(share))).toEqual(['stored 1', '99 is too much', 'stored 2'])
    expect(await stored()).toEqual([1, 2])
  })

  test('that only the commit finds wanting is done again for each by itself', async () => {
    const orphan = store.transaction((tx) => sql`insert into notes values (100, 4711)`.execute(tx))
    const [first, last, error] = await outcomes([share(1), share(2), orphan])
    expect([first, last]).toEqual(['stored 1', 'stored 2'])
    expect(error).toContain('foreign key')
    expect(await stored()).toEqual([1, 2])
  })

  test('takes along what follows it for one alone, and that fails that one alone', async () => {
    const followed = (id: number): Promise<string> =>
      store.transaction(
        followedBy(pieceOf(insertAll, id), async (tx, said) => {
          await insert(tx, id + 10)
          return `${said} and ${id + 10}`
        }),
      )
    expect(await outcomes([followed(1), share(2), followed(3)])).toEqual([
      'stored 1 and 11',
      'stored 2',
      'stored 3 and 13',
    ])
    expect(runs).toEqual([[1, 2, 3]])

    const [neighbour, refused] = await outcomes([share(7), followed(-3)])
    expect(neighbour).toBe('stored 7')
    expect(refused).toContain('duplicate key')
    expect(await stored()).not.toContain(-3)
  })
})
