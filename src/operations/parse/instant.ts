import type { Instant } from '../../core/time.ts'

/** No call is older or younger, and the database can write every instant between them. */
const EARLIEST = 0
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** Reads a point in time that the contract has let through, to compare others with; one beyond reason is moved to its edge. */
export function readInstant(text: string): Instant {
  return Math.min(Math.max(Date.parse(text), EARLIEST), LATEST)
}
