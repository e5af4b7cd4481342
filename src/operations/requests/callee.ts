import { isForbiddenNumber, parsePhone, type Phone } from '../../core/phone.ts'
import type { ProblemDetail } from '../../core/problem.ts'

/** Reads a phone that the contract has let through. A forbidden one is added to `problems`. */
export function readPhone(text: string, pointer: string, problems: ProblemDetail[]): Phone {
  const phone = parsePhone(text)
  if (phone === null) throw new Error('the contract accepts a phone that the core refuses')
  if (isForbiddenNumber(phone)) {
    const message = 'This is an emergency number; Playcall never calls it. Remove it from the request.'
    problems.push({ in: 'body', pointer, code: 'number_forbidden', message })
  }
  return phone
}
