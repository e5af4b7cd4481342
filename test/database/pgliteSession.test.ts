import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { type Kysely, sql } from 'kysely'
import { EngineCrashed } from '../../src/database/pglite/crash.ts'
import { openStore } from '../../src/store/open.ts'
import type { Tables } from '../../src/store/schema/tables.ts'
import { readTemplate } from '../../src/store/schema/template.ts'
import { openMemory } from '../../src/database/pglite/open.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { rejectionOf } from '../support/rejection.ts'

let memory: Awaited<ReturnType<typeof openMemory<Tables>>>
let db: Kysely<Tables>
beforeAll(async () => {
  memory = await openMemory<Tables>(readTemplate)
  db = memory.db
}, START_TIMEOUT_MS)
afterAll(() => memory.close())
afterEach(async () => {
  await sql`drop table if exists things`.execute(db)
})

async function createThings(): Promise<void> {
  await sql`create table things (id integer primary key, n integer not null default 0)`.execute(db)
}

/** How often the engine is called while `work` runs. */
async function countCalls(work: () => Promise<unknown>): Promise<number> {
  const spy = spyOn(PGlite.prototype, 'execProtocolRawStream')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

async function listPrepared(like: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like ${like}`.execute(db)
  return rows.map((row) => row.statement)
}

/** How often the statement has run since it was prepared. */
async function countRuns(like: string): Promise<number | undefined> {
  const { rows } = await sql<{ runs: number }>`
    select generic_plans + custom_plans as runs from pg_prepared_statements where statement like ${like}`.execute(db)
  return rows[0]?.runs
}

describe('the engine is called', () => {
  test('once for each statement, new or prepared, and once more to commit', async () => {
    await createThings()
    for (const times of [1, 2]) {
      const calls = await countCalls(() =>
        db.transaction().execute(async (tx) => {
          await sql`insert into things values (${times})`.execute(tx)
          await sql`select * from things`.execute(tx)
        }),
      )
      expect(calls).toBe(3)
    }
  })

  test('not at all for a transaction in which nothing is done', async () => {
    const calls = await countCalls(async () => {
      await db.transaction().execute(() => Promise.resolve())
      await rejectionOf(db.transaction().execute(() => Promise.reject(new Error('changed my mind'))))
    })

    expect(calls).toBe(0)
  })
})

describe('a statement that comes again is prepared', () => {
  test('once, whatever its parameters', async () => {
    for (const n of [1, 2, 3]) await sql`select ${n}::integer as prepared_once`.execute(db)

    expect(await listPrepared('%as prepared_once')).toHaveLength(1)
  })

  test('and survives the rollback of the transaction that prepared it', async () => {
    const query = sql<{ n: number }>`select ${7}::integer as n, 'survivor' as s`
    const undone = db.transaction().execute(async (tx) => {
      await query.execute(tx)
      await sql`selec`.execute(tx)
    })

    await rejectionOf(undone)

    expect((await query.execute(db)).rows).toMatchObject([{ n: 7 }])
    expect(await listPrepared('%survivor%')).toHaveLength(1)
  })

  test('unless it fails, and then it is tried anew', async () => {
    const query = sql`select id from things`
    expect(await rejectionOf(query.execute(db))).toMatchObject({ code: '42P01' })
    await createThings()

    expect((await query.execute(db)).rows).toEqual([])
  })

  test('but no more than some hundreds are, and those least recently used are forgotten', async () => {
    await sql`select 'used often' as kept`.execute(db)
    for (let n = 0; n < 600; n++) {
      await sql.raw(`select 1 as bounded_${n}`).execute(db)
      await sql`select 'used often' as kept`.execute(db)
    }
    const names = await listPrepared('%bounded\\_%')

    expect(names.length).toBeLessThan(500)
    expect(names).toContain('select 1 as bounded_599')
    expect(names).not.toContain('select 1 as bounded_0')
    expect(await countRuns('%used often%')).toBe(601)
    expect((await sql.raw('select 1 as bounded_0').execute(db)).rows).toEqual([{ bounded_0: 1 }])
  })

  test('but not when it is long, as lists of rows are', async () => {
    const list = Array.from({ length: 2000 }, (_, n) => sql`(${n}::integer)`)
    const { rows } = await sql`select count(*) as long_list from (values ${sql.join(list)}) as v`.execute(db)

    expect(rows).toEqual([{ long_list: 2000 }])
    expect(await listPrepared('%long_list%(values%')).toEqual([])
  })
})

describe('a statement whose columns have changed answers with the new ones', () => {
  test('after a schema change, in a transaction too, and after its rollback', async () => {
    await createThings()
    await sql`insert into things values (1)`.execute(db)
    const query = sql`select * from things`
    await query.execute(db)

    const undone = db.transaction().execute(async (tx) => {
      await query.execute(tx)
      await sql`alter table things add column name text default 'new'`.execute(tx)
      expect((await query.execute(tx)).rows).toEqual([{ id: 1, n: 0, name: 'new' }])
      throw new Error('changed my mind')
    })
    expect((await rejectionOf(undone)).message).toBe('changed my mind')

    const after = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      return query.execute(tx)
    })
    expect((await after).rows).toEqual([{ id: 1, n: 0 }])
  })

  test('after one that nobody could see coming, but in the middle of a transaction it fails', async () => {
    await createThings()
    await sql`insert into things values (1)`.execute(db)
    await sql`create function add_column(name text) returns void language plpgsql as $$
      begin execute format('alter table things add column %I integer', name); end $$`.execute(db)
    const query = sql`select * from things`

    await query.execute(db)
    await sql`select add_column('a')`.execute(db)
    expect((await query.execute(db)).rows).toEqual([{ id: 1, n: 0, a: null }])

    await sql`select add_column('b')`.execute(db)
    const transaction = db.transaction().execute(async (tx) => {
      await sql`update things set n = 5`.execute(tx)
      await query.execute(tx)
    })
    expect(await rejectionOf(transaction)).toMatchObject({ code: '0A000' })

    await query.execute(db)
    await sql`select add_column('c')`.execute(db)
    const undone = db.transaction().execute(async (tx) => {
      expect((await query.execute(tx)).rows).toEqual([{ id: 1, n: 0, a: null, b: null, c: null }])
      await sql`update things set n = 6`.execute(tx)
      throw new Error('changed my mind')
    })
    expect((await rejectionOf(undone)).message).toBe('changed my mind')
    expect((await query.execute(db)).rows).toEqual([{ id: 1, n: 0, a: null, b: null, c: null }])
    await sql`drop function add_column`.execute(db)
  })
})

test('plans are made anew whenever the rows inserted have doubled', async () => {
  const growing = await openMemory<Tables>(readTemplate)
  await sql`create table things (id integer)`.execute(growing.db)
  const grow = (rows: number) => sql`insert into things select generate_series(1, ${rows}::integer)`.execute(growing.db)
  const callsOfOne = () => countCalls(() => sql`select id from things where id = 1`.execute(growing.db))

  const calls: number[] = []
  for (const rows of [400, 100, 400, 100, 900, 100]) {
    await grow(rows)
    calls.push(await callsOfOne(), await callsOfOne())
  }
  await growing.close()

  expect(calls).toEqual([1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1])
})

describe('large', () => {
  test('results, which come in many pieces, are put together', async () => {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, repeat('é', id % 300) as text from generate_series(0, 19999) as id`.execute(db)

    expect(rows).toHaveLength(20_000)
    expect(rows.every(({ id, text }, index) => id === index && text === 'é'.repeat(id % 300))).toBe(true)
  })

  test('values of 16 MB come back as they went', async () => {
    const json = JSON.stringify({ text: 'Zoë '.repeat(3 << 20), list: [1, 'x'] })
    const { rows } = await sql<{ body: unknown }>`select ${json}::text::jsonb as body`.execute(db)

    expect(json.length).toBeGreaterThan(12 << 20)
    expect(Bun.deepEquals(rows[0]?.body, JSON.parse(json))).toBe(true)
  })
})

describe('what cannot be', () => {
  test('written as a parameter is refused before it is sent, and the transaction goes on', async () => {
    const refused = await db.transaction().execute(async (tx) => {
      const messages = []
      for (const parameter of [new Date(NaN), { big: 1n }]) {
        messages.push((await rejectionOf(sql`select ${parameter}::text`.execute(tx))).name)
      }
      const tooMany = Array.from({ length: 65_536 }, (_, n) => n)
      messages.push((await rejectionOf(sql`select ${sql.join(tooMany)}`.execute(tx))).message)
      messages.push((await rejectionOf(sql.raw(`select 'a\0b'`).execute(tx))).message)
      return [...messages, (await sql`select 1 as one`.execute(tx)).rows]
    })

    expect(refused).toEqual([
      'RangeError',
      'TypeError',
      'A statement takes 65535 parameters, and this one has 65536.',
      'A statement may not contain a NUL character.',
      [{ one: 1 }],
    ])
  })

  test('read as a value fails its statement only', async () => {
    const rows = await db.transaction().execute(async (tx) => {
      const infinite = sql`select 'infinity'::timestamptz as at from generate_series(1, 3)`.execute(tx)
      expect((await rejectionOf(infinite)).message).toContain('an instant that is none: infinity')
      return (await sql`select 1 as one`.execute(tx)).rows
    })

    expect(rows).toEqual([{ one: 1 }])
  })
})

describe('tasks that take turns', () => {
  test('do not get into one another’s transactions', async () => {
    await createThings()
    const inside = Promise.withResolvers<void>()
    const undone = db.transaction().execute(async (tx) => {
      await sql`insert into things values (1)`.execute(tx)
      inside.resolve()
      for (let n = 0; n < 20; n++) await sql`update things set n = ${n}`.execute(tx)
      throw new Error('changed my mind')
    })
    await inside.promise
    const [, alone, other] = await Promise.all([
      rejectionOf(undone),
      sql`insert into things values (2)`.execute(db),
      db.transaction().execute((tx) => sql`select id, n from things`.execute(tx)),
    ])

    expect(alone.numAffectedRows).toBe(1n)
    expect(other.rows).toEqual([{ id: 2, n: 0 }])
  })

  test('within one transaction each get their own answer', async () => {
    const answers = await db
      .transaction()
      .execute((tx) =>
        Promise.all(Array.from({ length: 50 }, (_, n) => sql<{ n: number }>`select ${n}::integer as n`.execute(tx))),
      )

    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })

  test('find no transaction that another one left open', async () => {
    await createThings()
    await db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection)
      await sql`insert into things values (1)`.execute(connection)
    })

    expect((await sql`select * from things`.execute(db)).rows).toEqual([])
  })

  test('are all waited for when the database is closed, and then there is none', async () => {
    const closing = await openMemory<Tables>(readTemplate)
    await sql`create table things (id integer)`.execute(closing.db)
    const counts: unknown[] = []
    const running = [1, 2, 3].map((id) =>
      closing.db.transaction().execute(async (tx) => {
        await sql`insert into things values (${id})`.execute(tx)
        await Bun.file(import.meta.path).text()
        counts.push((await sql`select count(*) from things`.execute(tx)).rows[0])
      }),
    )
    await closing.close()
    await Promise.all(running)
    await closing.close()

    expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }])
    expect(await rejectionOf(sql`select 1`.execute(closing.db))).toBeInstanceOf(Error)
  })
})

describe('a crash', () => {
  const tooDeep = '['.repeat(100_000) + ']'.repeat(100_000)

  test('is told once, and whoever was waiting gets it too, in turn and without hanging', async () => {
    const crashes: EngineCrashed[] = []
    const store = await openStore({ kind: 'memory' }, { onCrash: (error) => crashes.push(error) })
    let reader: Promise<Error> | undefined
    const errors = await Promise.all([
      rejectionOf(
        store.transaction(async (tx) => {
          await sql`select 1`.execute(tx)
          reader ??= rejectionOf(sql`select 1`.execute(store.db))
          await sql`select ${tooDeep}::text::jsonb`.execute(tx)
        }),
      ),
      rejectionOf(store.transaction((tx) => sql`select 1`.execute(tx))),
      rejectionOf(store.transaction(() => Promise.resolve())),
    ])
    errors.push((await reader)!)
    await rejectionOf(sql`select 1`.execute(store.db))
    await store.close()

    expect(errors.every((error) => error instanceof EngineCrashed)).toBe(true)
    expect(crashes).toEqual([errors[0] as EngineCrashed])
  })

  test('that the server itself decided on is one as well', async () => {
    const crashes: EngineCrashed[] = []
    const store = await openStore({ kind: 'memory' }, { onCrash: (error) => crashes.push(error) })

    const waiting = sql`copy accounts from stdin`.execute(store.db)
    expect((await rejectionOf(waiting)).message).toBe('The embedded database gave no answer.')
    const next = await rejectionOf(sql`select 1`.execute(store.db))
    await store.close()

    expect(next.message).toMatch(/crashed and Playcall must be started again: .*ExitStatus/)
    expect(crashes).toEqual([next as EngineCrashed])
  })
})
