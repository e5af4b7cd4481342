/**
 * What a call is.
 *
 * A call is the intent to reach one contact; an attempt is one dial. A call waits (`scheduled`) for its next dial,
 * dials (`initiated`), rings, talks (`in_progress`), and ends in a terminal status that never changes again. How it gets
 * from one to the next is told in `step.ts`.
 */
import { MINUTE_MS, SECOND_MS, type Instant } from './time.ts'
import { unreachable } from './unreachable.ts'

export const CALL_STATUSES = [
  'scheduled',
  'initiated',
  'ringing',
  'in_progress',
  'completed',
  'busy',
  'no_answer',
  'failed',
  'canceled',
] as const
export type CallStatus = (typeof CALL_STATUSES)[number]
export type TerminalStatus = 'completed' | 'busy' | 'no_answer' | 'failed' | 'canceled'

export type Disposition =
  'answered' | 'busy' | 'no_answer' | 'rejected' | 'invalid_number' | 'failed' | 'canceled' | 'unknown'

export type AnsweredBy = 'human' | 'machine' | 'unknown'

export type EndedReason =
  | 'agent_hung_up'
  | 'callee_hung_up'
  | 'max_duration'
  | 'silence'
  | 'voicemail'
  | 'opted_out'
  | 'transferred'
  | 'agent_failed'
  | 'interrupted'
  | 'busy'
  | 'no_answer'
  | 'rejected'
  | 'invalid_number'
  | 'carrier_failed'
  | 'carrier_unknown'
  | 'canceled'
  | 'suppressed'

/** Why a due call was put off. */
export type WaitingReason = 'calling_hours' | 'attempt_limit'

/** Why a call is given up without another dial. */
export type SkipReason = 'suppressed'

/** A carrier's account of a call that is over. Complete in itself, so that earlier reports may be missing. */
export interface CarrierReport {
  cause: 'answered' | 'busy' | 'no_answer' | 'rejected' | 'invalid_number' | 'failed' | 'canceled'
  /** Who or what ended an answered call. */
  endedBy: 'agent' | 'callee' | 'max_duration' | 'transfer' | 'connection_lost' | null
  answeredBy: AnsweredBy | null
  ringingAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant
  /** Whole seconds from answer to end by the carrier's own clock; null when never answered. */
  durationS: number | null
}

export interface Attempt {
  id: string
  /** 1 for the first dial of the call. */
  number: number
  carrier: string
  carrierCallId: string | null
  /** What became of the create request: no answer yet, taken, or not known. */
  placement: 'requested' | 'placed' | 'unknown'
  dialedAt: Instant
  ringingAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
  disposition: Disposition | null
  /** When to ask the carrier, should it stay silent; null once the attempt has ended. */
  checkAt: Instant | null
  /** When to close the attempt whatever the carrier says. */
  giveUpAt: Instant
}

export interface Call {
  id: string
  status: CallStatus
  /** Minutes from the anchor, strictly increasing. */
  recallMinutes: readonly number[]
  /** How many of the delays have been used. */
  recallsUsed: number
  /** What the delays count from: the launch time of a scheduled call, else the first dial; null before that. */
  anchorAt: Instant | null
  /** The call was given a launch time, which stays the anchor whenever the first dial happens. */
  anchored: boolean
  nextAttemptAt: Instant | null
  /** Why the next attempt is later than the recall policy would have it, also as a sentence for people. */
  waitingReason: WaitingReason | null
  waitingMessage: string | null
  attemptCount: number
  /** The last attempt, live or ended. */
  attempt: Attempt | null
  answeredBy: AnsweredBy | null
  outcome: string | null
  summary: string | null
  optedOut: boolean
  /** A machine answered and the playbook wants another try. */
  retryMachine: boolean
  endedReason: EndedReason | null
  startedAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
  durationS: number | null
  /** Longest ring and longest talk that the carrier was asked to allow. */
  ringTimeoutS: number
  maxDurationS: number
}

export type CallEvent =
  /** A line is free: dial. The caller has checked that the call is due. */
  | { kind: 'dial'; attemptId: string; carrier: string }
  | { kind: 'placed'; attemptId: string; carrierCallId: string }
  | { kind: 'refused'; attemptId: string; cause: 'invalid_number' | 'rejected' | 'failed' }
  | { kind: 'throttled'; attemptId: string; retryAfterMs: number }
  | { kind: 'placement_unknown'; attemptId: string }
  | { kind: 'ringing'; attemptId: string }
  | { kind: 'answered'; attemptId: string; answeredBy: AnsweredBy }
  | { kind: 'ended'; attemptId: string; report: CarrierReport }
  /** The carrier has never heard of the attempt. */
  | { kind: 'absent'; attemptId: string }
  /** It is certain that the carrier was never asked for the attempt, and never will be. */
  | { kind: 'not_placed'; attemptId: string }
  /** `checkAt` has come, and the carrier has nothing to say that would end the attempt. */
  | { kind: 'check'; attemptId: string }
  /** What the conversation has found out; kept even when the call is cut off a moment later. */
  | { kind: 'noted'; attemptId: string; note: Note }
  | { kind: 'cancel' }
  /** The call is due but must not be dialled before `until`. */
  | { kind: 'defer'; until: Instant; reason: WaitingReason; message: string }
  /** The number must not be dialled at all. A conversation that is going on is left alone. */
  | { kind: 'skip'; reason: SkipReason }

/** An event about one attempt; the others are about the call. */
export type AttemptEvent = Exclude<Extract<CallEvent, { attemptId: string }>, { kind: 'dial' }>

export interface Note {
  outcome?: string
  summary?: string
  reason?: EndedReason
  optedOut?: true
  retryMachine?: true
}

export type CallEffect =
  | { kind: 'place'; attempt: Attempt }
  | { kind: 'converse'; attempt: Attempt; answeredBy: AnsweredBy }
  | { kind: 'hangup'; attempt: Attempt }

export interface Step {
  call: Call
  effects: CallEffect[]
}

/** A create request without an answer is given up after this: it is not sent any more, and its fate is unknown. */
export const CREATE_TIMEOUT_MS = 10 * SECOND_MS
/** How long after a dial whose fate is unknown the attempt is closed when nothing is heard of it. */
export const UNKNOWN_GIVE_UP_MS = 2 * MINUTE_MS
/** How often a silent carrier is asked about a live attempt. */
export const CHECK_EVERY_MS = 30 * SECOND_MS
/** What a call may take beyond ringing and talking before it is closed without the carrier's word. */
export const OVERTIME_MS = 5 * MINUTE_MS
/** No call is dialled more often than this, throttled dials included. */
export const MAX_ATTEMPTS = 100

export function isTerminal(status: CallStatus): status is TerminalStatus {
  switch (status) {
    case 'completed':
    case 'busy':
    case 'no_answer':
    case 'failed':
    case 'canceled':
      return true
    case 'scheduled':
    case 'initiated':
    case 'ringing':
    case 'in_progress':
      return false
    default:
      return unreachable(status)
  }
}

/** The status a client sees: a scheduled call whose instant has come is waiting for a line, which is part of `initiated`. */
export function visibleStatus(call: Pick<Call, 'status' | 'nextAttemptAt'>, now: Instant): CallStatus {
  return call.status === 'scheduled' && call.nextAttemptAt !== null && call.nextAttemptAt <= now
    ? 'initiated'
    : call.status
}
