/**
 * Takes events to their calls. They wait in a queue. A pump has up to `BATCH` of them applied in one transaction and
 * commits; only then the effects are handed out. A batch that fails is taken apart and tried one by one, so that an event
 * which cannot be stored harms no other. What may succeed later is never dropped: while the database cannot be reached
 * the pump tries again every second, and an event that has lost all its conflicts with other transactions stays the first
 * in the queue, so that the events of its call keep their order. Should only the answer to a commit be lost, the events
 * find their calls changed already when they are tried again: then what was to follow from the change follows now. The
 * queue is bounded by the lines: a call in the air adds a few events a second at most.
 */
import type { CallEvent } from '../../core/call.ts'
import { type Instant, SECOND_MS } from '../../core/time.ts'
import { isConflict } from '../../database/conflict.ts'
import { isUnavailable } from '../../database/errors.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import type { Watch } from '../../ports/Watch.ts'
import type { EngineCall } from '../../store/calls/lock.ts'
import type { Store } from '../../store/open.ts'
import { type Applied, applyHappenings, type Happening, type Stepped } from '../apply.ts'
import type { Busy } from '../busy.ts'

/** Large enough to share one commit among a busy second's events, small enough to hold the database for some 20 ms. */
const BATCH = 500
const RETRY_AWAY_MS = SECOND_MS
/** Long enough for the transactions that have won to be over, and short beside what callers notice: all events wait for it. */
const RETRY_CONFLICT_MS = 200

export interface EventPump {
  /** Puts an item in the queue and forgets it. */
  post(item: Happening): void
  /** Puts an event in the queue and answers the call as committed; null when there is no such call. */
  submit(callId: string, event: CallEvent): Promise<EngineCall | null>
  /** How many items are in the queue. */
  waiting(): number
}

interface Queued {
  item: Happening
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

  function enqueue(item: Happening, done: Queued['done'], fail: Queued['fail']): void {
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
      const { callOf } = await watch.batch('events', async (count) => {
        count('events', batch.length)
        const applied = await apply(batch)
        count('calls', applied.stepped.length)
        deps.committed([...takeUnheard(applied.locked), ...applied.stepped])
        return applied
      })
      for (const entry of batch) entry.done(callOf(entry.item))
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

  async function apply(batch: Queued[]): Promise<Applied> {
    let stepped: Stepped[] = []
    try {
      return await store.transaction(async (tx) => {
        const applied = await applyHappenings(tx, batch, deps.newId)
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
function idsOf(item: Happening): { call_id?: string; attempt_id?: string } {
  if (item.kind === 'turn') return { call_id: item.turn.callId, attempt_id: item.turn.attemptId }
  return {
    ...(item.callId !== null && { call_id: item.callId }),
    ...('attemptId' in item.event && { attempt_id: item.event.attemptId }),
  }
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
