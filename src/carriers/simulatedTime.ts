/**
 * Time in the simulated network: seconds that pass `speed` times faster than on the clock. Instants stay instants on
 * the clock, so that they compare with everybody else's; only lengths are simulated.
 */
import { SECOND_MS, type Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'

export interface SimulatedTime {
  now(): Instant
  /** The instant on the clock `s` simulated seconds after another; a whole millisecond, never early. */
  after(from: Instant, s: number): Instant
  /** Simulated seconds from one instant to another. */
  elapsedS(from: Instant, to: Instant): number
  wakeAt(at: Instant, wake: () => void): () => void
  /** Takes back every timer. */
  stop(): void
}

/** `speed`: simulated seconds in one second of the clock, more than 0. */
export function createSimulatedTime(clock: Clock, speed: number): SimulatedTime {
  if (!(speed > 0)) throw new RangeError(`speed must be more than 0, not ${speed}`)
  const timers = new Set<() => void>()
  return {
    now: () => clock.now(),
    after: (from, s) => Math.ceil(from + (s * SECOND_MS) / speed),
    elapsedS: (from, to) => ((to - from) * speed) / SECOND_MS,
    wakeAt(at, wake) {
      // What is to last so long does, though somebody sets the clock meanwhile.
      const takeBack = clock.wakeAfter(at - clock.now(), () => {
        timers.delete(takeBack)
        wake()
      })
      timers.add(takeBack)
      return () => {
        timers.delete(takeBack)
        takeBack()
      }
    },
    stop() {
      for (const takeBack of timers) takeBack()
      timers.clear()
    },
  }
}
