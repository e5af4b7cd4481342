/**
 * A session with a Postgres server, over a connection of `pg`. Statements that come again are kept prepared, and BEGIN
 * travels with the first statement of its transaction.
 */
import { DatabaseError, type PoolClient } from 'pg'
import { Statement, type StatementAnswer } from './postgresStatement.ts'
import { PreparedStatements } from './preparedStatements.ts'

/** Playcall has some two hundred; more come from lists whose length is in the text. A prepared one takes some 40 KB. */
const MAX_PREPARED = 250

/**
 * A plan is kept until the server analyzes the table, and one made for a small table reads all of it. So plans are made
 * anew after so many statements, which costs little beside them.
 */
const STATEMENTS_BETWEEN_PLANS = 2000

/** What the sessions of a pool know of the form of tables, which another process may change. */
export class Schema {
  #version = 0

  get version(): number {
    return this.#version
  }

  noteChange(): void {
    this.#version++
  }
}

export class PostgresSession {
  readonly #client: PoolClient
  readonly #schema: Schema
  readonly #answerWithinMs: number | null
  readonly #prepared = new PreparedStatements(MAX_PREPARED)
  #schemaVersion: number
  #statementsSincePlans = 0
  /** The BEGIN of a transaction in which nothing has been done. */
  #unsentBegin: string | undefined

  /** A statement that is not answered within so many milliseconds is given up, and its connection with it; null: none is. */
  constructor(client: PoolClient, schema: Schema, answerWithinMs: number | null) {
    this.#answerWithinMs = answerWithinMs
    this.#client = client
    this.#schema = schema
    this.#schemaVersion = schema.version
  }

  /** What the server said with its last answer; a connection that was never used is idle. */
  get #isIdle(): boolean {
    return (this.#client.getTransactionStatus() ?? 'I') === 'I'
  }

  /**
   * Runs one statement. Rejects with a DatabaseError when Postgres refuses it, with the network's error, and with
   * another Error when a parameter cannot be written or a row cannot be read.
   */
  async execute(sql: string, parameters: readonly unknown[]): Promise<StatementAnswer> {
    const isAlone = this.#isIdle && this.#unsentBegin === undefined
    try {
      return await this.#send(sql, parameters)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      this.#schema.noteChange()
      // In a transaction nothing can be done any more: it is for its owner to begin it anew.
      if (!isAlone) throw error
      return this.#send(sql, parameters)
    }
  }

  /** Begins a transaction with the given BEGIN. */
  async begin(sql: string): Promise<void> {
    if (this.#isIdle) this.#unsentBegin = sql
    else await this.#send(sql, [])
  }

  /** Answers whether the transaction was committed: one in which a statement failed is rolled back instead. */
  async commit(): Promise<boolean> {
    if (this.#unsentBegin === undefined) return (await this.#send('commit', [])).command === 'COMMIT'
    this.#unsentBegin = undefined
    return true
  }

  /** Ends the transaction and takes back what it did. */
  async rollback(): Promise<void> {
    if (this.#unsentBegin === undefined) await this.#send('rollback', [])
    this.#unsentBegin = undefined
  }

  /** Gives the connection back to the pool; one in which a transaction was left open is closed. */
  release(): void {
    this.#unsentBegin = undefined
    this.#client.release(!this.#isIdle)
  }

  async #send(sql: string, parameters: readonly unknown[]): Promise<StatementAnswer> {
    if (this.#schemaVersion !== this.#schema.version) {
      this.#schemaVersion = this.#schema.version
      this.#prepared.forgetAll()
    }
    const before = this.#unsentBegin === undefined ? this.#replanning() : [this.#unsentBegin]
    const statement = new Statement({ sql, parameters, before, answerWithinMs: this.#answerWithinMs }, this.#prepared)
    this.#unsentBegin = undefined
    this.#client.query(statement)
    return statement.answer
  }

  #replanning(): readonly string[] {
    if (!this.#isIdle || ++this.#statementsSincePlans < STATEMENTS_BETWEEN_PLANS) return []
    this.#statementsSincePlans = 0
    return ['discard plans']
  }
}

/** The columns of a prepared statement are no longer what they were: somebody has changed a table. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
