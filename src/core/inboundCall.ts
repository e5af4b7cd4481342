/** A call that comes in, as it is on arrival: it rings, and this is its one attempt. */
import { type Attempt, type Call, CHECK_EVERY_MS } from './call.ts'
import { RING_TIMEOUT_S } from './playbookConfig.ts'
import { longestLife } from './step.ts'
import type { Instant } from './time.ts'

export function newInboundCall(
  id: string,
  maxDurationS: number,
  at: Instant,
  reached: { id: string; carrier: string; carrierCallId: string },
): Call {
  const limits = { ringTimeoutS: RING_TIMEOUT_S, maxDurationS }
  const attempt: Attempt = {
    ...reached,
    number: 1,
    placement: 'placed',
    dialedAt: at,
    ringingAt: at,
    answeredAt: null,
    endedAt: null,
    disposition: null,
    checkAt: at + CHECK_EVERY_MS,
    giveUpAt: longestLife(limits, at),
  }
  return {
    id,
    status: 'ringing',
    recallMinutes: [],
    recallsUsed: 0,
    anchorAt: at,
    anchored: false,
    nextAttemptAt: null,
    waitingReason: null,
    waitingMessage: null,
    attemptCount: 1,
    attempt,
    answeredBy: null,
    outcome: null,
    summary: null,
    optedOut: false,
    retryMachine: false,
    endedReason: null,
    startedAt: at,
    answeredAt: null,
    endedAt: null,
    durationS: null,
    ...limits,
  }
}
