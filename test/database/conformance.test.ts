import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { Kysely, PGliteDialect, type RawBuilder, sql } from 'kysely'
import { COLUMN_PARSERS } from '../../src/database/wire/types.ts'
import type { Tables } from '../../src/store/schema/tables.ts'
import { readTemplate } from '../../src/store/schema/template.ts'
import { openMemory } from '../../src/database/pglite/open.ts'
import { openPostgres } from '../../src/database/postgres/open.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { seeded } from '../support/random.ts'
import { rejectionOf } from '../support/rejection.ts'

/** The same statements go to all three: our connection to PGlite, the one that comes with Kysely, and a real Postgres. */
type Db = Kysely<Tables>
let ours: Db
let stock: Db
let postgres: Db
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  const memory = await openMemory<Tables>(readTemplate)
  const server = await openPostgres<Tables>(await makePostgresDatabase(), 'service')
  const engine = await PGlite.create({ parsers: COLUMN_PARSERS, loadDataDir: new Blob([await readTemplate()]) })
  ours = memory.db
  postgres = server.db
  stock = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: engine }) })
  closing.push(memory.close, server.close, () => stock.destroy())
  for (const db of [ours, stock, postgres]) {
    await sql`create table kinds (
      id integer primary key, name text not null, flag boolean, small smallint, big bigint, ratio float8,
      price numeric, at timestamptz, day date, body jsonb, bytes bytea, tags text[], numbers integer[], key uuid unique,
      constraint kinds_small_is_small check (small < 1000))`.execute(db)
  }
}, START_TIMEOUT_MS)
afterAll(async () => {
  for (const close of closing) await close()
})

type Outcome = { rows: unknown[]; count: bigint | undefined } | { code: unknown; constraint: unknown; message: string }

async function outcomeOf(db: Db, statement: RawBuilder<unknown>): Promise<Outcome> {
  try {
    const { rows, numAffectedRows } = await statement.execute(db)
    return { rows, count: numAffectedRows }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
    return { code, constraint, message: error.message }
  }
}

/** What all three make of the statements, one after another. Kysely's own counts rows where there are none to count. */
async function compare(statements: readonly RawBuilder<unknown>[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const statement of statements) {
    const outcome = await outcomeOf(ours, statement)
    expect(outcome).toStrictEqual(await outcomeOf(postgres, statement))
    const before = await outcomeOf(stock, statement)
    if ('count' in before && 'count' in outcome) before.count = outcome.count === undefined ? undefined : before.count
    expect(outcome).toStrictEqual(before)
    outcomes.push(outcome)
  }
  return outcomes
}

const at = new Date('2026-03-01T09:30:00.007Z')
const key = '018f4e2a-0000-7000-8000-000000000001'

describe('our connection answers like the one that comes with Kysely, and like Postgres', () => {
  test('to statements with and without rows, and with the same number of rows changed', async () => {
    const outcomes = await compare([
      sql`insert into kinds (id, name, at, key) values (${1}, ${'Zoë'}, ${at}, ${key}), (2, 'b', null, null) returning *`,
      sql`insert into kinds (id, name) values (3, 'c')`,
      sql`insert into kinds (id, name) values (1, 'x') on conflict (id) do nothing`,
      sql`update kinds set small = small + 1, name = ${'new'} where id <= ${2}`,
      sql`update kinds set small = ${7} where id = ${3} returning id, small`,
      sql`select * from kinds order by id`,
      sql`select * from kinds where id = ${99}`,
      sql`with gone as (delete from kinds where id = 3 returning id) select * from gone`,
      sql`delete from kinds`,
      sql`merge into kinds using (values (1)) as v(id) on kinds.id = v.id when not matched then insert (id, name) values (v.id, 'm')`,
      sql`delete from kinds`,
      sql`values (1, 'a'), (2, null)`,
      sql`select`,
      sql`select 1 as same, 2 as same`,
      sql`select from generate_series(1, 3)`,
    ])
    expect(outcomes.map((outcome) => 'code' in outcome)).not.toContain(true)
  })

  test('to errors: the code, the constraint and the message, and the next statement works', async () => {
    const outcomes = await compare([
      sql`insert into kinds (id, name) values (1, 'a')`,
      sql`insert into kinds (id, name) values (1, 'a')`,
      sql`insert into kinds (id, name, small) values (2, 'a', 5000)`,
      sql`insert into kinds (id, name) values (2, null)`,
      sql`insert into kinds (id, name, small) values (2, 'b', ${100_000})`,
      sql`insert into kinds (id, name) values (2, ${'a\0b'})`,
      sql`selec`,
      sql`select * from nowhere`,
      sql`select ${'x'}::text::integer`,
      sql`select 1 / ${0}::integer`,
      sql`select ${'{'}::text::jsonb`,
      sql`select ${'not a uuid'}::uuid`,
      sql`select * from kinds where id = ${'one'}`,
      sql`do $$ begin raise exception 'stop' using errcode = '40001'; end $$`,
    ])
    expect(outcomes.map((outcome) => ('code' in outcome ? outcome.code : undefined))).toEqual([
      undefined,
      '23505',
      '23514',
      '23502',
      '22003',
      '22021',
      '42601',
      '42P01',
      '22P02',
      '22012',
      '22P02',
      '22P02',
      '22P02',
      '40001',
    ])
    await compare([sql`delete from kinds`])
  })

  test('to parameters of every kind', async () => {
    const outcomes = await compare([
      sql`select ${undefined}::text as a, ${null}::integer as b, ${true}::boolean as c, ${false}::boolean as d`,
      sql`select ${-7}::integer as a, ${0.1}::float8 as b, ${1e21}::numeric as c, ${NaN}::float8 as d, ${-0}::float8 as e`,
      sql`select ${Infinity}::float8 as a, ${2 ** 53}::bigint as b, ${-(2n ** 63n)}::bigint as c, ${true}::text as d`,
      sql`select ${at}::timestamptz as a, ${at}::date as b, ${at}::text::timestamptz as c`,
      sql`select ${new Date('0099-01-01T00:00:00Z')}::timestamptz as a, ${new Date(0)}::timestamptz as b`,
      sql`select ${new Uint8Array([0, 1, 255])}::bytea as a, ${Buffer.from('Zoë')}::bytea as b, ${new Uint8Array()}::bytea as c`,
      sql`select ${{ a: [1, null, 'Zoë'], b: {} }}::jsonb as a, ${'"text"'}::text::jsonb as b, ${'null'}::jsonb as c`,
      sql`select ${[1, null, -3]}::integer[] as a, ${['a', null, 'b,"\\{}', '', 'NULL']}::text[] as b, ${[]}::text[] as c`,
      sql`select ${[
        [1, 2],
        [3, 4],
      ]}::integer[] as a, ${[true, false]}::boolean[] as b, ${[at]}::timestamptz[] as c`,
      sql`select ${''}::text as a, ${'😀\u{10ffff}\u0001'}::text as b, ${'a\ud800b'}::text as c`,
      sql`select ${1}::smallint + ${2} as a, ${'a'} || ${'b'} as b, coalesce(${null}, ${'c'}) as c`,
    ])
    expect(outcomes.map((outcome) => 'code' in outcome)).not.toContain(true)
  })

  test('to columns of every type and their arrays', async () => {
    const scalars = [
      `true`, `'\\x00ff'::bytea`, `'n'::name`, `1::smallint`, `-2147483648`, `9007199254740993::bigint`, `3::oid`,
      `'{"a":1}'::json`, `'[1,"x",null]'::jsonb`, `'null'::jsonb`, `0.1::real`, `1e300::float8`, `'-Infinity'::float8`,
      `'ab '::char(4)`, `'v'::varchar`, `'2026-03-01'::date`, `'09:30'::time`, `'2026-03-01 09:30'::timestamp`,
      `'2026-03-01 09:30:00.5+02'::timestamptz`, `interval '1 day 2 hours'`, `12345678901234567890.10::numeric`,
      `'018f4e2a-0000-7000-8000-000000000001'::uuid`, `'a "quoted", {braced} \\ NULL'::text`, `E'two\\nlines'::text`,
      `'{"text": "with \\"quotes\\" and, commas"}'::jsonb`, `''::text`,
    ] // prettier-ignore
    const expressions = scalars.flatMap((scalar) => [scalar, `array[${scalar}, null, ${scalar}]`])
    const odd = [`array[[1,2],[3,4]]`, `'[0:1]={1,2}'::int[]`, `'{}'::uuid[]`, `array[array['a','b']]`, `'{}'::jsonb[]`]
    const [outcome] = await compare([
      sql.raw(`select ${[...expressions, ...odd].map((each, index) => `${each} as c${index}`).join(', ')}`),
    ])
    expect(outcome).toMatchObject({ rows: [{ c0: true, c1: [true, null, true], c10: 9007199254740993n }] })
  })

  test('to schema changes, notices, blocks and settings, which have no rows', async () => {
    await compare([
      sql`create table passing (id integer)`,
      sql`create table if not exists passing (id integer)`,
      sql`alter table passing add column name text default 'x'`,
      sql`do $$ begin raise notice 'heard'; raise warning 'too'; end $$`,
      sql`set local statement_timeout = 1000`,
      sql`show timezone`,
      sql`drop table passing`,
      sql`analyze kinds`,
      sql`comment on table kinds is 'one'`,
    ])
  })
})

/** Kysely's own connection leaves the isolation level out, so that here only Postgres is the measure. */
describe('our connection takes transactions as Postgres does', () => {
  async function compareRuns(run: (db: Db) => Promise<unknown>): Promise<unknown> {
    const outcome = await run(ours)
    expect(outcome).toStrictEqual(await run(postgres))
    return outcome
  }

  test('after a failed statement, be it the first, the rest is refused, and it cannot be committed', async () => {
    const outcome = await compareRuns(async (db) => {
      const codes: unknown[] = []
      const transaction = db.transaction().execute(async (tx) => {
        for (const statement of [sql`selec`, sql`select 1`, sql`insert into kinds (id, name) values (8, 'x')`]) {
          const result = await outcomeOf(tx, statement)
          codes.push('code' in result ? result.code : 'done')
        }
      })
      const { message } = await rejectionOf(transaction)
      return { codes, message, left: await outcomeOf(db, sql`select * from kinds`) }
    })
    expect(outcome).toMatchObject({
      codes: ['42601', '25P02', '25P02'],
      message: 'Transaction was rolled back instead of committed',
      left: { rows: [] },
    })
  })

  test('with savepoints and an isolation level', async () => {
    const outcome = await compareRuns(async (db) => {
      const transaction = await db.startTransaction().setIsolationLevel('serializable').execute()
      await sql`insert into kinds (id, name) values (1, 'kept')`.execute(transaction)
      const saved = await transaction.savepoint('a "name"').execute()
      const clash = await outcomeOf(saved, sql`insert into kinds (id, name) values (1, 'again')`)
      await saved.rollbackToSavepoint('a "name"').execute()
      const level = await outcomeOf(saved, sql`select current_setting('transaction_isolation') as level`)
      await saved.releaseSavepoint('a "name"').execute()
      await transaction.commit().execute()
      return { clash, level, rows: await outcomeOf(db, sql`delete from kinds returning name`) }
    })
    expect(outcome).toMatchObject({
      clash: { code: '23505' },
      level: { rows: [{ level: 'serializable' }] },
      rows: { rows: [{ name: 'kept' }] },
    })
  })

  test('with a constraint that fails only at the end', async () => {
    const outcome = await compareRuns(async (db) => {
      await sql`create table pairs (id integer primary key, other integer references pairs
        deferrable initially deferred)`.execute(db)
      const insert = sql`insert into pairs values (1, 2)`
      const transaction = db.transaction().execute((tx) => insert.execute(tx))
      const atCommit = await rejectionOf(transaction)
      return { atCommit: 'code' in atCommit && atCommit.code, alone: await outcomeOf(db, insert) }
    })
    expect(outcome).toMatchObject({ atCommit: '23503', alone: { code: '23503' } })
  })

  test('when the BEGIN itself fails, because a transaction that failed is still open', async () => {
    const outcome = await compareRuns((db) =>
      db.connection().execute(async (connection) => {
        await sql`begin`.execute(connection)
        await outcomeOf(connection, sql`selec`)
        const second = await rejectionOf(connection.transaction().execute(() => Promise.resolve()))
        await sql`rollback`.execute(connection)
        return { second: 'code' in second && second.code, next: await outcomeOf(connection, sql`select 1 as one`) }
      }),
    )
    expect(outcome).toMatchObject({ second: '25P02', next: { rows: [{ one: 1 }] } })
  })
})

/** Postgres refuses NUL in text and jsonb; instants are kept to the millisecond; -0 is written as 0. */
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !/\0/.test(value) && value.isWellFormed())
const json = fc
  .jsonValue({ stringUnit: 'grapheme' })
  .filter((value) => !JSON.stringify(value).includes('\\u0000') && JSON.stringify(value).isWellFormed())
const row = fc.record({
  name: text,
  flag: fc.option(fc.boolean()),
  small: fc.option(fc.integer({ min: -32_768, max: 999 })),
  big: fc.option(fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))),
  ratio: fc.option(fc.double().map((value) => (value === 0 ? 0 : value))),
  at: fc.option(
    fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
  ),
  body: json,
  bytes: fc.option(fc.uint8Array({ maxLength: 40 })),
  tags: fc.option(fc.array(fc.option(text), { maxLength: 5 })),
  numbers: fc.option(fc.array(fc.integer(), { maxLength: 5 })),
  key: fc.option(fc.uuid()),
})

test('a random row is read back as it was written, and as Postgres gives it back', async () => {
  await fc.assert(
    fc.asyncProperty(row, async (given) => {
      for (const db of [ours, postgres]) await sql`delete from kinds`.execute(db)
      const write = sql`
        insert into kinds (id, name, flag, small, big, ratio, at, body, bytes, tags, numbers, key)
        values (1, ${given.name}, ${given.flag}, ${given.small}, ${given.big}, ${given.ratio}, ${given.at},
          ${JSON.stringify(given.body)}::text::jsonb, ${given.bytes}, ${given.tags}, ${given.numbers}, ${given.key})
        returning name, flag, small, big, ratio, at, body, bytes, tags, numbers, key`
      const outcome = await outcomeOf(ours, write)
      const read = await outcomeOf(
        ours,
        sql`select name, flag, small, big, ratio, at, body, bytes, tags, numbers, key from kinds`,
      )
      expect(outcome).toStrictEqual(await outcomeOf(postgres, write))
      expect('rows' in read ? read.rows : read).toStrictEqual('rows' in outcome ? outcome.rows : outcome)
      expect(read).toMatchObject({
        rows: [{ ...given, big: safe(given.big), ratio: given.ratio, body: JSON.parse(JSON.stringify(given.body)) }],
      })
    }),
    seeded(150),
  )
})

/** A bigint that fits is read as a number. */
function safe(value: number | bigint | null): number | bigint | null {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}
