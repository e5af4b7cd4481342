/**
 * The way of every request: who is it (authenticate), may it come in (rate limit), may it do this (scope), was it done
 * before (idempotency), what does it say (body, validation), and then the operation. Whatever is thrown on the way becomes
 * an answer in one place.
 */
import { Hono, type Context as HonoContext } from 'hono'
import { operationIds, type OperationId, type Operations } from '../../generated/operations.ts'
import { routes, type Route } from '../../generated/routes.ts'
import { Problem, type ProblemDetail } from '../core/problem.ts'
import type { Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { Watch } from '../ports/Watch.ts'
import { createIdentify, type Identify } from './limits/admission.ts'
import { requireScope, unauthorized, type FindPrincipal, type Principal } from './request/authenticate.ts'
import { type Health, mountDocuments } from './documents/documents.ts'
import type { Edge } from './edge.ts'
import { causeOf, toFailure } from './errors.ts'
import {
  createIdempotency,
  isIdempotencyKey,
  startFingerprint,
  type Create,
  type Idempotency,
  type Reply,
  type ReplyStore,
} from './request/idempotency.ts'
import { JsonBody } from './request/jsonBody.ts'
import { createRateLimiter, rateLimited, type Admission, type Limits, type RateLimiter } from './limits/rateLimit.ts'
import { readBody } from './request/readBody.ts'
import type { Answer } from './serve.ts'
import { admitTogether, type SharedWindows } from './limits/sharedRateLimit.ts'
import { validateRequest } from './request/validateRequest.ts'

/** What the composition root hands to the HTTP layer. */
export interface Service<Context, Tx> {
  operations: Operations<Context>
  /** Makes what an operation is given beside the request. `create` runs its writes; see `Create`. */
  createContext(call: { principal: Principal; requestId: string; now: Instant; create: Create<Tx> }): Context
  findPrincipal: FindPrincipal
  /** Finds what the operations would refuse in a body whose form is wrong already; see `FindMeaningFaults`. */
  findMeaningFaults(body: unknown, account: { timeZone: string }, now: Instant): Iterable<readonly ProblemDetail[]>
  replies: ReplyStore<Tx>
  /** For requests without a valid token, per client address. */
  defaultLimits: Limits
  /** Where requests are counted once other processes take some; absent where there can be none. */
  sharedWindows?: SharedWindows
  clock: Clock
  /** A new UUID. */
  newId(): string
  health: Health
  /** Whether a failure means that something the service needs cannot be reached just now. */
  isUnavailable(failure: unknown): boolean
  /** Whether what it needs is room on its disk. */
  isDiskFull(failure: unknown): boolean
  /** Is told the cause of a failure that the client learns nothing about. */
  log: Log
  watch: Watch
}

const MIB = 1024 * 1024
/** A campaign brings up to 100,000 contacts with it. */
const CAMPAIGN_BODY_BYTES = 64 * MIB
const CARRIES_CONTACTS: ReadonlySet<OperationId> = new Set(['createCampaign', 'planCampaign'])
/** Far more than anything else that is sent. */
const BODY_BYTES = MIB

type Handler<Context> = (request: unknown, context: Context) => Promise<Reply>

/** One operation, ready to be served. */
interface Endpoint<Context> {
  route: Route
  handler: Handler<Context>
  bodyLimitBytes: number
}

/** The machinery that all requests share. */
interface Desk<Context, Tx> {
  service: Service<Context, Tx>
  limiter: RateLimiter
  identify: Identify
  idempotency: Idempotency<Tx>
}

/** Mounts every operation of the contract, and the documents, on one function that answers requests. */
export function mount<Context, Tx>(service: Service<Context, Tx>): Answer {
  const app = new Hono<Edge>()
  const limiter = createRateLimiter(service.clock, service.defaultLimits)
  const desk: Desk<Context, Tx> = {
    service,
    limiter,
    identify: createIdentify(limiter, service.findPrincipal),
    idempotency: createIdempotency(service.replies),
  }
  mountDocuments(app, service.health)
  for (const id of operationIds) {
    const endpoint = endpointOf(id, service.operations)
    const { route } = endpoint
    app.on(route.method.toUpperCase(), route.getRoutingPath(), (c) => {
      c.env.operation = id
      return answerOperation(desk, endpoint, c)
    })
  }
  refuseOtherMethods(app)
  app.notFound(() => {
    throw new Problem('not_found', 'There is no such path. The reference is at /docs.')
  })
  // Left to answerRequest, which also sees what goes wrong outside the routes.
  app.onError((error) => {
    throw error
  })
  return (request, { address }) => {
    const edge = { requestId: service.newId(), operation: 'other', address, answerHeaders: {} }
    return service.watch.request(request, edge, () => answerRequest(app, request, edge, service))
  }
}

function endpointOf<Context>(id: OperationId, operations: Operations<Context>): Endpoint<Context> {
  return {
    route: routes[id],
    // The one cast: the type of the table has made sure that each handler fits the route of the same name.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    handler: operations[id] as unknown as Handler<Context>,
    bodyLimitBytes: CARRIES_CONTACTS.has(id) ? CAMPAIGN_BODY_BYTES : BODY_BYTES,
  }
}

/** What turning a failure into an answer needs. */
type Failing = Pick<Service<never, never>, 'log' | 'isUnavailable' | 'isDiskFull'>

async function answerRequest(
  app: Hono<Edge>,
  request: Request,
  edge: Edge['Bindings'],
  service: Failing,
): Promise<Response> {
  const response = await dispatch(app, request, edge).catch((thrown: unknown) => fail(thrown, request, edge, service))
  response.headers.set('X-Request-Id', edge.requestId)
  response.headers.set('X-Content-Type-Options', 'nosniff')
  // Documents say themselves how long they may be kept. All else may hold personal data or a secret.
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
  for (const [name, value] of Object.entries(edge.answerHeaders)) response.headers.set(name, value)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

async function dispatch(app: Hono<Edge>, request: Request, edge: Edge['Bindings']): Promise<Response> {
  // Bun makes the address of the Host header, whatever that is.
  if (!URL.canParse(request.url)) throw new Problem('invalid_request', 'The Host header is not valid.')
  return app.fetch(request, edge)
}

async function answerOperation<Context, Tx>(
  desk: Desk<Context, Tx>,
  { route, handler, bodyLimitBytes }: Endpoint<Context>,
  c: HonoContext<Edge>,
): Promise<Response> {
  const { service, idempotency } = desk
  const { requestId } = c.env
  const now = service.clock.now()
  const principal = await admit(desk, c, now)
  if (route.scope !== null) requireScope(principal, route.scope)
  const key = 'idempotency-key' in route.request.headers.shape ? (c.req.header('idempotency-key') ?? null) : null
  // A key that is none is left to the validation, which reports it with whatever else is wrong.
  const print = key !== null && isIdempotencyKey(key) ? startFingerprint(c.req.method, c.req.path) : null
  const body = route.request.body ? new JsonBody() : null
  if (body !== null) {
    await readBody(c.req.raw, bodyLimitBytes, service.clock, (piece) => {
      print?.update(piece)
      body.take(piece)
    })
  }
  const run = async (create: Create<Tx>): Promise<Reply> => {
    const raw = { path: c.req.param(), query: queryOf(c.req.url), headers: c.req.raw.headers, body: body?.finish() }
    const request = await validateRequest(route, raw, (value) => service.findMeaningFaults(value, principal, now))
    return handler(request, service.createContext({ principal, requestId, now, create }))
  }
  if (key === null || print === null) return send(await run(idempotency.create))
  const keyed = { accountId: principal.accountId, key, fingerprint: print.digest('hex') }
  const outcome = await idempotency.once(keyed, now, run)
  if ('done' in outcome) return send(outcome.done)
  c.env.answerHeaders['Idempotency-Replayed'] = 'true'
  return sendText(outcome.replayed.status, outcome.replayed.body)
}

/** The account that asks, counted. Throws a Problem: `unauthorized` or `rate_limited`. */
async function admit<Context, Tx>(
  { service, limiter, identify }: Desk<Context, Tx>,
  c: HonoContext<Edge>,
  now: Instant,
): Promise<Principal> {
  const found = await identify(c.req.raw.headers, c.env.address, now)
  const { headers, retryAfterS } =
    'stranger' in found ? found.stranger : await admitAccount(service, limiter, found.principal)
  Object.assign(c.env.answerHeaders, headers)
  if (retryAfterS !== null) throw rateLimited(retryAfterS)
  if ('stranger' in found) throw unauthorized()
  return found.principal
}

function admitAccount<Context, Tx>(
  { sharedWindows, clock }: Service<Context, Tx>,
  limiter: RateLimiter,
  { accountId, limits }: Principal,
): Admission | Promise<Admission> {
  if (sharedWindows?.areUsed()) return admitTogether(sharedWindows, limiter, clock, accountId, limits)
  return limiter.admitAccount(accountId, limits)
}

function send({ status, body, headers }: Reply): Response {
  return sendText(status, JSON.stringify(body), headers)
}

function sendText(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { ...headers, 'Content-Type': 'application/json' } })
}

/** The one place where what was thrown becomes an answer, and its cause a line in the log. */
function fail(thrown: unknown, request: Request, edge: Edge['Bindings'], service: Failing): Response {
  const { requestId, operation } = edge
  const failure = toFailure(service.isUnavailable(thrown) ? unavailable(thrown, service) : thrown, requestId)
  const cause = causeOf(thrown)
  if (cause !== undefined) {
    const trace = cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause)
    const level = failure.status >= 500 ? 'error' : 'warn'
    service.log(level, 'a request failed', {
      request_id: requestId,
      operation,
      method: request.method,
      cause: trace,
    })
  }
  return send(failure)
}

function unavailable(cause: unknown, { isDiskFull }: Failing): Problem {
  const what = isDiskFull(cause)
    ? "There is no room on the database's disk, and nothing was stored. Try again when the operator has made room"
    : 'The service cannot reach its database just now. Try again soon'
  return new Problem('unavailable', `${what}; a creating request with its Idempotency-Key.`, { cause })
}

/** Every path answers a method that it lacks with 405 and the list of those that it has. */
function refuseOtherMethods(app: Hono<Edge>): void {
  for (const [path, mounted] of Map.groupBy(app.routes, (route) => route.path)) {
    const methods = mounted.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    app.all(path, (c) => {
      c.env.answerHeaders['Allow'] = methods.join(', ')
      throw new Problem('method_not_allowed', `This path takes ${methods.join(', ')}.`)
    })
  }
}

function queryOf(url: string): string {
  return URL.parse(url)?.search.slice(1) ?? ''
}
