/** The statements that one session with Postgres keeps prepared, so that they are parsed and planned once. */
import type { Column } from './answer.ts'

/** Longer ones are lists of rows, which hardly ever come twice with the same length. */
const MAX_CHARACTERS = 8192

/** May be prepared: it comes again, and it leaves the form of tables alone. */
const REPEATABLE = /^\s*(?:select|insert|update|delete|merge|with|values|(?:savepoint|release|rollback to) member$)\b/i

export const isRepeatable = (sql: string): boolean => REPEATABLE.test(sql)

export interface Prepared {
  name: string
  columns: readonly Column[]
}

export class PreparedStatements {
  readonly #limit: number
  /** By their text; the least recently used is first. */
  readonly #byText = new Map<string, Prepared>()
  #unwanted: string[] = []
  #count = 0

  /** Keeps at most `limit` statements. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The prepared statement of a text, which counts as used now. */
  use(sql: string): Prepared | undefined {
    const known = this.#byText.get(sql)
    if (!known) return undefined
    this.#byText.delete(sql)
    this.#byText.set(sql, known)
    return known
  }

  /** A name under which to prepare a new statement; empty for one that is not worth it. */
  makeName(sql: string): string {
    return sql.length <= MAX_CHARACTERS && isRepeatable(sql) ? `s${++this.#count}` : ''
  }

  /**
   * Keeps what was prepared under a name that `makeName` gave, in place of another of the same text. Without columns it
   * may not have been prepared, and is closed.
   */
  add(sql: string, name: string, columns: readonly Column[] | undefined): void {
    if (!columns) {
      this.#unwanted.push(name)
      return
    }
    this.forget(sql)
    this.#byText.set(sql, { name, columns })
    if (this.#byText.size <= this.#limit) return
    for (const oldest of this.#byText.keys()) {
      this.forget(oldest)
      break
    }
  }

  forget(sql: string): void {
    const prepared = this.#byText.get(sql)
    if (!prepared) return
    this.#byText.delete(sql)
    this.#unwanted.push(prepared.name)
  }

  forgetAll(): void {
    for (const sql of this.#byText.keys()) this.forget(sql)
  }

  /** The names that Postgres is to forget, with the next exchange. */
  get unwanted(): readonly string[] {
    return this.#unwanted
  }

  /** The unwanted ones are closed. */
  noteClosed(): void {
    this.#unwanted = []
  }
}
