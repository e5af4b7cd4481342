/**
 * Logical backups: every row of every table, as the database itself writes it as JSON, so that a backup of the embedded
 * database can be restored into Postgres and the other way round. Both directions hold one page of rows at a time.
 */
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Instant } from '../core/time.ts'
import { BadBackup, type BackupHeader, readBackupFile, verifyBackupFile, writeBackupFile } from './backupFile.ts'
import type { Workplace } from './backupWorkplace.ts'
import { holdDialling } from './diallingHold.ts'
import { migrations } from './migrations/index.ts'
import type { Store, Tx } from './open.ts'
import type { Tables } from './tables.ts'

/** They tell of the processes that are there, and nothing that is to be kept. */
export const PASSING_TABLES = ['nodes', 'request_windows'] as const satisfies (keyof Tables)[]

/**
 * Every table, and the order of its rows. A row comes after those that it refers to, so that no constraint has to be
 * switched off; a playbook and its production version refer to each other, and that constraint waits for the commit.
 * No row is written twice, because versions and configurations refuse it.
 */
export const BACKUP_TABLES = {
  accounts: 'id',
  tokens: 'id',
  configurations: 'account_id, hash',
  playbooks: 'id',
  // A version is restored from one with a lower number.
  versions: 'playbook_id, number',
  contacts: 'id',
  campaigns: 'id',
  campaign_parts: 'campaign_id, part',
  calls: 'id',
  attempts: 'id',
  turns: 'attempt_id, seq',
  numbers: 'id',
  verified_caller_ids: 'account_id, phone',
  suppressions: 'id',
  secrets: 'name',
  idempotency_keys: 'account_id, key',
  dialling_holds: 'since',
} as const satisfies Record<Exclude<keyof Tables, (typeof PASSING_TABLES)[number]>, string>

const TABLES = Object.keys(BACKUP_TABLES) as (keyof typeof BACKUP_TABLES)[]

/** Rows held at once; most have less than a kilobyte. */
const PAGE_ROWS = 500
/** A row of more is held alone, so that a page has some 16 MB at most. */
const LONG_ROW_CHARACTERS = 32 * 1024
/** Restored at once at most, so that large rows do not add up to a page that the embedded database cannot hold. */
const PAGE_CHARACTERS = 4 * 1024 * 1024

/** The newest migration that this program knows. An open store is at it. */
export function newestMigration(): string {
  const newest = Object.keys(migrations).toSorted().at(-1)
  if (newest === undefined) throw new Error('there are no migrations')
  return newest
}

/**
 * Writes everything in the store, as it is at one moment, to the workplace's draft, and reads that again to see that it can
 * be restored. The service may go on meanwhile. Throws an Error with a sentence when it cannot.
 */
export async function writeBackup(store: Store, { draft, signal }: Draft, at: Instant): Promise<BackupHeader> {
  const header = await store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const rows: Record<string, number> = {}
      for (const table of TABLES) rows[table] = await countRows(tx, table)
      const made = { migration: newestMigration(), createdAt: new Date(at).toISOString(), rows }
      await writeBackupFile(draft, made, async (write) => {
        for (const table of TABLES) {
          for await (const row of readRows(tx, table)) {
            signal?.throwIfAborted()
            await write(table, row)
          }
        }
      })
      return made
    })
  await verifyBackupFile(draft, signal)
  return header
}

type Draft = Pick<Workplace, 'draft' | 'signal'>

async function countRows(tx: Tx, table: keyof Tables): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * JSON texts, read by a cursor: the snapshot is that of the transaction, and so is the cursor's life. A long row is fetched
 * by itself, by its place, which is the same for the whole snapshot.
 */
async function* readRows(tx: Tx, table: keyof typeof BACKUP_TABLES): AsyncGenerator<string, undefined> {
  const order = sql.raw(BACKUP_TABLES[table])
  // The offset keeps Postgres from making each text twice.
  await sql`declare backup_rows no scroll cursor for
    select case when length(text) <= ${sql.lit(LONG_ROW_CHARACTERS)} then text end as short, place::text
    from (select to_jsonb(t)::text as text, ctid as place from ${sql.table(table)} t order by ${order} offset 0) rows
    `.execute(tx)
  for (;;) {
    const { rows } = await sql<{ short: string | null; place: string }>`
      fetch ${sql.lit(PAGE_ROWS)} from backup_rows`.execute(tx)
    for (const { short, place } of rows) yield short ?? (await readRow(tx, table, place))
    if (rows.length < PAGE_ROWS) break
  }
  await sql`close backup_rows`.execute(tx)
}

async function readRow(tx: Tx, table: keyof typeof BACKUP_TABLES, place: string): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(t)::text as row from ${sql.table(table)} t where ctid = ${place}::tid`.execute(tx)
  if (!rows[0]) throw new Error(`a row of ${table} is not in its place`)
  return rows[0].row
}

/**
 * Puts a backup into an empty store, all or nothing, and holds dialling. Reads the file twice: first to see that it is
 * whole. A backup of an earlier version goes into the tables of that version, which then get the migrations that they lack.
 * Throws an Error with a sentence when the file is not whole or of a newer version, or when the store is not empty.
 */
export async function restoreBackup(store: Store, file: string, at: Instant): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  await readBackupFile(
    file,
    (found) => (header = checkHeader(file, found)),
    () => undefined,
  )
  if (!header) throw new Error('a backup was read that has no header')
  const { migration, createdAt } = header
  // Not `store.transaction`: one that failed is not to be tried again, since the file would have to be read anew.
  await store.db.transaction().execute(async (tx) => {
    await refuseUsed(tx)
    // A migration of much data takes as long as it takes.
    await sql`set local statement_timeout = 0`.execute(tx)
    if (migration !== newestMigration()) await goBackTo(tx, migration)
    await insertAll(tx, file)
    if (migration !== newestMigration()) await goOnFrom(tx, migration)
    await holdDialling(tx, { since: at, backupAt: Date.parse(createdAt) })
  })
  return header
}

function checkHeader(file: string, header: BackupHeader): BackupHeader {
  if (header.migration in migrations) return header
  throw new BadBackup(
    `${file} was made by a newer Playcall: it is at migration ${header.migration}, and this one is at ` +
      `${newestMigration()}. Restore it with that version or a later one.`,
  )
}

/** What the newest migrations have made besides the tables. */
const FUNCTIONS = ['refuse_change', 'take_from_windows']

/** Makes the empty database one of an earlier version. */
async function goBackTo(tx: Tx, migration: string): Promise<void> {
  for (const table of [...TABLES, ...PASSING_TABLES]) await sql`drop table ${sql.table(table)} cascade`.execute(tx)
  for (const name of FUNCTIONS) await sql`drop function ${sql.id(name)}`.execute(tx)
  for (const [name, { up }] of inOrder()) if (name <= migration) await up(tx)
}

async function goOnFrom(tx: Tx, migration: string): Promise<void> {
  // A table whose constraints wait for the commit cannot be altered.
  await sql`set constraints all immediate`.execute(tx)
  for (const [name, { up }] of inOrder()) if (name > migration) await up(tx)
}

const inOrder = (): [string, Migration][] => Object.entries(migrations).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** An account is the first thing that a service stores, and everything belongs to one. */
async function refuseUsed(tx: Tx): Promise<void> {
  // Whoever makes an account waits until this has been committed.
  await sql`lock table accounts in exclusive mode`.execute(tx)
  for (const table of TABLES) {
    const found = await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx)
    if (found.rows.length === 0) continue
    throw new Error(
      `The database is in use already: it has ${table}. A backup is restored only into an empty one, ` +
        'so that nothing is lost or mixed; name another with PLAYCALL_DATA or DATABASE_URL.',
    )
  }
}

async function insertAll(tx: Tx, file: string): Promise<void> {
  let page: { table: string; rows: string[]; characters: number } = { table: '', rows: [], characters: 0 }
  const flush = async (): Promise<void> => {
    if (page.rows.length > 0) await insertRows(tx, page.table, page.rows)
  }
  const startPage = (table: string): void => {
    page = { table, rows: [], characters: 0 }
  }
  const known = await listTables(tx)
  await readBackupFile(
    file,
    (header) => void checkHeader(file, header),
    async (table, row) => {
      if (!known.has(table))
        throw new BadBackup(`${file} has rows of a table ${table}, which no Playcall of its version has.`)
      if (table !== page.table || page.rows.length === PAGE_ROWS || page.characters + row.length > PAGE_CHARACTERS) {
        await flush()
        startPage(table)
      }
      page.rows.push(row)
      page.characters += row.length
    },
  )
  await flush()
}

async function listTables(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

/** The rows go from text to the table within the database: no number or instant passes through JavaScript. */
async function insertRows(tx: Tx, table: string, rows: readonly string[]): Promise<void> {
  const name = sql.table(table)
  await sql`insert into ${name}
    select * from jsonb_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::text::jsonb)`.execute(tx)
}
