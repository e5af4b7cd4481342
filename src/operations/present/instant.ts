import type { Instant } from '../../core/time.ts'

/** RFC 3339 in UTC with milliseconds; null stays null. */
export function presentInstant(at: Instant): string
export function presentInstant(at: Instant | null): string | null
export function presentInstant(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
