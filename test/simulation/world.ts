/**
 * Time in the simulated world, and how a process sees it. The world's time runs evenly; a process has a wall clock that
 * may be wrong, and timers that count only while the machine is awake, as `setTimeout` does.
 */
import { createSteadyClock } from '../../src/engine/steadyClock.ts'
import type { Clock } from '../../src/ports/Clock.ts'
import type { VirtualClock } from '../../src/engine/virtualClock.ts'

export interface Machine {
  /** Milliseconds by which the wall clock is ahead of the world. */
  skewMs: number
  /** Milliseconds that the machine has slept so far, the present sleep included. */
  sleptMs: number
  awakeAt: number
}

/** The clock of one process on a machine. Nothing wakes once the process is dead. */
export function processClock(world: VirtualClock, machine: Machine, isDead: () => boolean): Clock {
  function sleep(ms: number, wake: () => void): () => void {
    let cancel = (): void => {}
    /** What is slept through does not count: the timer is put off by it. */
    const count = (fireAt: number, sleptMs: number): void => {
      cancel = world.wakeAt(fireAt, () => {
        if (isDead()) return
        const missedMs = machine.sleptMs - sleptMs
        if (missedMs > 0) count(Math.max(fireAt + missedMs, machine.awakeAt), machine.sleptMs)
        else wake()
      })
    }
    count(world.now() + ms, machine.sleptMs)
    return () => cancel()
  }
  const shown = (): number => world.now() + machine.skewMs
  // Looks at the clock come with what happens; stretches of seconds would only make the world slow.
  return createSteadyClock({ elapsedMs: world.now, shown, sleep, longestSleepMs: Infinity })
}

/** Names in the order in which they are made, each a UUID of version 7 of its instant. */
export function createIds(now: () => number): () => string {
  let count = 0
  let latest = 0
  return () => {
    latest = Math.max(latest, now())
    const time = latest.toString(16).padStart(12, '0')
    const number = (++count).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number}`
  }
}
