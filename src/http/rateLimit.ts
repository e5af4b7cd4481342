/**
 * How many requests are let in: for each account, and for each address that shows no valid token, so many in any second
 * and so many in any minute. The windows slide and are exact; what is refused does not count. `now` is in elapsed
 * milliseconds: nobody waits the longer for a clock that was set.
 */
import { Problem } from '../core/problem.ts'
import { createSlidingWindow, type SlidingWindow } from '../core/slidingWindow.ts'
import { MINUTE_MS, SECOND_MS } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'

/** Accepted requests in any one second, and in any 60 seconds. */
export interface Limits {
  perSecond: number
  perMinute: number
}

/** Whether a request may go on, and the headers that its answer carries either way. `retryAfterS` is whole seconds, never early. */
export interface Admission {
  headers: Record<string, string>
  retryAfterS: number | null
}

/** Requests that count in the windows of an account. */
export interface Used {
  burst: number
  standard: number
}

export interface RateLimiter {
  /** Counts a request of an account. Limits that differ from the last time hold from now on, what was accepted included. */
  admitAccount(accountId: string, limits: Limits): Admission
  /** Forgets what an account used, and answers it: it is counted elsewhere from now on. */
  handOver(accountId: string): Used
  /** Counts what `handOver` answered again: it was not counted elsewhere after all. */
  takeBack(accountId: string, limits: Limits, used: Used): void
  /** Counts a request without a valid token. */
  admitStranger(address: string): Admission
  /** How many more requests without a valid token an address may send now. */
  strangerRoom(address: string): number
}

/** Addresses are the strangers' choice, so their number is bounded; the one unseen longest is forgotten. */
export const MAX_ADDRESSES = 10_000
/** Below this many accounts it is not worth looking for idle ones. */
const FIRST_SWEEP = 1_000

interface Quota {
  limits: Limits
  burst: SlidingWindow
  standard: SlidingWindow
}

/** Makes a limiter that forgets everything when the process ends; strangers get `defaultLimits`. */
export function createRateLimiter(clock: Clock, defaultLimits: Limits): RateLimiter {
  const accounts = new Map<string, Quota>()
  const addresses = new Map<string, Quota>()
  let sweepAt = FIRST_SWEEP
  return {
    admitAccount(accountId, limits) {
      const now = clock.elapsedMs()
      const known = accounts.get(accountId)
      const quota = known ? withLimits(known, limits, now) : newQuota(limits)
      if (!known && accounts.size >= sweepAt) sweepAt = dropIdle(accounts, now)
      if (quota !== known) accounts.set(accountId, quota)
      return admit(quota, now)
    },
    handOver(accountId) {
      const quota = accounts.get(accountId)
      accounts.delete(accountId)
      if (!quota) return { burst: 0, standard: 0 }
      const now = clock.elapsedMs()
      const { perSecond, perMinute } = quota.limits
      return { burst: perSecond - quota.burst.remaining(now), standard: perMinute - quota.standard.remaining(now) }
    },
    takeBack(accountId, limits, used) {
      const now = clock.elapsedMs()
      const known = accounts.get(accountId)
      const quota = known ? withLimits(known, limits, now) : newQuota(limits)
      accounts.set(accountId, quota)
      takeOver(quota.burst, Math.min(used.burst, quota.burst.remaining(now)), now)
      takeOver(quota.standard, Math.min(used.standard, quota.standard.remaining(now)), now)
    },
    strangerRoom(address) {
      const { burst, standard } = addresses.get(address) ?? newQuota(defaultLimits)
      const now = clock.elapsedMs()
      return Math.min(burst.remaining(now), standard.remaining(now))
    },
    admitStranger(address) {
      const quota = addresses.get(address) ?? newQuota(defaultLimits)
      addresses.delete(address)
      addresses.set(address, quota)
      if (addresses.size > MAX_ADDRESSES) dropOldest(addresses)
      return admit(quota, clock.elapsedMs())
    },
  }
}

/** The answer to a request over the limit. */
export function rateLimited(retryAfterS: number): Problem {
  return new Problem('rate_limited', `Too many requests. Try again in ${retryAfterS} s.`, { retryAfterS })
}

function newQuota(limits: Limits): Quota {
  return {
    limits,
    burst: createSlidingWindow({ limit: limits.perSecond, windowMs: SECOND_MS }),
    standard: createSlidingWindow({ limit: limits.perMinute, windowMs: MINUTE_MS }),
  }
}

/**
 * The quota under the limits of this request. When they changed, what was accepted counts as accepted now: for one
 * window's length that is stricter than need be, and never laxer.
 */
function withLimits(quota: Quota, limits: Limits, now: number): Quota {
  const { perSecond, perMinute } = quota.limits
  if (limits.perSecond === perSecond && limits.perMinute === perMinute) return quota
  const changed = newQuota(limits)
  takeOver(changed.burst, Math.min(perSecond - quota.burst.remaining(now), limits.perSecond), now)
  takeOver(changed.standard, Math.min(perMinute - quota.standard.remaining(now), limits.perMinute), now)
  return changed
}

function takeOver(window: SlidingWindow, accepted: number, now: number): void {
  if (accepted > 0) window.take(now, accepted)
}

function admit({ limits, burst, standard }: Quota, now: number): Admission {
  const waitMs = Math.max(burst.retryAfterMs(now), standard.retryAfterMs(now))
  if (waitMs === 0) {
    burst.take(now)
    standard.take(now)
  }
  return {
    headers: {
      RateLimit: `"burst";${state(burst, now)}, "standard";${state(standard, now)}`,
      'RateLimit-Policy': policyOf(limits),
    },
    retryAfterS: waitMs === 0 ? null : Math.ceil(waitMs / SECOND_MS),
  }
}

/** The header that names the limits. */
export function policyOf(limits: Limits): string {
  return `"burst";q=${limits.perSecond};w=1, "standard";q=${limits.perMinute};w=60`
}

function state(window: SlidingWindow, now: number): string {
  return `r=${window.remaining(now)};t=${Math.ceil(window.resetMs(now) / SECOND_MS)}`
}

/** Forgets the accounts that have nothing in their windows; answers the size at which to look again. */
function dropIdle(quotas: Map<string, Quota>, now: number): number {
  for (const [id, quota] of quotas) if (quota.standard.resetMs(now) === 0) quotas.delete(id)
  return Math.max(FIRST_SWEEP, quotas.size * 2)
}

function dropOldest(quotas: Map<string, Quota>): void {
  const [oldest] = quotas.keys()
  if (oldest !== undefined) quotas.delete(oldest)
}
