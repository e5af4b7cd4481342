/**
 * The store that the tests of one process share. `TEST_DATABASE` says which: `pglite` (in memory, unless told
 * otherwise) or `postgres`.
 */
import { sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openStore, type Store, type StoreLocation } from '../../src/store/open.ts'
import { startPostgres } from './postgres.ts'

/**
 * For the hook or test that may be the first to start a server or to make a snapshot: 5 s, Bun's own limit, is not
 * enough; nor is a minute for several processes on a busy machine.
 */
export const START_TIMEOUT_MS = 120_000

let shared: Promise<Store> | undefined

/** The shared store, with every table empty. The first call opens it (some 0.5 s in memory), the others take a few milliseconds. */
export async function openTestStore(): Promise<Store> {
  shared ??= locateTestDatabase().then(openStore)
  const store = await shared
  await emptyTables(store)
  return store
}

/** Closes the shared store and stops its server. Scripts need it to come to an end; `bun test` ends without. */
export async function closeTestStore(): Promise<void> {
  if (!shared) return
  const store = await shared
  shared = undefined
  await store.close()
  if (isPostgres()) await (await startPostgres()).stop()
}

async function locateTestDatabase(): Promise<StoreLocation> {
  if (isPostgres()) return { kind: 'postgres', url: (await startPostgres()).url }
  return { kind: 'memory' }
}

function isPostgres(): boolean {
  const database = process.env.TEST_DATABASE ?? 'pglite'
  if (database !== 'pglite' && database !== 'postgres') {
    throw new Error(`TEST_DATABASE is ${database}; it must be pglite or postgres.`)
  }
  return database === 'postgres'
}

/** An empty directory for a database of this test's own. The caller removes it. */
export function makeDataDirectory(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-data-'))
}

/** DELETE without the triggers of foreign keys: on tables as small as a test's it is ten times as fast as TRUNCATE. */
async function emptyTables(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely\\_%'`.execute(store.db)
  const deletions = rows.map((row) => `delete from ${row.name};`).join(' ')
  await sql.raw(`do $$ begin set local session_replication_role = replica; ${deletions} end $$`).execute(store.db)
}
