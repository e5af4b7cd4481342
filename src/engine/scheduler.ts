/**
 * The only sleeper. It keeps the instants at which something will be due in a timer wheel, sleeps until the earliest,
 * and then has the database looked at: the wheel decides when to look, the rows decide whether there is anything to do.
 *
 * Only the next hour is in the wheel. Every half hour the instants of the hour to come are loaded, so that what was
 * stored for later, or by another process, is found in time.
 */
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../core/time.ts'
import { createTimerWheel, type TimerHandle } from '../core/timerWheel.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import { listDueInstants } from '../store/dueCalls.ts'
import type { Store } from '../store/open.ts'
import type { Busy } from './busy.ts'

const HORIZON_MS = HOUR_MS
const RELOAD_EVERY_MS = 30 * MINUTE_MS
/** Distinct instants loaded at once: some 2 MB of wheel. Where there are more, the horizon ends with the last of them. */
const MAX_INSTANTS = 100_000

export interface Scheduler {
  /** Loads the first horizon. */
  start(): Promise<void>
  /** Has the database looked at when `at` comes; at once when it has come. */
  lookAt(at: Instant): void
  stop(): void
}

export function createScheduler(deps: {
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  /** Something may be due. */
  look: () => void
  /** Runs with every reload: what is to be done now and then. */
  upkeep: () => Promise<void>
}): Scheduler {
  const { store, clock, busy, log } = deps
  const wheel = createTimerWheel(clock.now())
  const watched = new Map<Instant, TimerHandle>()
  const instantOf = new Map<TimerHandle, Instant>()
  let horizonEnd = clock.now()
  let reloadAt = clock.now()
  let sleepingUntil = Infinity
  let cancelSleep: (() => void) | null = null
  let stopped = false

  function lookAt(at: Instant): void {
    if (stopped) return
    if (at <= clock.now()) {
      deps.look()
      return
    }
    // What lies beyond the horizon is found when the horizon gets there.
    if (at > horizonEnd || watched.has(at)) return
    const handle = wheel.insert(at)
    watched.set(at, handle)
    instantOf.set(handle, at)
    sleep()
  }

  function sleep(): void {
    const until = Math.min(wheel.nextDueAt() ?? Infinity, reloadAt)
    if (stopped || until >= sleepingUntil) return
    cancelSleep?.()
    sleepingUntil = until
    cancelSleep = clock.wakeAt(until, wake)
  }

  function wake(): void {
    sleepingUntil = Infinity
    cancelSleep = null
    const now = clock.now()
    let due = false
    wheel.advance(now, (handle) => {
      due = true
      const at = instantOf.get(handle)
      instantOf.delete(handle)
      if (at !== undefined) watched.delete(at)
    })
    if (due) deps.look()
    if (now >= reloadAt) {
      reloadAt = now + RELOAD_EVERY_MS
      void busy.during(reload)
    }
    sleep()
  }

  async function reload(): Promise<void> {
    const now = clock.now()
    // Moved before the rows are read: what is stored meanwhile is announced by `lookAt` and must not count as beyond it.
    horizonEnd = now + HORIZON_MS
    try {
      const instants = await listDueInstants(store.db, now, horizonEnd, MAX_INSTANTS)
      for (const at of instants) lookAt(at)
      const last = instants.at(-1)
      if (last !== undefined && instants.length === MAX_INSTANTS) {
        horizonEnd = last
        reloadAt = last
      }
      deps.look()
      await deps.upkeep()
    } catch (cause) {
      log('error', 'the schedule could not be loaded; trying again', { cause: String(cause) })
      reloadAt = clock.now() + SECOND_MS
    }
    sleep()
  }

  return {
    start: () => busy.during(reload),
    lookAt,
    stop: () => {
      stopped = true
      cancelSleep?.()
    },
  }
}
