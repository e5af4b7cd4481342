/**
 * The limits of accounts, held by all processes that share a database: once a process has met another it counts where
 * all count, and hands over what it has counted so far.
 */
import { MINUTE_MS, SECOND_MS, type Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import { type Admission, type Limits, policyOf, type RateLimiter } from './rateLimit.ts'

/** How many requests count in a window now, and when the oldest ceases to; null when there is none. */
interface WindowState {
  used: number
  oldestUntil: Instant | null
}

export interface SharedWindows {
  /** Whether there are others to count with. Once true it stays so: what is counted there is known nowhere else. */
  areUsed(): boolean
  /** Takes one request from all windows of an account or from none; `carried` counts as taken besides. */
  take(
    accountId: string,
    windows: readonly { windowMs: number; limit: number; carried: number }[],
    now: Instant,
  ): Promise<{ taken: number; windows: WindowState[] }>
}

/** Counts a request of an account beside those of other processes. */
export async function admitTogether(
  shared: SharedWindows,
  alone: RateLimiter,
  clock: Clock,
  accountId: string,
  limits: Limits,
): Promise<Admission> {
  const carried = alone.handOver(accountId)
  const now = clock.now()
  const wanted = [
    { windowMs: SECOND_MS, limit: limits.perSecond, carried: carried.burst },
    { windowMs: MINUTE_MS, limit: limits.perMinute, carried: carried.standard },
  ]
  const { taken, windows } = await shared.take(accountId, wanted, now).catch((cause: unknown) => {
    // Whether it was stored may be unknown: counted twice is stricter than need be, and never laxer.
    alone.takeBack(accountId, limits, carried)
    throw cause
  })
  const [burst, standard] = windows
  if (!burst || !standard) throw new Error('every window is answered')
  const full = [
    ...(burst.used >= limits.perSecond ? [burst] : []),
    ...(standard.used >= limits.perMinute ? [standard] : []),
  ]
  const waitS = Math.max(...full.map((window) => secondsLeft(window, now)))
  return {
    headers: {
      RateLimit: `"burst";${state(burst, limits.perSecond, now)}, "standard";${state(standard, limits.perMinute, now)}`,
      'RateLimit-Policy': policyOf(limits),
    },
    retryAfterS: taken > 0 ? null : Math.max(1, waitS),
  }
}

function state(window: WindowState, limit: number, now: Instant): string {
  return `r=${Math.max(0, limit - window.used)};t=${secondsLeft(window, now)}`
}

function secondsLeft({ oldestUntil }: WindowState, now: Instant): number {
  return oldestUntil === null ? 0 : Math.max(0, Math.ceil((oldestUntil - now) / SECOND_MS))
}
