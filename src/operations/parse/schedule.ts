import { type CallingHours, checkCallingHours } from '../../core/callingHours.ts'
import { parseLaunchTime } from '../../core/launchTime.ts'
import type { ProblemDetail } from '../../core/problem.ts'
import { parseRecall } from '../../core/recall.ts'
import type { Instant } from '../../core/time.ts'
import { isTimeZone } from '../../core/timeZone.ts'

export interface Schedule {
  /** The time zone that `launch_at` was read in. */
  timeZone: string
  /** Null: at once. */
  launchAt: Instant | null
  /** When the first dial is due. */
  dueAt: Instant
  recallMinutes: readonly number[]
}

const TIME_ZONE_HELP = 'must be a time zone of the tz database, for example "Europe/Paris"'

/** Reads when to call and when to call again. What is wrong is added to `problems`; the answer is of use only when nothing is. */
export function readSchedule(
  body: {
    launch_at?: string | null | undefined
    timezone?: string | null | undefined
    recall?: string | readonly number[] | null | undefined
  },
  account: { timeZone: string },
  now: Instant,
  problems: ProblemDetail[],
): Schedule {
  const timeZone = body.timezone ?? account.timeZone
  const knownZone = isTimeZone(timeZone)
  if (!knownZone) {
    problems.push({
      in: 'body',
      pointer: '/timezone',
      code: 'invalid_timezone',
      message: `timezone ${TIME_ZONE_HELP}.`,
    })
  }
  const recall = parseRecall(body.recall ?? [])
  if ('fault' in recall) {
    problems.push({ in: 'body', pointer: '/recall', code: 'invalid_recall', message: recall.fault })
  }
  const launchText = body.launch_at ?? null
  const launch = launchText === null || !knownZone ? null : parseLaunchTime(launchText, { timeZone, now })
  if (launch !== null && 'fault' in launch) {
    problems.push({ in: 'body', pointer: '/launch_at', code: 'invalid_launch_at', message: launch.fault })
  }
  const launchAt = launch !== null && 'at' in launch ? launch.at : null
  return {
    timeZone,
    launchAt,
    dueAt: launchAt ?? now,
    recallMinutes: 'minutes' in recall ? recall.minutes : [],
  }
}

/** A time zone that is absent or null is none to check. */
export function checkZone(zone: string | null | undefined, pointer: string, problems: ProblemDetail[]): void {
  if (zone === undefined || zone === null || isTimeZone(zone)) return
  problems.push({ in: 'body', pointer, code: 'invalid_timezone', message: `timezone ${TIME_ZONE_HELP}.` })
}

/** Calling hours that are absent or null are none to check. `pointer` is where they stand in the body. */
export function checkHours(hours: CallingHours | null | undefined, pointer: string, problems: ProblemDetail[]): void {
  for (const fault of hours ? checkCallingHours(hours) : []) {
    problems.push({
      in: 'body',
      pointer: pointer + fault.pointer,
      code: 'invalid_calling_hours',
      message: fault.message,
    })
  }
}
