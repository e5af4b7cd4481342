/** A database as the rest of the program knows it, whichever kind it is. The types are here so that its parts need not import each other. */
import type { Kysely, Transaction } from 'kysely'
import type { Work } from '../core/work.ts'
import type { EngineCrashed } from './pglite/crash.ts'

export type DatabaseLocation =
  /** Gone when closed. */
  | { kind: 'memory' }
  /** A directory that belongs to Playcall alone; made when it is missing. */
  | { kind: 'directory'; path: string }
  | { kind: 'postgres'; url: string }

export interface Database<Tables> {
  /** For reading. Never to be used while a transaction of the same task is open: the embedded database has but one connection. */
  readonly db: Kysely<Tables>
  /** Reads through `db`. Pieces of one kind that come in at the same time share a statement. */
  read<T>(work: Work<Kysely<Tables>, T>): Promise<T>
  /**
   * The one way to write. Commits when the work is done and rolls back when it throws. The work may run more than once,
   * because a conflict with another transaction is tried again: it must do nothing but read and write through `tx`.
   * Resolves when the commit is durable. Pieces of one kind that wait at the same time are done at once and committed
   * together; in the embedded database so is everything else that waits.
   */
  transaction<T>(work: Work<Transaction<Tables>, T>): Promise<T>
  /** Whether other processes can write to it too. */
  readonly isShared: boolean
  /** Of the embedded database; null for a server, which sees to itself. */
  readonly upkeep: Upkeep | null
  /** Waits for what is running, then lets go of the database. */
  close(): Promise<void>
}

export type RunTransaction<Tables> = Database<Tables>['transaction']

/** A connected database, before its schema is looked at. */
export interface Connected<Tables> {
  readonly db: Kysely<Tables>
  /** Waits for what is running, then lets go of everything; a second call does nothing. */
  close(): Promise<void>
}

/** Is called once, when the embedded database has died. */
export type OnCrash = (error: EngineCrashed) => void

/** What the embedded database needs to have done now and then. */
export interface Upkeep {
  /** Does what is due, and resolves when it is done. Throws what the database throws. */
  run(): Promise<void>
  /**
   * Clears the indexes of what the vacuums since the last time have found dead. Reads whole indexes, a quarter of a
   * second for those of a million calls, and is therefore for a moment in which no call is in the air.
   */
  cleanIndexes(): Promise<void>
  /** Vacuums tables that were filled without upkeep, however long it takes: some seconds for a million calls. */
  catchUp(): Promise<void>
  /**
   * Leaves checkpoints out until the function that it answers is called: a copy of the database's files that is made
   * meanwhile, and of its log after them, is complete. Calls `onLost`, and goes on, when the log has become too large
   * for that. Throws an Error with a sentence when another copy holds it already.
   */
  holdLog(onLost: () => void): Promise<() => void>
}
