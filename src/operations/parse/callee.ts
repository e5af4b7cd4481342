import { type Phone, type PhoneFault, readPhone as readNumber } from '../../core/phone.ts'
import { type ErrorCode, type ProblemDetail, problemOf } from '../../core/problem.ts'

/**
 * Reads a number that is to be called, or shown to who is called. One that is not possible or never called is added to
 * `problems`; what is answered then only tells it from others.
 */
export function readPhone(text: string, pointer: string, problems: ProblemDetail[]): Phone {
  const { phone, fault } = readNumber(text)
  if (fault !== null) problems.push({ in: 'body', pointer, ...PHONE_FAULTS[fault] })
  return phone
}

/** Reads a number that is looked for or left alone, so that it does not matter whether it may be called. */
export function requirePhone(text: string, part: 'body' | 'query', pointer: string): Phone {
  const { phone, fault } = readNumber(text)
  if (fault === 'impossible') throw problemOf([{ in: part, pointer, ...PHONE_FAULTS.impossible }])
  return phone
}

/** What a client reads about a number that is not called. */
export const PHONE_FAULTS: Record<PhoneFault, { code: ErrorCode; message: string }> = {
  impossible: {
    code: 'invalid_phone',
    message:
      'No country has such a number. Check the country code and count the digits; write it like "+14155550123" or "+44 (0)20 7183 8750".',
  },
  emergency: {
    code: 'number_forbidden',
    message: 'This is an emergency number; Playcall never calls it. Remove it from the request.',
  },
  premium: {
    code: 'number_forbidden',
    message: 'This is a premium-rate number; Playcall never calls it. Remove it from the request.',
  },
}
