/** The machine's clock: the only place that reads it, and the only one that sleeps. */
import type { Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'

/** `setTimeout` keeps its delay in 32 bits with a sign: anything longer fires at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  wakeAt,
}

/** Sleeps in stretches that `setTimeout` can hold, and looks at the clock after each: timers may fire a little early, and the clock may be set. */
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
