/** Kysely's way to the embedded database. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { countRows } from '../wire/answer.ts'
import type { Session } from './session.ts'
import { type Compile, runSavepointCommand, TransactionAborted, writeBegin } from '../wire/savepoints.ts'

/** A dialect over the session, of which it must be the only user. */
export function createPgliteDialect(session: Session): Dialect {
  return {
    createAdapter: (): DialectAdapter => new PGliteAdapter(),
    createDriver: (): Driver => new PgliteDriver(session),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** One connection, which is lent to one borrower after another in the order in which they asked. */
class PgliteDriver implements Driver {
  readonly #session: Session
  readonly #connection: DatabaseConnection
  /** Settled when everybody who asked so far has given the connection back. */
  #free: Promise<void> = Promise.resolve()
  #giveBack: () => void = () => undefined

  constructor(session: Session) {
    this.#session = session
    this.#connection = connect(session)
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const free = this.#free
    const turn = Promise.withResolvers<void>()
    this.#free = turn.promise
    await free
    this.#giveBack = turn.resolve
    return this.#connection
  }

  /**
   * Whatever the borrower left open is rolled back, so that the next one does not become a part of it. Never fails,
   * because Kysely would then lend the connection to nobody: if the engine is dead, the next one will learn of it.
   */
  releaseConnection(): Promise<void> {
    try {
      this.#session.rollback()
    } catch {}
    this.#giveBack()
    return Promise.resolve()
  }

  beginTransaction(_connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return settle(() => this.#session.begin(writeBegin(settings)))
  }

  commitTransaction(): Promise<void> {
    return settle(() => {
      if (!this.#session.commit()) throw new TransactionAborted()
    })
  }

  rollbackTransaction(): Promise<void> {
    return settle(() => this.#session.rollback())
  }

  savepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return runSavepointCommand(connection, 'savepoint', name, compile)
  }

  rollbackToSavepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return runSavepointCommand(connection, 'rollback to', name, compile)
  }

  releaseSavepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return runSavepointCommand(connection, 'release', name, compile)
  }

  /** Waits for the borrower and for whoever waits behind; closing the engine is left to whoever opened it. */
  async destroy(): Promise<void> {
    for (let free; free !== this.#free;) {
      free = this.#free
      await free
      // Kysely has a line of its own, and the next in it comes here only now.
      await setImmediate()
    }
  }
}

function connect(session: Session): DatabaseConnection {
  return {
    executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> =>
      settle(() => {
        const { rows, command } = session.execute(query.sql, query.parameters)
        const count = countRows(command)
        const result = { rows: rows as R[] }
        return count === undefined ? result : { ...result, numAffectedRows: BigInt(count) }
      }),
    streamQuery() {
      throw new Error('The embedded database answers with all rows at once: there is nothing to stream.')
    },
  }
}

/** The session works while the caller waits; Kysely wants promises. */
async function settle<T>(work: () => T): Promise<T> {
  return work()
}
