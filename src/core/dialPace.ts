/**
 * How fast dials may follow each other: so many in any second, and spread over it in strides, so that they do not come
 * in gusts and yet share a commit. The dispatcher dials by it, and a campaign's plan foretells by it. `now` is in
 * milliseconds that only ever pass.
 */
import { createSlidingWindow } from './slidingWindow.ts'
import { SECOND_MS } from './time.ts'

export interface DialPace {
  /** Dials that may be made now. */
  remaining(now: number): number
  /** Milliseconds until another one may; 0 when it may now. */
  retryAfterMs(now: number): number
  take(now: number): void
}

const STRIDE_MS = 50
/** A stride may hold half more than its share of the second: who wakes a little late makes up for it. */
const HEADROOM = 1.5

/** `past` are dials of the last second, oldest first, that count although they were made at another pace. */
export function createDialPace(callsPerSecond: number, past: readonly number[] = []): DialPace {
  const second = createSlidingWindow({ limit: callsPerSecond, windowMs: SECOND_MS })
  for (const at of past.slice(-callsPerSecond)) second.take(at)
  const stride = createSlidingWindow({
    limit: Math.ceil((HEADROOM * callsPerSecond * STRIDE_MS) / SECOND_MS),
    windowMs: STRIDE_MS,
  })
  return {
    remaining: (now) => Math.min(second.remaining(now), stride.remaining(now)),
    retryAfterMs: (now) => Math.max(second.retryAfterMs(now), stride.retryAfterMs(now)),
    take: (now) => {
      second.take(now)
      stride.take(now)
    },
  }
}
