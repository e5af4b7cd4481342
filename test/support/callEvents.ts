/** Calls and what is said about them, for the tests of `core/call.ts`. */
import type { Call, CallEffect, CallEvent, CarrierReport } from '../../src/core/call.ts'
import { step } from '../../src/core/step.ts'

export const T0 = 1_780_000_000_000
const RING_TIMEOUT_S = 30
export const MAX_DURATION_S = 600

export function newCall(over: Partial<Call> = {}): Call {
  return {
    id: 'call',
    status: 'scheduled',
    recallMinutes: [],
    recallsUsed: 0,
    anchorAt: null,
    anchored: false,
    nextAttemptAt: T0,
    waitingReason: null,
    waitingMessage: null,
    attemptCount: 0,
    attempt: null,
    answeredBy: null,
    outcome: null,
    summary: null,
    optedOut: false,
    retryMachine: false,
    endedReason: null,
    startedAt: null,
    answeredAt: null,
    endedAt: null,
    durationS: null,
    ringTimeoutS: RING_TIMEOUT_S,
    maxDurationS: MAX_DURATION_S,
    ...over,
  }
}

/** What was said about a call, in order, each with the milliseconds after T0 at which it was handled. */
export type Told = [afterMs: number, event: CallEvent][]

export function tell(call: Call, told: Told): { call: Call; effects: CallEffect[] } {
  const effects: CallEffect[] = []
  for (const [afterMs, event] of told) {
    const next = step(call, event, T0 + afterMs)
    call = next.call
    effects.push(...next.effects)
  }
  return { call, effects }
}

export const dial = (attemptId: string): CallEvent => ({ kind: 'dial', attemptId, carrier: 'simulator' })
export const placed = (attemptId: string): CallEvent => ({
  kind: 'placed',
  attemptId,
  carrierCallId: `carrier-${attemptId}`,
})
export const ringing = (attemptId: string): CallEvent => ({ kind: 'ringing', attemptId })
export const answered = (attemptId: string, answeredBy: 'human' | 'machine' = 'human'): CallEvent => ({
  kind: 'answered',
  attemptId,
  answeredBy,
})
export const ended = (attemptId: string, over: Partial<CarrierReport> = {}): CallEvent => ({
  kind: 'ended',
  attemptId,
  report: {
    cause: 'no_answer',
    endedBy: null,
    answeredBy: null,
    ringingAt: null,
    answeredAt: null,
    endedAt: T0,
    durationS: null,
    ...over,
  },
})
export const talked = (attemptId: string, answeredBy: 'human' | 'machine' = 'human'): CallEvent =>
  ended(attemptId, {
    cause: 'answered',
    endedBy: 'callee',
    answeredBy,
    ringingAt: T0 + 1_000,
    answeredAt: T0 + 5_000,
    endedAt: T0 + 25_000,
    durationS: 20,
  })

export function kinds(effects: CallEffect[]): string[] {
  return effects.map((effect) => effect.kind)
}
