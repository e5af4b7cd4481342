/**
 * Takes events to their calls. They wait in a queue. A pump has up to `BATCH` of them applied in one transaction and
 * commits; only then the effects are handed out. A batch that fails is taken apart and tried one by one, so that an event which cannot be stored harms no other. What may succeed later is
 * never dropped: while the database cannot be reached the pump tries again every second, and an event that has lost all
 * its conflicts with other transactions stays the first in the queue, so that the events of its call keep their order.
 * The queue is bounded by the lines: a call in the air adds a few events a second at most.
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
import { applyHappenings, type Happening, type Stepped } from '../apply.ts'
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
        const applied = await store.transaction((tx) => applyHappenings(tx, batch, deps.newId))
        count('calls', applied.stepped.length)
        deps.committed(applied.stepped)
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
