/** A clock for the service, made of what a machine has: a clock that may be set, and a count of milliseconds. */
import { createSteadyTime, SECOND_LOOK_AFTER_MS } from '../core/steadyTime.ts'
import type { Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'

export interface Machine {
  /** Milliseconds that have passed, those in which the machine was asleep included. */
  elapsedMs(): number
  /** What the clock shows that may be set. */
  shown(): Instant
  /** Calls `wake` in about so many milliseconds; later when the machine is asleep meanwhile. Any distance is allowed. */
  sleep(ms: number, wake: () => void): () => void
  /** The longest that is slept without a look at the clocks. */
  longestSleepMs: number
}

/** Runs by the clock that is shown, a jump of which it follows after a second look. */
export function createSteadyClock(machine: Machine): Clock {
  const time = createSteadyTime(machine.elapsedMs(), machine.shown())
  const listeners: Parameters<Clock['onNews']>[0][] = []
  /** What sleeps until an instant has to count anew when the clock has jumped. */
  const sleepers = new Set<() => void>()

  function look(): number {
    const elapsed = machine.elapsedMs()
    const news = time.compare(elapsed, machine.shown())
    if (!news) return elapsed
    if (news.kind === 'jumped') machine.sleep(SECOND_LOOK_AFTER_MS, look)
    if (news.kind === 'followed') for (const countAnew of sleepers) countAnew()
    for (const heard of listeners) heard(news)
    return elapsed
  }

  const now = (): Instant => time.at(look())

  /** Sleeps in stretches and looks at the clocks after each, until nothing is left. */
  function sleepWhile(remainingMs: () => number, wake: () => void): { countAnew: () => void; end: () => void } {
    let end = (): void => undefined
    const sleep = (): void => {
      end = machine.sleep(Math.min(Math.max(0, Math.ceil(remainingMs())), machine.longestSleepMs), check)
    }
    const check = (): void => {
      if (remainingMs() > 0) sleep()
      else wake()
    }
    sleep()
    return {
      countAnew: () => {
        end()
        sleep()
      },
      end: () => end(),
    }
  }

  return {
    now,
    elapsedMs: () => Math.floor(machine.elapsedMs()),
    wakeAt: (at, wake) => {
      const sleeper = sleepWhile(
        () => at - now(),
        () => {
          sleepers.delete(sleeper.countAnew)
          wake()
        },
      )
      sleepers.add(sleeper.countAnew)
      return () => {
        sleepers.delete(sleeper.countAnew)
        sleeper.end()
      }
    },
    wakeAfter: (ms, wake) => {
      const until = machine.elapsedMs() + ms
      return sleepWhile(() => until - machine.elapsedMs(), wake).end
    },
    condition: () => time.condition(look()),
    onNews: (heard) => void listeners.push(heard),
  }
}
