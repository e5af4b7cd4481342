/** A service with made-up operations, listening on the loopback: what the tests of the HTTP layer talk to. */
import { connect } from 'node:net'
import { operationIds, type Operations } from '../../generated/operations.ts'
import { encodeToken, hashToken, SCOPES } from '../../src/core/apiToken.ts'
import type { Principal } from '../../src/http/request/authenticate.ts'
import type { Create, Reply, StoredReply } from '../../src/http/request/idempotency.ts'
import { mount, type Service } from '../../src/http/mount.ts'
import { serve } from '../../src/http/serve.ts'
import { createVirtualClock } from '../../src/clocks/virtualClock.ts'
import { findMeaningFaults } from '../../src/operations/parse/meaning.ts'
import { UNWATCHED } from '../../src/observability/unwatched.ts'

export interface FakeContext {
  principal: Principal
  create: Create<string[]>
}

export type FakeOperation = (request: never, context: FakeContext) => Promise<Reply>

export const TOKEN = encodeToken(new Uint8Array(32).fill(7))
export const READ_TOKEN = encodeToken(new Uint8Array(32).fill(8))
export const START = Date.UTC(2026, 0, 5, 9)

/** Starts a service whose operations answer what they were given, save those that are handed in. */
export function startService(
  options: {
    operations?: Record<string, FakeOperation>
    limits?: Principal['limits']
    parts?: Partial<Service<FakeContext, string[]>>
  } = {},
) {
  const clock = createVirtualClock(START)
  const limits = options.limits ?? { perSecond: 100_000, perMinute: 1_000_000 }
  const account: Principal = {
    accountId: 'account-1',
    tokenId: 'token-1',
    tokenName: 'test',
    scopes: SCOPES,
    expiresAt: null,
    timeZone: 'UTC',
    limits,
  }
  const principals = new Map([
    [hashToken(TOKEN), account],
    [hashToken(READ_TOKEN), { ...account, tokenId: 'token-2', scopes: ['calls:read'] }],
  ])
  const store = createFakeStore()
  const logged: unknown[] = []
  const answer = mount<FakeContext, string[]>({
    operations: fakeOperations(options.operations ?? {}),
    createContext: ({ principal, create }) => ({ principal, create }),
    findPrincipal: (hash) => Promise.resolve(principals.get(hash) ?? null),
    findMeaningFaults,
    replies: store,
    defaultLimits: limits,
    clock,
    newId: () => crypto.randomUUID(),
    health: { ready: () => Promise.resolve(true), isDiallingHeld: () => false, clock: () => 'steady' },
    isUnavailable: () => false,
    isDiskFull: () => false,
    log: (level, message, detail) => logged.push({ level, message, ...detail }),
    watch: UNWATCHED,
    ...options.parts,
  })
  const server = serve({ answer, hostname: '127.0.0.1', port: 0 })
  return { ...server, clock, store, logged, account, principals }
}

export type FakeService = ReturnType<typeof startService>

/** Rows and replies that are kept together or not at all, as a database keeps them. */
export function createFakeStore() {
  const rows: string[] = []
  const replies = new Map<string, StoredReply>()
  return {
    rows,
    replies,
    async transaction<R>(work: (tx: string[]) => Promise<R>): Promise<R> {
      const kept = new Map(replies)
      const tx: string[] = []
      try {
        const result = await work(tx)
        rows.push(...tx)
        return result
      } catch (error) {
        replies.clear()
        for (const [key, reply] of kept) replies.set(key, reply)
        throw error
      }
    },
    findReply: (accountId: string, key: string) => Promise.resolve(replies.get(`${accountId} ${key}`) ?? null),
    saveReply(_tx: string[], accountId: string, key: string, reply: StoredReply, expiredBefore: number) {
      const slot = `${accountId} ${key}`
      const known = replies.get(slot)
      if (known && known.createdAt > expiredBefore) return Promise.resolve(false)
      replies.set(slot, reply)
      return Promise.resolve(true)
    },
  }
}

const echo: FakeOperation = (request) => Promise.resolve({ status: 200, body: { success: true, data: request } })

function fakeOperations(special: Record<string, FakeOperation>): Operations<FakeContext> {
  const table = Object.fromEntries(operationIds.map((id) => [id, special[id] ?? echo]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the echoes stand in for the real operations
  return table as unknown as Operations<FakeContext>
}

export interface Answered {
  status: number
  headers: Headers
  /** The parsed body; undefined when there is none. */
  body: Envelope | undefined
}

export interface Envelope {
  success: boolean
  data?: unknown
  error?: {
    code: string
    message: string
    request_id: string
    details?: { in: string; pointer: string; code: string; message: string }[]
    retry_after?: number
  }
}

/** Sends a request as a well-behaved client would; a body that is no string is sent as JSON. */
export async function call(
  service: { url: string },
  line: string,
  options: { token?: string | null; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answered> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const { token = TOKEN, headers = {}, body } = options
  const response = await fetch(service.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : parseEnvelope(text) }
}

/** Sends bytes as they are, and answers the first response, head and body, once both are there or the connection closes. */
export function sendRaw(service: { url: string }, ...pieces: (string | Uint8Array)[]): Promise<Answered> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const answered = parseResponse(received.toString('latin1'))
      if (!answered) return
      resolve(answered)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(received.toString('latin1'))}`)))
    for (const piece of pieces) socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  })
}

function parseResponse(text: string): Answered | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = text.slice(end + 4)
  if (body.length < Number(headers.get('content-length') ?? 0)) return null
  return { status: Number(first.split(' ')[1]), headers, body: body === '' ? undefined : parseEnvelope(body) }
}

function parseEnvelope(text: string): Envelope {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at what they need
  return JSON.parse(text) as Envelope
}
