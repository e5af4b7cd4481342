import type { components } from '../../../generated/types.ts'
import { localTime, planDials } from '../../core/campaignPlan.ts'
import { type CallingHours, nextWithinCallingHours } from '../../core/callingHours.ts'
import type { SentContact } from '../../core/contact.ts'
import type { Phone } from '../../core/phone.ts'
import type { Instant } from '../../core/time.ts'
import type { AccountRecord } from '../../store/accounts.ts'
import { findContactsByPhone } from '../../store/contacts.ts'
import type { Tx } from '../../store/open.ts'
import { findSuppressed } from '../../store/suppressions.ts'
import { presentInstant } from './instant.ts'

type Plan = components['schemas']['CampaignPlan']

/** Contacts looked up by one statement. */
const CHUNK = 1_000
const SAMPLE = 10

interface Callee {
  phone: Phone
  firstName: string | null
  timeZone: string
}

/** What a campaign would do if it were created now; nothing is stored. */
export async function planCampaign(
  tx: Tx,
  campaign: {
    account: AccountRecord
    contacts: ReadonlyMap<Phone, SentContact>
    received: number
    dueAt: Instant
    callingHours: CallingHours | null
    /** What the carrier takes. */
    callsPerSecond: number
  },
): Promise<Plan> {
  const { account, contacts, received, dueAt } = campaign
  const { callees, created, suppressed } = await findCallees(tx, account, contacts)
  const hours = [account.callingHours, campaign.callingHours].filter((one) => one !== null)
  // Many contacts, few zones.
  const opensIn = new Map<string, Instant>()
  const readyAt = callees.map(({ timeZone }) => {
    const known = opensIn.get(timeZone)
    if (known !== undefined) return known
    const opens = nextWithinCallingHours(hours, timeZone, dueAt) ?? dueAt
    opensIn.set(timeZone, opens)
    return opens
  })
  const paces = [campaign.callsPerSecond, account.lines.callsPerSecond].filter((pace) => pace !== null)
  const dialAt = planDials(readyAt, paces)
  const range = dialAt.reduce((seen, at) => ({ first: Math.min(seen.first, at), last: Math.max(seen.last, at) }), {
    first: Infinity,
    last: -Infinity,
  })
  return {
    dry_run: true,
    contacts: { received, created, updated: contacts.size - created, duplicates: received - contacts.size },
    calls: callees.length,
    skipped: { suppressed },
    first_dial_at: callees.length === 0 ? null : presentInstant(range.first),
    last_dial_at: callees.length === 0 ? null : presentInstant(range.last),
    sample: callees.slice(0, SAMPLE).map(({ phone, firstName, timeZone }, index) => ({
      phone,
      first_name: firstName,
      timezone: timeZone,
      dial_at: presentInstant(dialAt[index] ?? dueAt),
      local_time: localTime(dialAt[index] ?? dueAt, timeZone),
    })),
  }
}

/** Who would be called, as they would be known then; how many are new, and how many must not be called. */
async function findCallees(
  tx: Tx,
  account: AccountRecord,
  contacts: ReadonlyMap<Phone, SentContact>,
): Promise<{ callees: Callee[]; created: number; suppressed: number }> {
  const callees: Callee[] = []
  let created = 0
  let suppressed = 0
  const sent = [...contacts]
  for (let from = 0; from < sent.length; from += CHUNK) {
    const chunk = sent.slice(from, from + CHUNK)
    const phones = chunk.map(([phone]) => phone)
    const known = await findContactsByPhone(tx, account.id, phones)
    const listed = await findSuppressed(tx, account.id, phones)
    for (const [phone, { fields }] of chunk) {
      const present = known.get(phone)?.fields
      if (!present) created++
      if (listed.has(phone)) {
        suppressed++
        continue
      }
      const after = { ...present, ...fields }
      callees.push({ phone, firstName: after.first_name ?? null, timeZone: after.timezone ?? account.timeZone })
    }
    // An embedded database answers without ever going back to the event loop.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { callees, created, suppressed }
}
