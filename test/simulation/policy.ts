/** The rules again, written from the contract's words and not from the service's code: what the service is held against. */
import type { CallingHours } from '../../src/core/callingHours.ts'
import type { PhoneCall } from './phoneCall.ts'
import type { AttemptRow, CallRow } from './snapshot.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Whether hours (null for none) allow a dial at an instant, by the wall clock of a zone. */
export function allowsDial(hours: CallingHours | null, zone: string, at: number): boolean {
  if (hours === null) return true
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const day = DAYS[wall.dayOfWeek - 1]
  const time = wall.toPlainTime().toString().slice(0, 5)
  return hours.windows.some(({ days, from, to }) => days.some((one) => one === day) && from <= time && time < to)
}

/** Whether a later process may find that the carrier knows nothing of an attempt: nobody else remembers the answer. */
export function wasNeverPlaced(request: PhoneCall | undefined): boolean {
  return request === undefined || (!request.taken && request.isAskerDead())
}

/** The instant before which an attempt must not be dialled. `earlier` are the attempts before it, in order. */
export function earliestDial(
  call: CallRow,
  earlier: readonly AttemptRow[],
  requestOf: (attemptId: string) => PhoneCall | undefined,
): number {
  const last = earlier.at(-1)
  if (!last) return call.launch_at ?? call.created_at
  const throttledFor = (attempt: AttemptRow): number | null => {
    if (attempt.disposition !== 'failed') return null
    const request = requestOf(attempt.id)
    if (wasNeverPlaced(request)) return 0
    return request?.answer.kind === 'throttled' ? request.answer.retryAfterMs : null
  }
  const retryAfterMs = throttledFor(last)
  if (retryAfterMs !== null) return (last.ended_at ?? Infinity) + Math.max(SECOND_MS, retryAfterMs)
  // What was throttled was no dial: it uses no recall, and nothing counts from it.
  const dials = earlier.filter((attempt) => throttledFor(attempt) === null)
  const delay = call.recall[dials.length - 1] ?? Infinity
  const delayBefore = dials.length < 2 ? 0 : call.recall[dials.length - 2]!
  const anchor = call.launch_at ?? dials[0]!.dialed_at
  return Math.max(anchor + delay * MINUTE_MS, last.dialed_at + (delay - delayBefore) * MINUTE_MS)
}
