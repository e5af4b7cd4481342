/**
 * What Playcall asks of a telephone carrier, and what a carrier tells.
 *
 * The attempt's id travels with every request and comes back in every event, because a carrier may report on a call
 * before it has answered the request that created it. The carrier turns speech into text and back: Playcall exchanges
 * text only. A carrier also keeps the two limits that real ones keep (how long it rings, how long a call may last).
 */
import type { AnsweredBy, CarrierReport } from '../core/call.ts'
import type { Instant } from '../core/time.ts'

/** One dial. */
export interface Dial {
  attemptId: string
  /** 1 for the first dial of a call. */
  attemptNumber: number
  /** E.164. */
  to: string
  /** Caller id in E.164; null lets the carrier choose. */
  from: string | null
  ringTimeoutS: number
  maxDurationS: number
}

/**
 * Names an attempt towards the carrier; `carrierCallId` is null while the create request is unanswered. It repeats what
 * was asked in the dial, so that an adapter need not remember anything across a restart.
 */
export interface AttemptRef {
  attemptId: string
  attemptNumber: number
  carrierCallId: string | null
  to: string
  dialedAt: Instant
  ringTimeoutS: number
  maxDurationS: number
}

/** The answer to a create request. `unknown` means that the phone may be ringing: never ask again. */
export type Placement =
  | { kind: 'placed'; carrierCallId: string }
  | { kind: 'refused'; cause: 'invalid_number' | 'rejected' | 'failed' }
  | { kind: 'throttled'; retryAfterMs: number }
  | { kind: 'unknown' }

/**
 * What the carrier knows about an attempt when it is asked. `unavailable`: it could not be asked. `absent`: no create
 * request for it has reached the carrier; one may still be on its way.
 */
export type CarrierState =
  | { kind: 'dialling' }
  | { kind: 'ringing' }
  | { kind: 'in_progress'; answeredBy: AnsweredBy }
  | { kind: 'ended'; report: CarrierReport }
  | { kind: 'absent' }
  | { kind: 'unavailable' }

export type CarrierEvent =
  | { kind: 'ringing'; attemptId: string }
  | { kind: 'answered'; attemptId: string; answeredBy: AnsweredBy }
  | { kind: 'ended'; attemptId: string; report: CarrierReport }
  /** The callee said something. `interrupted` carries what the callee had heard of the agent's speech that was cut short. */
  | { kind: 'heard'; attemptId: string; text: string; interrupted: { heard: string } | null }
  /** Nobody spoke for the `silenceAfterS` of the last speech. */
  | { kind: 'silence'; attemptId: string }
  /** Somebody calls one of our numbers. It rings until the call is accepted or refused. `from` is null when it is withheld. */
  | { kind: 'incoming'; carrierCallId: string; from: string | null; to: string }

export interface Speech {
  text: string
  interruptible: boolean
  /** Seconds without a word from the callee after which `silence` is reported; null for never. */
  silenceAfterS: number | null
  /** What happens when it has been said: listen to the callee, hang up, or hand the callee to another number. */
  then: { kind: 'listen' } | { kind: 'hangup' } | { kind: 'transfer'; to: string }
}

/** Why an incoming call is not answered: nobody has the number, or every line is taken. */
export type RefusalReason = 'unknown_number' | 'no_line'

export interface Carrier {
  readonly name: string
  /** What the carrier takes: dials in any one second, and calls in the air at once. */
  readonly lines: { callsPerSecond: number; callsAtOnce: number }
  /**
   * Sends the one create request of an attempt, at once. Without an answer within `CREATE_TIMEOUT_MS` it gives up: the
   * request is not sent any more, and the answer is `unknown`. Never throws: what went wrong is in the answer.
   */
  place(dial: Dial): Promise<Placement>
  /**
   * Says a text to the callee. An empty text goes straight to `then`. Nothing happens when the call is over, nor after
   * a speech that hangs up or transfers: those are the last words.
   */
  say(ref: AttemptRef, speech: Speech): void
  /** Ends the call, ringing or talking. Nothing happens when it is over. */
  hangup(ref: AttemptRef): void
  /** Answers an incoming call: from now on it is the attempt `ref` names. Nothing happens when the caller has given up. */
  accept(ref: AttemptRef): void
  /** Turns an incoming call away. */
  refuse(carrierCallId: string, reason: RefusalReason): void
  /** Asks what became of an attempt. Never throws. */
  fetch(ref: AttemptRef): Promise<CarrierState>
  /** Names the one receiver of events. They may come twice, late, or out of order. */
  subscribe(sink: (event: CarrierEvent) => void): void
  /** Lets go of every timer. Calls in the air are forgotten. */
  close(): void
}
