/** The clocks of a running service: the only place that reads the machine's clock, and the only one that sleeps. */
import os from 'node:os'
import { type Instant, SECOND_MS } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import { createSteadyClock } from './steadyClock.ts'

/**
 * A timer does not count the time that the machine is asleep, and knows nothing of a clock that is set: after so long at
 * the latest both are noticed. (`setTimeout` could not hold more than 24 days anyway.)
 */
const LONGEST_TIMEOUT_MS = 15_000

/** The seconds since the machine was started are whole ones, and may be read a moment later than the rest. */
const UPTIME_PRECISION_MS = 2 * SECOND_MS

/** What the machine's clocks say. */
export interface MachineClocks {
  /** Milliseconds that have passed; stands still while the machine is asleep. */
  awakeMs(): number
  /** Milliseconds since the machine was started, asleep or not, in whole seconds. Takes longer to read. */
  uptimeMs(): number
  /** The clock that people see and set. */
  wall(): Instant
}

const MACHINE: MachineClocks = {
  awakeMs: () => performance.now(),
  uptimeMs: () => os.uptime() * SECOND_MS,
  wall: () => Date.now(),
}

/**
 * Measures the milliseconds that pass, those in which the machine is asleep included. Sleep and a clock that is set both
 * show in the wall clock; which of the two it was is told by the machine's uptime.
 */
export function createElapsed(clocks: MachineClocks = MACHINE): () => number {
  let sleptMs = 0
  let last = read()
  function read() {
    const awake = clocks.awakeMs()
    return { awake, ahead: clocks.wall() - awake, uptimeAhead: clocks.uptimeMs() - awake }
  }
  return () => {
    const awake = clocks.awakeMs()
    const leapMs = clocks.wall() - awake - last.ahead
    if (Math.abs(leapMs) >= UPTIME_PRECISION_MS) {
      const now = read()
      const missedMs = now.uptimeAhead - last.uptimeAhead
      // The wall clock is the more exact, when it has gone on evenly in the machine's sleep.
      if (missedMs >= UPTIME_PRECISION_MS) {
        sleptMs += Math.abs(leapMs - missedMs) <= UPTIME_PRECISION_MS ? leapMs : missedMs
      }
      last = now
    }
    return awake + sleptMs
  }
}

const sleep = (ms: number, wake: () => void): (() => void) => {
  const timeout = setTimeout(wake, ms)
  return () => clearTimeout(timeout)
}

export function createSystemClock(clocks: MachineClocks = MACHINE): Clock {
  return createSteadyClock({
    elapsedMs: createElapsed(clocks),
    shown: () => clocks.wall(),
    sleep,
    longestSleepMs: LONGEST_TIMEOUT_MS,
  })
}

export const systemClock: Clock = createSystemClock()

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

/** Runs by the machine's clock until it is corrected for the first time. */
export function createServerClock(clocks: MachineClocks = MACHINE): ServerClock {
  const elapsedMs = createElapsed(clocks)
  let origin = clocks.wall() - elapsedMs()
  const create = (): Clock =>
    createSteadyClock({ elapsedMs, shown: () => origin + elapsedMs(), sleep, longestSleepMs: LONGEST_TIMEOUT_MS })
  let clock = create()
  let wasAsked = false
  return {
    now: () => clock.now(),
    elapsedMs: () => clock.elapsedMs(),
    wakeAt: (at, wake) => clock.wakeAt(at, wake),
    wakeAfter: (ms, wake) => clock.wakeAfter(ms, wake),
    condition: () => clock.condition(),
    onNews: (heard) => clock.onNews(heard),
    correct: async (askServer) => {
      const asked = elapsedMs()
      const server = await askServer()
      const answered = elapsedMs()
      const offBy = server - (origin + (asked + answered) / 2)
      // A late answer tells the time no better than this; when even so the clock must be wrong, it is worth having.
      const uncertainty = (answered - asked) / 2
      const isOff = Math.abs(offBy) >= Math.max(NEAR_ENOUGH_MS, uncertainty)
      if (isOff) origin += offBy
      // That the machine's own clock was wrong is no jump of the server's.
      if (!wasAsked) clock = create()
      wasAsked = true
      return isOff ? offBy : 0
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
