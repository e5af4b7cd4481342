import { type CallingHours, nextWithinCallingHours } from './callingHours.ts'
import { createDialPace } from './dialPace.ts'
import { type Instant, MINUTE_MS } from './time.ts'

/** More looks than this are a campaign of years: the rest is planned as if the hours did not close again. */
const MAX_LOOKS = 2_000_000

/**
 * The dials of a campaign, one for each callee, as a dispatcher makes them that has nothing else to do: the longest due
 * first, callees in their order, as fast as every pace (dials in a second) allows. A call whose turn comes outside the
 * hours waits for the opening, again and again if need be. The answers are in the order of the dials.
 */
export function planDials(campaign: {
  /** When every call is due. */
  dueAt: Instant
  /** Of each callee. */
  timeZones: readonly string[]
  hours: readonly CallingHours[]
  callsPerSecond: readonly number[]
}): { callee: number; at: Instant }[] {
  const { dueAt, timeZones } = campaign
  const paces = campaign.callsPerSecond.map((callsPerSecond) => createDialPace(callsPerSecond))
  const opensAt = createOpenings(campaign.hours)
  const dials: { callee: number; at: Instant }[] = []
  /** Callees by when they are due. */
  const waiting = new Map<Instant, number[]>([[dueAt, timeZones.map((_zone, callee) => callee)]])
  let now = dueAt
  let looks = 0
  while (waiting.size > 0) {
    const earliest = Math.min(...waiting.keys())
    const due = waiting.get(earliest) ?? []
    waiting.delete(earliest)
    now = Math.max(now, earliest)
    for (const callee of due.toSorted((a, b) => a - b)) {
      for (let wait = longestWait(now); wait > 0; wait = longestWait(now)) now += wait
      const at = looks++ < MAX_LOOKS ? opensAt(timeZones[callee]!, now) : now
      if (at > now) {
        const others = waiting.get(at)
        if (others) others.push(callee)
        else waiting.set(at, [callee])
        continue
      }
      for (const pace of paces) pace.take(now)
      dials.push({ callee, at: now })
    }
  }
  return dials

  function longestWait(at: Instant): number {
    return Math.max(0, ...paces.map((pace) => pace.retryAfterMs(at)))
  }
}

/** When calling is allowed in a zone from an instant on. Remembers by zone what it last found: many contacts, few zones. */
function createOpenings(hours: readonly CallingHours[]): (timeZone: string, at: Instant) => Instant {
  const found = new Map<string, { from: Instant; until: Instant; opensAt: Instant }>()
  return (timeZone, at) => {
    const known = found.get(timeZone)
    if (known && known.from <= at && at < known.until) return Math.max(at, known.opensAt)
    // Hours without a minute in common are refused before anything is planned.
    const opensAt = nextWithinCallingHours(hours, timeZone, at) ?? at
    // Hours and the jumps of clocks begin and end with whole minutes, so an open minute is open to its end.
    const until = (Math.floor(opensAt / MINUTE_MS) + 1) * MINUTE_MS
    found.set(timeZone, { from: at, until, opensAt })
    return opensAt
  }
}

/** Wall-clock time of an instant in a time zone: `YYYY-MM-DDTHH:MM:SS`. */
export function localTime(at: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}
