/** The store: a database in the process (PGlite) or a Postgres server, opened, checked and migrated. */
import type { Kysely, Transaction } from 'kysely'
import type { Work } from '../core/sharedWork.ts'
import { unreachable } from '../core/unreachable.ts'
import { isConflict } from './conflict.ts'
import type { OpenDatabase } from './connection.ts'
import { createGroupCommit } from './groupCommit.ts'
import type { RunTransaction } from './groupMember.ts'
import { createGroupRead } from './groupRead.ts'
import { migrateStore } from './migrate.ts'
import { type OnCrash, openDirectory, openMemory } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { createSecretKey, giveSecretKey, makeSecretKey, readKeyFile, type SecretKey } from './secretKey.ts'
import { createSharedCommit } from './sharedCommit.ts'
import type { Tables } from './tables.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'

export type StoreLocation =
  /** Gone when closed. */
  | { kind: 'memory' }
  /** A directory that belongs to Playcall alone; made when it is missing. */
  | { kind: 'directory'; path: string }
  | { kind: 'postgres'; url: string }

export type Tx = Transaction<Tables>

export interface Store {
  /** For reading. Never to be used while a transaction of the same task is open: in the process there is but one connection. */
  readonly db: Kysely<Tables>
  /** Reads through `db`. Those that come in at the same time share a statement, if their work is shared. */
  read<T>(work: Work<Kysely<Tables>, T>): Promise<T>
  /**
   * The one way to write. Commits when `fn` is done and rolls back when it throws. `fn` may run more than once, because a
   * conflict with another transaction is tried again: it must do nothing but read and write through `tx`. Resolves when
   * the commit is durable. Shared work of one kind that waits at the same time is done at once and committed together; in
   * the embedded database so is everything else that waits.
   */
  transaction<T>(fn: Work<Tx, T>): Promise<T>
  /**
   * Rises when an account or a token may have changed, at the latest before the change can be read. Absent where other
   * processes can change them unseen.
   */
  readonly gateVersion?: () => number
  /** Of the embedded database; null for a server, which sees to itself. */
  readonly upkeep: Upkeep | null
  /** Waits for what is running, then lets go of the database. */
  close(): Promise<void>
}

/** Statements for many readers that a server is given at once. */
const SERVER_READS = 2

/** Four in a row lose only under a load that more tries would make worse. */
const MAX_RETRIES = 3

export interface StoreOptions {
  /**
   * Is called once when the embedded database has died: from then on every query fails with the same error, and only
   * a new process helps. Never called for a Postgres server, which may come back.
   */
  onCrash?: OnCrash
  /** The text of the secret key; a data directory has one of its own. */
  secretKey?: string | null
}

/** Opens, checks and migrates. Throws an Error whose message says what to do when that cannot be. */
export async function openStore(location: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  const opened = await withSecretKey(await openDatabase(location, options), location, options)
  const { db } = opened
  const runAlone: RunTransaction = (fn) => runTransaction(db, fn)
  if (location.kind === 'postgres') {
    const transaction = createSharedCommit(db, runAlone)
    return { ...opened, read: createGroupRead(db, SERVER_READS), transaction, upkeep: null }
  }
  const { upkeep, watch } = createUpkeep(db)
  return { ...opened, read: createGroupRead(db, 1), transaction: watch(createGroupCommit(db, runAlone)), upkeep }
}

async function withSecretKey(
  opened: OpenDatabase,
  location: StoreLocation,
  options: StoreOptions,
): Promise<OpenDatabase> {
  try {
    const key = findSecretKey(location, options)
    if (key) giveSecretKey(opened.db, key)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Null for a server without the setting: its processes share no file. */
function findSecretKey(location: StoreLocation, { secretKey }: StoreOptions): SecretKey | null {
  if (secretKey) return createSecretKey(secretKey)
  switch (location.kind) {
    case 'memory':
      return makeSecretKey()
    case 'directory':
      return readKeyFile(location.path)
    case 'postgres':
      return null
    default:
      return unreachable(location)
  }
}

async function openDatabase(location: StoreLocation, { onCrash }: StoreOptions): Promise<OpenDatabase> {
  switch (location.kind) {
    case 'memory':
      return migrated(await openMemory(onCrash))
    case 'directory':
      return migrated(await openDirectory(location.path, onCrash))
    case 'postgres': {
      const setUp = await migrated(await openPostgres(location.url, 'setUp'))
      await setUp.close()
      return openPostgres(location.url, 'service')
    }
    default:
      return unreachable(location)
  }
}

async function migrated(opened: OpenDatabase): Promise<OpenDatabase> {
  try {
    await migrateStore(opened.db)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function runTransaction<T>(db: Kysely<Tables>, fn: (tx: Tx) => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(fn)
    } catch (error) {
      if (retries === MAX_RETRIES || !isConflict(error)) throw error
    }
  }
}
