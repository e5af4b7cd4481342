/** The whole service as it is composed in production, on a virtual clock, with an account, over real HTTP. */
import type { components } from '../../generated/types.ts'
import { createScriptedAgent } from '../../src/agents/scripted.ts'
import { compose } from '../../src/app.ts'
import { createSimulator, type SimulatorOptions } from '../../src/carriers/simulator.ts'
import { encodeToken, hashToken, SCOPES, TOKEN_RANDOM_BYTES, tokenPrefix } from '../../src/core/apiToken.ts'
import type { Instant } from '../../src/core/time.ts'
import type { Node } from '../../src/engine/membership.ts'
import { serve } from '../../src/http/serve.ts'
import type { Carrier, Dial } from '../../src/ports/Carrier.ts'
import type { LogLevel } from '../../src/ports/Log.ts'
import type { EngineState, Watch } from '../../src/ports/Watch.ts'
import { insertAccount } from '../../src/store/accounts.ts'
import type { Store } from '../../src/store/open.ts'
import { insertToken } from '../../src/store/tokens.ts'
import { expectConformance } from './conformance.ts'
import { openTestStore } from './database.ts'
import { createVirtualClock, type VirtualClock } from '../../src/engine/virtualClock.ts'

/** Monday, nine in the morning, in winter. */
export const START = Date.parse('2026-11-23T09:00:00.000Z')

/** High enough to be out of the way; tests of the limits set their own. */
const WIDE_LIMITS = { perSecond: 100_000, perMinute: 6_000_000 }

export interface TestAccount {
  id: string
  token: string
}

/** An answer, with the body parsed. That it has the shape which the contract declares is checked before a test sees it. */
export interface TestAnswer<Data = unknown> {
  status: number
  headers: Headers
  body: TestBody<Data>
}

/** The envelope, of success or of failure: a test that looks at the other one finds undefined, and fails. */
export interface TestBody<Data = unknown> {
  success: boolean
  data: Data
  error: components['schemas']['ErrorBody']
  /** In the answer to a new campaign. */
  campaign_id: string
}

export interface TestApp {
  url: string
  clock: VirtualClock
  store: Store
  account: TestAccount
  carrier: Carrier
  /** Every create request that the carrier has got. */
  dials: (Dial & { at: Instant })[]
  engineState(): EngineState
  /** What the process wrote to its log. */
  logged: { level: LogLevel; message: string; detail?: Record<string, unknown> | undefined }[]
  addAccount(options?: {
    scopes?: readonly string[]
    timeZone?: string
    limits?: { perSecond: number; perMinute: number }
    expiresAt?: Instant
  }): Promise<TestAccount>
  /** Sends a request, and fails when the answer, whatever it is, differs from the contract. */
  request<Data = unknown>(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; as?: TestAccount | null },
  ): Promise<TestAnswer<Data>>
  get<Data = unknown>(path: string, as?: TestAccount): Promise<TestAnswer<Data>>
  post<Data = unknown>(path: string, body?: unknown, as?: TestAccount): Promise<TestAnswer<Data>>
  /** Makes a playbook and answers its id. */
  addPlaybook(config?: Partial<components['schemas']['PlaybookConfig']>, as?: TestAccount): Promise<string>
  /** Lets everything that is going on come to rest. */
  settle(): Promise<void>
  advanceTo(at: Instant): Promise<void>
  advanceBy(ms: number): Promise<void>
  /** Ends the process's part, as a crash would: nothing is finished, only the store and the clock stay. Starts another. */
  restart(options?: { after?: number }): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  start?: Instant
  simulator?: Partial<Omit<SimulatorOptions, 'clock'>>
  /** Wraps the simulator, to put trouble between it and the engine. */
  carrier?: (simulator: Carrier, clock: VirtualClock) => Carrier
  /** Wraps the store, to put trouble between it and the service. */
  store?: (store: Store) => Store
  limits?: { perSecond: number; perMinute: number }
  timeZone?: string
  /** The process is one of several on the database. */
  node?: Node
  watch?: Watch
  /** Days for which calls that are over are kept; for ever if absent. */
  keepDays?: number
  /** A campaign of more is stored in parts. */
  contactsPerPart?: number
}

/** Opens an app on an empty database. Close it at the end of the test. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = createVirtualClock(options.start ?? START)
  const store = await openTestStore()
  const dials: TestApp['dials'] = []
  const logged: TestApp['logged'] = []

  async function run() {
    const simulator = createSimulator({
      clock,
      seed: 7,
      speed: 1,
      onDial: (dial) => dials.push({ ...dial, at: clock.now() }),
      ...options.simulator,
    })
    const carrier = options.carrier?.(simulator, clock) ?? simulator
    const app = compose({
      store: options.store?.(store) ?? store,
      clock,
      carrier,
      simulator,
      agent: createScriptedAgent(),
      log: (level, message, detail) => logged.push({ level, message, detail }),
      ...(options.node && { node: options.node }),
      ...(options.watch && { watch: options.watch }),
      ...(options.contactsPerPart && { contactsPerPart: options.contactsPerPart }),
      keepDays: options.keepDays ?? null,
    })
    await app.engine.start()
    const server = serve({ answer: app.answer, hostname: '127.0.0.1', port: 0 })
    return { app, carrier, simulator, server }
  }
  let running = await run()
  const settle = (): Promise<void> => running.app.engine.idle()
  await settle()

  const addAccount: TestApp['addAccount'] = async (wanted = {}) => {
    const id = Bun.randomUUIDv7()
    const token = encodeToken(crypto.getRandomValues(new Uint8Array(TOKEN_RANDOM_BYTES)))
    const limits = wanted.limits ?? WIDE_LIMITS
    await store.transaction(async (tx) => {
      await insertAccount(tx, {
        id,
        name: 'Test',
        timeZone: wanted.timeZone ?? 'UTC',
        requestsPerSecond: limits.perSecond,
        requestsPerMinute: limits.perMinute,
        at: clock.now(),
      })
      await insertToken(tx, {
        id: Bun.randomUUIDv7(),
        accountId: id,
        name: 'Test token',
        prefix: tokenPrefix(token),
        hash: hashToken(token),
        scopes: wanted.scopes ?? SCOPES,
        at: clock.now(),
        expiresAt: wanted.expiresAt ?? null,
      })
    })
    return { id, token }
  }
  const account = await addAccount({
    ...(options.limits && { limits: options.limits }),
    ...(options.timeZone && { timeZone: options.timeZone }),
  })

  const request: TestApp['request'] = async <Data>(
    method: string,
    path: string,
    { body, headers = {}, as = account }: NonNullable<Parameters<TestApp['request']>[2]> = {},
  ): Promise<TestAnswer<Data>> => {
    const response = await fetch(running.server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    expectConformance({ method, path, status: response.status, headers: response.headers, text })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a test looks at, it asserts
    const parsed = (isJson ? JSON.parse(text) : text) as TestBody<Data>
    return { status: response.status, headers: response.headers, body: parsed }
  }

  return {
    get url() {
      return running.server.url
    },
    get carrier() {
      return running.carrier
    },
    clock,
    store,
    account,
    dials,
    engineState: () => running.app.engine.state(),
    logged,
    addAccount,
    request,
    get: (path, as) => request('GET', path, as ? { as } : {}),
    post: (path, body, as) => request('POST', path, { ...(body !== undefined && { body }), ...(as && { as }) }),
    addPlaybook: async (config = {}, as) => {
      const created = await request<{ id: string }>('POST', '/playbooks', {
        body: { name: 'Test', config: { agent: 'scripted', first_message: 'Hello.', ...config } },
        ...(as && { as }),
      })
      if (created.status !== 201) throw new Error(`the playbook was refused: ${JSON.stringify(created.body)}`)
      return created.body.data.id
    },
    settle,
    advanceTo: async (at) => {
      await settle()
      await clock.advanceTo(at, settle)
    },
    advanceBy: async (ms) => {
      await settle()
      await clock.advanceBy(ms, settle)
    },
    restart: async ({ after = 0 } = {}) => {
      await running.server.stop()
      await running.app.engine.stop()
      running.simulator.close()
      if (after > 0) await clock.advanceBy(after)
      running = await run()
      await settle()
    },
    close: async () => {
      await running.server.stop()
      await running.app.engine.stop()
      running.simulator.close()
    },
  }
}
