/** What must hold for every create request that has reached the carrier. */
import { isTerminal } from '../../src/core/call.ts'
import { demand, type Evidence } from './evidence.ts'
import type { PhoneCall } from './phoneCall.ts'
import { allowsDial, earliestDial } from './policy.ts'
import type { AccountRow, AttemptRow, CallRow, Snapshot } from './snapshot.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

/** A create request with what the database says about it. */
interface KnownDial {
  request: PhoneCall
  attempt: AttemptRow
  call: CallRow
}

export function checkDials(evidence: Evidence): void {
  const { after, requests, newRequests, profile } = evidence
  if (newRequests.length === 0) return
  const attempts = new Map(after.attempts.map((attempt) => [attempt.id, attempt]))
  const calls = new Map(after.calls.map((call) => [call.id, call]))
  const known = (request: PhoneCall): KnownDial | null => {
    const attempt = attempts.get(request.attemptId)
    const call = attempt && calls.get(attempt.call_id)
    return attempt && call ? { request, attempt, call } : null
  }
  const all = requests.map(known).filter((dial) => dial !== null)
  for (const request of newRequests) {
    if (request.direction === 'inbound') continue
    const dial = known(request)
    if (!dial) throw new Error(`a dial is stored before the carrier is asked: ${JSON.stringify(request)}`)
    const twice = requests.filter(({ attemptId }) => attemptId === request.attemptId)
    demand(twice.length === 1, 'an attempt is one create request:', request)
    checkPermission(evidence, dial)
    checkPast(evidence, dial, all)
    checkLines(evidence, dial, all)
    const earlier = earlierOf(after, dial)
    const requestOf = (id: string) => requests.find(({ attemptId }) => attemptId === id)
    const due = earliestDial(dial.call, earlier, requestOf)
    const isDue = request.wallAt >= due || hasWaitedOutTimeTakenBack(dial, earlier, due, requestOf)
    demand(isDue, 'nobody is dialled sooner than the policy says:', { due, ...dial })
    if (profile.calm) demand(request.wallAt === due, 'a dial happens on its instant:', { due, ...dial })
  }
}

/**
 * Whether `due` was counted from an instant that lies ahead again since the clock was set back, and as much time has
 * really passed. A launch has its instant by any clock; who asks for a call without one asks for it now.
 */
function hasWaitedOutTimeTakenBack(
  { request, call }: KnownDial,
  earlier: readonly AttemptRow[],
  due: number,
  requestOf: (attemptId: string) => PhoneCall | undefined,
): boolean {
  if (call.launch_at !== null && request.wallAt < call.launch_at) return false
  const last = earlier.at(-1)
  if (!last) return true
  const lastRequest = requestOf(last.id)
  return (
    lastRequest !== undefined && last.dialed_at > request.wallAt && request.at - lastRequest.at >= due - last.dialed_at
  )
}

function earlierOf(after: Snapshot, { call, attempt }: KnownDial): AttemptRow[] {
  return after.attempts.filter((one) => one.call_id === call.id && one.number < attempt.number)
}

/** Whether the account and the campaign allow it. */
function checkPermission({ before, after }: Evidence, { request, call }: KnownDial): void {
  const was = before.calls.find(({ id }) => id === call.id)
  demand(!was || !isTerminal(was.status), 'what has ended is not dialled:', call)
  demand(request.phone === call.phone, 'the number of the call is dialled:', call)
  const listing = ({ suppressions }: Snapshot) =>
    suppressions.find(({ account_id, phone }) => account_id === call.account_id && phone === call.phone)?.id
  const listed = listing(before)
  demand(listed === undefined || listing(after) !== listed, 'a suppressed number is not dialled:', call)
  const config = after.configs.find(({ hash }) => hash === call.config_hash)
  demand(config?.max_duration_s === request.maxDurationS, 'every attempt follows the pinned configuration:', call)
  const campaignIn = ({ campaigns }: Snapshot) => campaigns.find(({ id }) => id === call.campaign_id)
  const [earlier, later] = [campaignIn(before), campaignIn(after)]
  for (const state of ['paused', 'canceled']) {
    demand(earlier?.state !== state || later?.state !== state, `a ${state} campaign dials nobody:`, call)
  }
  const hoursOpen = (snapshot: Snapshot): boolean => {
    const { hours, zone } = accountOf(snapshot, call)
    return allowsDial(hours, zone, request.wallAt) && allowsDial(later?.hours ?? null, zone, request.wallAt)
  }
  demand(hoursOpen(before) || hoursOpen(after), 'no dial happens outside calling hours:', { request, call })
}

/** Whether earlier dials allow it: those of the call, and those of the number. */
function checkPast({ before, after }: Evidence, { request, call }: KnownDial, all: readonly KnownDial[]): void {
  const rivals = all.filter(
    (one) => one.call.id === call.id && one.request !== request && isAlive(one.request, request),
  )
  demand(rivals.length === 0, 'a call is never two phone calls at once:', { request, rivals })
  const limitHolds = ({ attempt_limit }: AccountRow): boolean => {
    if (!attempt_limit) return true
    const since = request.wallAt - attempt_limit.window_hours * HOUR_MS
    const dials = all.filter(
      (one) => isSameNumber(one, call) && one.request.wallAt > since && !isLater(one.request, request),
    )
    return dials.length <= attempt_limit.max
  }
  const isAllowed = limitHolds(accountOf(before, call)) || limitHolds(accountOf(after, call))
  demand(isAllowed, 'no number is dialled more often than the attempt limit allows:', { request, call })
}

function isSameNumber(one: KnownDial, call: CallRow): boolean {
  const { taken, direction, phone } = one.request
  return taken && direction === 'outbound' && phone === call.phone && one.call.account_id === call.account_id
}

/** Whether the carrier and the account have the lines for it. */
function checkLines({ before, after, profile }: Evidence, dial: KnownDial, all: readonly KnownDial[]): void {
  const { request, call } = dial
  const upToNow = all.filter((one) => !isLater(one.request, request))
  const own = upToNow.filter((one) => one.call.account_id === call.account_id)
  const [old, now] = [accountOf(before, call), accountOf(after, call)]
  const most = (a: number | null, b: number | null): number => Math.max(a ?? Infinity, b ?? Infinity)
  const inTheAir = (dials: readonly KnownDial[]): number => dials.filter((one) => occupies(one, request)).length
  demand(inTheAir(upToNow) <= profile.lines.callsAtOnce, 'the carrier has the lines for it:', request)
  demand(inTheAir(own) <= most(old.calls_at_once, now.calls_at_once), 'the account has the lines for it:', request)
  const inASecond = (dials: readonly KnownDial[]): number =>
    dials.filter((one) => isWithinASecond(one.request, request)).length
  demand(inASecond(upToNow) <= profile.lines.callsPerSecond, 'the carrier is not asked too fast:', request)
  demand(inASecond(own) <= most(old.calls_per_second, now.calls_per_second), 'the account dials at its pace:', request)
}

/** Whether a phone call is going on at the moment of a create request. */
function isAlive(one: PhoneCall, at: PhoneCall): boolean {
  return one.taken && !isLater(one, at) && (one.overAt === null || one.overAt > at.at)
}

/** The same, as far as the service could know: what it had to close without the carrier's word has no line any more. */
function occupies({ request, attempt }: KnownDial, at: PhoneCall): boolean {
  if (request === at) return true
  return isAlive(request, at) && (attempt.ended_at === null || attempt.ended_at > at.wallAt)
}

/** By the world's clock and by the process's, of which one may have been set in between. */
function isWithinASecond(one: PhoneCall, at: PhoneCall): boolean {
  if (one.direction === 'inbound') return false
  return Math.abs(at.at - one.at) < SECOND_MS && Math.abs(at.wallAt - one.wallAt) < SECOND_MS
}

/** Asked for after `at`: by the order in which they reached the carrier. */
function isLater(one: PhoneCall, at: PhoneCall): boolean {
  return one.order > at.order
}

function accountOf(snapshot: Snapshot, call: CallRow): AccountRow {
  const account = snapshot.accounts.find(({ id }) => id === call.account_id)
  if (!account) throw new Error(`a call belongs to an account: ${JSON.stringify(call)}`)
  return account
}
