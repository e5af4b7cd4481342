/**
 * What is done about calls once their steps are committed, and never before: the carrier is asked to dial or to hang up,
 * the agent begins to talk, lines are given back, and what is due later is watched. What comes of a dial goes into the
 * call as an event like any other.
 */
import type { CallEffect, CallEvent } from '../core/call.ts'
import { type Instant, SECOND_MS } from '../core/time.ts'
import type { AttemptRef, Carrier, Dial, Placement } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { Watch } from '../ports/Watch.ts'
import { type EngineCall, listCallsToSuppress } from '../store/calls/lock.ts'
import type { Store } from '../store/open.ts'
import type { Stepped } from './apply.ts'
import type { Busy } from './busy.ts'
import type { Lines } from './dialling/lines.ts'
import type { EventPump } from './events/eventPump.ts'
import type { Membership } from './nodes/membership.ts'
import type { Talks } from './talking/talks.ts'

/** Calls ended at once when a number is suppressed. */
const SUPPRESS_BATCH = 500

export interface Performer {
  /** Takes what one transaction has committed. */
  perform(stepped: Stepped[]): void
  /** Ends what is waiting or ringing for a number that must not be called any more. */
  numberSuppressed(accountId: string, phone: string): void
}

export function createPerformer(deps: {
  store: Store
  clock: Clock
  carrier: Carrier
  busy: Busy
  log: Log
  watch: Watch
  lines: Lines
  membership: Membership
  pump: EventPump
  talks: Talks
  /** An attempt has ended: its line is free. */
  freeLine: (attemptId: string) => void
  /** Something is due at that instant. */
  due: (at: Instant) => void
  tell: (event: CallEvent) => void
  isStopped: () => boolean
}): Performer {
  const { store, clock, carrier, busy, log, watch, lines, membership, pump, talks, freeLine, tell, isStopped } = deps

  /** What fails for one call must not keep the others from what is due to them. */
  function perform(stepped: Stepped[]): void {
    for (const one of stepped) {
      try {
        carryOn(one)
      } catch (cause) {
        log('error', 'a call could not be carried on', { call_id: one.item.call.id, cause: String(cause) })
      }
    }
  }

  /** Watches what is due later, frees the line of what has ended, and performs the effects. */
  function carryOn({ item, before, effects, optedOut }: Stepped): void {
    const { call } = item
    watch.callChanged(before, call)
    if (call.nextAttemptAt !== null) deps.due(call.nextAttemptAt)
    if (call.attempt?.checkAt) deps.due(call.attempt.checkAt)
    if (call.attempt && call.attempt.endedAt !== null) freeLine(call.attempt.id)
    if (optedOut && item.phone !== null) numberSuppressed(item.accountId, item.phone)
    for (const effect of effects) performOne(item, effect)
  }

  function performOne(item: EngineCall, effect: CallEffect): void {
    const ref = toRef(item, effect)
    switch (effect.kind) {
      case 'place':
        void place(item, ref)
        return
      case 'converse':
        talks.begin(item, effect.attempt, ref, effect.answeredBy)
        return
      case 'hangup':
        talks.drop(ref.attemptId)
        carrier.hangup(ref)
        return
    }
  }

  async function place(item: EngineCall, ref: AttemptRef): Promise<void> {
    const { attemptId, attemptNumber, to, ringTimeoutS, maxDurationS } = ref
    // Others may have taken this process for dead and asked the carrier: what it had not heard of it must not hear of now.
    // Should it have joined again since, the attempt has lost its line. Nor is anything dialled by a process that ends.
    // In all these cases nobody was called, and the call waits for a line again.
    if (isStopped() || !membership.isHeld() || !lines.has(attemptId)) return handBack(attemptId)
    const dial = { attemptId, attemptNumber, to, from: item.callerId, ringTimeoutS, maxDurationS }
    const placement = await tryPlace(dial)
    switch (placement.kind) {
      case 'placed':
        return tell({ kind: 'placed', attemptId, carrierCallId: placement.carrierCallId })
      case 'refused':
        return tell({ kind: 'refused', attemptId, cause: placement.cause })
      case 'throttled':
        return tell({ kind: 'throttled', attemptId, retryAfterMs: placement.retryAfterMs })
      case 'unknown':
        return tell({ kind: 'placement_unknown', attemptId })
    }
  }

  async function tryPlace(dial: Dial): Promise<Placement> {
    try {
      return await carrier.place(dial)
    } catch (cause) {
      log('error', 'the carrier failed at a dial that may have been made', {
        attempt_id: dial.attemptId,
        cause: String(cause),
      })
      return { kind: 'unknown' }
    }
  }

  function handBack(attemptId: string): void {
    pump.post({ kind: 'event', callId: null, event: { kind: 'throttled', attemptId, retryAfterMs: 0 } })
  }

  function numberSuppressed(accountId: string, phone: string): void {
    void busy.during(async () => {
      try {
        for (;;) {
          if (isStopped()) return
          const callIds = await listCallsToSuppress(store.db, accountId, phone, SUPPRESS_BATCH)
          if (callIds.length === 0) return
          const skip = { kind: 'skip', reason: 'suppressed' } as const
          await Promise.all(callIds.map((callId) => pump.submit(callId, skip)))
        }
      } catch (cause) {
        log('error', 'calls to a suppressed number could not be ended; trying again', { cause: String(cause) })
        clock.wakeAfter(SECOND_MS, () => numberSuppressed(accountId, phone))
      }
    })
  }

  return { perform, numberSuppressed }
}

function toRef(item: EngineCall, effect: CallEffect): AttemptRef {
  const { attempt } = effect
  return {
    attemptId: attempt.id,
    attemptNumber: attempt.number,
    carrierCallId: attempt.carrierCallId,
    // Erased with its contact when the call is long over: then the carrier's own reference has to do.
    to: item.phone ?? '',
    dialedAt: attempt.dialedAt,
    ringTimeoutS: item.call.ringTimeoutS,
    maxDurationS: item.call.maxDurationS,
  }
}
