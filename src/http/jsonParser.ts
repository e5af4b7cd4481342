/**
 * Parses JSON piece by piece, as it comes, and refuses on the way everything that must not get further: bad grammar, deep
 * nesting (it kills the embedded database), duplicate keys (which one was meant?), numbers that would change silently,
 * characters that Postgres cannot store, and more values than any request needs. What passes is exactly what JSON.parse
 * accepts, minus these, and the values are those that it makes.
 *
 * The text is never there as a whole: what has been read is dropped, and a token that is cut off waits for its rest. So a
 * large body can be read in slices, with other requests in between.
 */
import { JsonText, TextFault } from './jsonText.ts'
import { toPointer } from './pointer.ts'

/** Deeper JSON has no use here. */
export const MAX_DEPTH = 32
/** The longest list in the contract. Without a bound, 64 MiB of `{},` would become millions of complaints. */
export const MAX_ITEMS = 100_000
/** No object in the contract comes near. */
export const MAX_KEYS = 10_000
/** Thirty for each of 100,000 contacts: all its fields, and ten of its own. An empty object takes 2 bytes here and 64 in memory. */
export const MAX_VALUES = 3_000_000

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const LITTLE_T = 0x74
const LITTLE_F = 0x66
const LITTLE_N = 0x6e

/** How JSON.parse sets a property, also one that has a meaning of its own. */
const PLAIN = { writable: true, enumerable: true, configurable: true }

/** What may come next. */
type Expected = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'next' | 'nothing'

/** A list or an object that is being read. */
type Open =
  | { list: unknown[]; object: null; step: number | undefined }
  | { list: null; object: Record<string, unknown>; count: number; step: string | undefined }

/** What is wrong with a JSON text: a sentence for the client that says where, and the pointer of the value concerned ('' for the whole). */
export class JsonFault extends Error {
  readonly code: 'invalid_json' | 'invalid_request'
  readonly pointer: string

  constructor(code: JsonFault['code'], message: string, pointer: string) {
    super(message)
    this.code = code
    this.pointer = pointer
  }
}

/** Parses a text that was decoded from valid UTF-8 (so lone surrogates can only come from escapes). Throws a JsonFault. */
export function parseText(text: string): unknown {
  const parser = new JsonParser()
  parser.take(text)
  return parser.finish()
}

export class JsonParser {
  readonly #text = new JsonText()
  #expected: Expected = 'value'
  #stack: Open[] = []
  #top: Open | null = null
  #result: unknown = undefined
  #values = 0

  /** Takes the next piece. Throws a JsonFault, after which there is nothing more to take. */
  take(piece: string): void {
    this.#text.take(piece)
    this.#read()
  }

  /** The value, when all pieces were taken. Throws a JsonFault. */
  finish(): unknown {
    this.#text.end()
    this.#read()
    return this.#result
  }

  #read(): void {
    try {
      while (this.#step());
    } catch (error) {
      if (!(error instanceof TextFault)) throw error
      const pointer = error.kind === 'malformed' ? '' : this.#path()
      throw new JsonFault(error.kind === 'tooMuch' ? 'invalid_request' : 'invalid_json', error.message, pointer)
    }
  }

  /** Reads one token. False when it has not come yet. */
  #step(): boolean {
    const unit = this.#text.next()
    if (unit === null) return this.#pause()
    switch (this.#expected) {
      case 'next':
        return this.#next(unit)
      case 'firstKey':
        return unit === CLOSE_OBJECT ? this.#close() : this.#key(unit)
      case 'key':
        return this.#key(unit)
      case 'colon':
        if (unit !== COLON) throw this.#text.malformed('a colon is missing after a key')
        this.#text.step()
        this.#expected = 'value'
        return true
      case 'firstItem':
        return unit === CLOSE_LIST ? this.#close() : this.#value(unit)
      case 'value':
        return this.#value(unit)
      default:
        throw this.#text.malformed('something follows the end')
    }
  }

  #value(unit: number): boolean {
    switch (unit) {
      case OPEN_OBJECT:
        return this.#open({ list: null, object: {}, count: 0, step: undefined }, 'firstKey')
      case OPEN_LIST:
        return this.#open({ list: [], object: null, step: 0 }, 'firstItem')
      case QUOTE: {
        const text = this.#text.string()
        return text !== null && this.#end(text)
      }
      case LITTLE_T:
        return this.#text.word('true') && this.#end(true)
      case LITTLE_F:
        return this.#text.word('false') && this.#end(false)
      case LITTLE_N:
        return this.#text.word('null') && this.#end(null)
      default: {
        const number = this.#text.number()
        return number !== null && this.#end(number)
      }
    }
  }

  #open(open: Open, expected: Expected): true {
    if (this.#stack.length === MAX_DEPTH)
      throw this.#text.refused(`JSON may be nested at most ${MAX_DEPTH} levels deep.`, this.#text.at)
    this.#put(open.list ?? open.object)
    this.#stack.push(open)
    this.#top = open
    this.#text.step()
    this.#expected = expected
    return true
  }

  #close(): true {
    this.#stack.pop()
    this.#top = this.#stack.at(-1) ?? null
    this.#text.step()
    this.#ended()
    return true
  }

  /** A value without parts is there. */
  #end(value: unknown): true {
    this.#put(value)
    this.#ended()
    return true
  }

  #ended(): void {
    this.#expected = this.#top === null ? 'nothing' : 'next'
  }

  #put(value: unknown): void {
    this.#values += 1
    if (this.#values > MAX_VALUES)
      throw this.#text.tooMuch(`A body may have at most ${MAX_VALUES} values.`, this.#text.at)
    const top = this.#top
    if (top === null) this.#result = value
    else if (top.list !== null) top.list.push(value)
    else if (top.step === '__proto__') Object.defineProperty(top.object, top.step, { ...PLAIN, value })
    else if (top.step !== undefined) top.object[top.step] = value
  }

  /** Steps over a comma to the next member, or over the end. */
  #next(unit: number): true {
    const top = this.#top
    if (top === null) throw new Error('something is open where another member may come')
    if (top.list !== null) {
      if (unit === CLOSE_LIST) return this.#close()
      if (unit !== COMMA) throw this.#text.malformed('a comma or a closing ] is missing')
      this.#text.step()
      top.step = undefined
      if (top.list.length === MAX_ITEMS)
        throw this.#text.tooMuch(`A list may have at most ${MAX_ITEMS} items.`, this.#text.at)
      top.step = top.list.length
      this.#expected = 'value'
      return true
    }
    if (unit === CLOSE_OBJECT) return this.#close()
    if (unit !== COMMA) throw this.#text.malformed('a comma or a closing } is missing')
    this.#text.step()
    top.step = undefined
    this.#expected = 'key'
    return true
  }

  #key(unit: number): boolean {
    const top = this.#top
    if (top === null || top.list !== null) throw new Error('only an object has keys')
    if (top.count === MAX_KEYS) throw this.#text.tooMuch(`An object may have at most ${MAX_KEYS} keys.`, this.#text.at)
    if (unit !== QUOTE) throw this.#text.malformed('a key in double quotes is missing')
    const start = this.#text.at
    const key = this.#text.string()
    if (key === null) return false
    top.step = key
    if (Object.hasOwn(top.object, key))
      throw this.#text.refused('A key occurs twice in one object. Send each key once.', start)
    top.count += 1
    this.#expected = 'colon'
    return true
  }

  /** Waits for more; throws a fault when nothing more comes and something is missing. */
  #pause(): false {
    if (this.#text.isLast && this.#expected !== 'nothing') throw this.#text.malformed('there is nothing in it')
    return false
  }

  #path(): string {
    return toPointer(this.#stack.flatMap(({ step }) => (step === undefined ? [] : [step])))
  }
}
