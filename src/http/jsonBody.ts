/** From the bytes of a body to a JSON value that is safe to validate. */
import { Problem, problemOf } from '../core/problem.ts'
import { JsonFault, JsonParser } from './jsonParser.ts'

/** A body that is parsed while it comes. */
export class JsonBody {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  readonly #parser = new JsonParser()
  #isAtStart = true
  #problem: Problem | null = null

  /** Takes the next bytes. What comes after a fault is let go. */
  take(bytes: Uint8Array): void {
    if (this.#problem) return
    this.#attempt(() => this.#parse(this.#decode(bytes, false)))
  }

  /** The value, when all has come. Throws a Problem, `invalid_json` or `invalid_request`, that says where the fault is. */
  finish(): unknown {
    if (this.#problem) throw this.#problem
    const value = this.#attempt(() => {
      this.#parse(this.#decode(new Uint8Array(), true))
      return this.#parser.finish()
    })
    if (this.#problem) throw this.#problem
    return value
  }

  #parse(text: string): void {
    if (text === '') return
    if (this.#isAtStart && text.charCodeAt(0) === 0xfeff)
      throw invalidJson('The body begins with a byte order mark. Leave it out.')
    this.#isAtStart = false
    this.#parser.take(text)
  }

  #decode(bytes: Uint8Array, isLast: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream: !isLast })
    } catch {
      throw invalidJson('The body is not valid UTF-8.')
    }
  }

  #attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work()
    } catch (error) {
      if (error instanceof JsonFault) {
        const { code, message, pointer } = error
        this.#problem = problemOf([{ in: 'body', pointer, code, message }])
      } else if (error instanceof Problem) this.#problem = error
      else throw error
      return undefined
    }
  }
}

/** Parses a body that is there as a whole. Throws a Problem that says where the fault is. */
export function parseJson(bytes: Uint8Array): unknown {
  const body = new JsonBody()
  body.take(bytes)
  return body.finish()
}

function invalidJson(message: string): Problem {
  return problemOf([{ in: 'body', pointer: '', code: 'invalid_json', message }])
}
