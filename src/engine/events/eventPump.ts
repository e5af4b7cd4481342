/**
 * The one way of an event into a call: load, step, commit, then perform.
 *
 * Events wait in a queue. A pump takes up to `BATCH` of them into one transaction, folds each into its call in the
 * order of arrival, stores what has changed and commits; only then the effects are handed out. A batch that fails is
 * taken apart and tried one by one, so that an event which cannot be stored harms no other. What may succeed later is
 * never dropped: while the database cannot be reached the pump tries again every second, and an event that has lost all
 * its conflicts with other transactions stays the first in the queue, so that the events of its call keep their order.
 * Should only the answer to a commit be lost, the events find their calls changed already when they are tried again: then
 * what was to follow from the change follows now.
 * The queue is bounded by the lines: a call in the air adds a few events a second at most.
 */
import { type Call, type CallEffect, type CallEvent, isTerminal } from '../../core/call.ts'
import { step } from '../../core/step.ts'
import { type Instant, SECOND_MS } from '../../core/time.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import type { Watch } from '../../ports/Watch.ts'
import { lockAccount } from '../../store/accounts/accounts.ts'
import {
  countEndedCalls,
  type EngineCall,
  findCallsOfAttempts,
  lockCalls,
  type NewTurn,
  saveTurns,
} from '../../store/calls/lock.ts'
import { isConflict } from '../../database/conflict.ts'
import type { Store, Tx } from '../../store/open.ts'
import { isUnavailable } from '../../database/errors.ts'
import { type CallChange, saveCalls } from '../../store/calls/save.ts'
import { insertSuppression } from '../../store/contacts/suppressions.ts'
import type { Busy } from '../busy.ts'

/** Large enough to share one commit among a busy second's events, small enough to hold the database for some 20 ms. */
const BATCH = 500
const RETRY_AWAY_MS = SECOND_MS
/** Long enough for the transactions that have won to be over, and short beside what callers notice: all events wait for it. */
const RETRY_CONFLICT_MS = 200

export type PumpItem =
  /** An event about a call, or about the call of an attempt. */
  | { kind: 'event'; callId: string | null; event: CallEvent }
  /** Something that was said. */
  | { kind: 'turn'; turn: NewTurn }

/** A call after its steps, with what is to be done about it. */
export interface Stepped {
  item: EngineCall
  /** As it was; null for a call that has just been stored. */
  before: Call | null
  effects: CallEffect[]
  /** The callee has just asked not to be called again; the number is suppressed by now. */
  optedOut: boolean
}

export interface EventPump {
  /** Puts an item in the queue and forgets it. */
  post(item: PumpItem): void
  /** Puts an event in the queue and answers the call as committed; null when there is no such call. */
  submit(callId: string, event: CallEvent): Promise<EngineCall | null>
  /** How many items are in the queue. */
  waiting(): number
}

interface Queued {
  item: PumpItem
  at: Instant
  done: (call: EngineCall | null) => void
  fail: (cause: unknown) => void
}

export function createEventPump(deps: {
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  watch: Watch
  newId: () => string
  /** Called with every batch after its commit. */
  committed: (stepped: Stepped[]) => void
}): EventPump {
  const { store, clock, busy, log, watch } = deps
  let queue: Queued[] = []
  let pumping = false
  /** What a failed commit may have stored all the same, by call, until its events have been tried again. */
  const unsure = new Map<string, Stepped>()

  function enqueue(item: PumpItem, done: Queued['done'], fail: Queued['fail']): void {
    queue.push({ item, at: clock.now(), done, fail })
    if (pumping) return
    pumping = true
    void busy.during(pump)
  }

  async function pump(): Promise<void> {
    try {
      // What arrives in the same turn of the event loop shares the batch.
      await new Promise((resolve) => setImmediate(resolve))
      while (queue.length > 0) {
        const batch = queue.splice(0, BATCH)
        const retryMs = await runBatch(batch)
        if (retryMs !== null) {
          queue = [...batch, ...queue]
          clock.wakeAfter(retryMs, () => void busy.during(pump))
          return
        }
        if (queue.length === 0) unsure.clear()
      }
      pumping = false
    } catch (cause) {
      log('error', 'the event pump failed', { cause: String(cause) })
      pumping = false
    }
  }

  /** Null when it is done; else after how many milliseconds what is left of the batch is to be tried again. */
  async function runBatch(batch: Queued[]): Promise<number | null> {
    try {
      const { byCall, callOf } = await watch.batch('events', async (count) => {
        count('events', batch.length)
        const applied = await apply(batch)
        count('calls', applied.stepped.length)
        deps.committed([...takeUnheard(applied.before), ...applied.stepped])
        return applied
      })
      for (const entry of batch) entry.done(byCall.get(callOf(entry.item) ?? '') ?? null)
      return null
    } catch (cause) {
      if (isUnavailable(cause)) {
        log('warn', 'the database is away; events wait', { waiting: batch.length })
        return RETRY_AWAY_MS
      }
      const [only] = batch
      if (only && batch.length === 1) return refuse(only, cause)
    }
    return runOneByOne(batch)
  }

  async function apply(batch: Queued[]): ReturnType<typeof applyBatch> {
    let stepped: Stepped[] = []
    try {
      return await store.transaction(async (tx) => {
        const applied = await applyBatch(tx, batch, deps.newId)
        stepped = applied.stepped
        return applied
      })
    } catch (cause) {
      for (const one of stepped) unsure.set(one.item.call.id, one)
      throw cause
    }
  }

  /** Answers what an earlier try has stored, as it turns out, without a word of it. */
  function takeUnheard(found: readonly EngineCall[]): Stepped[] {
    return found.flatMap((item) => {
      const tried = unsure.get(item.call.id)
      unsure.delete(item.call.id)
      const stored = tried && whatWasStored(tried, item)
      return stored ? [stored] : []
    })
  }

  /** What cannot be stored is dropped, unless it only came off worst against others: then it is tried again. */
  function refuse(entry: Queued, cause: unknown): number | null {
    const details = { ...idsOf(entry.item), cause: String(cause) }
    if (isConflict(cause)) {
      log('warn', 'an event has lost to other transactions; trying again', details)
      return RETRY_CONFLICT_MS
    }
    log('error', 'an event could not be stored', details)
    entry.fail(cause)
    return null
  }

  async function runOneByOne(batch: Queued[]): Promise<number | null> {
    while (batch[0]) {
      const retryMs = await runBatch([batch[0]])
      if (retryMs !== null) return retryMs
      batch.shift()
    }
    return null
  }

  return {
    post: (item) =>
      enqueue(
        item,
        () => {},
        () => {},
      ),
    submit: (callId, event) =>
      new Promise((resolve, reject) => enqueue({ kind: 'event', callId, event }, resolve, reject)),
    waiting: () => queue.length,
  }
}

/** Whom an item is about, as far as that is known before it is stored. */
function idsOf(item: PumpItem): { call_id?: string; attempt_id?: string } {
  if (item.kind === 'turn') return { call_id: item.turn.callId, attempt_id: item.turn.attemptId }
  return {
    ...(item.callId !== null && { call_id: item.callId }),
    ...('attemptId' in item.event && { attempt_id: item.event.attemptId }),
  }
}

async function applyBatch(tx: Tx, batch: readonly Queued[], newId: () => string) {
  const attemptIds = new Set<string>()
  for (const { item } of batch) {
    if (item.kind === 'event' && item.callId === null && 'attemptId' in item.event) attemptIds.add(item.event.attemptId)
  }
  const callOfAttempt = await findCallsOfAttempts(tx, [...attemptIds])
  const callOf = (item: PumpItem): string | null => {
    if (item.kind === 'turn') return null
    if (item.callId !== null) return item.callId
    return 'attemptId' in item.event ? (callOfAttempt.get(item.event.attemptId) ?? null) : null
  }
  const callIds = new Set(batch.map(({ item }) => callOf(item)).filter((id) => id !== null))
  const before = await lockCalls(tx, [...callIds])
  const byCall = new Map(before.map((item) => [item.call.id, item]))
  const effects = new Map<string, CallEffect[]>()
  const optOuts = new Map<string, Instant>()
  for (const { item, at } of batch) {
    const present = byCall.get(callOf(item) ?? '')
    if (!present || item.kind === 'turn') continue
    const result = step(present.call, item.event, at)
    byCall.set(present.call.id, { ...present, call: result.call })
    if (result.call.optedOut && !present.call.optedOut) optOuts.set(present.call.id, at)
    effects.set(present.call.id, [...(effects.get(present.call.id) ?? []), ...result.effects])
  }
  await suppressOptedOut(tx, before, optOuts, newId)
  const stepped = await storeSteps(tx, before, byCall, effects, null)
  await saveTurns(
    tx,
    batch.flatMap(({ item }) => (item.kind === 'turn' ? [item.turn] : [])),
  )
  return { before, stepped, byCall, callOf }
}

/** What of a change whose commit had no answer took place, by the call that is found after it; null: nothing that is known. */
function whatWasStored(tried: Stepped, found: EngineCall): Stepped | null {
  const { call } = tried.item
  if (Bun.deepEquals(call, found.call)) return tried
  // Others have changed the call since: its effects are out of date, but an attempt that is over needs no line.
  const { attempt } = found.call
  const isOver = attempt?.id !== call.attempt?.id || (attempt !== null && attempt.endedAt !== null)
  return isOver ? { ...tried, before: call, effects: [], optedOut: false } : null
}

/** Who asks not to be called again is not, from this very commit on. */
async function suppressOptedOut(
  tx: Tx,
  calls: readonly EngineCall[],
  optOuts: ReadonlyMap<string, Instant>,
  newId: () => string,
): Promise<void> {
  for (const { call, accountId, phone } of calls) {
    const at = optOuts.get(call.id)
    if (at === undefined || phone === null) continue
    await lockAccount(tx, accountId)
    await insertSuppression(tx, {
      id: newId(),
      accountId,
      phone,
      reason: 'opt_out',
      note: null,
      callId: call.id,
      createdAt: at,
    })
  }
}

/**
 * Stores the calls that have changed, and counts those that have ended off their campaigns; `nodeId` is marked on new
 * attempts.
 */
export async function storeSteps(
  tx: Tx,
  before: readonly EngineCall[],
  after: ReadonlyMap<string, EngineCall>,
  effects: ReadonlyMap<string, CallEffect[]>,
  nodeId: string | null,
): Promise<Stepped[]> {
  const stepped: Stepped[] = []
  const changes: CallChange[] = []
  const ended = new Map<string, number>()
  let endedAt: Instant = 0
  for (const old of before) {
    const item = after.get(old.call.id) ?? old
    const theirs = effects.get(old.call.id) ?? []
    if (item.call === old.call && theirs.length === 0) continue
    stepped.push({ item, before: old.call, effects: theirs, optedOut: item.call.optedOut && !old.call.optedOut })
    changes.push({ before: old.call, after: item })
    if (!isTerminal(old.call.status) && isTerminal(item.call.status) && item.campaignId !== null) {
      ended.set(item.campaignId, (ended.get(item.campaignId) ?? 0) + 1)
      endedAt = Math.max(endedAt, item.call.endedAt ?? 0)
    }
  }
  await saveCalls(tx, changes, nodeId)
  await countEndedCalls(tx, ended, endedAt)
  return stepped
}
