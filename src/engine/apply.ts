/**
 * The only way a call is written: load, step, save, and answer the effects. The calls are locked, each event is folded
 * into its call in the order of arrival, and what has changed of calls and attempts is stored with all that follows from
 * it in the same transaction. The caller hands the effects on once the transaction is committed, and never before.
 */
import { type Call, type CallEffect, type CallEvent, isTerminal } from '../core/call.ts'
import { step } from '../core/step.ts'
import type { Instant } from '../core/time.ts'
import { lockAccount } from '../store/accounts/accounts.ts'
import {
  countEndedCalls,
  type EngineCall,
  findCallsOfAttempts,
  lockCalls,
  type NewTurn,
  saveTurns,
} from '../store/calls/lock.ts'
import { insertInboundCall } from '../store/calls/read.ts'
import { type CallChange, insertAttempts, saveCalls } from '../store/calls/save.ts'
import { insertSuppression } from '../store/contacts/suppressions.ts'
import type { Tx } from '../store/open.ts'

/** What the outside tells of a call. */
export type Happening =
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

/** An event that is handled `at`. */
export interface CallStep {
  callId: string
  event: CallEvent
  at: Instant
}

export interface Applied {
  /** The calls that the happenings are about, as they were found. */
  locked: readonly EngineCall[]
  stepped: Stepped[]
  /** The call that a happening is about, as it is now; null when there is none, and for what was said. */
  callOf: (happening: Happening) => EngineCall | null
}

/** Loads the calls that the happenings are about, and stores what becomes of them and what was said. */
export async function applyHappenings(
  tx: Tx,
  batch: readonly { item: Happening; at: Instant }[],
  newId: () => string,
): Promise<Applied> {
  const attemptIds = new Set<string>()
  for (const { item } of batch) {
    if (item.kind === 'event' && item.callId === null && 'attemptId' in item.event) attemptIds.add(item.event.attemptId)
  }
  const callOfAttempt = await findCallsOfAttempts(tx, [...attemptIds])
  const callIdOf = (item: Happening): string | null => {
    if (item.kind === 'turn') return null
    if (item.callId !== null) return item.callId
    return 'attemptId' in item.event ? (callOfAttempt.get(item.event.attemptId) ?? null) : null
  }
  const callIds = new Set(batch.map(({ item }) => callIdOf(item)).filter((id) => id !== null))
  const locked = await lockCalls(tx, [...callIds])
  const steps = batch.flatMap(({ item, at }) => {
    const callId = callIdOf(item)
    return item.kind === 'event' && callId !== null ? [{ callId, event: item.event, at }] : []
  })
  const { stepped, after } = await applyToLocked(tx, locked, steps, { newId, nodeId: null })
  await saveTurns(
    tx,
    batch.flatMap(({ item }) => (item.kind === 'turn' ? [item.turn] : [])),
  )
  return { locked, stepped, callOf: (item) => after.get(callIdOf(item) ?? '') ?? null }
}

/**
 * Steps calls that this transaction has locked; events of other calls are left out. `nodeId` is marked on new attempts.
 * `after` has all of the calls, those that have not changed too.
 */
export async function applyToLocked(
  tx: Tx,
  locked: readonly EngineCall[],
  steps: readonly CallStep[],
  { newId, nodeId }: { newId: () => string; nodeId: string | null },
): Promise<{ stepped: Stepped[]; after: ReadonlyMap<string, EngineCall> }> {
  const after = new Map(locked.map((item) => [item.call.id, item]))
  const effects = new Map<string, CallEffect[]>()
  const optOuts = new Map<string, Instant>()
  for (const { callId, event, at } of steps) {
    const present = after.get(callId)
    if (!present) continue
    const result = step(present.call, event, at)
    after.set(callId, { ...present, call: result.call })
    if (result.call.optedOut && !present.call.optedOut) optOuts.set(callId, at)
    effects.set(callId, [...(effects.get(callId) ?? []), ...result.effects])
  }
  await suppressOptedOut(tx, locked, optOuts, newId)
  return { stepped: await saveSteps(tx, locked, after, effects, nodeId), after }
}

/** Stores a call that comes in, with its one attempt; `nodeId` is marked on it. */
export async function applyIncoming(
  tx: Tx,
  item: EngineCall,
  spoken: Parameters<typeof insertInboundCall>[2],
  nodeId: string | null,
): Promise<Stepped> {
  await insertInboundCall(tx, item, spoken)
  await insertAttempts(tx, [item], nodeId)
  return { item, before: null, effects: [], optedOut: false }
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

/** Stores the calls that have changed, and counts those that have ended off their campaigns. */
async function saveSteps(
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
