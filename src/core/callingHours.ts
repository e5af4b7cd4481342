/**
 * The hours in which people may be called, by their own wall clocks.
 *
 * Everything is decided in wall time: an instant becomes a place in the callee's week, and hours are a set of minutes
 * of that week. The wall clock runs as steadily as time itself except at a transition of the time zone, where it jumps.
 * The search for an opening therefore goes from transition to transition, and is exact across gaps and folds.
 */
import { DAY_MS, MINUTE_MS, type Instant } from './time.ts'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const WEEKDAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Calling is allowed on each of the days at `from` <= time of day < `to`: `HH:MM`, where `to` may be `24:00`. */
export interface CallingHours {
  windows: { days: Weekday[]; from: string; to: string }[]
}

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES
const WEEK_MS = 7 * DAY_MS
/** From Monday to the first of January 1970, a Thursday. */
const EPOCH_IN_WEEK_MS = 3 * DAY_MS
/** A year and its leap day, as far ahead as a call can be launched. */
const MAX_WAIT_MS = 366 * DAY_MS

const BACKWARD =
  'to must be later than from; hours that pass midnight are two windows, ' +
  'one to 24:00 and one from 00:00 on the day after.'

/** Finds what is wrong with hours of the right shape. The pointers (RFC 6901) begin at the hours themselves. */
export function checkCallingHours(hours: CallingHours): { pointer: string; message: string }[] {
  return hours.windows.flatMap(({ from, to }, index) =>
    minuteOfDay(from) < minuteOfDay(to) ? [] : [{ pointer: `/windows/${index}/to`, message: BACKWARD }],
  )
}

/**
 * The first instant from `at` on that all of the hours allow, which is `at` itself when there are none. Null when they
 * have no minute of the week in common. Throws a RangeError when the time zone is unknown.
 */
export function nextWithinCallingHours(all: readonly CallingHours[], timeZone: string, at: Instant): Instant | null {
  let zoned = zonedAt(at, timeZone)
  const minute = Math.floor(weekTimeMs(zoned) / MINUTE_MS)
  // Most calls are due when they are allowed, and this costs a small part of laying out the week.
  if (all.every((hours) => coversMinute(hours, minute))) return at
  const week = commonWeek(all)
  if (!week.includes(1)) return null
  // A week without a transition shows the clock's every minute, so a few rounds do; the bound only stops a mad zone.
  while (zoned.epochMilliseconds <= at + MAX_WAIT_MS) {
    const opensAt = zoned.epochMilliseconds + waitMs(week, weekTimeMs(zoned))
    const transition = zoned.getTimeZoneTransition('next')
    if (!transition || opensAt < transition.epochMilliseconds) return opensAt
    zoned = transition
  }
  return null
}

/** Tells a person when an opening is, by the callee's clock: `Mon 2026-11-23 09:00 (Europe/Paris)`. */
export function describeOpening(at: Instant, timeZone: string): string {
  const zoned = zonedAt(at, timeZone)
  const day = WEEKDAY_NAMES[zoned.dayOfWeek - 1]!
  return `${day} ${zoned.toPlainDate().toString()} ${twoDigits(zoned.hour)}:${twoDigits(zoned.minute)} (${zoned.timeZoneId})`
}

function zonedAt(at: Instant, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
}

/** Where the wall clock stands in its week: milliseconds from Monday 00:00, as the clock shows them. */
function weekTimeMs(zoned: Temporal.ZonedDateTime): number {
  const wallMs = zoned.epochMilliseconds + zoned.offsetNanoseconds / 1_000_000 + EPOCH_IN_WEEK_MS
  return ((wallMs % WEEK_MS) + WEEK_MS) % WEEK_MS
}

function coversMinute(hours: CallingHours, minuteOfWeek: number): boolean {
  const day = WEEKDAYS[Math.floor(minuteOfWeek / DAY_MINUTES)]!
  const minute = minuteOfWeek % DAY_MINUTES
  return hours.windows.some(
    ({ days, from, to }) => days.includes(day) && minuteOfDay(from) <= minute && minute < minuteOfDay(to),
  )
}

/** The minutes of the week that all of the hours allow: 1 for allowed, 0 for forbidden. */
function commonWeek(all: readonly CallingHours[]): Uint8Array {
  const common = new Uint8Array(WEEK_MINUTES).fill(1)
  for (const hours of all) {
    const week = layOutWeek(hours)
    // A loop, because `map` took three times as long, and a campaign due at night asks once for each call.
    for (let minute = 0; minute < WEEK_MINUTES; minute++) common[minute]! &= week[minute]!
  }
  return common
}

function layOutWeek(hours: CallingHours): Uint8Array {
  const week = new Uint8Array(WEEK_MINUTES)
  for (const { days, from, to } of hours.windows) {
    for (const day of days) {
      const midnight = WEEKDAYS.indexOf(day) * DAY_MINUTES
      week.fill(1, midnight + minuteOfDay(from), midnight + minuteOfDay(to))
    }
  }
  return week
}

/** How long a steady clock takes to reach an allowed minute, of which the week must have one. */
function waitMs(week: Uint8Array, nowMs: number): number {
  const minute = Math.floor(nowMs / MINUTE_MS)
  if (week[minute] === 1) return 0
  const next = week.indexOf(1, minute)
  return next === -1 ? week.indexOf(1) * MINUTE_MS + WEEK_MS - nowMs : next * MINUTE_MS - nowMs
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
