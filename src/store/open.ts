/** The store: a database in the process (PGlite) or a Postgres server, opened, checked and migrated. */
import type { Kysely, Transaction } from 'kysely'
import type { Work } from '../core/sharedWork.ts'
import { unreachable } from '../core/unreachable.ts'
import type { OpenDatabase } from './connection.ts'
import { EngineCrashed } from './engineCrash.ts'
import { createGroupCommit, type RunTransaction } from './groupCommit.ts'
import { createGroupRead } from './groupRead.ts'
import { migrateStore } from './migrate.ts'
import { type OnCrash, openDirectory, openMemory } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { isStalePlan } from './postgresSession.ts'
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
  /** Reads through `db`. In the embedded database those that come in at the same time share a statement, if their work is shared. */
  read<T>(work: Work<Kysely<Tables>, T>): Promise<T>
  /**
   * The one way to write. Commits when `fn` is done and rolls back when it throws. `fn` may run more than once, because a
   * conflict with another transaction is tried again: it must do nothing but read and write through `tx`. Resolves when
   * the commit is durable; in the embedded database those who wait at the same time are committed together, and shared
   * work of one kind is done at once.
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

/** Four in a row lose only under a load that more tries would make worse. */
const MAX_RETRIES = 3

export interface StoreOptions {
  /**
   * Is called once when the embedded database has died: from then on every query fails with the same error, and only
   * a new process helps. Never called for a Postgres server, which may come back.
   */
  onCrash?: OnCrash
}

/** Opens, checks and migrates. Throws an Error whose message says what to do when that cannot be. */
export async function openStore(location: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  const opened = await openDatabase(location, options)
  const { db } = opened
  const runAlone: RunTransaction = (fn) => runTransaction(db, fn)
  if (location.kind === 'postgres') return { ...opened, read: (work) => work(db), transaction: runAlone, upkeep: null }
  const { upkeep, watch } = createUpkeep(db)
  return { ...opened, read: createGroupRead(db), transaction: watch(createGroupCommit(db, runAlone)), upkeep }
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

/** Serialization failure and deadlock: the database has rolled back, and the same again may succeed. So it is with a stale plan. */
const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01'])

function isConflict(error: unknown): boolean {
  return CONFLICT_CODES.has(codeOf(error)) || isStalePlan(error)
}

/** SQLSTATEs of a server that shuts down, crashed, starts, has no connection left, or finds its disk full. */
const AWAY_STATES = ['57P01', '57P02', '57P03', '53300', '53100']

/** What the network says; ENOENT is a Unix socket that is not there. */
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]

const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([...AWAY_STATES, ...NETWORK_CODES])

/** `pg` throws these without a code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * True when the database server could not be reached or went away in the middle, or has no room on its disk, so that
 * the same may succeed later; for the database in the process, when its disk is full, or when it has died and the next
 * process will open it again. A transaction that failed so late may have been committed: only what bears repeating may
 * be tried again.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (error instanceof EngineCrashed || UNAVAILABLE_CODES.has(code) || code.startsWith('08')) return true
  return error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message)
}

/** True when nothing can be written for want of room on the disk of the database. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === '53100'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
