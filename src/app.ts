/** The one place where everything is wired. The process and the tests use the same. */
import type { Agent } from './ports/Agent.ts'
import type { Carrier } from './ports/Carrier.ts'
import type { Clock } from './ports/Clock.ts'
import type { Log } from './ports/Log.ts'
import type { Watch } from './ports/Watch.ts'
import { type Instant, MINUTE_MS } from './core/time.ts'
import { createEngine, type Engine } from './engine/engine.ts'
import type { Node } from './engine/nodes/membership.ts'
import { mount } from './http/mount.ts'
import type { Answer } from './http/serve.ts'
import type { Context, Ringing } from './operations/context.ts'
import { operations } from './operations/index.ts'
import { findMeaningFaults } from './operations/parse/meaning.ts'
import { CONTACTS_PER_PART } from './store/campaigns/parts.ts'
import { findReply, saveReply } from './store/idempotencyKeys.ts'
import { takeFromWindows } from './store/nodes/nodes.ts'
import type { Store, Tx } from './store/open.ts'
import { isReady } from './database/ready.ts'
import { rememberTokenHolders } from './store/tokens/tokenHolders.ts'
import { touchToken } from './store/tokens/tokens.ts'
import { isDiskFull, isUnavailable } from './database/errors.ts'
import { UNWATCHED } from './observability/unwatched.ts'
import { watchStore } from './observability/watchStore.ts'

/** Requests an account may send unless its settings say otherwise. */
export const DEFAULT_LIMITS = { perSecond: 10, perMinute: 100 }

export interface Parts {
  store: Store
  clock: Clock
  carrier: Carrier
  /** The carrier itself when it is the simulated one. */
  simulator?: Ringing
  agent: Agent
  log: Log
  /** Who this process is among those that share the database; absent where there can be no other. */
  node?: Node
  /** Is told what happens; nobody if absent. */
  watch?: Watch
  /** Makes identifiers; UUIDs of version 7 by the clock if absent. */
  newId?: () => string
  /** Few of them show what becomes of campaigns in parts without many contacts. */
  contactsPerPart?: number
  /** Days for which calls that are over are kept; for ever if absent or null. */
  keepDays?: number | null
}

export interface App {
  answer: Answer
  engine: Engine
  /** Says that it is not ready any more, and dials nothing more; requests are answered as before. */
  drain(): void
}

export function compose(parts: Parts): App {
  const { clock, carrier, simulator, agent, log, watch = UNWATCHED } = parts
  const store = watchStore(parts.store, 'request', watch)
  const newId = parts.newId ?? ((): string => Bun.randomUUIDv7('hex', clock.now()))
  const engine = createEngine({
    store: watchStore(parts.store, 'engine', watch),
    clock,
    carrier,
    agent,
    newId,
    log,
    watch,
    node: parts.node ?? null,
    keepDays: parts.keepDays ?? null,
  })
  /** Remembers once a minute that a token is in use. Nobody waits for it, and nothing is lost when it fails. */
  let minute = 0
  const noted = new Set<string>()
  const noteUse = (tokenId: string, now: Instant): void => {
    const at = Math.floor(now / MINUTE_MS) * MINUTE_MS
    if (at !== minute) noted.clear()
    minute = at
    if (noted.has(tokenId)) return
    noted.add(tokenId)
    store
      .transaction((tx) => touchToken(tx, tokenId, at))
      .catch((cause: unknown) => log('warn', 'the use of a token was not noted', { cause: String(cause) }))
  }
  let isDraining = false
  const findTokenHolder = rememberTokenHolders(store)
  const answer = mount<Context, Tx>({
    operations,
    createContext: ({ principal, now, create }) => ({
      account: { id: principal.accountId, timeZone: principal.timeZone },
      token: { name: principal.tokenName, scopes: principal.scopes, expiresAt: principal.expiresAt },
      now,
      newId,
      store,
      create,
      engine,
      agent,
      contactsPerPart: parts.contactsPerPart ?? CONTACTS_PER_PART,
      callsPerSecond: carrier.lines.callsPerSecond,
      simulator: simulator ?? null,
    }),
    findPrincipal: async (hash, now) => {
      const holder = await findTokenHolder(hash, now)
      if (holder) noteUse(holder.tokenId, now)
      return holder
    },
    findMeaningFaults,
    replies: {
      transaction: store.transaction,
      findReply: (accountId, key) => findReply(store.db, accountId, key),
      saveReply,
    },
    defaultLimits: DEFAULT_LIMITS,
    sharedWindows: {
      areUsed: engine.hasMetOthers,
      take: (accountId, windows, at) =>
        takeFromWindows(store.db, { subject: `requests ${accountId}`, windows, wanted: 1, at }),
    },
    clock,
    newId,
    health: {
      ready: async () => !isDraining && (await isReady(store)),
      isDiallingHeld: () => engine.state().isDiallingHeld,
      clock: clock.condition,
    },
    isUnavailable,
    isDiskFull,
    log,
    watch,
  })
  const drain = (): void => {
    isDraining = true
    engine.stopDialling()
  }
  return { answer, engine, drain }
}
