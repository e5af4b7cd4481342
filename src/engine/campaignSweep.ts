/**
 * What is done to many calls because of their campaign, a batch at a time: held calls of campaigns that run are put back
 * in line, calls of canceled ones end, and those whose campaign was never stored are removed.
 */
import type { CallEvent } from '../core/call.ts'
import { type Instant, SECOND_MS } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import { removeCallsWithoutCampaign } from '../store/campaignParts.ts'
import { releaseHeldCalls } from '../store/dueCalls.ts'
import { type EngineCall, listCallsToCancel } from '../store/engineCalls.ts'
import type { Store } from '../store/open.ts'
import type { Busy } from './busy.ts'

/** Calls moved in one transaction. */
const BATCH = 250
const RETRY_AFTER_MS = SECOND_MS

export interface CampaignSweep {
  /** Begins one, or has the one that is going on begin anew. */
  begin(): void
  /** Begins to remove calls that were stored before an instant, and have no campaign to this day. */
  removeLeftovers(storedBefore: Instant): void
  stop(): void
}

export function createCampaignSweep(deps: {
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  submit: (callId: string, event: CallEvent) => Promise<EngineCall | null>
  /** Calls are in line again. */
  released: () => void
}): CampaignSweep {
  const { store, clock, busy, log } = deps
  let state: 'idle' | 'running' | 'again' = 'idle'
  let stopped = false
  let cancelRetry: (() => void) | null = null

  async function sweep(): Promise<void> {
    do {
      state = 'running'
      for (;;) {
        const released = await store.transaction((tx) => releaseHeldCalls(tx, BATCH))
        if (released === 0 || stopped) break
        deps.released()
      }
      for (;;) {
        const callIds = await listCallsToCancel(store.db, BATCH)
        if (callIds.length === 0 || stopped) break
        await Promise.all(callIds.map((callId) => deps.submit(callId, { kind: 'cancel' })))
      }
    } while (isWantedAgain())
    state = 'idle'
  }
  const isWantedAgain = (): boolean => state === 'again'

  function begin(): void {
    if (stopped) return
    if (state !== 'idle') {
      state = 'again'
      return
    }
    state = 'running'
    void busy.during(() => sweep().catch(retryLater))
  }

  function retryLater(cause: unknown): void {
    state = 'idle'
    log('error', 'campaigns could not be swept; trying again', { cause: String(cause) })
    if (!stopped) cancelRetry = clock.wakeAfter(RETRY_AFTER_MS, begin)
  }

  async function removeLeftovers(storedBefore: Instant): Promise<void> {
    for (;;) {
      const removed = await store.transaction((tx) => removeCallsWithoutCampaign(tx, { storedBefore }, BATCH))
      if (removed === 0 || stopped) return
    }
  }

  return {
    begin,
    removeLeftovers: (storedBefore) => {
      void busy.during(() =>
        removeLeftovers(storedBefore).catch((cause: unknown) => {
          log('error', 'calls without a campaign could not be removed; trying again at the next upkeep', {
            cause: String(cause),
          })
        }),
      )
    },
    stop: () => {
      stopped = true
      cancelRetry?.()
    },
  }
}
