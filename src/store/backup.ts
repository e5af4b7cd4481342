/**
 * Logical backups: every row of every table, as the database itself writes it as JSON, so that a backup of the embedded
 * database can be restored into Postgres and the other way round. Both directions hold one page of rows at a time.
 */
import { sql } from 'kysely'
import type { Instant } from '../core/time.ts'
import { BadBackup, type BackupHeader, readBackupFile, writeBackupFile } from './backupFile.ts'
import { holdDialling } from './diallingHold.ts'
import { migrations } from './migrations/index.ts'
import type { Store, Tx } from './open.ts'
import type { Tables } from './tables.ts'

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
  suppressions: 'id',
  secrets: 'name',
  idempotency_keys: 'account_id, key',
  dialling_holds: 'since',
} as const satisfies Record<Exclude<keyof Tables, PassingTable>, string>

/** They tell of the processes that are there, and nothing that is to be kept. */
type PassingTable = 'nodes' | 'request_windows'

const TABLES = Object.keys(BACKUP_TABLES) as (keyof typeof BACKUP_TABLES)[]

/** Rows held at once; most have less than a kilobyte. */
const PAGE_ROWS = 500
/** Restored at once at most, so that large rows do not add up to a page that the embedded database cannot hold. */
const PAGE_CHARACTERS = 4 * 1024 * 1024

/** The newest migration that this program knows. An open store is at it. */
export function newestMigration(): string {
  const newest = Object.keys(migrations).toSorted().at(-1)
  if (newest === undefined) throw new Error('there are no migrations')
  return newest
}

/**
 * Writes everything in the store, as it is at one moment, to a new file. The service may go on meanwhile.
 * Throws an Error with a sentence when the file exists or cannot be written.
 */
export async function writeBackup(store: Store, file: string, at: Instant): Promise<BackupHeader> {
  return store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const rows: Record<string, number> = {}
      for (const table of TABLES) rows[table] = await countRows(tx, table)
      const header = { migration: newestMigration(), createdAt: new Date(at).toISOString(), rows }
      await writeBackupFile(file, header, async (write) => {
        for (const table of TABLES) {
          for await (const row of readRows(tx, table)) await write(table, row)
        }
      })
      return header
    })
}

async function countRows(tx: Tx, table: keyof Tables): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** JSON texts, read by a cursor: the snapshot is that of the transaction, and so is the cursor's life. */
async function* readRows(tx: Tx, table: keyof typeof BACKUP_TABLES): AsyncGenerator<string, undefined> {
  const order = sql.raw(BACKUP_TABLES[table])
  await sql`declare backup_rows no scroll cursor for
    select to_jsonb(t)::text as row from ${sql.table(table)} t order by ${order}`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(PAGE_ROWS)} from backup_rows`.execute(tx)
    for (const { row } of rows) yield row
    if (rows.length < PAGE_ROWS) break
  }
  await sql`close backup_rows`.execute(tx)
}

/**
 * Puts a backup into an empty store, all or nothing, and holds dialling. Reads the file twice: first to see that it is
 * whole.
 * Throws an Error with a sentence when it is not, when it is of another migration, or when the store is not empty.
 */
export async function restoreBackup(store: Store, file: string, at: Instant): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  await readBackupFile(file, (found) => (header = checkHeader(file, found)), checkRow(file))
  if (!header) throw new Error('a backup was read that has no header')
  const backupAt = Date.parse(header.createdAt)
  // Not `store.transaction`: one that failed is not to be tried again, since the file would have to be read anew.
  await store.db.transaction().execute(async (tx) => {
    await refuseUsed(tx)
    await insertAll(tx, file)
    await holdDialling(tx, { since: at, backupAt })
  })
  return header
}

function checkHeader(file: string, header: BackupHeader): BackupHeader {
  const newest = newestMigration()
  if (header.migration === newest) return header
  const advice =
    header.migration in migrations
      ? 'Restore it with the Playcall that made it, then start this one on that database.'
      : 'Restore it with that version or a later one.'
  const made = header.migration in migrations ? 'an older' : 'a newer'
  throw new BadBackup(
    `${file} was made by ${made} Playcall: it is at migration ${header.migration}, and this one is at ${newest}. ${advice}`,
  )
}

function checkRow(file: string): (table: string) => void {
  return (table) => {
    if (!Object.hasOwn(BACKUP_TABLES, table)) {
      throw new BadBackup(`${file} has rows of a table ${table}, which this Playcall does not know.`)
    }
  }
}

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
  const expectSame = checkRow(file)
  await readBackupFile(
    file,
    (header) => void checkHeader(file, header),
    async (table, row) => {
      expectSame(table)
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

/** The rows go from text to the table within the database: no number or instant passes through JavaScript. */
async function insertRows(tx: Tx, table: string, rows: readonly string[]): Promise<void> {
  const name = sql.table(table)
  await sql`insert into ${name}
    select * from jsonb_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::text::jsonb)`.execute(tx)
}
