/** The clocks of a running service: the only place that reads the machine's clock, and the only one that sleeps. */
import type { Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'

/**
 * A timer does not count the time that the machine is asleep, and knows nothing of a clock that is set: after so long at
 * the latest both are noticed. (`setTimeout` could not hold more than 24 days anyway.)
 */
const LONGEST_TIMEOUT_MS = 15_000

export const systemClock: Clock = createClock(() => Date.now())

/**
 * The time of a server that several machines have in common, as this machine keeps it from one look at the server to the
 * next: it does not matter what the machine's own clock says, nor that somebody sets it.
 */
export interface ServerClock extends Clock {
  /** `askServer` tells the server's time. Throws what that throws. Answers by how much this clock was off, in milliseconds. */
  correct(askServer: () => Promise<Instant>): Promise<number>
}

/** Clocks of one machine room are not nearer to each other, and time should not jump about. */
const NEAR_ENOUGH_MS = 20

/** Runs by the machine's clock until it is corrected. */
export function createServerClock(): ServerClock {
  let origin = Date.now() - performance.now()
  const now = (): Instant => Math.floor(origin + performance.now())
  return {
    ...createClock(now),
    correct: async (askServer) => {
      const asked = performance.now()
      const server = await askServer()
      const answered = performance.now()
      const offBy = server - (origin + (asked + answered) / 2)
      // A late answer tells the time no better than this; when even so the clock must be wrong, it is worth having.
      const uncertainty = (answered - asked) / 2
      if (Math.abs(offBy) < Math.max(NEAR_ENOUGH_MS, uncertainty)) return 0
      origin += offBy
      return offBy
    },
  }
}

/**
 * Measures the milliseconds that pass, never too few of them: the monotonic clock stands still while the machine is
 * asleep, and the other one may be set. Between two looks the longer step of the two counts.
 */
export function startStopwatch(): () => number {
  let monotonic = performance.now()
  let machine = Date.now()
  let elapsed = 0
  return () => {
    const monotonicNow = performance.now()
    const machineNow = Date.now()
    elapsed += Math.max(monotonicNow - monotonic, machineNow - machine)
    monotonic = monotonicNow
    machine = machineNow
    return elapsed
  }
}

/** Sleeps in stretches and looks at the clock after each: timers may fire a little early, and the clock may be set. */
function createClock(now: () => Instant): Clock {
  return {
    now,
    wakeAt: (at, wake) => {
      let timeout: ReturnType<typeof setTimeout>
      const sleep = (): void => {
        const remainingMs = Math.max(0, Math.ceil(at - now()))
        timeout = setTimeout(look, Math.min(remainingMs, LONGEST_TIMEOUT_MS))
      }
      const look = (): void => {
        if (now() < at) sleep()
        else wake()
      }
      sleep()
      return () => clearTimeout(timeout)
    },
  }
}
