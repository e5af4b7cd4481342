/**
 * How a call gets on.
 *
 * `step` is the only place where a call changes. It takes the call with its current attempt, an event and the instant
 * at which the event is handled, and answers the changed call and the effects to perform once the change is stored. When
 * an attempt fails in a way that another one may mend, and the recall policy has a delay left, the call waits again.
 *
 * An event about another attempt than the current one, or about an ended one, changes nothing that is settled: that is
 * what makes duplicated, reordered and late reports of a carrier harmless. Should such a report show that a call we have
 * closed is still alive at the carrier, the answer is to hang up.
 *
 * A dial is asked of the carrier once. When it is not known whether the phone rings (`placement: unknown`), the
 * attempt is watched and the carrier asked; after `UNKNOWN_GIVE_UP_MS` without news it is closed as `unknown`. Only when
 * it is certain that the carrier was never asked (`not_placed`) the call is put back in line as if it had not been dialled.
 */
import {
  type AnsweredBy,
  type Attempt,
  type AttemptEvent,
  type Call,
  type CallEvent,
  type CarrierReport,
  CHECK_EVERY_MS,
  type Disposition,
  type EndedReason,
  isTerminal,
  MAX_ATTEMPTS,
  type Note,
  OVERTIME_MS,
  type SkipReason,
  type Step,
  type TerminalStatus,
  UNKNOWN_GIVE_UP_MS,
} from './call.ts'
import { nextRecallAt } from './recall.ts'
import { DAY_MS, SECOND_MS, type Instant } from './time.ts'
import { unreachable } from './unreachable.ts'

/** Advances a call by one event that is handled `at`. Pure; unchanged calls come back as the same object. */
export function step(call: Call, event: CallEvent, at: Instant): Step {
  if (event.kind === 'dial') return dial(call, event, at)
  if (event.kind === 'cancel') return cancel(call, 'canceled', at)
  if (event.kind === 'defer') return defer(call, event)
  if (event.kind === 'skip') return skip(call, event.reason, at)
  const attempt = call.attempt
  if (!attempt || attempt.id !== event.attemptId) return unchanged(call)
  if (attempt.endedAt !== null) return afterTheEnd(call, attempt, event)
  switch (event.kind) {
    case 'placed':
      return withAttempt(call, { ...attempt, placement: 'placed', carrierCallId: event.carrierCallId })
    case 'refused':
      return attempt.placement === 'placed' ? unchanged(call) : endAttempt(call, attempt, event.cause, at)
    case 'throttled':
      return attempt.placement === 'placed' ? unchanged(call) : throttled(call, attempt, event.retryAfterMs, at)
    case 'placement_unknown':
      return placementUnknown(call, attempt)
    case 'ringing':
      if (attempt.ringingAt !== null || attempt.answeredAt !== null) return unchanged(call)
      return withAttempt(
        { ...call, status: 'ringing' },
        { ...attempt, placement: 'placed', ringingAt: at, giveUpAt: longestLife(call, attempt.dialedAt) },
      )
    case 'answered':
      return answered(call, attempt, event.answeredBy, at)
    case 'ended':
      return ended(call, attempt, event.report)
    case 'absent':
      return endAttempt(call, attempt, 'unknown', at)
    case 'not_placed':
      // Whatever the carrier has said about it meanwhile, or failed to say, is stronger.
      return attempt.placement === 'requested' ? throttled(call, attempt, 0, at) : check(call, attempt, at)
    case 'check':
      return check(call, attempt, at)
    case 'noted':
      return { call: noted(call, event.note), effects: [] }
    default:
      return unreachable(event)
  }
}

function dial(call: Call, event: { attemptId: string; carrier: string }, at: Instant): Step {
  if (call.status !== 'scheduled') return unchanged(call)
  const attempt: Attempt = {
    id: event.attemptId,
    number: call.attemptCount + 1,
    carrier: event.carrier,
    carrierCallId: null,
    placement: 'requested',
    dialedAt: at,
    ringingAt: null,
    answeredAt: null,
    endedAt: null,
    disposition: null,
    checkAt: at + CHECK_EVERY_MS,
    giveUpAt: longestLife(call, at),
  }
  return {
    call: {
      ...call,
      status: 'initiated',
      nextAttemptAt: null,
      waitingReason: null,
      waitingMessage: null,
      anchorAt: call.anchorAt ?? at,
      startedAt: call.startedAt ?? at,
      attemptCount: attempt.number,
      attempt,
    },
    effects: [{ kind: 'place', attempt }],
  }
}

function answered(call: Call, attempt: Attempt, answeredBy: AnsweredBy, at: Instant): Step {
  if (attempt.answeredAt !== null) return unchanged(call)
  const live: Attempt = {
    ...attempt,
    placement: 'placed',
    answeredAt: at,
    giveUpAt: at + call.maxDurationS * SECOND_MS + OVERTIME_MS,
  }
  return {
    call: { ...call, status: 'in_progress', answeredBy, answeredAt: at, attempt: live },
    effects: [{ kind: 'converse', attempt: live, answeredBy }],
  }
}

function ended(call: Call, attempt: Attempt, report: CarrierReport): Step {
  const known: Attempt = {
    ...attempt,
    placement: 'placed',
    ringingAt: report.ringingAt ?? attempt.ringingAt,
    answeredAt: report.answeredAt ?? attempt.answeredAt,
  }
  const told: Call = {
    ...call,
    answeredBy: report.answeredBy ?? call.answeredBy,
    answeredAt: known.answeredAt,
    durationS: report.durationS,
    endedReason: endOfTalk(call.endedReason, talkEnd(report)),
  }
  return endAttempt(told, known, report.cause, report.endedAt)
}

/** The agent knows better why a talk ended, but not whether somebody hung up while it said goodbye. */
function endOfTalk(byAgent: EndedReason | null, byCarrier: EndedReason | null): EndedReason | null {
  return byAgent === 'agent_hung_up' ? (byCarrier ?? byAgent) : (byAgent ?? byCarrier)
}

function talkEnd(report: CarrierReport): EndedReason | null {
  switch (report.endedBy) {
    case 'callee':
      return 'callee_hung_up'
    case 'agent':
      return 'agent_hung_up'
    case 'max_duration':
      return 'max_duration'
    case 'transfer':
      return 'transferred'
    case 'connection_lost':
      return 'interrupted'
    case null:
      return null
    default:
      return unreachable(report.endedBy)
  }
}

/** Closes the attempt and decides what becomes of the call: another try by the recall policy, or its final status. */
function endAttempt(call: Call, attempt: Attempt, cause: Disposition, at: Instant): Step {
  // Who has been answered has been reached, whatever cut the line.
  const disposition = attempt.answeredAt === null ? cause : 'answered'
  const over: Attempt = { ...attempt, endedAt: Math.max(at, attempt.dialedAt), disposition, checkAt: null }
  const closed: Call = { ...call, attempt: over }
  const recallAt = mayRecall(call, disposition) ? recallInstant(closed, over) : null
  if (recallAt !== null) {
    const afresh = { retryMachine: false, answeredBy: null, answeredAt: null, endedReason: null, durationS: null }
    return {
      call: {
        ...closed,
        ...afresh,
        status: 'scheduled',
        nextAttemptAt: recallAt,
        recallsUsed: call.recallsUsed + 1,
      },
      effects: [],
    }
  }
  const { status, reason } = finalStatus(disposition)
  return {
    call: {
      ...closed,
      status,
      nextAttemptAt: null,
      endedAt: over.endedAt,
      endedReason:
        disposition === 'answered' ? (call.endedReason ?? (cause === 'answered' ? reason : 'interrupted')) : reason,
      durationS: disposition === 'answered' ? (call.durationS ?? talkSeconds(over)) : null,
    },
    effects: [],
  }
}

function recallInstant(call: Call, attempt: Attempt): Instant | null {
  if (call.anchorAt === null || call.attemptCount >= MAX_ATTEMPTS) return null
  return nextRecallAt({
    anchorAt: call.anchorAt,
    recallMinutes: call.recallMinutes,
    recallsUsed: call.recallsUsed,
    previousDialAt: attempt.dialedAt,
  })
}

function mayRecall(call: Call, disposition: Disposition): boolean {
  if (call.optedOut) return false
  switch (disposition) {
    case 'busy':
    case 'no_answer':
    case 'failed':
    case 'unknown':
      return true
    case 'answered':
      return call.retryMachine
    case 'rejected':
    case 'invalid_number':
    case 'canceled':
      return false
    default:
      return unreachable(disposition)
  }
}

function finalStatus(disposition: Disposition): { status: TerminalStatus; reason: EndedReason } {
  switch (disposition) {
    case 'answered':
      return { status: 'completed', reason: 'callee_hung_up' }
    case 'busy':
      return { status: 'busy', reason: 'busy' }
    case 'no_answer':
      return { status: 'no_answer', reason: 'no_answer' }
    case 'rejected':
      return { status: 'failed', reason: 'rejected' }
    case 'invalid_number':
      return { status: 'failed', reason: 'invalid_number' }
    case 'failed':
      return { status: 'failed', reason: 'carrier_failed' }
    case 'unknown':
      return { status: 'failed', reason: 'carrier_unknown' }
    case 'canceled':
      return { status: 'canceled', reason: 'canceled' }
    default:
      return unreachable(disposition)
  }
}

/** The carrier took nothing on, or was never asked, so no recall is used: the call tries again once the carrier wants to hear from us. */
function throttled(call: Call, attempt: Attempt, retryAfterMs: number, at: Instant): Step {
  if (call.attemptCount >= MAX_ATTEMPTS) return endAttempt(call, attempt, 'failed', at)
  const firstDial = call.recallsUsed === 0
  return {
    call: {
      ...call,
      status: 'scheduled',
      nextAttemptAt: at + Math.min(Math.max(retryAfterMs, SECOND_MS), DAY_MS),
      anchorAt: call.anchored || !firstDial ? call.anchorAt : null,
      attempt: { ...attempt, endedAt: at, disposition: 'failed', checkAt: null },
    },
    effects: [],
  }
}

/** Nobody knows whether it rings. Ask soon, and do not wait for ever. Reports that came first have settled it already. */
function placementUnknown(call: Call, attempt: Attempt): Step {
  if (attempt.placement === 'placed') return unchanged(call)
  return withAttempt(call, {
    ...attempt,
    placement: 'unknown',
    giveUpAt: Math.min(attempt.giveUpAt, attempt.dialedAt + UNKNOWN_GIVE_UP_MS),
  })
}

function check(call: Call, attempt: Attempt, at: Instant): Step {
  if (at >= attempt.giveUpAt) {
    const disposition: Disposition = attempt.answeredAt !== null ? 'answered' : 'unknown'
    const closed = endAttempt(
      { ...call, endedReason: call.endedReason ?? 'carrier_unknown' },
      attempt,
      disposition,
      at,
    ).call
    return { call: closed, effects: [{ kind: 'hangup', attempt }] }
  }
  return withAttempt(call, { ...attempt, checkAt: Math.min(at + CHECK_EVERY_MS, attempt.giveUpAt) })
}

function defer(call: Call, event: Extract<CallEvent, { kind: 'defer' }>): Step {
  if (call.status !== 'scheduled') return unchanged(call)
  return {
    call: { ...call, nextAttemptAt: event.until, waitingReason: event.reason, waitingMessage: event.message },
    effects: [],
  }
}

function skip(call: Call, reason: SkipReason, at: Instant): Step {
  return call.status === 'in_progress' ? unchanged(call) : cancel(call, reason, at)
}

function cancel(call: Call, reason: 'canceled' | SkipReason, at: Instant): Step {
  if (isTerminal(call.status)) return unchanged(call)
  const attempt = call.attempt
  const canceled: Call = {
    ...call,
    status: 'canceled',
    nextAttemptAt: null,
    endedAt: at,
    endedReason: reason,
    waitingReason: null,
    waitingMessage: null,
  }
  if (!attempt || attempt.endedAt !== null) return { call: canceled, effects: [] }
  const over: Attempt = {
    ...attempt,
    endedAt: at,
    disposition: attempt.answeredAt === null ? 'canceled' : 'answered',
    checkAt: null,
  }
  return {
    call: { ...canceled, attempt: over, durationS: attempt.answeredAt === null ? null : talkSeconds(over) },
    effects: [{ kind: 'hangup', attempt: over }],
  }
}

/** Reports about an attempt that we have closed: learn the carrier's reference, and end what should not be alive. */
function afterTheEnd(call: Call, attempt: Attempt, event: AttemptEvent): Step {
  switch (event.kind) {
    case 'placed': {
      const named: Attempt = { ...attempt, placement: 'placed', carrierCallId: event.carrierCallId }
      return {
        call: { ...call, attempt: named },
        effects: closedByUs(call, attempt) ? [{ kind: 'hangup', attempt: named }] : [],
      }
    }
    case 'ringing':
    case 'answered':
      return closedByUs(call, attempt) ? { call, effects: [{ kind: 'hangup', attempt }] } : unchanged(call)
    case 'noted':
      return { call: notedLate(call, attempt, event.note), effects: [] }
    default:
      return unchanged(call)
  }
}

function notedLate(call: Call, attempt: Attempt, note: Note): Call {
  const found: Call = {
    ...call,
    outcome: note.outcome ?? call.outcome,
    summary: note.summary ?? call.summary,
    optedOut: call.optedOut || note.optedOut === true,
  }
  if (!found.optedOut || call.status !== 'scheduled') return found
  return { ...found, status: 'completed', nextAttemptAt: null, endedAt: attempt.endedAt, endedReason: 'opted_out' }
}

function closedByUs(call: Call, attempt: Attempt): boolean {
  const { disposition, placement } = attempt
  // What the carrier did not take, as far as we knew, must not ring beside the dial that takes its place.
  const isTakenForNone = disposition === 'failed' && placement === 'requested'
  return call.status === 'canceled' || disposition === 'canceled' || disposition === 'unknown' || isTakenForNone
}

function noted(call: Call, note: Note): Call {
  return {
    ...call,
    outcome: note.outcome ?? call.outcome,
    summary: note.summary ?? call.summary,
    endedReason: note.reason ?? call.endedReason,
    optedOut: call.optedOut || note.optedOut === true,
    retryMachine: call.retryMachine || note.retryMachine === true,
  }
}

function withAttempt(call: Call, attempt: Attempt): Step {
  return { call: { ...call, attempt }, effects: [] }
}

function unchanged(call: Call): Step {
  return { call, effects: [] }
}

/** The instant by which an attempt that was dialled at `dialedAt` is over: it rings, and talks, for as long as it may. */
export function longestLife(call: Pick<Call, 'ringTimeoutS' | 'maxDurationS'>, dialedAt: Instant): Instant {
  return dialedAt + (call.ringTimeoutS + call.maxDurationS) * SECOND_MS + OVERTIME_MS
}

function talkSeconds(attempt: Attempt): number | null {
  if (attempt.answeredAt === null || attempt.endedAt === null) return null
  return Math.max(0, Math.floor((attempt.endedAt - attempt.answeredAt) / SECOND_MS))
}
