/**
 * What is sent to Postgres, the embedded one and a server: the part of its protocol, version 3, that prepares and runs
 * statements, with every value as text. https://www.postgresql.org/docs/18/protocol-message-formats.html
 */

/** Room for most statements; what is larger makes the buffer grow. */
export const BUFFER_BYTES = 1 << 16

/** A buffer that one large message made larger than this is given back, not kept. */
export const MAX_KEPT_BYTES = 1 << 20

/** Text up to here is given three bytes a character at once, as UTF-8 may need; longer text is measured first. */
const MAX_UNMEASURED_CHARACTERS = 1 << 14

/** The protocol counts the parameters of a statement in 16 bits. */
const MAX_PARAMETERS = 65_535

/** Messages begin with a letter that says what they are. */
export const code = (letter: string): number => letter.charCodeAt(0)

/** The length of a null. */
export const NONE = -1

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

  /** A statement without parameters and rows, in front of another. */
  runOnce(sql: string): void {
    this.parse('', sql)
    this.bind('', [])
    this.execute()
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

/** A parameter as text, in the way of `pg`; but a Date always in UTC. Null is null. */
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
