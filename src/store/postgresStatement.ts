/**
 * One statement on a connection of `pg`, which takes care of the connection and calls the methods here: its own queries
 * send each message for itself and parse and plan every statement anew; this sends all messages in one piece and, for a
 * statement that was prepared, only what is new. It takes half of the time.
 */
import type { Connection, FieldDef, Submittable } from 'pg'
import { parserOf } from './connection.ts'
import { type Column, countRows } from './pgliteAnswer.ts'
import { MessageWriter } from './pgliteMessages.ts'
import type { PreparedStatements } from './preparedStatements.ts'

/** What every statement writes with; what is written is copied before anybody else can write. */
const writer = new MessageWriter()

export interface Wish {
  sql: string
  parameters: readonly unknown[]
  /** What goes before it in the same exchange, and fails it when it fails: a BEGIN, for example. */
  before: readonly string[]
  /** After so long without an answer the connection is destroyed; null: never. */
  answerWithinMs: number | null
}

/** The server, or the network on the way, has not answered in time. It may have done what was asked. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly code = 'ETIMEDOUT'
  constructor(withinMs: number) {
    super(`The database has not answered within ${withinMs} ms`)
  }
}

export interface StatementAnswer {
  rows: Record<string, unknown>[]
  /** `INSERT 0 5`, `COMMIT`. */
  command: string
  /** The rows that it inserted, updated or deleted; undefined for any other command. */
  count: number | undefined
}

export class Statement implements Submittable {
  readonly #sql: string
  readonly #prepared: PreparedStatements
  /** Under which it is, or is being, prepared; empty for one that runs only once. */
  readonly #name: string
  readonly #wasPrepared: boolean
  readonly #messages: Uint8Array
  readonly #answerWithinMs: number | null
  #patience: ReturnType<typeof setTimeout> | undefined
  readonly #answer = Promise.withResolvers<StatementAnswer>()
  readonly #rows: Record<string, unknown>[] = []
  #columns: readonly Column[] | undefined
  #command = ''
  #unreadable: unknown

  /** Throws a RangeError or a TypeError when a parameter cannot be written. Those made first must be sent first. */
  constructor({ sql, parameters, before, answerWithinMs }: Wish, prepared: PreparedStatements) {
    const known = prepared.use(sql)
    this.#sql = sql
    this.#answerWithinMs = answerWithinMs
    this.#prepared = prepared
    this.#name = known?.name ?? prepared.makeName(sql)
    this.#wasPrepared = known !== undefined
    this.#columns = known?.columns
    writer.reset()
    for (const unwanted of prepared.unwanted) writer.close(unwanted)
    for (const statement of before) writer.runOnce(statement)
    if (!known) {
      writer.parse(this.#name, sql)
      writer.describe(this.#name)
    }
    writer.bind(this.#name, parameters)
    writer.execute()
    writer.sync()
    prepared.noteClosed()
    this.#messages = Buffer.from(writer.take())
  }

  /** Rejects with a DatabaseError of `pg`, with the network's error, with Unanswered, or because a value cannot be read. */
  get answer(): Promise<StatementAnswer> {
    return this.#answer.promise
  }

  submit(connection: Connection): void {
    connection.stream.write(this.#messages)
    const ms = this.#answerWithinMs
    if (ms === null) return
    this.#patience = setTimeout(() => {
      const error = new Unanswered(ms)
      this.#answer.reject(error)
      connection.stream.destroy(error)
    }, ms)
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
  }

  /** May not throw, because `pg` would not survive it. */
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(readRow(this.#columns ?? [], fields))
    } catch (error) {
      this.#unreadable ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#command = text
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    clearTimeout(this.#patience)
    this.#keep(this.#columns ?? [])
    if (this.#unreadable !== undefined) this.#answer.reject(this.#unreadable)
    else this.#answer.resolve({ rows: this.#rows, command: this.#command, count: countRows(this.#command) })
  }

  handleError(error: Error): void {
    clearTimeout(this.#patience)
    this.#keep(this.#columns)
    this.#answer.reject(error)
  }

  #keep(columns: readonly Column[] | undefined): void {
    if (this.#name !== '' && !this.#wasPrepared) this.#prepared.add(this.#sql, this.#name, columns)
  }
}

function readRow(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, { name, parse }] of columns.entries()) {
    const text = fields[index] ?? null
    row[name] = text === null ? null : parse(text)
  }
  return row
}
