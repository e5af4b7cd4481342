/**
 * The store as one process sees it, with faults between the process and the database: a statement fails, a commit takes
 * place though its answer is lost, or the process dies before or after a statement. Who is dead is cut off: whatever it
 * still tries fails, and its open transaction is rolled back.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { doAlone } from '../../src/core/work.ts'
import type { Store } from '../../src/store/open.ts'
import type { Tables } from '../../src/store/schema/tables.ts'

/** What is wrong with the database, for all processes. Instants are the world's. */
export interface DatabaseTrouble {
  /** It cannot be reached until then. */
  awayUntil: number
  /** Nothing can be written until then. */
  fullUntil: number
  /** The answer to this commit from now on (1 is the next) is lost; 0 for none. */
  losesCommit: number
  /** The process dies at this statement from now on (1 is the next); null for never. */
  crash: { atStatement: number; when: 'before' | 'after' } | null
}

export interface FaultyStore extends Store {
  /** Statements asked for so far; while it stands still nothing is going on. */
  asked(): number
  /** Transactions and statements at work. */
  borrowed(): number
}

interface Deps {
  base: Kysely<Tables>
  trouble: DatabaseTrouble
  now: () => number
  isDead: () => boolean
  die: () => void
}

type Kind = 'read' | 'write' | 'begin' | 'commit' | 'rollback'

class CutOff extends Error {
  constructor() {
    super('the process is dead')
  }
}

/** Makes an error with an SQLSTATE or a network code. */
function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

export function createFaultyStore(deps: Deps): FaultyStore {
  const counts = { asked: 0, borrowed: 0 }
  const dialect: Dialect = {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => createDriver(deps, counts),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const db = new Kysely<Tables>({ dialect })
  return {
    db,
    isShared: false,
    read: (work) => doAlone(db, work),
    transaction: (work) =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => doAlone(tx, work)),
    upkeep: null,
    close: () => db.destroy(),
    asked: () => counts.asked,
    borrowed: () => counts.borrowed,
  }
}

/** A connection that is lent: the real one, and the state of its transaction. */
class Lent implements DatabaseConnection {
  /** A statement of the transaction has failed: nothing but a rollback is possible. */
  aborted = false
  inTransaction = false
  readonly #run: Runner
  readonly real: DatabaseConnection
  readonly giveBack: () => void

  constructor(real: DatabaseConnection, giveBack: () => void, run: Runner) {
    this.real = real
    this.giveBack = giveBack
    this.#run = run
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const kind = /^\s*(?:insert|update|delete)\b/i.test(query.sql) ? 'write' : 'read'
    return this.#run(this, kind, () => this.real.executeQuery<R>(query))
  }

  streamQuery(): never {
    throw new Error('nothing is streamed')
  }
}

type Runner = <T>(lent: Lent, kind: Kind, work: () => Promise<T>) => Promise<T>

/** One statement with whatever goes wrong with it. */
function createRunner({ trouble, now, isDead, die }: Deps, counts: { asked: number }): Runner {
  return async (lent, kind, work) => {
    counts.asked++
    if (isDead()) throw new CutOff()
    const crash = trouble.crash && --trouble.crash.atStatement <= 0 ? trouble.crash : null
    if (crash) trouble.crash = null
    if (crash?.when === 'before') {
      die()
      throw new CutOff()
    }
    refuse(lent, kind, trouble, now())
    const result = await work()
    if (crash) {
      die()
      throw new CutOff()
    }
    if (kind === 'commit' && trouble.losesCommit > 0 && --trouble.losesCommit === 0) {
      throw failure('Connection terminated unexpectedly', 'ECONNRESET')
    }
    return result
  }
}

/** Throws what the database would say, and remembers that the transaction is spoilt. */
function refuse(lent: Lent, kind: Kind, trouble: DatabaseTrouble, now: number): void {
  if (lent.aborted && kind === 'commit') throw failure('rolled back instead of committed', '25P02')
  if (lent.aborted && kind !== 'rollback') throw failure('current transaction is aborted', '25P02')
  const spoil = (error: Error): never => {
    lent.aborted = lent.inTransaction
    throw error
  }
  if (now < trouble.awayUntil) spoil(failure('terminating connection', '57P01'))
  if (kind === 'write' && now < trouble.fullUntil) spoil(failure('could not extend file: no space left', '53100'))
}

function createDriver(deps: Deps, counts: { asked: number; borrowed: number }): Driver {
  const run = createRunner(deps, counts)
  const lentOf = (connection: DatabaseConnection): Lent => {
    if (!(connection instanceof Lent)) throw new Error('a connection of somebody else')
    return connection
  }
  const execute = (lent: Lent, text: string): Promise<unknown> => lent.real.executeQuery(CompiledQuery.raw(text))
  return {
    init: async () => {},
    acquireConnection: () => {
      counts.borrowed++
      return borrow(deps.base, run)
    },
    beginTransaction: async (connection: DatabaseConnection, settings: TransactionSettings) => {
      const lent = lentOf(connection)
      await run(lent, 'begin', () => execute(lent, `start transaction isolation level ${settings.isolationLevel}`))
      lent.inTransaction = true
    },
    commitTransaction: async (connection) => {
      const lent = lentOf(connection)
      await run(lent, 'commit', () => execute(lent, 'commit'))
      lent.inTransaction = false
    },
    rollbackTransaction: async (connection) => {
      // Never fails: a server rolls back by itself when whoever began is gone.
      await execute(lentOf(connection), 'rollback')
    },
    releaseConnection: async (connection) => {
      counts.borrowed--
      lentOf(connection).giveBack()
    },
    destroy: async () => {},
  }
}

/** Lends the one real connection, in the order of asking. */
function borrow(base: Kysely<Tables>, run: Runner): Promise<Lent> {
  return new Promise((resolve, reject) => {
    const returned = Promise.withResolvers<void>()
    base
      .getExecutor()
      .provideConnection(async (real) => {
        resolve(new Lent(real, returned.resolve, run))
        await returned.promise
      })
      .catch(reject)
  })
}
