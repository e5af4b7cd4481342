/** What a node and the carrier's process say to each other: JSON over a WebSocket, one message each. */
import type { AttemptRef, CarrierEvent, CarrierState, Dial, Placement } from '../../../src/ports/Carrier.ts'
import type { UtteranceEnd } from '../../../src/ports/Line.ts'

/** What a node asks for; `id` is that of the answer. */
export type FromNode =
  | { kind: 'place'; id: number; dial: Dial }
  | { kind: 'fetch'; id: number; ref: AttemptRef }
  | { kind: 'finish'; attemptId: string; end: UtteranceEnd }
  | { kind: 'hangup'; attemptId: string }

export type ToNode =
  | { kind: 'placement'; id: number; placement: Placement }
  | { kind: 'state'; id: number; state: CarrierState }
  | { kind: 'event'; event: CarrierEvent }

/** A create request and what became of it. Milliseconds are those of the carrier's monotonic clock. */
export interface DialRecord {
  /** Its place among all create requests, from 0. */
  order: number
  attemptId: string
  attemptNumber: number
  to: string
  /** The node that asked. */
  node: string
  at: number
  /** True for a create request whose attempt the carrier knew already: nobody's phone rings, and it is a fault. */
  isRepeated: boolean
  /** Null while the call goes on. */
  overAt: number | null
  /** How it ended; null while it goes on. */
  cause: string | null
}
