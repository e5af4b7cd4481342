import { isForbiddenNumber, parsePhone, type Phone } from '../../core/phone.ts'
import type { ProblemDetail } from '../../core/problem.ts'
import { FORBIDDEN_NUMBER } from './meaning.ts'

/** Reads a phone that the contract has let through. A forbidden one is added to `problems`. */
export function readPhone(text: string, pointer: string, problems: ProblemDetail[]): Phone {
  const phone = parsePhone(text)
  if (phone === null) throw new Error('the contract accepts a phone that the core refuses')
  if (isForbiddenNumber(phone)) {
    problems.push({ in: 'body', pointer, code: 'number_forbidden', message: FORBIDDEN_NUMBER })
  }
  return phone
}
