import type { Engine } from '../engine/engine.ts'
import type { Agent } from '../ports/Agent.ts'
import type { RefusalReason } from '../ports/Carrier.ts'
import type { Store, Tx } from '../store/open.ts'
import type { Work } from '../core/sharedWork.ts'
import type { Instant } from '../core/time.ts'

/** What an operation is given besides the request: who asks, when, and what it may work with. */
export interface Context {
  account: { id: string; timeZone: string }
  /** The token that was used. */
  token: { name: string; scopes: readonly string[]; expiresAt: Instant | null }
  now: Instant
  /** A new UUIDv7. */
  newId: () => string
  store: Store
  /** Runs the writes of a creating request in one transaction, which also keeps the reply when the request has a key. */
  create: <R extends { status: number; body: unknown }>(work: Work<Tx, R>) => Promise<R>
  engine: Pick<Engine, 'callsStored' | 'cancelCall' | 'campaignChanged' | 'numberSuppressed'>
  agent: Pick<Agent, 'check'>
  /** A campaign of more is stored in parts, after it was accepted. */
  contactsPerPart: number
  /** What the carrier takes in a second. */
  callsPerSecond: number
  /** Null with a real carrier. */
  simulator: Ringing | null
}

/** Lets somebody call us. */
export interface Ringing {
  ringIn(call: { from: string; to: string }): Promise<{ accepted: { attemptId: string } } | { refused: RefusalReason }>
}
