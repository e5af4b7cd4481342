/** The machine's clock: the only place that reads it, and the only one that sleeps. */
import type { Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'

/**
 * A timer does not count the time that the machine is asleep, and knows nothing of a clock that is set: after so long at
 * the latest both are noticed. (`setTimeout` could not hold more than 24 days anyway.)
 */
const LONGEST_TIMEOUT_MS = 15_000

export const systemClock: Clock = {
  now: () => Date.now(),
  wakeAt,
}

/** Sleeps in stretches and looks at the clock after each: timers may fire a little early, and the clock may be set. */
function wakeAt(at: Instant, wake: () => void): () => void {
  let timeout: ReturnType<typeof setTimeout>
  const sleep = (): void => {
    const remainingMs = Math.max(0, Math.ceil(at - Date.now()))
    timeout = setTimeout(look, Math.min(remainingMs, LONGEST_TIMEOUT_MS))
  }
  const look = (): void => {
    if (Date.now() < at) sleep()
    else wake()
  }
  sleep()
  return () => clearTimeout(timeout)
}
