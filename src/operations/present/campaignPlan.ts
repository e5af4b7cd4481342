import type { components } from '../../../generated/types.ts'
import { localTime, planDials } from '../../core/campaignPlan.ts'
import type { CallingHours } from '../../core/callingHours.ts'
import type { SentContact } from '../../core/contact.ts'
import type { Phone } from '../../core/phone.ts'
import type { Instant } from '../../core/time.ts'
import type { AccountRecord } from '../../store/accounts/accounts.ts'
import { findContactsByPhone } from '../../store/contacts/contacts.ts'
import type { Store } from '../../store/open.ts'
import { findSuppressed } from '../../store/contacts/suppressions.ts'
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
export async function presentPlan(
  db: Store['db'],
  campaign: {
    account: AccountRecord
    contacts: ReadonlyMap<Phone, SentContact>
    received: number
    /** When the calls would be due; not in the past. */
    dueAt: Instant
    callingHours: CallingHours | null
    /** What the carrier takes. */
    callsPerSecond: number
  },
): Promise<Plan> {
  const { account, contacts, received, dueAt } = campaign
  const { callees, created, suppressed } = await findCallees(db, account, contacts)
  const hours = [account.callingHours, campaign.callingHours].filter((one) => one !== null)
  const dials = planDials({
    dueAt,
    timeZones: callees.map(({ timeZone }) => timeZone),
    hours,
    callsPerSecond: [campaign.callsPerSecond, account.lines.callsPerSecond].filter((pace) => pace !== null),
  })
  return {
    contacts: { received, created, updated: contacts.size - created, duplicates: received - contacts.size },
    calls: callees.length,
    skipped: { suppressed },
    first_dial_at: presentInstant(dials[0]?.at ?? null),
    last_dial_at: presentInstant(dials.at(-1)?.at ?? null),
    sample: dials.slice(0, SAMPLE).map(({ callee, at }) => presentDial(callees[callee]!, at)),
  }
}

function presentDial({ phone, firstName, timeZone }: Callee, at: Instant): Plan['sample'][number] {
  return {
    phone,
    first_name: firstName,
    timezone: timeZone,
    dial_at: presentInstant(at),
    local_time: localTime(at, timeZone),
  }
}

/** Who would be called, as they would be known then; how many are new, and how many must not be called. */
async function findCallees(
  db: Store['db'],
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
    const known = await findContactsByPhone(db, account.id, phones)
    const listed = await findSuppressed(db, account.id, phones)
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
