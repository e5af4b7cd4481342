/**
 * Parses JSON piece by piece, as it comes, and refuses on the way everything that must not get further: bad grammar, deep
 * nesting (it kills the embedded database), duplicate keys (which one was meant?), numbers that would change silently,
 * characters that Postgres cannot store, and more values than any request needs. What passes is exactly what JSON.parse
 * accepts, minus these, and the values are those that it makes.
 *
 * The text is never there as a whole: what has been read is dropped, and a token that is cut off waits for its rest. So a
 * large body can be read in slices, with other requests in between.
 */
import { findNumberFault } from './jsonNumber.ts'
import { toPointer } from './pointer.ts'

/** Deeper JSON has no use here. */
export const MAX_DEPTH = 32
/** The longest list in the contract. Without a bound, 64 MiB of `{},` would become millions of complaints. */
export const MAX_ITEMS = 100_000
/** No object in the contract comes near. */
export const MAX_KEYS = 10_000
/** Thirty for each of 100,000 contacts: all its fields, and ten of its own. An empty object takes 2 bytes here and 64 in memory. */
export const MAX_VALUES = 3_000_000
/** As long as any body but a campaign's. No text in the contract is longer, and a longer one would be handled in one piece. */
export const MAX_TEXT_LENGTH = 1024 * 1024
/** Far more than a double has digits; a longer one is not looked at again with every piece. */
const MAX_NUMBER_LENGTH = 1_000
/** Integers of so many digits are small ones to the engine too. */
const SHORT_DIGITS = 9
/** An escaped character of two halves, `\ud83d\ude00`: so much has to be there to judge an escape sequence. */
const LONGEST_ESCAPE = 12

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const PLUS = 0x2b
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const NEWLINE = 0x0a
const SPACE = 0x20
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const LITTLE_T = 0x74
const LITTLE_F = 0x66
const LITTLE_N = 0x6e

const NUMBER_START = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/
const NUMBER = new RegExp(`${NUMBER_START.source}$`)
const MISSING = 'a value is missing or misspelled'
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
  /** What is looked at: the last piece, after what was left of those before. */
  #text = ''
  #at = 0
  /** Where the text begins in the whole, and where in the whole the line begins. */
  #before = 0
  #line = 1
  #lineStart = 0
  #isLast = false
  #expected: Expected = 'value'
  #stack: Open[] = []
  #top: Open | null = null
  #result: unknown = undefined
  #values = 0
  /** How much of a string that is cut off was looked at, from its first quote; and whether it has escape sequences. */
  #seen = 1
  #hasEscapes = false

  /** Takes the next piece. Throws a JsonFault, after which there is nothing more to take. */
  take(piece: string): void {
    const rest = this.#text.slice(this.#at)
    this.#before += this.#at
    this.#at = 0
    this.#text = rest === '' ? piece : rest + piece
    while (this.#step());
  }

  /** The value, when all pieces were taken. Throws a JsonFault. */
  finish(): unknown {
    this.#isLast = true
    while (this.#step());
    if (this.#expected === 'nothing') return this.#result
    throw this.#malformed('there is nothing in it')
  }

  /** Reads one token. False when it has not come yet. */
  #step(): boolean {
    this.#skipSpace()
    if (this.#at >= this.#text.length) return false
    const unit = this.#text.charCodeAt(this.#at)
    switch (this.#expected) {
      case 'next':
        return this.#next(unit)
      case 'firstKey':
        return unit === CLOSE_OBJECT ? this.#close() : this.#key(unit)
      case 'key':
        return this.#key(unit)
      case 'colon':
        if (unit !== COLON) throw this.#malformed('a colon is missing after a key')
        this.#at += 1
        this.#expected = 'value'
        return true
      case 'firstItem':
        return unit === CLOSE_LIST ? this.#close() : this.#value(unit)
      case 'value':
        return this.#value(unit)
      default:
        throw this.#malformed('something follows the end')
    }
  }

  #value(unit: number): boolean {
    switch (unit) {
      case OPEN_OBJECT:
        return this.#open({ list: null, object: {}, count: 0, step: undefined }, 'firstKey')
      case OPEN_LIST:
        return this.#open({ list: [], object: null, step: 0 }, 'firstItem')
      case QUOTE: {
        const text = this.#string()
        return text !== null && this.#end(text)
      }
      case LITTLE_T:
        return this.#word('true', true)
      case LITTLE_F:
        return this.#word('false', false)
      case LITTLE_N:
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #open(open: Open, expected: Expected): true {
    if (this.#stack.length === MAX_DEPTH)
      throw this.#refused(`JSON may be nested at most ${MAX_DEPTH} levels deep.`, this.#at)
    this.#put(open.list ?? open.object)
    this.#stack.push(open)
    this.#top = open
    this.#at += 1
    this.#expected = expected
    return true
  }

  #close(): true {
    this.#stack.pop()
    this.#top = this.#stack.at(-1) ?? null
    this.#at += 1
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
    if (this.#values > MAX_VALUES) throw this.#tooMany(`A body may have at most ${MAX_VALUES} values.`)
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
      if (unit !== COMMA) throw this.#malformed('a comma or a closing ] is missing')
      this.#at += 1
      top.step = undefined
      if (top.list.length === MAX_ITEMS) throw this.#tooMany(`A list may have at most ${MAX_ITEMS} items.`)
      top.step = top.list.length
      this.#expected = 'value'
      return true
    }
    if (unit === CLOSE_OBJECT) return this.#close()
    if (unit !== COMMA) throw this.#malformed('a comma or a closing } is missing')
    this.#at += 1
    top.step = undefined
    this.#expected = 'key'
    return true
  }

  #key(unit: number): boolean {
    const top = this.#top
    if (top === null || top.list !== null) throw new Error('only an object has keys')
    if (top.count === MAX_KEYS) throw this.#tooMany(`An object may have at most ${MAX_KEYS} keys.`)
    if (unit !== QUOTE) throw this.#malformed('a key in double quotes is missing')
    const start = this.#at
    const key = this.#string()
    if (key === null) return false
    top.step = key
    if (Object.hasOwn(top.object, key))
      throw this.#refused('A key occurs twice in one object. Send each key once.', start)
    top.count += 1
    this.#expected = 'colon'
    return true
  }

  /** The string that begins here; null when its end has not come. */
  #string(): string | null {
    const text = this.#text
    const start = this.#at
    let at = start + this.#seen
    for (;;) {
      const unit = text.charCodeAt(at)
      if (unit === QUOTE) break
      if (unit >= SPACE && unit !== BACKSLASH) at += 1
      else if (this.#isCutOff(unit, at)) return this.#wait(at)
      else if (unit === BACKSLASH) at = this.#escape(at)
      else throw this.#malformedAt(at, 'a control character is not escaped')
    }
    if (at - start > MAX_TEXT_LENGTH) throw this.#tooLong(start)
    const hasEscapes = this.#hasEscapes
    this.#at = at + 1
    this.#seen = 1
    this.#hasEscapes = false
    return hasEscapes ? String(JSON.parse(text.slice(start, at + 1))) : text.slice(start + 1, at)
  }

  #isCutOff(unit: number, at: number): boolean {
    return !this.#isLast && at + (unit === BACKSLASH ? LONGEST_ESCAPE : 1) > this.#text.length
  }

  #wait(at: number): null {
    if (at - this.#at > MAX_TEXT_LENGTH) throw this.#tooLong(this.#at)
    this.#seen = at - this.#at
    return null
  }

  /** The index after the escape sequence that begins at the backslash. */
  #escape(at: number): number {
    this.#hasEscapes = true
    const kind = this.#text[at + 1]
    if (kind !== 'u') {
      if (kind !== undefined && '"\\/bfnrt'.includes(kind)) return at + 2
      throw this.#malformedAt(at, 'an escape sequence is not valid')
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
    throw this.#malformedAt(at, 'an escape sequence is not valid')
  }

  #word(word: string, value: boolean | null): boolean {
    const rest = this.#text.length - this.#at
    if (!this.#isLast && rest < word.length && word.startsWith(this.#text.slice(this.#at))) return false
    if (!this.#text.startsWith(word, this.#at)) throw this.#malformed(MISSING)
    this.#at += word.length
    return this.#end(value)
  }

  #number(): boolean {
    return this.#shortInteger() || this.#anyNumber()
  }

  /** Most numbers: digits alone, and so few that nothing else need be asked. False for another, of which nothing was read. */
  #shortInteger(): boolean {
    const text = this.#text
    let value = 0
    let at = this.#at
    let unit = text.charCodeAt(at)
    while (unit >= ZERO && unit <= NINE) {
      value = 10 * value + unit - ZERO
      at += 1
      unit = text.charCodeAt(at)
    }
    const digits = at - this.#at
    if (digits === 0 || digits > SHORT_DIGITS || (unit !== COMMA && unit !== CLOSE_OBJECT && unit !== CLOSE_LIST))
      return false
    if (digits > 1 && text.charCodeAt(this.#at) === ZERO) return false
    this.#at = at
    return this.#end(value)
  }

  #anyNumber(): boolean {
    const start = this.#at
    const end = this.#numberEnd(start)
    if (end - start > MAX_NUMBER_LENGTH)
      throw this.#refused(`A number has more than ${MAX_NUMBER_LENGTH} characters. Send it as a string.`, start)
    if (end === this.#text.length && !this.#isLast) return false
    const literal = this.#text.slice(start, end)
    if (!NUMBER.test(literal)) throw this.#malformedAt(start + (NUMBER_START.exec(literal)?.[0].length ?? 0), MISSING)
    const fault = findNumberFault(literal)
    if (fault !== null) throw this.#refused(fault, start)
    this.#at = end
    return this.#end(Number(literal))
  }

  /** Where the characters end that a number is made of. */
  #numberEnd(start: number): number {
    let at = start
    for (;;) {
      const unit = this.#text.charCodeAt(at)
      const belongs =
        (unit >= ZERO && unit <= NINE) ||
        unit === MINUS ||
        unit === PLUS ||
        unit === DOT ||
        ((unit === 0x65 || unit === 0x45) && at > start)
      if (!belongs) return at
      at += 1
    }
  }

  #skipSpace(): void {
    const text = this.#text
    let at = this.#at
    let unit = text.charCodeAt(at)
    while (unit === SPACE || unit === NEWLINE || unit === 0x0d || unit === 0x09) {
      if (unit === NEWLINE) {
        this.#line += 1
        this.#lineStart = this.#before + at + 1
      }
      at += 1
      unit = text.charCodeAt(at)
    }
    this.#at = at
  }

  #path(): string {
    return toPointer(this.#stack.flatMap(({ step }) => (step === undefined ? [] : [step])))
  }

  /** No string or number holds a line break, so that what is being read lies in one line. */
  #place(at: number): string {
    return `(line ${this.#line}, column ${this.#before + at - this.#lineStart + 1})`
  }

  #malformed(what: string): JsonFault {
    return this.#malformedAt(this.#at, what)
  }

  #malformedAt(at: number, what: string): JsonFault {
    const ends = at >= this.#text.length && this.#before + at > 0
    const message = `The body is not valid JSON: ${ends ? 'the text ends too early' : what}.`
    return new JsonFault('invalid_json', `${message} ${this.#place(at)}`, '')
  }

  #tooMany(message: string): JsonFault {
    return new JsonFault('invalid_request', `${message} ${this.#place(this.#at)}`, this.#path())
  }

  #tooLong(at: number): JsonFault {
    const message = `A text may have at most ${MAX_TEXT_LENGTH} characters.`
    return new JsonFault('invalid_request', `${message} ${this.#place(at)}`, this.#path())
  }

  #refused(message: string, at: number): JsonFault {
    return new JsonFault('invalid_json', `${message} ${this.#place(at)}`, this.#path())
  }
}
