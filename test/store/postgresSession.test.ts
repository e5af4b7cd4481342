import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { type Kysely, sql } from 'kysely'
import { Client, Pool } from 'pg'
import { openStore, type Store } from '../../src/store/open.ts'
import { PostgresSession, Schema } from '../../src/store/postgresSession.ts'
import type { Tables } from '../../src/store/tables.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { isUnavailable } from '../../src/store/unavailable.ts'
import { startFaultyNetwork } from '../nodes/faultyNetwork.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { rejectionOf } from '../support/rejection.ts'

type Db = Kysely<Tables>

let store: Store
let url: string
beforeAll(async () => {
  url = await makePostgresDatabase()
  store = await openStore({ kind: 'postgres', url })
}, START_TIMEOUT_MS)
afterAll(() => store.close())
beforeEach(async () => {
  await sql`create table things (id integer primary key, n integer not null default 0)`.execute(store.db)
})
afterEach(async () => {
  await sql`drop table things`.execute(store.db)
})

/** Does it on one connection and no other. */
function onOne<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return store.db.connection().execute(work)
}

/** How often something is sent to the server while `work` runs. */
async function countExchanges(work: () => Promise<unknown>): Promise<number> {
  const spy = spyOn(Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

async function listPrepared(db: Db, like: string): Promise<{ name: string; statement: string; runs: number }[]> {
  const { rows } = await sql<{ name: string; statement: string; runs: number }>`
    select name, statement, generic_plans + custom_plans as runs from pg_prepared_statements
    where statement like ${like} order by prepare_time`.execute(db)
  return rows
}

async function countThings(): Promise<number | undefined> {
  return (await sql<{ count: number }>`select count(*) from things`.execute(store.db)).rows[0]?.count
}

describe('the server is asked', () => {
  test('once for each statement of a transaction, and once more to commit', async () => {
    const exchanges = await countExchanges(() =>
      store.transaction(async (tx) => {
        await sql`insert into things values (1)`.execute(tx)
        await sql`select * from things`.execute(tx)
      }),
    )

    expect(exchanges).toBe(3)
    expect(await countThings()).toBe(1)
  })

  test('not at all for a transaction in which nothing is done, committed or rolled back', async () => {
    const exchanges = await countExchanges(async () => {
      await store.transaction(() => Promise.resolve())
      await rejectionOf(store.transaction(() => Promise.reject(new Error('changed my mind'))))
    })

    expect(exchanges).toBe(0)
  })
})

describe('a transaction whose BEGIN travels with its first statement', () => {
  test('has the isolation level that was asked for', async () => {
    const level = await store.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx))

    expect(level.rows).toEqual([{ level: 'repeatable read' }])
  })

  test('is rolled back when that statement fails, and refuses what comes after it', async () => {
    const attempt = store.transaction(async (tx) => {
      await rejectionOf(sql`selec`.execute(tx))
      await sql`insert into things values (1)`.execute(tx)
    })

    expect(await rejectionOf(attempt)).toMatchObject({ code: '25P02' })
    expect(await countThings()).toBe(0)
  })

  test('is one even when that statement could not be sent', async () => {
    const tooMany = sql`select ${sql.join(Array.from({ length: 65_536 }, (_, index) => index))}`

    const attempt = store.transaction(async (tx) => {
      expect(await rejectionOf(tooMany.execute(tx))).toBeInstanceOf(RangeError)
      await sql`insert into things values (1)`.execute(tx)
      throw new Error('changed my mind')
    })

    expect((await rejectionOf(attempt)).message).toBe('changed my mind')
    expect(await countThings()).toBe(0)
  })
})

describe('a statement that comes again', () => {
  test('is prepared once, also when it failed in between', async () => {
    const prepared = await onOne(async (db) => {
      const insert = (id: number) => sql`insert into things values (${id}) returning id, n`.execute(db)
      await insert(4)
      expect(await rejectionOf(insert(4))).toMatchObject({ code: '23505' })
      expect((await insert(5)).rows).toEqual([{ id: 5, n: 0 }])
      return listPrepared(db, 'insert into things%returning%')
    })

    expect(prepared).toHaveLength(1)
  })

  test('is forgotten when 250 others came after it', async () => {
    const names = await onOne(async (db) => {
      for (let n = 0; n < 300; n++) {
        await sql`select ${sql.raw(`'many ${n}'`)}`.execute(db)
        await sql`select 'often'`.execute(db)
      }
      return (await listPrepared(db, `select 'many%`)).map(({ statement }) => statement)
    })

    expect(names.at(-1)).toBe(`select 'many 299'`)
    expect(names.length).toBeGreaterThan(230)
    expect(names.length).toBeLessThanOrEqual(250)
  })

  test('is planned anew when its table may have grown', async () => {
    const plans = await onOne(async (db) => {
      await sql`alter table things set (autovacuum_enabled = false)`.execute(db)
      await sql`set plan_cache_mode = force_generic_plan`.execute(db)
      await sql`insert into things values (0)`.execute(db)
      await sql`analyze things`.execute(db)
      const read = (id: number) => sql`select n from things where id = ${id}`.execute(db)
      await read(0)
      await sql`insert into things select generate_series(1, 20000)`.execute(db)
      const [prepared] = await listPrepared(db, 'select n from things%')
      const explain = () => sql.raw<Record<string, string>>(`explain execute ${prepared?.name}(7)`).execute(db)
      const before = JSON.stringify((await explain()).rows)
      for (let n = 0; n < 2000; n++) await read(n)
      const after = JSON.stringify((await explain()).rows)
      await sql`reset plan_cache_mode`.execute(db)
      return { before, after }
    })

    expect(plans.before).toContain('Seq Scan')
    expect(plans.after).toContain('Index')
  })
})

describe('when another process changes a table', () => {
  /** `alias` makes it another statement in each test. */
  async function readAll(db: Db, alias: string): Promise<unknown[]> {
    return (await sql`select * from things as ${sql.id(alias)}`.execute(db)).rows
  }

  /** On each connection of the pool: none is given back before all have read. */
  async function readEverywhere(alias: string): Promise<unknown[][]> {
    const allHaveRead = Promise.withResolvers<void>()
    let reading = 10
    const readAndWait = async (tx: Db): Promise<unknown[]> => {
      const rows = await readAll(tx, alias)
      if (--reading === 0) allHaveRead.resolve()
      await allHaveRead.promise
      return rows
    }
    return Promise.all(Array.from({ length: reading }, () => store.transaction(readAndWait)))
  }

  async function addColumn(name: string): Promise<void> {
    const other = new Client(url)
    await other.connect()
    await other.query(`alter table things add column ${name} integer not null default 7`)
    await other.end()
  }

  test('a statement prepared before finds the new column', async () => {
    await sql`insert into things values (1)`.execute(store.db)
    await readEverywhere('alone')
    await addColumn('m')

    expect(await readAll(store.db, 'alone')).toEqual([{ id: 1, n: 0, m: 7 }])
  })

  test('a transaction begins anew, whatever it had done and whichever connection it gets', async () => {
    await sql`insert into things values (1)`.execute(store.db)
    await readEverywhere('within')
    await addColumn('m')
    let runs = 0

    const rows = await store.transaction(async (tx) => {
      runs++
      await sql`update things set n = n + 1`.execute(tx)
      return readAll(tx, 'within')
    })

    expect({ rows, runs }).toEqual({ rows: [{ id: 1, n: 1, m: 7 }], runs: 2 })
    expect(await readEverywhere('within')).toEqual(Array.from({ length: 10 }, () => rows))
  })
})

test('an answer that cannot be read fails, and the connection goes on', async () => {
  await onOne(async (db) => {
    const unreadable = sql`select 'infinity'::timestamptz as at from generate_series(1, 3)`
    for (let times = 0; times < 2; times++) {
      expect((await rejectionOf(unreadable.execute(db))).message).toContain('an instant that is none: infinity')
    }
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})

test('statements made at once on one session are each answered, and prepared once', async () => {
  const pool = new Pool({ connectionString: url, max: 1 })
  const session = new PostgresSession(await pool.connect(), new Schema(), null)

  const numbers = [1, 2, 1, 3]
  const answers = await Promise.all(numbers.map((n) => session.execute('select $1::integer as n', [n])))
  const { rows } = await session.execute(
    `select statement from pg_prepared_statements where statement like '%as n'`,
    [],
  )
  session.release()
  await pool.end()

  expect(answers.map((answer) => answer.rows)).toEqual(numbers.map((n) => [{ n }]))
  expect(rows).toEqual([{ statement: 'select $1::integer as n' }])
})

test('a transaction that a borrower leaves open is rolled back, and nobody else gets into it', async () => {
  await onOne(async (db) => {
    await sql`begin`.execute(db)
    await sql`insert into things values (1)`.execute(db)
  })

  await store.transaction((tx) => sql`insert into things values (2)`.execute(tx))
  expect((await sql`select id from things`.execute(store.db)).rows).toEqual([{ id: 2 }])
})

test('a statement that is cancelled fails, and its connection goes on', async () => {
  await onOne(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const sleep = rejectionOf(sql`select pg_sleep(60)`.execute(db))
    const isSleeping = sql<{ pid: number }>`
      select pg_cancel_backend(pid) from pg_stat_activity where pid = ${rows[0]?.pid} and wait_event = 'PgSleep'`
    while ((await isSleeping.execute(store.db)).rows.length === 0);

    expect(await sleep).toMatchObject({ code: '57014' })
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})

describe('an answer that never comes', () => {
  test('is waited for so long, then the connection is given up, as with a database that is away', async () => {
    const network = await startFaultyNetwork(url)
    const { db, close } = await openPostgres(network.url, 'service', 300)
    try {
      await sql`select 1`.execute(db)
      const cut = network.cutInTransaction()
      const lost = rejectionOf(
        db.transaction().execute(async (tx) => {
          await sql`select 1`.execute(tx)
        }),
      )
      await cut
      const alone = rejectionOf(sql`select 1`.execute(db))
      expect([isUnavailable(await lost), isUnavailable(await alone)]).toEqual([true, true])
      network.mend()
      expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
    } finally {
      network.close()
      await close()
    }
  })

  test('is told from one that takes long where long work is asked for', async () => {
    const { db, close } = await openPostgres(url, 'setUp')
    const { rows } = await sql<{ n: number }>`select 1 as n from pg_sleep(0.5)`.execute(db)
    expect(rows).toEqual([{ n: 1 }])
    await close()
  })
})
