/** The one place where everything is wired. The process and the tests use the same. */
import type { Agent } from './ports/Agent.ts'
import type { Carrier } from './ports/Carrier.ts'
import type { Clock } from './ports/Clock.ts'
import type { Log } from './ports/Log.ts'
import { createEngine, type Engine } from './engine/engine.ts'
import { mount } from './http/mount.ts'
import type { Answer } from './http/serve.ts'
import type { Context } from './operations/context.ts'
import { operations } from './operations/index.ts'
import { findReply, saveReply } from './store/idempotencyKeys.ts'
import type { Store, Tx } from './store/open.ts'
import { isReady } from './store/ready.ts'
import { findTokenHolder } from './store/tokens.ts'

/** Requests an account may send unless its settings say otherwise. */
export const DEFAULT_LIMITS = { perSecond: 10, perMinute: 100 }

export interface Parts {
  store: Store
  clock: Clock
  carrier: Carrier
  agent: Agent
  log: Log
}

export interface App {
  answer: Answer
  engine: Engine
}

export function compose({ store, clock, carrier, agent, log }: Parts): App {
  const newId = (): string => Bun.randomUUIDv7('hex', clock.now())
  const engine = createEngine({ store, clock, carrier, agent, newId, log })
  const answer = mount<Context, Tx>({
    operations,
    createContext: ({ principal, now, create }) => ({
      account: { id: principal.accountId, timeZone: principal.timeZone },
      tokenName: principal.tokenName,
      now,
      newId,
      store,
      create,
      engine,
      agent,
    }),
    findPrincipal: (hash, now) => findTokenHolder(store, hash, now),
    replies: {
      transaction: store.transaction,
      findReply: (accountId, key) => findReply(store.db, accountId, key),
      saveReply,
    },
    defaultLimits: DEFAULT_LIMITS,
    clock,
    newId,
    ready: () => isReady(store),
    log,
  })
  return { answer, engine }
}
