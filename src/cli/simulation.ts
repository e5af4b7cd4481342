/**
 * A campaign played through on a virtual clock: the service as it is composed in production, on a database in memory,
 * against the simulated carrier. The campaign goes in through the interface, so that it is checked as a request would be.
 */
import { createScriptedAgent } from '../agents/scripted/scripted.ts'
import { type App, compose, DEFAULT_LIMITS } from '../app.ts'
import { createSimulator } from '../carriers/simulator/simulator.ts'
import { SCOPES } from '../core/apiToken.ts'
import { Problem, type ProblemDetail } from '../core/problem.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../core/time.ts'
import { createVirtualClock, type VirtualClock } from '../clocks/virtualClock.ts'
import { DEMO } from './firstStart.ts'
import { parseJson } from '../http/request/jsonBody.ts'
import type { Log } from '../ports/Log.ts'
import { insertAccount } from '../store/accounts/accounts.ts'
import type { Store } from '../store/open.ts'
import { insertToken, makeToken } from '../store/tokens/tokens.ts'
import { countRemaining, readFigures, type SimulationFigures } from '../store/simulationFigures.ts'

/** The longest policy calls again after 30 days. */
export const LONGEST_MS = 31 * DAY_MS

/** How far a simulation has come. */
export interface Progress {
  ended: number
  total: number
  now: Instant
}

export interface Simulation extends SimulationFigures {
  seed: number
  beganAt: Instant
  /** When the last call had ended, or the simulation was given up. */
  endedAt: Instant
}

/**
 * Plays a campaign through until every call has ended, or for 31 days from its launch. `text` is the body of
 * `POST /campaign`, in which `playbook` may stand for `playbook_id`. The store must be empty, and may be used for
 * nothing else. Throws a Problem whose pointers lead into the text when it is not accepted.
 */
export async function runSimulation(
  store: Store,
  text: Uint8Array,
  options: { seed: number; start: Instant; log: Log; onProgress: (progress: Progress) => void },
): Promise<Simulation> {
  const { seed, start, log, onProgress } = options
  const clock = createVirtualClock(start)
  const token = await prepareAccount(store, start)
  const open = (): App & { close: () => void } => {
    const carrier = createSimulator({ clock, seed, speed: 1 })
    const app = compose({ store, clock, carrier, simulator: carrier, agent: createScriptedAgent(), log })
    return { ...app, close: () => carrier.close() }
  }
  // Only takes the campaign in: nothing is dialled before the launch.
  const accepting = open()
  await accepting.engine.stop()
  const { total, launchAt } = await submit(accepting, token, text)
  accepting.close()
  // As if the process had been started shortly before the launch: until then it would but look at the clock.
  const beganAt = Math.max(start, (launchAt ?? start) - MINUTE_MS)
  await clock.advanceTo(beganAt)
  const app = open()
  await app.engine.start()
  await play(app, clock, total, async () => {
    const remaining = await countRemaining(store)
    onProgress({ ended: total - remaining, total, now: clock.now() })
    return remaining > 0
  })
  await app.engine.stop()
  app.close()
  return { seed, beganAt: launchAt ?? start, endedAt: clock.now(), ...(await readFigures(store)) }
}

/** A small campaign is played instant by instant. */
const EXACT_UP_TO_CALLS = 200
/** In a large one the service answers what happens within so long at once, as a busy one does, which saves most commits. */
const REACTION_MS = 100

/** Turns the hands from one thing that happens to the next, as long as `goesOn` and for 31 days at most. */
async function play(
  { engine }: App,
  clock: VirtualClock,
  calls: number,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const reactionMs = calls > EXACT_UP_TO_CALLS ? REACTION_MS : 0
  const until = clock.now() + LONGEST_MS
  await engine.idle()
  while (await goesOn()) {
    const dueAt = clock.nextDueAt()
    if (dueAt === null || dueAt > until) return
    await clock.advanceTo(dueAt + reactionMs)
    await engine.idle()
  }
}

/** The account that the campaign belongs to; answers a token for it. */
async function prepareAccount(store: Store, at: Instant): Promise<string> {
  const accountId = Bun.randomUUIDv7('hex', at)
  const id = Bun.randomUUIDv7('hex', at)
  const { secret, token } = makeToken({ id, accountId, name: 'Simulation', scopes: SCOPES, at, expiresAt: null })
  await store.transaction(async (tx) => {
    const { perSecond: requestsPerSecond, perMinute: requestsPerMinute } = DEFAULT_LIMITS
    const limits = { requestsPerSecond, requestsPerMinute }
    await insertAccount(tx, { id: accountId, name: 'Simulation', timeZone: 'UTC', ...limits, at })
    await insertToken(tx, token)
  })
  return secret
}

async function submit(app: App, token: string, text: Uint8Array): Promise<{ total: number; launchAt: Instant | null }> {
  const body = parseJson(text)
  if (!isObject(body))
    throw new Problem('invalid_request', 'The file must hold a JSON object, as POST /campaign takes it.')
  const { playbook, playbook_id: playbookId, ...campaign } = body
  const config = playbook === undefined ? { config: DEMO } : playbook
  if (!isObject(config)) throw faultAt('/playbook', 'Write an object with a config, as POST /playbooks takes it.')
  const made = await post(app, token, '/playbooks', { name: 'Simulation', ...config }, '/playbook')
  // An id is that of another database: what it names is not here. What cannot be one is left for the interface to refuse.
  const isForeign = typeof playbookId === 'string' || playbookId === undefined
  const accepted = await post(
    app,
    token,
    '/campaign',
    { ...campaign, playbook_id: isForeign ? made['id'] : playbookId },
    '',
  )
  const launchAt = accepted['launch_at']
  return { total: Number(accepted['calls']), launchAt: typeof launchAt === 'string' ? Date.parse(launchAt) : null }
}

/** Answers `data`. What is refused is thrown, with `pointer` before every detail's own. */
async function post(
  app: App,
  token: string,
  path: string,
  body: unknown,
  pointer: string,
): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await app.answer(request, { address: 'the command line' })
  const answer = (await response.json()) as { data?: Record<string, unknown>; error?: Refusal }
  if (answer.data) return answer.data
  const { code, message, details = [] } = answer.error ?? { code: 'internal_error', message: 'There was no answer.' }
  throw new Problem(code, message, { details: details.map((one) => ({ ...one, pointer: pointer + one.pointer })) })
}

type Refusal = { code: Problem['code']; message: string; details?: ProblemDetail[] }

function faultAt(pointer: string, message: string): Problem {
  return new Problem('invalid_request', message, {
    details: [{ in: 'body', pointer, code: 'invalid_request', message }],
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
