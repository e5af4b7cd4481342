/**
 * Whether a call that is due may be dialled now. Decided inside the transaction that records the dial, with the account
 * and the campaigns locked against change: whoever suppresses a number or pauses a campaign is either seen here, or
 * comes after the dial.
 */
import { nextWithinAttemptLimit } from '../../core/attemptLimit.ts'
import type { CallEvent, WaitingReason } from '../../core/call.ts'
import { describeOpening, nextWithinCallingHours } from '../../core/callingHours.ts'
import { HOUR_MS, type Instant } from '../../core/time.ts'
import type { AccountRecord } from '../../store/accounts/accounts.ts'
import { listContactZones } from '../../store/contacts/contacts.ts'
import { listRecentDials, shareCampaigns } from '../../store/calls/due.ts'
import type { EngineCall } from '../../store/calls/lock.ts'
import type { Tx } from '../../store/open.ts'
import { findSuppressed } from '../../store/contacts/suppressions.ts'

/** Hours may be changed at any time: a call that has none to wait for looks again after this. */
const LOOK_AGAIN_MS = HOUR_MS

/** What is to be done about a due call. `hold`: its campaign is paused. */
export type Verdict =
  | { kind: 'dial' }
  | { kind: 'hold' }
  | { kind: 'step'; event: Extract<CallEvent, { kind: 'cancel' | 'defer' | 'skip' }> }

/** Decides about due calls of one account, in their order: what an earlier one dials counts for the later ones. */
export async function decideDials(
  tx: Tx,
  account: AccountRecord,
  due: readonly EngineCall[],
  now: Instant,
): Promise<Map<string, Verdict>> {
  const phones = due.flatMap(({ phone }) => (phone === null ? [] : [phone]))
  const campaigns = await shareCampaigns(tx, distinct(due.map(({ campaignId }) => campaignId)))
  const suppressed = await findSuppressed(tx, account.id, phones)
  const limit = account.attemptLimit
  const dialsOf = limit
    ? await listRecentDials(tx, account.id, phones, now - limit.window_hours * HOUR_MS)
    : new Map<string, Instant[]>()
  const anyHours = account.callingHours !== null || [...campaigns.values()].some(({ callingHours }) => callingHours)
  const zones = anyHours
    ? await listContactZones(tx, account.id, distinct(due.map(({ contactId }) => contactId)))
    : new Map<string, string>()

  const decide = ({ phone, campaignId, contactId }: EngineCall): Verdict => {
    const campaign = campaignId === null ? undefined : campaigns.get(campaignId)
    if (campaign?.state === 'canceled') return { kind: 'step', event: { kind: 'cancel' } }
    if (phone === null || suppressed.has(phone)) return { kind: 'step', event: { kind: 'skip', reason: 'suppressed' } }
    if (campaign?.state === 'paused') return { kind: 'hold' }
    const dials = dialsOf.get(phone) ?? []
    const free = limit ? nextWithinAttemptLimit(limit, dials, now) : now
    const hours = [account.callingHours, campaign?.callingHours ?? null].filter((one) => one !== null)
    const zone = (contactId === null ? undefined : zones.get(contactId)) ?? account.timeZone
    const open = nextWithinCallingHours(hours, zone, free)
    if (open === null) return defer(now + LOOK_AGAIN_MS, 'calling_hours', NO_HOURS)
    if (open > now && free > now) return defer(open, 'attempt_limit', attemptsSpent(open, zone))
    if (open > now) return defer(open, 'calling_hours', hoursClosed(open, zone))
    dialsOf.set(phone, [...dials, now])
    return { kind: 'dial' }
  }
  return new Map(due.map((item) => [item.call.id, decide(item)]))
}

function defer(until: Instant, reason: WaitingReason, message: string): Verdict {
  return { kind: 'step', event: { kind: 'defer', until, reason, message } }
}

const NO_HOURS =
  'Waits for calling hours: those of the account and those of the campaign have no time in common. Change either, or cancel.'

function hoursClosed(until: Instant, zone: string): string {
  return `Waits for ${describeOpening(until, zone)}, when calling hours open for the callee.`
}

function attemptsSpent(until: Instant, zone: string): string {
  return `Waits for ${describeOpening(until, zone)}: the number was dialled as often as the account's attempt limit allows.`
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))]
}
