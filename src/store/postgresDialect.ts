/** Kysely's way to a Postgres server, over a pool of `pg`. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { PostgresSession, Schema } from './postgresSession.ts'
import { type Compile, runSavepointCommand, TransactionAborted, writeBegin } from './transactionCommands.ts'

export function createPostgresDialect(pool: Pool, answerWithinMs: number | null): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, answerWithinMs),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #answerWithinMs: number | null
  readonly #schema = new Schema()
  readonly #connections = new WeakMap<PoolClient, PostgresConnection>()

  constructor(pool: Pool, answerWithinMs: number | null) {
    this.#pool = pool
    this.#answerWithinMs = answerWithinMs
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known) return known
    const made = new PostgresConnection(new PostgresSession(client, this.#schema, this.#answerWithinMs))
    this.#connections.set(client, made)
    return made
  }

  releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.session.release()
    return Promise.resolve()
  }

  beginTransaction({ session }: PostgresConnection, settings: TransactionSettings): Promise<void> {
    return session.begin(writeBegin(settings))
  }

  async commitTransaction({ session }: PostgresConnection): Promise<void> {
    if (!(await session.commit())) throw new TransactionAborted()
  }

  rollbackTransaction({ session }: PostgresConnection): Promise<void> {
    return session.rollback()
  }

  savepoint(connection: PostgresConnection, name: string, compile: Compile): Promise<void> {
    return runSavepointCommand(connection, 'savepoint', name, compile)
  }

  rollbackToSavepoint(connection: PostgresConnection, name: string, compile: Compile): Promise<void> {
    return runSavepointCommand(connection, 'rollback to', name, compile)
  }

  releaseSavepoint(connection: PostgresConnection, name: string, compile: Compile): Promise<void> {
    return runSavepointCommand(connection, 'release', name, compile)
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly session: PostgresSession

  constructor(session: PostgresSession) {
    this.session = session
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, count } = await this.session.execute(sql, parameters)
    const result = { rows: rows as R[] }
    return count === undefined ? result : { ...result, numAffectedRows: BigInt(count) }
  }

  streamQuery(): never {
    throw new Error('All rows of an answer come at once: there is nothing to stream.')
  }
}
