/** What must hold in the end, by the carrier's list of dials, by what clients were answered, and by what the service shows. */
import type { DialRecord } from '../support/carrierProcess/wire.ts'
import type { Call, Campaign } from './client.ts'
import type { Creation, Journal, NumberRecord } from './journal.ts'

export interface Evidence {
  journal: Journal
  dials: readonly DialRecord[]
  calls: readonly Call[]
  campaigns: readonly Campaign[]
  /** The service's clock. */
  now: number
  /** What the nodes were told that the carrier takes at once. */
  callsAtOnce: number
}

/** A broken promise, with everything that is known of one number where it is about one. */
export interface Fault {
  promise: string
  history: string
}

/** Whether a call goes on: it neither has ended nor waits for an instant beyond the run. */
export function goesOn(call: Call, now: number): boolean {
  if (call.ended_at !== null) return false
  return call.status !== 'scheduled' || Date.parse(call.next_attempt_at ?? '') < now + A_DAY_MS
}
const A_DAY_MS = 86_400_000

export function judge(evidence: Evidence): Fault[] {
  const faults: Fault[] = []
  const dialsOf = Map.groupBy(evidence.dials, ({ to }) => to)
  const callsOf = Map.groupBy(evidence.calls, ({ phone }) => phone)
  const report = (promise: string, record?: NumberRecord): void => {
    const { phone, history } = record ?? { phone: '', history: [] }
    const known = [...(callsOf.get(phone) ?? []), ...(dialsOf.get(phone) ?? [])].map((item) => JSON.stringify(item))
    faults.push({ promise, history: [phone, ...history, ...known].join('\n  ') })
  }
  for (const record of evidence.journal.numbers.values()) {
    const dials = dialsOf.get(record.phone) ?? []
    const calls = callsOf.get(record.phone) ?? []
    for (const promise of [...judgeDials(record, dials), ...judgeCalls(record, calls, dials, evidence.now)]) {
      report(promise, record)
    }
  }
  for (const creation of evidence.journal.creations) {
    const promise = judgeWhole(creation, callsOf)
    if (promise !== null) report(promise, evidence.journal.numbers.get(creation.phones[0]!))
  }
  for (const phone of dialsOf.keys()) if (!evidence.journal.numbers.has(phone)) report(`nobody asked for ${phone}`)
  for (const promise of judgeCampaigns(evidence)) report(promise)
  const most = countAtOnce(evidence.dials)
  if (most > evidence.callsAtOnce) report(`${most} calls at once where the carrier takes ${evidence.callsAtOnce}`)
  return faults
}

/** Says which promises the dials of one number break. */
function* judgeDials(record: NumberRecord, dials: readonly DialRecord[]): Generator<string> {
  if (dials.some(({ isRepeated }) => isRepeated)) yield 'the carrier is asked once for each attempt'
  const numbers = dials.map(({ attemptNumber }) => attemptNumber)
  if (new Set(numbers).size < numbers.length) yield 'every dial is an attempt of its own'
  if (dials.length > 1 + record.creation.recalls) yield 'a call is dialled once, and once for each recall'
  if (dials.some((dial, at) => at > 0 && dial.at < (dials[at - 1]!.overAt ?? Infinity))) {
    yield 'a call is never two phone calls at once'
  }
  if (record.creation.isFar && dials.length > 0) yield 'nobody is dialled before the launch'
  for (const { why, from, before } of record.silences) {
    if (dials.some(({ order }) => order >= from && (before === null || order < before))) {
      yield `who was ${why} is not dialled afterwards`
    }
  }
}

/** Says which promises the service's record of one number breaks. */
function* judgeCalls(
  record: NumberRecord,
  calls: readonly Call[],
  dials: readonly DialRecord[],
  now: number,
): Generator<string> {
  const { creation, isCanceled, mayBeEnded } = record
  if (calls.length > 1) yield 'a request makes one call, however often it is sent'
  const [call] = calls
  if (!call) {
    if (creation.fate === 'acknowledged') yield 'what was acknowledged is kept'
    if (dials.length > 0) yield 'a call is stored before it is dialled'
    return
  }
  if (creation.id !== null && creation.id !== (creation.kind === 'call' ? call.id : call.campaign_id)) {
    yield 'a call keeps its id'
  }
  if (goesOn(call, now)) yield 'a call ends, or has its instant'
  if (isCanceled && call.status !== 'canceled') yield 'what was acknowledged as canceled stays so'
  if (creation.fate === 'refused') yield 'what was refused was not done'
  const isOver = record.silences.some(({ why }) => why === 'canceled')
  if (isOver && call.ended_at === null) yield 'what was acknowledged as canceled has ended'
  if (call.attempt_count < dials.length) yield 'a dial is stored before the carrier is asked'
  if (mayBeEnded || call.ended_at === null) return
  const isAnswered = dials.some(({ cause }) => cause === 'answered')
  if (isAnswered !== (call.status === 'completed')) yield 'a call ends as it did at the carrier'
}

function judgeWhole(creation: Creation, callsOf: ReadonlyMap<string | null, readonly Call[]>): string | null {
  const there = creation.phones.filter((phone) => callsOf.has(phone)).length
  if (there !== 0 && there !== creation.phones.length) return 'a campaign is accepted whole or not at all'
  return null
}

function* judgeCampaigns({ campaigns, calls }: Evidence): Generator<string> {
  const callsOf = Map.groupBy(calls, ({ campaign_id }) => campaign_id)
  for (const campaign of campaigns) {
    const own = callsOf.get(campaign.id) ?? []
    const unfinished = own.filter(({ ended_at }) => ended_at === null).length
    if (own.length !== campaign.calls) yield `a campaign has its calls: ${JSON.stringify(campaign)}`
    if ((campaign.ended_at === null) !== unfinished > 0 && campaign.status !== 'canceled') {
      yield `a campaign ends with its last call: ${JSON.stringify({ ...campaign, unfinished })}`
    }
  }
}

/** The most calls that were in the air at one time. */
function countAtOnce(dials: readonly DialRecord[]): number {
  const changes = dials
    .filter(({ isRepeated }) => !isRepeated)
    .flatMap(({ at, overAt }) => [
      { at, by: 1 },
      { at: overAt ?? Infinity, by: -1 },
    ])
  let most = 0
  let now = 0
  for (const { by } of changes.toSorted((a, b) => a.at - b.at || a.by - b.by)) {
    now += by
    most = Math.max(most, now)
  }
  return most
}
