/**
 * The tokens of a JSON text that comes piece by piece: space, strings, numbers and words. What has been read is dropped; a
 * token that is cut off waits for its rest.
 */
import { findNumberFault } from './jsonNumber.ts'

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
const NEWLINE = 0x0a
const SPACE = 0x20
const BACKSLASH = 0x5c
const CLOSE_OBJECT = 0x7d
const CLOSE_LIST = 0x5d
const NUMBER_START = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/
const NUMBER = new RegExp(`${NUMBER_START.source}$`)
const MISSING = 'a value is missing or misspelled'

/** What is wrong with a text, and where: in its grammar, or with the value that is being read. */
export class TextFault extends Error {
  readonly kind: 'malformed' | 'refused' | 'tooMuch'

  constructor(kind: TextFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export class JsonText {
  /** What is looked at: the last piece, after what was left of those before. */
  #text = ''
  #at = 0
  /** Where the text begins in the whole, and where in the whole the line begins. */
  #before = 0
  #line = 1
  #lineStart = 0
  #isLast = false
  /** How much of a string that is cut off was looked at, from its first quote; and whether it has escape sequences. */
  #seen = 1
  #hasEscapes = false

  take(piece: string): void {
    const rest = this.#text.slice(this.#at)
    this.#before += this.#at
    this.#at = 0
    this.#text = rest === '' ? piece : rest + piece
  }

  /** Nothing more comes: what looks cut off is. */
  end(): void {
    this.#isLast = true
  }

  /** The next character, after the space before it; null when it has not come. */
  next(): number | null {
    this.#skipSpace()
    return this.#at < this.#text.length ? this.#text.charCodeAt(this.#at) : null
  }

  get isLast(): boolean {
    return this.#isLast
  }

  get at(): number {
    return this.#at
  }

  /** Steps over one character. */
  step(): void {
    this.#at += 1
  }

  /** The string that begins here; null when its end has not come. */
  string(): string | null {
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
    if (unit === 0) throw this.refused('The character U+0000 cannot be stored. Leave it out.', at)
    if (unit < 0xd800 || unit > 0xdfff) return at + 6
    const next = unit < 0xdc00 && this.#text.startsWith('\\u', at + 6) ? this.#hexUnit(at + 6) : 0
    if (next < 0xdc00 || next > 0xdfff)
      throw this.refused('A surrogate stands alone. Send both halves, or neither.', at)
    return at + 12
  }

  #hexUnit(at: number): number {
    const digits = this.#text.slice(at + 2, at + 6)
    if (/^[0-9a-fA-F]{4}$/.test(digits)) return Number.parseInt(digits, 16)
    throw this.#malformedAt(at, 'an escape sequence is not valid')
  }

  /** Steps over a word. False when its end has not come. */
  word(word: string): boolean {
    const rest = this.#text.length - this.#at
    if (!this.#isLast && rest < word.length && word.startsWith(this.#text.slice(this.#at))) return false
    if (!this.#text.startsWith(word, this.#at)) throw this.malformed(MISSING)
    this.#at += word.length
    return true
  }

  /** The number that begins here; null when its end has not come. */
  number(): number | null {
    return this.#shortInteger() ?? this.#anyNumber()
  }

  /** Most numbers: digits alone, and so few that nothing else need be asked. Null for another, of which nothing was read. */
  #shortInteger(): number | null {
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
      return null
    if (digits > 1 && text.charCodeAt(this.#at) === ZERO) return null
    this.#at = at
    return value
  }

  #anyNumber(): number | null {
    const start = this.#at
    const end = this.#numberEnd(start)
    if (end - start > MAX_NUMBER_LENGTH)
      throw this.refused(`A number has more than ${MAX_NUMBER_LENGTH} characters. Send it as a string.`, start)
    if (end === this.#text.length && !this.#isLast) return null
    const literal = this.#text.slice(start, end)
    if (!NUMBER.test(literal)) throw this.#malformedAt(start + (NUMBER_START.exec(literal)?.[0].length ?? 0), MISSING)
    const fault = findNumberFault(literal)
    if (fault !== null) throw this.refused(fault, start)
    this.#at = end
    return Number(literal)
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

  /** No string or number holds a line break, so that what is being read lies in one line. */
  #place(at: number): string {
    return `(line ${this.#line}, column ${this.#before + at - this.#lineStart + 1})`
  }

  malformed(what: string): TextFault {
    return this.#malformedAt(this.#at, what)
  }

  #malformedAt(at: number, what: string): TextFault {
    const ends = at >= this.#text.length && this.#before + at > 0
    const message = `The body is not valid JSON: ${ends ? 'the text ends too early' : what}.`
    return new TextFault('malformed', `${message} ${this.#place(at)}`)
  }

  refused(message: string, at: number): TextFault {
    return new TextFault('refused', `${message} ${this.#place(at)}`)
  }

  tooMuch(message: string, at: number): TextFault {
    return new TextFault('tooMuch', `${message} ${this.#place(at)}`)
  }

  #tooLong(at: number): TextFault {
    return this.tooMuch(`A text may have at most ${MAX_TEXT_LENGTH} characters.`, at)
  }
}
