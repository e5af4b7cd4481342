/** What the embedded Postgres answers: https://www.postgresql.org/docs/18/protocol-message-formats.html */
import { type ColumnParser, parserOf } from './types.ts'
import { BUFFER_BYTES, code, MAX_KEPT_BYTES, NONE } from './messages.ts'

/** Gathers the bytes of an answer, which Postgres sends in pieces that may end anywhere. */
export class AnswerBuffer {
  #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  #length = 0

  /** Copies `piece`: it lies in the memory of the engine, and is overwritten by the next. */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, this.#buffer.length * 2))
      grown.set(this.take())
      this.#buffer = grown
    }
    this.#buffer.set(piece, this.#length)
    this.#length = length
  }

  /** What was added since `reset`; good until the next one is added. */
  take(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  reset(): void {
    this.#length = 0
    if (this.#buffer.length > MAX_KEPT_BYTES) this.#buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  }
}

export interface Column {
  name: string
  parse: ColumnParser
}

/** Where the session stands: outside of any transaction, in one, or in one that failed and can only be rolled back. */
export type TransactionStatus = 'idle' | 'active' | 'failed'

export interface Answer {
  rows: Record<string, unknown>[]
  /** What Postgres did last: `INSERT 0 5`, `COMMIT`. Empty when nothing was done. */
  command: string
  /** Only when a statement was described. */
  columns: readonly Column[] | undefined
  /** What Postgres said, or that a row of it cannot be read. */
  error: Error | undefined
  /** Undefined when the answer breaks off. */
  status: TransactionStatus | undefined
}

/** An error of the embedded Postgres, with the names that `pg` gives its parts. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** Five letters and digits: https://www.postgresql.org/docs/18/errcodes-appendix.html */
  readonly code: string
  readonly severity: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly position: string | undefined
  readonly where: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly dataType: string | undefined
  readonly constraint: string | undefined

  /** `parts` are those of an ErrorResponse, by their letters. */
  constructor(parts: ReadonlyMap<string, string>) {
    super(parts.get('M') ?? 'An error without a message')
    this.code = parts.get('C') ?? ''
    this.severity = parts.get('S')
    this.detail = parts.get('D')
    this.hint = parts.get('H')
    this.position = parts.get('P')
    this.where = parts.get('W')
    this.schema = parts.get('s')
    this.table = parts.get('t')
    this.column = parts.get('c')
    this.dataType = parts.get('d')
    this.constraint = parts.get('n')
  }
}

/** Reads the answer to one or more messages. `known` are the columns of rows whose statement was described earlier. */
export function readAnswer(bytes: Buffer, known: readonly Column[] | undefined): Answer {
  const answer: Answer = { rows: [], command: '', columns: undefined, error: undefined, status: undefined }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at + 5 <= bytes.length;) {
    const type = view.getUint8(at)
    const start = at + 5
    const end = at + 1 + view.getInt32(at + 1)
    switch (type) {
      case DATA_ROW:
        addRow(answer, bytes, view, start, answer.columns ?? known ?? [])
        break
      case ROW_DESCRIPTION:
        answer.columns = readColumns(bytes, view, start)
        break
      case NO_DATA:
        answer.columns = []
        break
      case COMMAND_COMPLETE:
        answer.command = bytes.toString('latin1', start, end - 1)
        break
      case ERROR_RESPONSE:
        answer.error ??= new DatabaseError(readParts(bytes, start, end))
        break
      case READY_FOR_QUERY:
        answer.status = STATUSES[String.fromCharCode(view.getUint8(start))]
        break
      default: // notices, settings, and acknowledgements of what the answer shows anyway
    }
    at = end
  }
  return answer
}

const DATA_ROW = code('D')
const ROW_DESCRIPTION = code('T')
const NO_DATA = code('n')
const COMMAND_COMPLETE = code('C')
const ERROR_RESPONSE = code('E')
const READY_FOR_QUERY = code('Z')

const STATUSES: Readonly<Record<string, TransactionStatus>> = { I: 'idle', T: 'active', E: 'failed' }

/** A value that cannot be read fails the answer, but what comes after it is read: the session must know its state. */
function addRow(answer: Answer, bytes: Buffer, view: DataView, start: number, columns: readonly Column[]): void {
  try {
    answer.rows.push(readRow(bytes, view, start, columns))
  } catch (error) {
    answer.error ??= error instanceof Error ? error : new Error(String(error))
  }
}

function readRow(bytes: Buffer, view: DataView, start: number, columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let at = start + 2
  for (const { name, parse } of columns) {
    const length = view.getInt32(at)
    at += 4
    if (length === NONE) row[name] = null
    else {
      row[name] = parse(bytes.toString('utf8', at, at + length))
      at += length
    }
  }
  return row
}

function readColumns(bytes: Buffer, view: DataView, start: number): Column[] {
  const columns: Column[] = []
  const count = view.getUint16(start)
  for (let at = start + 2; columns.length < count;) {
    const end = bytes.indexOf(0, at)
    const type = view.getUint32(end + 7)
    columns.push({ name: bytes.toString('utf8', at, end), parse: parserOf(type) })
    at = end + 19
  }
  return columns
}

function readParts(bytes: Buffer, start: number, end: number): Map<string, string> {
  const parts = new Map<string, string>()
  for (let at = start; at < end && bytes[at] !== 0;) {
    const partEnd = bytes.indexOf(0, at + 1)
    parts.set(String.fromCharCode(bytes[at] ?? 0), bytes.toString('utf8', at + 1, partEnd))
    at = partEnd + 1
  }
  return parts
}

/** The rows that a command inserted, updated or deleted; undefined for any other command. */
export function countRows(command: string): number | undefined {
  const found = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(command)
  return found ? Number(found[1]) : undefined
}
