import { problemOf } from '../../core/problem.ts'
import type { Instant } from '../../core/time.ts'
import { readInstant } from './instant.ts'

/** Reads when a new token ends; null: never. Throws a Problem when that is not in the future. */
export function readExpiry(text: string | null | undefined, now: Instant): Instant | null {
  const expiresAt = typeof text === 'string' ? readInstant(text) : null
  if (expiresAt !== null && expiresAt <= now) {
    const message = 'expires_at must lie in the future.'
    throw problemOf([{ in: 'body', pointer: '/expires_at', code: 'invalid_request', message }])
  }
  return expiresAt
}
