/**
 * What is done to many calls because of their campaign, a batch at a time: held calls of campaigns that run are put back
 * in line, calls of canceled ones end, and those of campaigns that were accepted in parts are made.
 */
import type { CallEvent } from '../../core/call.ts'
import type { Instant } from '../../core/time.ts'
import { LOWEST_UUID } from '../../core/uuid.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import { lockNextPart, storePart } from '../../store/campaigns/parts.ts'
import { releaseHeldCalls } from '../../store/calls/due.ts'
import { type EngineCall, listCallsToCancel } from '../../store/calls/lock.ts'
import { giveWay } from '../../pacing/giveWay.ts'
import type { Store } from '../../store/open.ts'
import type { Busy } from '../busy.ts'
import { createLoop } from '../loop.ts'

/** Calls moved in one transaction. */
const BATCH = 250

export interface CampaignSweep {
  /** Begins one, or has the one that is going on begin anew. */
  begin(): void
  stop(): void
}

export function createCampaignSweep(deps: {
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  newId: () => string
  submit: (callId: string, event: CallEvent) => Promise<EngineCall | null>
  /** Calls are in line again. */
  released: () => void
  /** Calls were stored whose first dial is due at `dueAt`. */
  stored: (dueAt: Instant) => void
}): CampaignSweep {
  const { store, clock, busy, log } = deps
  /** Whose part was the last one. */
  let lastAccountId = LOWEST_UUID
  const sweeping = createLoop({
    clock,
    busy,
    log,
    work: sweep,
    failure: 'campaigns could not be swept; trying again',
  })
  const { isStopped } = sweeping

  async function sweep(): Promise<void> {
    for (;;) {
      const released = await store.transaction((tx) => releaseHeldCalls(tx, BATCH))
      if (released === 0 || isStopped()) break
      deps.released()
    }
    for (;;) {
      const callIds = await listCallsToCancel(store.db, BATCH)
      if (callIds.length === 0 || isStopped()) break
      await Promise.all(callIds.map((callId) => deps.submit(callId, { kind: 'cancel' })))
    }
    await storeParts()
  }

  /** Until none is left, or something else is to be done before. One that fails must not keep other campaigns waiting. */
  async function storeParts(): Promise<void> {
    const failed: string[] = []
    for (;;) {
      if (isStopped() || sweeping.isWantedAgain()) break
      const next: { campaignId: string | null } = { campaignId: null }
      try {
        const terms = await store.transaction(async (tx) => {
          const key = await lockNextPart(tx, lastAccountId, failed)
          next.campaignId = key?.campaignId ?? null
          lastAccountId = key?.accountId ?? LOWEST_UUID
          return key && storePart(tx, key, deps.newId)
        })
        if (terms) deps.stored(terms.dueAt)
      } catch (cause) {
        if (next.campaignId === null) throw cause
        failed.push(next.campaignId)
        log('error', 'a part of a campaign could not be stored', { campaign_id: next.campaignId, cause: String(cause) })
      }
      if (next.campaignId === null) break
      await giveWay()
    }
    if (failed.length > 0) throw new Error('parts of campaigns could not be stored')
  }

  return { begin: sweeping.kick, stop: sweeping.stop }
}
