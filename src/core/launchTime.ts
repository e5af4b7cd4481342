/** Reads the instant at which a call or a campaign is to start. */
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from './time.ts'

/** A client's clock may be behind and its request slow; what lies further back is a mistake. */
export const LAUNCH_GRACE_MS = 5 * MINUTE_MS
/** A year and its leap day. */
export const MAX_LAUNCH_AHEAD_MS = 366 * DAY_MS

/**
 * How a launch time may be written. The whole text is checked here and the fields are handed on one by one, because
 * the runtime's own parser drops an offset from a local date-time and turns second 60 into 59 without a word.
 */
const WRITTEN =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:(Z)|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?$/

const FAULTS = {
  form: 'launch_at must be written as YYYY-MM-DDTHH:MM:SS, optionally followed by a fraction of a second and by Z or an offset such as +02:00.',
  impossible: 'launch_at must be a date and a time that exist: hours 00 to 23, minutes and seconds 00 to 59.',
  past: 'launch_at must not lie more than 5 minutes in the past; leave it out to launch immediately.',
  far: 'launch_at must not lie more than 366 days ahead.',
} as const

/**
 * Reads `YYYY-MM-DDTHH:MM:SS`, with an optional fraction and an optional `Z` or offset. Without either it is local to
 * `timeZone`, which must be a valid name: a time skipped by the clock moves forward by the gap, one that comes twice
 * means the first. Fractions are cut to the millisecond. The fault is a sentence that says what to send.
 */
export function parseLaunchTime(
  text: string,
  options: { timeZone: string; now: Instant },
): { at: Instant } | { fault: string } {
  const match = WRITTEN.exec(text)
  if (!match) return { fault: FAULTS.form }
  const local = readLocal(match)
  if (!local) return { fault: FAULTS.impossible }
  const offsetMs = readOffset(match)
  const at =
    offsetMs === null
      ? local.toZonedDateTime(options.timeZone, { disambiguation: 'compatible' }).epochMilliseconds
      : local.toZonedDateTime('UTC').epochMilliseconds - offsetMs
  if (at < options.now - LAUNCH_GRACE_MS) return { fault: FAULTS.past }
  if (at > options.now + MAX_LAUNCH_AHEAD_MS) return { fault: FAULTS.far }
  return { at }
}

function readLocal(match: RegExpExecArray): Temporal.PlainDateTime | null {
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number)
  const millisecond = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  try {
    return Temporal.PlainDateTime.from(
      { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second!, millisecond },
      { overflow: 'reject' },
    )
  } catch {
    return null
  }
}

/** Milliseconds east of Greenwich, or null for a local time. */
function readOffset(match: RegExpExecArray): number | null {
  const [zulu, sign, hours, minutes] = match.slice(8)
  if (zulu !== undefined) return 0
  if (sign === undefined) return null
  const offsetMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
  return sign === '-' ? -offsetMs : offsetMs
}
