import { HOUR_MS, type Instant } from './time.ts'

/** At most `max` dials of one number in any `window_hours`, whatever campaigns they belong to. */
export interface AttemptLimit {
  max: number
  window_hours: number
}

/** When a number may be dialled again: `at` itself, or the instant at which enough of its dials are out of the window. */
export function nextWithinAttemptLimit(limit: AttemptLimit, dialedAt: readonly Instant[], at: Instant): Instant {
  const newestFirst = dialedAt.toSorted((a, b) => b - a)
  const blocking = newestFirst[limit.max - 1]
  return blocking === undefined ? at : Math.max(at, blocking + limit.window_hours * HOUR_MS)
}
