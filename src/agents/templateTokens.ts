/** The pieces of a template, and the tokens in a piece. In one pass each: a template cannot make its reading slow. */

/** What is wrong with a template, and where. */
export class TemplateFault extends Error {
  constructor(what: string, source: string, at: number) {
    const before = source.slice(0, at)
    const line = before.split('\n').length
    super(`${what}, line:${line}, col:${at - before.lastIndexOf('\n')}`)
  }
}

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'output'; tokens: Tokens }
  | { kind: 'tag'; name: string; at: number; tokens: Tokens }

/** A fault shows this much of what it is about. */
const SHOWN = 40

/** Reads the pieces of a template one after another; null at its end. */
export function createPieceReader(source: string): { next(): Piece | null } {
  const opening = /\{[{%]/g
  let place = 0
  /** The piece before ended with `-}}` or `-%}`. */
  let trimsNext = false
  let waiting: Piece | null = null

  function textTo(end: number, trimsEnd: boolean): Piece | null {
    let text = source.slice(place, end)
    if (trimsNext) text = text.trimStart()
    if (trimsEnd) text = text.trimEnd()
    return text === '' ? null : { kind: 'text', text }
  }

  /** `{% raw %}`, whose contents are text as it stands, and `{% comment %}`, whose contents are none. */
  function skipTo(name: 'raw' | 'comment', at: number): Piece | null {
    const closing = name === 'raw' ? /\{%(-?)\s*endraw\s*(-?)%\}/g : /\{%(-?)\s*endcomment\s*(-?)%\}/g
    closing.lastIndex = place
    const found = closing.exec(source)
    if (!found) throw new TemplateFault(`tag "${name}" not closed`, source, at)
    const text = name === 'raw' ? textTo(found.index, found[1] === '-') : null
    place = closing.lastIndex
    trimsNext = found[2] === '-'
    return text
  }

  function readDelimited(at: number): Piece | null {
    const isOutput = source[at + 1] === '{'
    const end = findClosing(source, at + 2, isOutput ? '}' : '%')
    if (end === -1) {
      const shown = source.slice(at, at + SHOWN)
      throw new TemplateFault(`${isOutput ? 'output' : 'tag'} "${shown}" not closed`, source, at)
    }
    const from = source[at + 2] === '-' ? at + 3 : at + 2
    const trimsEnd = end > from && source[end - 1] === '-'
    place = end + 2
    trimsNext = trimsEnd
    const tokens = new Tokens(source, from, trimsEnd ? end - 1 : end)
    if (isOutput) return { kind: 'output', tokens }
    if (tokens.take('#')) return null
    const name = tokens.takeName()
    if (name === null) throw new TemplateFault('a tag needs a name', source, at)
    if (name !== 'raw' && name !== 'comment') return { kind: 'tag', name, at, tokens }
    tokens.end()
    return skipTo(name, at)
  }

  function next(): Piece | null {
    for (;;) {
      if (waiting) {
        const piece = waiting
        waiting = null
        return piece
      }
      if (place >= source.length) return null
      opening.lastIndex = place
      const at = opening.exec(source)?.index ?? source.length
      const text = textTo(at, source[at + 2] === '-')
      place = at
      trimsNext = false
      waiting = at < source.length ? readDelimited(at) : null
      if (text) return text
    }
  }

  return { next }
}

/** Where `}}` or `%}` stands that closes what is open at `from`, not within quotes; -1 where it is not closed. */
function findClosing(source: string, from: number, first: '}' | '%'): number {
  for (let at = from; at < source.length; at++) {
    const character = source[at]
    if (character === '"' || character === "'") {
      at = source.indexOf(character, at + 1)
      if (at === -1) return -1
    } else if (character === first && source[at + 1] === '}') return at
  }
  return -1
}

const NAME = /[\p{L}_][\p{L}\p{N}_-]*\??/uy
const NUMBER = /-?\d+(?:\.\d+)?/y
const SPACE = /\s*/y
/** A template may have thousands of tokens: the first character tells which patterns are worth a try. */
const MAY_BE_NAME = /[^\s\d!-,./:-@[-^`{-~-]/
const BLANK = 32
const LAST_ASCII = 127
const MAY_BE_NUMBER = /[-\d]/

/** The tokens of one piece, taken one after another. */
export class Tokens {
  readonly #source: string
  readonly #from: number
  readonly #text: string
  #at = 0

  constructor(source: string, from: number, end: number) {
    this.#source = source
    this.#from = from
    this.#text = source.slice(from, end)
    this.#skipSpace()
  }

  /** How far it has been read. */
  get place(): number {
    return this.#at
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  isNext(sign: string): boolean {
    return this.#text.startsWith(sign, this.#at)
  }

  /** Takes a sign if it comes next. */
  take(sign: string): boolean {
    if (!this.isNext(sign)) return false
    this.#at += sign.length
    this.#skipSpace()
    return true
  }

  /** Takes a word if it comes next, and is not the beginning of a longer one. */
  takeWord(word: string): boolean {
    const before = this.#at
    if (!this.isNext(word)) return false
    if (this.takeName() === word) return true
    this.#at = before
    return false
  }

  takeName(): string | null {
    return this.#takeMatch(MAY_BE_NAME, NAME)
  }

  takeNumber(): number | null {
    const digits = this.#takeMatch(MAY_BE_NUMBER, NUMBER)
    return digits === null ? null : Number(digits)
  }

  takeQuoted(): string | null {
    const quote = this.#text[this.#at]
    const end = quote === '"' || quote === "'" ? this.#text.indexOf(quote, this.#at + 1) : -1
    if (end === -1) return null
    const quoted = this.#text.slice(this.#at + 1, end)
    this.#at = end + 1
    this.#skipSpace()
    return quoted
  }

  /** Throws unless the sign comes next. */
  expect(sign: string): void {
    if (!this.take(sign)) throw this.fault(`"${sign}" expected`)
  }

  /** Throws unless everything has been taken. */
  end(): void {
    if (!this.isAtEnd()) throw this.fault('unexpected')
  }

  fault(what: string, at = this.#at): TemplateFault {
    const rest = this.#text.slice(at, at + SHOWN).trim()
    const where = rest === '' ? 'where the tag ends' : `at "${rest}"`
    return new TemplateFault(`${what} ${where}`, this.#source, this.#from + at)
  }

  #takeMatch(first: RegExp, pattern: RegExp): string | null {
    if (this.isAtEnd() || !first.test(this.#text[this.#at] ?? '')) return null
    const found = this.#match(pattern)
    if (found !== null) this.#skipSpace()
    return found
  }

  #skipSpace(): void {
    // Mostly none, or one blank.
    if (this.#text[this.#at] === ' ') this.#at++
    const next = this.#text.charCodeAt(this.#at)
    if (next <= BLANK || next > LAST_ASCII) this.#match(SPACE)
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? null
    if (found !== null) this.#at += found.length
    return found
  }
}
