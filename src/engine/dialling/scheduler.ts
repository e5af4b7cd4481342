/**
 * The only sleeper. It keeps the instants at which something will be due in a timer wheel, sleeps until the earliest,
 * and then has the database looked at: the wheel decides when to look, the rows decide whether there is anything to do.
 *
 * Only the next hour is in the wheel. Every half hour the instants of the hour to come are loaded, so that what was
 * stored for later, or by another process, is found in time.
 */
import { HOUR_MS, type Instant, MINUTE_MS } from '../../core/time.ts'
import { createTimerWheel, type TimerHandle } from '../../core/timerWheel.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import { listDueInstants } from '../../store/calls/due.ts'
import type { Store } from '../../store/open.ts'
import type { Busy } from '../busy.ts'
import { createLoop } from '../loop.ts'

const HORIZON_MS = HOUR_MS
const RELOAD_EVERY_MS = 30 * MINUTE_MS
/** Distinct instants loaded at once: some 2 MB of wheel. Where there are more, the horizon ends with the last of them. */
const MAX_INSTANTS = 100_000

export interface Scheduler {
  /** Loads the first horizon. */
  start(): Promise<void>
  /** Has the database looked at when `at` comes; at once when it has come. */
  lookAt(at: Instant): void
  /** The clock has jumped. */
  beginAnew(): void
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
  let wheel = createTimerWheel(clock.now())
  const watched = new Map<Instant, TimerHandle>()
  const instantOf = new Map<TimerHandle, Instant>()
  let horizonEnd = clock.now()
  let sleepingUntil = Infinity
  let cancelSleep: (() => void) | null = null
  let cancelReload: (() => void) | null = null
  const loading = createLoop({
    clock,
    busy,
    log,
    work: load,
    failure: 'the schedule could not be loaded; trying again',
  })

  function lookAt(at: Instant): void {
    if (loading.isStopped()) return
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
    const until = wheel.nextDueAt() ?? Infinity
    if (loading.isStopped() || until >= sleepingUntil) return
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
    if (now >= horizonEnd) loading.kick()
    sleep()
  }

  /** The wheel never goes back, and the horizon was another: what is due when is read anew. */
  function beginAnew(): void {
    cancelSleep?.()
    cancelSleep = null
    sleepingUntil = Infinity
    watched.clear()
    instantOf.clear()
    wheel = createTimerWheel(clock.now())
    horizonEnd = clock.now()
    loading.kick()
  }

  function loadAfter(ms: number): void {
    cancelReload?.()
    cancelReload = loading.isStopped() ? null : clock.wakeAfter(ms, loading.kick)
  }

  async function load(): Promise<void> {
    loadAfter(RELOAD_EVERY_MS)
    const now = clock.now()
    // Moved before the rows are read: what is stored meanwhile is announced by `lookAt` and must not count as beyond it.
    horizonEnd = now + HORIZON_MS
    try {
      const instants = await listDueInstants(store.db, now, horizonEnd, MAX_INSTANTS)
      for (const at of instants) lookAt(at)
      const last = instants.at(-1)
      if (last !== undefined && instants.length === MAX_INSTANTS) {
        horizonEnd = last
        if (last <= clock.now()) loadAfter(0)
      }
      deps.look()
      await deps.upkeep()
    } finally {
      sleep()
    }
  }

  return {
    start: loading.run,
    lookAt,
    beginAnew,
    stop: () => {
      loading.stop()
      cancelSleep?.()
      cancelReload?.()
    },
  }
}
