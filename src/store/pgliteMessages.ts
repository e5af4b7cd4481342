/**
 * The messages between this process and the embedded Postgres: the part of its protocol, version 3, that prepares and
 * runs statements, with every value as text. https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
import { COLUMN_PARSERS, type ColumnParser } from './connection.ts'

/** Room for most statements; what is larger makes the buffer grow. */
const BUFFER_BYTES = 1 << 16

/** A buffer that one large message made larger than this is given back, not kept. */
const MAX_KEPT_BYTES = 1 << 20

/** Text up to here is given three bytes a character at once, as UTF-8 may need; longer text is measured first. */
const MAX_UNMEASURED_CHARACTERS = 1 << 14

/** The protocol counts the parameters of a statement in 16 bits. */
const MAX_PARAMETERS = 65_535

const code = (letter: string): number => letter.charCodeAt(0)

const NONE = -1

/** Writes messages one after another; `take` hands them over. */
export class MessageWriter {
  #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  #view = new DataView(this.#buffer.buffer)
  #length = 0

  /** The unnamed statement (`''`) lives until the next one. */
  parse(statement: string, sql: string): void {
    const start = this.#begin(PARSE)
    this.#name(statement)
    this.#name(sql)
    this.#int16(0)
    this.#end(start)
  }

  describe(statement: string): void {
    const start = this.#begin(DESCRIBE)
    this.#byte(STATEMENT)
    this.#name(statement)
    this.#end(start)
  }

  /** Throws a RangeError when there are too many parameters for one statement. */
  bind(statement: string, parameters: readonly unknown[]): void {
    if (parameters.length > MAX_PARAMETERS) {
      throw new RangeError(`A statement takes ${MAX_PARAMETERS} parameters, and this one has ${parameters.length}.`)
    }
    const start = this.#begin(BIND)
    this.#name('')
    this.#name(statement)
    this.#int16(0)
    this.#int16(parameters.length)
    for (const parameter of parameters) this.#parameter(parameter)
    this.#int16(0)
    this.#end(start)
  }

  execute(): void {
    const start = this.#begin(EXECUTE)
    this.#name('')
    this.#int32(0)
    this.#end(start)
  }

  close(statement: string): void {
    const start = this.#begin(CLOSE)
    this.#byte(STATEMENT)
    this.#name(statement)
    this.#end(start)
  }

  sync(): void {
    this.#end(this.#begin(SYNC))
  }

  /** What was written since `reset`; good until the next write. */
  take(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Begins anew, whatever was written. */
  reset(): void {
    this.#length = 0
    if (this.#buffer.length <= MAX_KEPT_BYTES) return
    this.#buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    this.#view = new DataView(this.#buffer.buffer)
  }

  #begin(type: number): number {
    this.#byte(type)
    const start = this.#length
    this.#int32(0)
    return start
  }

  #end(start: number): void {
    this.#view.setInt32(start, this.#length - start)
  }

  #parameter(value: unknown): void {
    const text = toText(value)
    if (text === null) {
      this.#int32(NONE)
      return
    }
    const start = this.#length
    this.#int32(0)
    this.#text(text)
    this.#view.setInt32(start, this.#length - start - 4)
  }

  #name(text: string): void {
    if (text.includes('\0')) throw new RangeError('A statement may not contain a NUL character.')
    this.#text(text)
    this.#byte(0)
  }

  #text(text: string): void {
    this.#reserve(text.length > MAX_UNMEASURED_CHARACTERS ? Buffer.byteLength(text) : text.length * 3)
    this.#length += this.#buffer.write(text, this.#length)
  }

  #byte(value: number): void {
    this.#reserve(1)
    this.#view.setUint8(this.#length, value)
    this.#length += 1
  }

  #int16(value: number): void {
    this.#reserve(2)
    this.#view.setUint16(this.#length, value)
    this.#length += 2
  }

  #int32(value: number): void {
    this.#reserve(4)
    this.#view.setInt32(this.#length, value)
    this.#length += 4
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#buffer.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2))
    grown.set(this.take())
    this.#buffer = grown
    this.#view = new DataView(grown.buffer)
  }
}

const PARSE = code('P')
const DESCRIBE = code('D')
const BIND = code('B')
const EXECUTE = code('E')
const CLOSE = code('C')
const SYNC = code('S')
const STATEMENT = code('S')

/** A parameter as text, in the way of `pg`, the driver of the other database; but a Date always in UTC. Null is null. */
function toText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'undefined':
      return null
    case 'object':
      return value === null ? null : objectToText(value)
    default:
      return String(value)
  }
}

function objectToText(value: object): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(elementToText).join(',')}}`
  return JSON.stringify(value)
}

function elementToText(element: unknown): string {
  const text = toText(element)
  if (text === null) return 'NULL'
  return Array.isArray(element) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}

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
  error: DatabaseError | undefined
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
        answer.rows.push(readRow(bytes, view, start, answer.columns ?? known ?? []))
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
    columns.push({ name: bytes.toString('utf8', at, end), parse: COLUMN_PARSERS[type] ?? String })
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
