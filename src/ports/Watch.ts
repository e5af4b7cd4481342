/** Told what happens, for those who watch over the service. */
import type { Call } from '../core/call.ts'
import type { ClockCondition } from '../core/steadyTime.ts'
import type { RefusalReason } from './Carrier.ts'

/** A request on its way; `operation` is filled in when the route is found. */
export interface WatchedRequest {
  requestId: string
  /** The operationId; `other` for a document, and for what is no path of ours. Never a path. */
  operation: string
}

/** Who opens a transaction. */
export type TransactionOf = 'request' | 'engine'

/** What the engine does for many calls at once: storing events of theirs, and dialling. */
export type BatchOf = 'events' | 'dials'

/** Notes how many of something were in a batch. */
export type Count = (what: 'events' | 'calls' | 'dials', count: number) => void

/** How things stand with the engine at a moment. */
export interface EngineState {
  /** Calls that occupy a line. */
  callsInTheAir: number
  /** Lines that the carrier has. */
  lines: number
  /** Events of calls that have still to be stored. */
  eventsWaiting: number
  /** Nothing is dialled until an operator says so. */
  isDiallingHeld: boolean
  /** What has become of the clock lately. */
  clock: ClockCondition
}

/**
 * Nothing here throws of itself, keeps anybody waiting or changes what happens. What is told stays within: who is
 * called, and what is said, is for none of it.
 */
export interface Watch {
  /** Runs the answering of a request. */
  request(request: Request, about: WatchedRequest, answer: () => Promise<Response>): Promise<Response>
  /** Runs a transaction, commit included. */
  transaction<T>(of: TransactionOf, run: () => Promise<T>): Promise<T>
  /** Runs a batch of the engine: its transaction, and what is done after the commit. */
  batch<T>(of: BatchOf, run: (count: Count) => Promise<T>): Promise<T>
  /** A call has changed, and that is committed; `before` is null for one that has just been stored. */
  callChanged(before: Call | null, after: Call): void
  /** Somebody who called was turned away. */
  incomingRefused(reason: RefusalReason): void
  /** Somebody has set the clock, ahead or (less than 0) back. */
  clockJumped(byMs: number): void
}
