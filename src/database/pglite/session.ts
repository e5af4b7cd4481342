/**
 * The one session with the embedded Postgres. A statement is one call of the engine: its messages are written in a row
 * and its answer is read at once, without a pause in which another task could get between. Statements that come again
 * are kept prepared, and BEGIN travels with the first statement of its transaction. PGlite's own `query` makes six
 * calls and an answer object for each message; this takes a fifth of the time.
 */
import type { PGlite } from '@electric-sql/pglite'
import type { CrashWatch } from './crash.ts'
import {
  type Answer,
  AnswerBuffer,
  type Column,
  countRows,
  DatabaseError,
  readAnswer,
  type TransactionStatus,
} from '../wire/answer.ts'
import { MessageWriter } from '../wire/messages.ts'
import { isRepeatable, PreparedStatements } from '../wire/preparedStatements.ts'

/** Playcall has some two hundred; more come from lists whose length is in the text. A prepared one takes some 40 KB. */
const MAX_PREPARED = 500

/** Few enough that plans for a table that was empty a moment ago do no harm. */
const MIN_INSERTS_BEFORE_REPLAN = 500

/** Comes with ever new names, or seldom, and leaves the form of tables alone. What is neither may change it. */
const HARMLESS = /^\s*(?:start|begin|commit|savepoint|release|rollback|set|show|explain|analyze|vacuum|checkpoint)\b/i

export class Session {
  readonly #engine: PGlite
  readonly #watch: CrashWatch
  readonly #writer = new MessageWriter()
  readonly #received = new AnswerBuffer()
  readonly #prepared = new PreparedStatements(MAX_PREPARED)
  #status: TransactionStatus = 'idle'
  /** The BEGIN of a transaction in which nothing has been done. */
  #unsentBegin: string | undefined
  /** Tables changed their form in this transaction, and get the old one back if it is rolled back. */
  #hasChangedTables = false
  #insertedRows = 0
  #replanAtRows = MIN_INSERTS_BEFORE_REPLAN

  constructor(engine: PGlite, watch: CrashWatch) {
    this.#engine = engine
    this.#watch = watch
  }

  /**
   * Runs one statement. Throws a DatabaseError when Postgres refuses it, EngineCrashed when the engine has died, and
   * another Error when a parameter cannot be written or a row cannot be read.
   */
  execute(sql: string, parameters: readonly unknown[]): Answer {
    const wasIdle = this.#status === 'idle'
    const begin = this.#unsentBegin
    const wasPrepared = this.#prepared.use(sql) !== undefined
    let answer = this.#call(sql, parameters)
    if (wasPrepared && isStalePlan(answer.error)) {
      this.#prepared.forget(sql)
      // Nothing had been done before it, so it may be done again, prepared anew.
      if (wasIdle) {
        this.rollback()
        this.#unsentBegin = begin
        answer = this.#call(sql, parameters)
      }
    }
    if (answer.error) throw answer.error
    return answer
  }

  /** Begins a transaction with the given BEGIN. Throws EngineCrashed. */
  begin(sql: string): void {
    this.#assertAlive()
    if (this.#status === 'idle') this.#unsentBegin = sql
    else this.execute(sql, [])
  }

  /** Answers whether the transaction was committed: one in which a statement failed is rolled back instead. */
  commit(): boolean {
    this.#assertAlive()
    if (this.#unsentBegin === undefined) return this.execute('commit', []).command === 'COMMIT'
    this.#unsentBegin = undefined
    return true
  }

  /** Ends the transaction, if there is one, and takes back what it did. */
  rollback(): void {
    this.#unsentBegin = undefined
    if (this.#status !== 'idle') this.execute('rollback', [])
  }

  /** Sends a statement, behind whatever has to go before it, and keeps the books. */
  #call(sql: string, parameters: readonly unknown[]): Answer {
    this.#assertAlive()
    if (this.#insertedRows >= this.#replanAtRows) this.#replan()
    const known = this.#prepared.use(sql)
    const name = known?.name ?? this.#prepared.makeName(sql)
    this.#writer.reset()
    for (const unwanted of this.#prepared.unwanted) this.#writer.close(unwanted)
    if (this.#unsentBegin !== undefined) this.#writer.runOnce(this.#unsentBegin)
    if (!known) {
      this.#writer.parse(name, sql)
      this.#writer.describe(name)
    }
    this.#writer.bind(name, parameters)
    this.#writer.execute()
    this.#writer.sync()

    const answer = this.#exchange(known?.columns)
    this.#prepared.noteClosed()
    this.#unsentBegin = undefined
    if (name === '') this.#noteChanges(sql, answer)
    else if (!known) this.#prepared.add(sql, name, answer.columns)
    if (answer.command.startsWith('INSERT')) this.#insertedRows += countRows(answer.command) ?? 0
    return answer
  }

  /**
   * A plan is kept as long as its statement is prepared, and one made for a small table reads all of it. So plans are
   * made anew each time as many rows were inserted as ever before.
   */
  #replan(): void {
    this.#replanAtRows = this.#insertedRows * 2
    this.#writer.reset()
    this.#writer.runOnce('discard plans')
    this.#writer.sync()
    this.#exchange(undefined)
  }

  /** The call itself. The engine works while it lasts, and `execProtocolRawStream` returns when it is done. */
  #exchange(columns: readonly Column[] | undefined): Answer {
    this.#received.reset()
    const returned = this.#engine.execProtocolRawStream(this.#writer.take(), {
      syncToFs: false,
      onRawData: (piece) => this.#received.add(piece),
    })
    returned.catch(() => undefined) // a crash, which the watch tells of at once
    this.#assertAlive()
    const answer = readAnswer(this.#received.take(), columns)
    if (answer.status === undefined) {
      throw new Error(`The embedded database ${this.#engine.closed ? 'is closed' : 'gave no answer'}.`)
    }
    this.#status = answer.status
    return answer
  }

  #assertAlive(): void {
    if (this.#watch.crash) throw this.#watch.crash
  }

  /** A prepared statement fails once its columns have changed; what changes them is rare, so all are forgotten. */
  #noteChanges(sql: string, { command }: Answer): void {
    const changes = !isRepeatable(sql) && !HARMLESS.test(sql)
    if (changes || (this.#hasChangedTables && command === 'ROLLBACK')) this.#prepared.forgetAll()
    this.#hasChangedTables = this.#status !== 'idle' && (this.#hasChangedTables || changes)
  }
}

/** feature_not_supported is how Postgres says "cached plan must not change result type", among other things. */
function isStalePlan(error: Error | undefined): boolean {
  return error instanceof DatabaseError && error.code === '0A000'
}
