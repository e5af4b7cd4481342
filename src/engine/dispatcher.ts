/**
 * Gives lines to calls that are due.
 *
 * A line is needed twice: for the moment of dialling (calls per second) and for as long as the call is in the air
 * (calls at once). While lines are free, each round locks a batch of due calls, records their dials and commits; only
 * then the carrier is asked. Accounts take turns, and within an account single calls go before campaigns, the longest
 * due first. Nothing is ever refused for want of a line: it waits, in the database.
 */
import { type CallEffect, step } from '../core/call.ts'
import { createSlidingWindow } from '../core/slidingWindow.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Carrier } from '../ports/Carrier.ts'
import type { Log } from '../ports/Log.ts'
import { type EngineCall, holdCalls, listDueAccounts, lockDueCalls, shareCampaignStates } from '../store/engineCalls.ts'
import type { Store, Tx } from '../store/open.ts'
import type { Busy } from './busy.ts'
import { type Stepped, storeSteps } from './eventPump.ts'

/** Dials in one transaction: a batch holds the database for some 10 ms, so that requests get their turn. */
const BATCH = 100
/** Accounts served in one round; the others have their turn in the next. */
const ACCOUNTS_A_ROUND = 100
/** Dials are spread over the second in strides of this length: short enough not to come in gusts, long enough to share a commit. */
const STRIDE_MS = 50

export interface Dispatcher {
  /** Says that a call may be due, or a line free. */
  kick(): void
  /** Takes a line for an attempt that is in the air already. */
  occupy(attemptId: string): void
  /** Gives the line of an ended attempt back. */
  release(attemptId: string): void
  /** Dials nothing from now on. */
  stop(): void
}

export function createDispatcher(deps: {
  store: Store
  clock: Clock
  busy: Busy
  carrier: Carrier
  newId: () => string
  log: Log
  /** Called with every batch of dials after its commit. */
  committed: (stepped: Stepped[]) => void
}): Dispatcher {
  const { store, clock, busy, carrier, log } = deps
  const inTheAir = new Set<string>()
  const { callsPerSecond, callsAtOnce } = carrier.lines
  const inTheSecond = createSlidingWindow({ limit: callsPerSecond, windowMs: SECOND_MS })
  const inTheStride = createSlidingWindow({
    limit: Math.ceil((callsPerSecond * STRIDE_MS) / SECOND_MS),
    windowMs: STRIDE_MS,
  })
  let state: 'idle' | 'running' | 'running, look again' | 'stopped' = 'idle'
  /** The round of accounts goes on behind this one; null: from the first. */
  let lastServed: string | null = null
  let cancelWake: (() => void) | null = null

  function kick(): void {
    if (state === 'idle') {
      state = 'running'
      void busy.during(run)
    } else if (state === 'running') {
      state = 'running, look again'
    }
  }

  function wakeAt(at: number): void {
    cancelWake?.()
    cancelWake = clock.wakeAt(at, () => {
      cancelWake = null
      kick()
    })
  }

  const isStopped = (): boolean => state === 'stopped'

  async function run(): Promise<void> {
    try {
      do {
        if (isStopped()) return
        state = 'running'
        await dialDue()
      } while (wantsAnotherLook())
      if (!isStopped()) state = 'idle'
    } catch (cause) {
      log('error', 'dialling failed; trying again', { cause: String(cause) })
      if (isStopped()) return
      state = 'idle'
      wakeAt(clock.now() + SECOND_MS)
    }
  }

  const wantsAnotherLook = (): boolean => state === 'running, look again'

  /** Dials until nothing is due or no line is free. */
  async function dialDue(): Promise<void> {
    for (;;) {
      if (isStopped() || freeLines() === 0) return
      const accounts = await listDueAccounts(store.db, clock.now(), lastServed, ACCOUNTS_A_ROUND)
      if (accounts.length === 0 && lastServed === null) return
      const share = Math.max(1, Math.floor(freeLines() / accounts.length))
      for (const accountId of accounts) {
        const lines = Math.min(share, BATCH, freeLines())
        if (isStopped() || lines === 0) break
        await dialBatch(accountId, lines)
        lastServed = accountId
      }
      if (accounts.length === 0) lastServed = null
    }
  }

  /** Lines free now. When there is none for want of speed, arranges to look again. */
  function freeLines(): number {
    const now = clock.now()
    const slots = callsAtOnce - inTheAir.size
    if (slots <= 0) return 0
    const rate = Math.min(inTheSecond.remaining(now), inTheStride.remaining(now))
    if (rate === 0) wakeAt(now + Math.max(inTheSecond.retryAfterMs(now), inTheStride.retryAfterMs(now)))
    return Math.min(slots, rate)
  }

  async function dialBatch(accountId: string, limit: number): Promise<void> {
    const stepped = await store.transaction((tx) => recordDials(tx, accountId, limit))
    const dialled = stepped.filter(({ effects }) => effects.some((effect) => effect.kind === 'place'))
    for (const { item } of dialled) {
      inTheSecond.take(clock.now())
      inTheStride.take(clock.now())
      if (item.call.attempt) inTheAir.add(item.call.attempt.id)
    }
    deps.committed(stepped)
  }

  async function recordDials(tx: Tx, accountId: string, limit: number): Promise<Stepped[]> {
    const now = clock.now()
    const due = await lockDueCalls(tx, accountId, now, limit)
    const campaignIds = new Set(due.flatMap((item) => (item.campaignId === null ? [] : [item.campaignId])))
    const states = await shareCampaignStates(tx, [...campaignIds])
    const after = new Map<string, EngineCall>()
    const effects = new Map<string, CallEffect[]>()
    const paused: string[] = []
    for (const item of due) {
      const campaign = item.campaignId === null ? 'active' : states.get(item.campaignId)
      if (campaign === 'paused') {
        paused.push(item.call.id)
        continue
      }
      const result =
        campaign === 'canceled'
          ? step(item.call, { kind: 'cancel' }, now)
          : step(item.call, { kind: 'dial', attemptId: deps.newId(), carrier: carrier.name }, now)
      after.set(item.call.id, { ...item, call: result.call })
      effects.set(item.call.id, result.effects)
    }
    await holdCalls(tx, paused)
    return storeSteps(tx, due, after, effects)
  }

  return {
    kick,
    occupy: (attemptId) => void inTheAir.add(attemptId),
    release: (attemptId) => {
      const wasFull = inTheAir.size >= callsAtOnce
      if (inTheAir.delete(attemptId) && wasFull) wakeAt(clock.now() + STRIDE_MS)
    },
    stop: () => {
      state = 'stopped'
      cancelWake?.()
    },
  }
}
