/** The machine's clock, sped up: recalls wait whole minutes, and a test does not. Processes that are told the same agree on the time. */
import type { Clock } from '../../../src/ports/Clock.ts'
import { systemClock } from '../../../src/engine/systemClock.ts'

export interface ClockSettings {
  /** Milliseconds of this clock in one of the machine's. */
  speed: number
  /** The instant at which both show the same. */
  from: number
}

export function createFastClock({ speed, from }: ClockSettings): Clock {
  return {
    now: () => Math.floor(from + (systemClock.now() - from) * speed),
    elapsedMs: () => systemClock.elapsedMs() * speed,
    wakeAt: (at, wake) => systemClock.wakeAt(Math.ceil(from + (at - from) / speed), wake),
    wakeAfter: (ms, wake) => systemClock.wakeAfter(Math.ceil(ms / speed), wake),
    condition: systemClock.condition,
    onNews: systemClock.onNews,
  }
}

/** The settings as the environment of a process, and back. */
export function clockToEnv({ speed, from }: ClockSettings): Record<string, string> {
  return { CLOCK_SPEED: String(speed), CLOCK_FROM: String(from) }
}

export function clockFromEnv(env: Readonly<Record<string, string | undefined>>): Clock {
  return createFastClock({ speed: Number(env.CLOCK_SPEED ?? 1), from: Number(env.CLOCK_FROM ?? 0) })
}

/** A fast clock cannot go by that of a server. */
export function isFast(env: Readonly<Record<string, string | undefined>>): boolean {
  return Number(env.CLOCK_SPEED ?? 1) !== 1
}
