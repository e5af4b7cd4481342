/**
 * Has forgotten what is over: replies that are replayed no more, and calls that ended as many days ago as the setting
 * says. A sweep over the oldest now and then, until nothing old is left, in small transactions with a pause after each,
 * so that requests and dials always have their turn.
 */
import { DAY_MS, type Instant } from '../core/time.ts'
import { unreachable } from '../core/unreachable.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import { deleteKeptReplies } from '../store/idempotencyKeys.ts'
import type { Store } from '../store/open.ts'
import { deleteOldCalls, deleteOldCampaigns } from '../store/pruning.ts'
import type { Busy } from './busy.ts'

/** Calls looked at in one transaction: they are gone in some 20 ms. */
const CALLS_AT_ONCE = 200
const CAMPAIGNS_AT_ONCE = 20
/** Gone in some 10 ms. With the pause that is 4,000 a second, more than are ever made. */
export const REPLIES_AT_ONCE = 500
/** A million calls take some ten minutes, and four fifths of them are left to others. */
export const PAUSE_MS = 100
/** How long a reply is replayed. */
const REPLIES_KEPT_MS = DAY_MS

export interface Pruning {
  /** Begins a sweep unless one is going on. */
  begin(): void
  stop(): void
}

/** What one transaction of a sweep is about. */
type Step =
  { kind: 'replies'; after: Instant | null } | { kind: 'campaigns' } | { kind: 'calls'; afterId: string | null }

const FIRST: Step = { kind: 'replies', after: null }

export function createPruning(deps: {
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  /** Null: every call is kept. */
  keepDays: number | null
}): Pruning {
  const { store, clock, busy, log, keepDays } = deps
  let cancelPause: (() => void) | null = null
  let sweeping = false
  let stopped = false
  let deleted = 0
  /** What the next step does. */
  let next: Step = FIRST

  /** One transaction. Answers whether there is more to do. */
  async function step(): Promise<boolean> {
    const following = await perform(next)
    if (following !== null) next = following
    return following !== null
  }

  async function perform(now: Step): Promise<Step | null> {
    switch (now.kind) {
      case 'replies':
        return forgetReplies(now.after)
      case 'campaigns':
        return keepDays === null ? null : forgetCampaigns(clock.now() - keepDays * DAY_MS)
      case 'calls':
        return keepDays === null ? null : forgetCalls(clock.now() - keepDays * DAY_MS, now.afterId)
      default:
        return unreachable(now)
    }
  }

  async function forgetReplies(after: Instant | null): Promise<Step | null> {
    const before = clock.now() - REPLIES_KEPT_MS
    const found = await store.transaction((tx) => deleteKeptReplies(tx, after, before, REPLIES_AT_ONCE))
    if (found.deleted === REPLIES_AT_ONCE) return { kind: 'replies', after: found.lastAt }
    return keepDays === null ? null : { kind: 'campaigns' }
  }

  async function forgetCampaigns(endedBy: Instant): Promise<Step> {
    const count = await store.transaction((tx) => deleteOldCampaigns(tx, endedBy, CAMPAIGNS_AT_ONCE))
    return count < CAMPAIGNS_AT_ONCE ? { kind: 'calls', afterId: null } : { kind: 'campaigns' }
  }

  async function forgetCalls(endedBy: Instant, afterId: string | null): Promise<Step | null> {
    const found = await store.transaction((tx) => deleteOldCalls(tx, endedBy, afterId, CALLS_AT_ONCE))
    deleted += found.deleted
    return found.lastId === null ? null : { kind: 'calls', afterId: found.lastId }
  }

  function end(): void {
    if (deleted > 0) log('info', 'old calls were deleted', { calls: deleted, keepDays })
    sweeping = false
    deleted = 0
    next = FIRST
  }

  function goOn(): void {
    cancelPause = null
    void busy.during(async () => {
      try {
        // It may have jumped meanwhile.
        if (clock.condition() !== 'steady') return end()
        if (!(await step())) return end()
      } catch (cause) {
        log('error', 'what is old could not be deleted; trying again at the next upkeep', { cause: String(cause) })
        return end()
      }
      if (!stopped) cancelPause = clock.wakeAfter(PAUSE_MS, goOn)
    })
  }

  return {
    begin: () => {
      if (sweeping || stopped) return
      sweeping = true
      goOn()
    },
    stop: () => {
      stopped = true
      cancelPause?.()
    },
  }
}
