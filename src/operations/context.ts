import type { Engine } from '../engine/engine.ts'
import type { Agent } from '../ports/Agent.ts'
import type { Store, Tx } from '../store/open.ts'
import type { Instant } from '../core/time.ts'

/** What an operation is given besides the request: who asks, when, and what it may work with. */
export interface Context {
  account: { id: string; timeZone: string }
  /** The name of the token that was used. */
  tokenName: string
  now: Instant
  /** A new UUIDv7. */
  newId: () => string
  store: Store
  /** Runs the writes of a creating request in one transaction, which also keeps the reply when the request has a key. */
  create: <R extends { status: number; body: unknown }>(work: (tx: Tx) => Promise<R>) => Promise<R>
  engine: Pick<Engine, 'callsStored' | 'cancelCall' | 'campaignChanged'>
  agent: Pick<Agent, 'check'>
}
