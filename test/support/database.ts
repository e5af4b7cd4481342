/**
 * The store that the tests of one process share. `TEST_DATABASE` says which: `pglite` (in memory, unless told
 * otherwise) or `postgres`.
 */
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import manifest from '../../package.json'
import { openStore, type Store, type StoreLocation } from '../../src/store/open.ts'
import { startPostgres } from './postgres.ts'

/** For the hook or test that may be the first to start a server or to make a snapshot: 5 s, Bun's own limit, is not enough. */
export const START_TIMEOUT_MS = 60_000

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
  return { kind: 'memory', snapshot: await readSnapshot() }
}

function isPostgres(): boolean {
  const database = process.env.TEST_DATABASE ?? 'pglite'
  if (database !== 'pglite' && database !== 'postgres') {
    throw new Error(`TEST_DATABASE is ${database}; it must be pglite or postgres.`)
  }
  return database === 'postgres'
}

const CACHE = path.join(import.meta.dir, '../../node_modules/.cache/playcall')

/** An initialised, empty data directory of PGlite. Making one takes 4 s, so it is made once and kept. */
export async function readSnapshot(): Promise<Blob> {
  const file = path.join(CACHE, `pglite-${manifest.dependencies['@electric-sql/pglite']}.tar`)
  if (!fs.existsSync(file)) await writeSnapshot(file)
  return new Blob([fs.readFileSync(file)])
}

async function writeSnapshot(file: string): Promise<void> {
  const engine = await PGlite.create()
  const snapshot = await engine.dumpDataDir('none')
  await engine.close()
  // Renamed when complete, because other test processes may read or write it now.
  const unfinished = `${file}.${process.pid}`
  fs.mkdirSync(CACHE, { recursive: true })
  fs.writeFileSync(unfinished, Buffer.from(await snapshot.arrayBuffer()))
  fs.renameSync(unfinished, file)
}

/** A data directory of this test's own, initialised but not migrated, in a second. The caller removes it. */
export async function makeDataDirectory(): Promise<string> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-data-'))
  const files = new NodeFS(path.join(directory, 'database'))
  const engine = await PGlite.create({ fs: files, loadDataDir: await readSnapshot() })
  await engine.close()
  return directory
}

/** DELETE without the triggers of foreign keys: on tables as small as a test's it is ten times as fast as TRUNCATE. */
async function emptyTables(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely\\_%'`.execute(store.db)
  const deletions = rows.map((row) => `delete from ${row.name};`).join(' ')
  await sql.raw(`do $$ begin set local session_replication_role = replica; ${deletions} end $$`).execute(store.db)
}
