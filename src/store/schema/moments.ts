import type { Instant } from '../../core/time.ts'

/** Epoch milliseconds to what the database stores; null stays null. */
export function toMoment(at: Instant): Date
export function toMoment(at: Instant | null): Date | null
export function toMoment(at: Instant | null): Date | null {
  return at === null ? null : new Date(at)
}

/** What the database answers to epoch milliseconds; null stays null. */
export function toInstant(moment: Date): Instant
export function toInstant(moment: Date | null): Instant | null
export function toInstant(moment: Date | null): Instant | null {
  return moment === null ? null : moment.getTime()
}
