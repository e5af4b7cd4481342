import { createDialPace } from './dialPace.ts'
import type { Instant } from './time.ts'

/**
 * When each of the calls would be dialled by a dispatcher that has nothing else to do. `readyAt` is when each may be
 * dialled at the earliest; the answers are in the order of the questions. Every pace (dials in a second) holds.
 */
export function planDials(readyAt: readonly Instant[], callsPerSecond: readonly number[]): Instant[] {
  const paces = callsPerSecond.map(createDialPace)
  const inTurn = readyAt.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at || a.index - b.index)
  const dialAt: Instant[] = readyAt.map(() => 0)
  let now = -Infinity
  for (const { at, index } of inTurn) {
    now = Math.max(now, at)
    for (let wait = longestWait(now); wait > 0; wait = longestWait(now)) now += wait
    for (const pace of paces) pace.take(now)
    dialAt[index] = now
  }
  return dialAt

  function longestWait(at: Instant): number {
    return Math.max(0, ...paces.map((pace) => pace.retryAfterMs(at)))
  }
}

/** Wall-clock time of an instant in a time zone: `YYYY-MM-DDTHH:MM:SS`. */
export function localTime(at: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}
