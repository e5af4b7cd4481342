/**
 * Looks through a JSON text once, before it is parsed, for everything that must not get further: bad grammar, deep nesting
 * (it kills the embedded database), duplicate keys (which one was meant?), numbers that would change silently, and
 * characters that Postgres cannot store. What passes is exactly what JSON.parse accepts, minus these.
 */
import { toPointer } from './pointer.ts'

/** What is wrong with a JSON text: a sentence for the client, and the pointer of the value concerned ('' for the whole). */
export interface JsonFault {
  code: 'invalid_json' | 'invalid_request'
  message: string
  pointer: string
}

/** Deeper JSON has no use here. */
export const MAX_DEPTH = 32
/** The longest list in the contract. Without a bound, 64 MiB of `{},` would become millions of complaints. */
export const MAX_ITEMS = 100_000
/** No object in the contract comes near. */
export const MAX_KEYS = 10_000
/** Integers of so many digits are exact in a double without looking. */
const ALWAYS_SAFE_DIGITS = 15

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const PLUS = 0x2b
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const SPACE = 0x20
const OPEN_OBJECT = 0x7b
const OPEN_LIST = 0x5b
const SMALL_T = 0x74
const SMALL_F = 0x66
const SMALL_N = 0x6e

/** The first fault of a text that was decoded from valid UTF-8 (so lone surrogates can only come from escapes); null if there is none. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    new JsonScanner(text).scan()
    return null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { code: error.code, message: `${error.message} ${place(text, error.at)}`, pointer: error.pointer }
  }
}

class Fault extends Error {
  readonly code: JsonFault['code']
  readonly at: number
  readonly pointer: string

  constructor(code: JsonFault['code'], message: string, at: number, pointer: string) {
    super(message)
    this.code = code
    this.at = at
    this.pointer = pointer
  }
}

function place(text: string, at: number): string {
  const before = text.slice(0, at)
  return `(line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')})`
}

/** Recursive descent; the depth limit bounds the recursion. */
class JsonScanner {
  readonly #text: string
  #at = 0
  readonly #path: (string | number)[] = []

  constructor(text: string) {
    this.#text = text
  }

  scan(): void {
    this.#skipSpace()
    if (this.#at >= this.#text.length) throw this.#malformed('there is nothing in it')
    this.#value(0)
    this.#skipSpace()
    if (this.#at < this.#text.length) throw this.#malformed('something follows the end')
  }

  #value(depth: number): void {
    switch (this.#text.charCodeAt(this.#at)) {
      case OPEN_OBJECT:
        return this.#object(depth + 1)
      case OPEN_LIST:
        return this.#array(depth + 1)
      case QUOTE:
        return this.#string()
      case SMALL_T:
        return this.#word('true')
      case SMALL_F:
        return this.#word('false')
      case SMALL_N:
        return this.#word('null')
      default:
        return this.#number()
    }
  }

  #object(depth: number): void {
    this.#enter(depth)
    if (this.#closes('}')) return
    const seen = new Set<string>()
    for (;;) {
      if (seen.size === MAX_KEYS) throw this.#tooMany(`An object may have at most ${MAX_KEYS} keys.`)
      const start = this.#at
      if (this.#text.charCodeAt(start) !== QUOTE) throw this.#malformed('a key in double quotes is missing')
      this.#string()
      const key = this.#textBetween(start, this.#at)
      this.#path.push(key)
      if (seen.has(key)) throw this.#refused('A key occurs twice in one object. Send each key once.', start)
      seen.add(key)
      this.#skipSpace()
      if (this.#text[this.#at] !== ':') throw this.#malformed('a colon is missing after a key')
      this.#at += 1
      this.#skipSpace()
      this.#value(depth)
      this.#path.pop()
      if (!this.#goesOn('}')) return
    }
  }

  #array(depth: number): void {
    this.#enter(depth)
    if (this.#closes(']')) return
    for (let index = 0; ; index++) {
      this.#path.push(index)
      this.#value(depth)
      this.#path.pop()
      if (!this.#goesOn(']')) return
      if (index === MAX_ITEMS - 1) throw this.#tooMany(`A list may have at most ${MAX_ITEMS} items.`)
    }
  }

  #enter(depth: number): void {
    if (depth > MAX_DEPTH) throw this.#refused(`JSON may be nested at most ${MAX_DEPTH} levels deep.`, this.#at)
    this.#at += 1
    this.#skipSpace()
  }

  /** Whether the object or array is empty. */
  #closes(end: '}' | ']'): boolean {
    if (this.#text[this.#at] !== end) return false
    this.#at += 1
    return true
  }

  /** Steps over a comma to the next member, or over the end. */
  #goesOn(end: '}' | ']'): boolean {
    this.#skipSpace()
    const found = this.#text[this.#at]
    if (found !== ',' && found !== end) throw this.#malformed(`a comma or a closing ${end} is missing`)
    this.#at += 1
    if (found === end) return false
    this.#skipSpace()
    return true
  }

  #string(): void {
    const text = this.#text
    let at = this.#at + 1
    for (;;) {
      const unit = text.charCodeAt(at)
      if (unit === QUOTE) break
      if (unit === BACKSLASH) at = this.#escape(at)
      else if (unit >= SPACE) at += 1
      else {
        this.#at = at
        throw this.#malformed('a control character is not escaped')
      }
    }
    this.#at = at + 1
  }

  /** The index after the escape sequence that begins at the backslash. */
  #escape(at: number): number {
    const kind = this.#text[at + 1]
    if (kind !== 'u') {
      if (kind !== undefined && '"\\/bfnrt'.includes(kind)) return at + 2
      this.#at = at
      throw this.#malformed('an escape sequence is not valid')
    }
    const unit = this.#hexUnit(at)
    if (unit === 0) throw this.#refused('The character U+0000 cannot be stored. Leave it out.', at)
    if (unit < 0xd800 || unit > 0xdfff) return at + 6
    const next = unit < 0xdc00 && this.#text.startsWith('\\u', at + 6) ? this.#hexUnit(at + 6) : 0
    if (next < 0xdc00 || next > 0xdfff)
      throw this.#refused('A surrogate stands alone. Send both halves, or neither.', at)
    return at + 12
  }

  #hexUnit(at: number): number {
    const digits = this.#text.slice(at + 2, at + 6)
    if (/^[0-9a-fA-F]{4}$/.test(digits)) return Number.parseInt(digits, 16)
    this.#at = at
    throw this.#malformed('an escape sequence is not valid')
  }

  #word(word: string): void {
    if (!this.#text.startsWith(word, this.#at)) throw this.#malformed('a value is missing or misspelled')
    this.#at += word.length
  }

  #number(): void {
    const text = this.#text
    const start = this.#at
    if (text.charCodeAt(this.#at) === MINUS) this.#at += 1
    if (text.charCodeAt(this.#at) === ZERO) this.#at += 1
    else this.#digits()
    let whole = true
    if (text.charCodeAt(this.#at) === DOT) {
      whole = false
      this.#at += 1
      this.#digits()
    }
    const mark = text[this.#at]
    if (mark === 'e' || mark === 'E') {
      whole = false
      this.#at += 1
      const sign = text.charCodeAt(this.#at)
      if (sign === PLUS || sign === MINUS) this.#at += 1
      this.#digits()
    }
    if (whole && this.#at - start <= ALWAYS_SAFE_DIGITS) return
    const value = Number(text.slice(start, this.#at))
    if (!Number.isFinite(value)) throw this.#refused('A number is too large. Send it as a string.', start)
    if (whole && !Number.isSafeInteger(value))
      throw this.#refused(
        'A whole number is beyond 9007199254740991 and would lose digits. Send it as a string.',
        start,
      )
  }

  #digits(): void {
    const text = this.#text
    const start = this.#at
    let at = start
    for (;;) {
      const unit = text.charCodeAt(at)
      if (!(unit >= ZERO && unit <= NINE)) break
      at += 1
    }
    this.#at = at
    if (at === start) throw this.#malformed('a value is missing or misspelled')
  }

  #skipSpace(): void {
    const text = this.#text
    for (;;) {
      const unit = text.charCodeAt(this.#at)
      if (unit !== SPACE && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return
      this.#at += 1
    }
  }

  /** The value of the string literal that spans these indexes. */
  #textBetween(start: number, end: number): string {
    const inner = this.#text.slice(start + 1, end - 1)
    return inner.includes('\\') ? String(JSON.parse(this.#text.slice(start, end))) : inner
  }

  #malformed(what: string): Fault {
    const ends = this.#at >= this.#text.length
    const fault = ends && this.#at > 0 ? 'the text ends too early' : what
    return new Fault('invalid_json', `The body is not valid JSON: ${fault}.`, this.#at, '')
  }

  #tooMany(message: string): Fault {
    return new Fault('invalid_request', message, this.#at, toPointer(this.#path))
  }

  #refused(message: string, at: number): Fault {
    return new Fault('invalid_json', message, at, toPointer(this.#path))
  }
}
