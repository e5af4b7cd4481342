/**
 * Has calls forgotten that have been over for as many days as the setting says: a sweep over the oldest calls now and
 * then, in small transactions with a pause after each, so that requests and dials always have their turn.
 */
import { DAY_MS, type Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { Store } from '../store/open.ts'
import { deleteOldCalls, deleteOldCampaigns } from '../store/pruning.ts'
import type { Busy } from './busy.ts'

/** Calls looked at in one transaction: they are gone in some 20 ms. */
const CALLS_AT_ONCE = 200
const CAMPAIGNS_AT_ONCE = 20
/** A million calls take some ten minutes, and four fifths of them are left to others. */
const PAUSE_MS = 100

export interface Pruning {
  /** Begins a sweep unless one is going on. */
  begin(): void
  stop(): void
}

export function createPruning(deps: {
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  /** Null: everything is kept. */
  keepDays: number | null
}): Pruning {
  const { store, clock, busy, log, keepDays } = deps
  let cancelPause: (() => void) | null = null
  let sweeping = false
  let stopped = false
  let deleted = 0
  /** What the next step does. */
  let next: { kind: 'campaigns' } | { kind: 'calls'; afterId: string | null } = { kind: 'campaigns' }

  /** One transaction. Answers whether there is more to do. */
  async function step(endedBy: Instant): Promise<boolean> {
    const { afterId } = next.kind === 'calls' ? next : { afterId: null }
    if (next.kind === 'campaigns') {
      const count = await store.transaction((tx) => deleteOldCampaigns(tx, endedBy, CAMPAIGNS_AT_ONCE))
      if (count < CAMPAIGNS_AT_ONCE) next = { kind: 'calls', afterId: null }
      return true
    }
    const found = await store.transaction((tx) => deleteOldCalls(tx, endedBy, afterId, CALLS_AT_ONCE))
    deleted += found.deleted
    next = { kind: 'calls', afterId: found.lastId }
    return found.lastId !== null
  }

  function end(): void {
    if (deleted > 0) log('info', 'old calls were deleted', { calls: deleted, keepDays })
    sweeping = false
    deleted = 0
    next = { kind: 'campaigns' }
  }

  function goOn(days: number): void {
    cancelPause = null
    void busy.during(async () => {
      try {
        // It may have jumped meanwhile.
        if (clock.condition() !== 'steady') return end()
        if (!(await step(clock.now() - days * DAY_MS))) return end()
      } catch (cause) {
        log('error', 'old calls could not be deleted; trying again at the next upkeep', { cause: String(cause) })
        return end()
      }
      if (!stopped) cancelPause = clock.wakeAfter(PAUSE_MS, () => goOn(days))
    })
  }

  return {
    begin: () => {
      if (keepDays === null || sweeping || stopped) return
      sweeping = true
      goOn(keepDays)
    },
    stop: () => {
      stopped = true
      cancelPause?.()
    },
  }
}
