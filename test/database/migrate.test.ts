import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { readTemplate } from '../../src/store/schema/template.ts'
import { migrate } from '../../src/database/migrate.ts'
import { migrations } from '../../src/store/schema/migrations/index.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { openMemory } from '../../src/database/pglite/open.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { rejectionOf } from '../support/rejection.ts'

/** A database of its own for this file: what is tried here must not reach the other tests. */
let database: Awaited<ReturnType<typeof openMemory>>
beforeAll(async () => {
  database = await openMemory(readTemplate)
  // A new one has been migrated already.
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
}, START_TIMEOUT_MS)
afterAll(() => database.close())

function creating(table: string): Migration {
  return { up: (db: Kysely<unknown>) => db.schema.createTable(table).addColumn('id', 'integer').execute() }
}

async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.db)
  return rows.map((row) => row.name).filter((name) => !name.startsWith('kysely'))
}

async function listMigrations(db: Store['db']): Promise<unknown[]> {
  return (await sql`select * from kysely_migration order by name`.execute(db)).rows
}

describe('one after another', () => {
  test('an empty database gets every migration, and a second time changes nothing', async () => {
    await migrate(database.db, { '0001_one': creating('one') })
    const executed = await listMigrations(database.db)
    await migrate(database.db, { '0001_one': creating('one') })

    expect(await listTables()).toEqual(['one'])
    expect(executed).toHaveLength(1)
    expect(await listMigrations(database.db)).toEqual(executed)
  })

  test('a migration that fails takes the ones before it back, and is named', async () => {
    const failing: Migration = { up: () => Promise.reject(new Error('no such thing')) }
    const known = { '0001_one': creating('one'), '0002_two': creating('two'), '0003_three': failing }

    expect((await rejectionOf(migrate(database.db, known))).message).toMatch(
      'Migration 0003_three failed, and nothing was changed: no such thing',
    )
    expect(await listTables()).toEqual(['one'])
  })

  test('an older database gets the migrations that it lacks', async () => {
    await migrate(database.db, { '0001_one': creating('one'), '0002_two': creating('two') })

    expect(await listTables()).toEqual(['one', 'two'])
  })

  test('a database from a newer Playcall is refused, with a sentence, and left alone', async () => {
    const known = { '0001_one': creating('one') }

    expect((await rejectionOf(migrate(database.db, known))).message).toMatch(
      'The database was made by a newer Playcall: this one does not know its migration 0002_two.',
    )
    expect(await listTables()).toEqual(['one', 'two'])
  })
})

test(
  'processes that start at the same time on an empty Postgres database all succeed, and migrate it once',
  async () => {
    const url = await makePostgresDatabase()

    const stores = await Promise.all([1, 2, 3].map(() => openStore({ kind: 'postgres', url })))
    const executed = await Promise.all(stores.map((store) => listMigrations(store.db)))
    await Promise.all(stores.map((store) => store.close()))

    const count = Object.keys(migrations).length
    expect(executed.map((rows) => rows.length)).toEqual([count, count, count])
  },
  START_TIMEOUT_MS,
)

test('the migrations are numbered without a gap, in the order in which they run', () => {
  const numbers = Object.keys(migrations)
    .toSorted()
    .map((name) => Number(name.slice(0, 4)))

  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})
