import type { In, Out } from '../../generated/operations.ts'
import { planDials } from '../core/campaignPlan.ts'
import type { SentContact } from '../core/contact.ts'
import type { Phone } from '../core/phone.ts'
import { giveWay } from '../pacing/giveWay.ts'
import type { AccountRecord } from '../store/accounts/accounts.ts'
import { findContactsByPhone } from '../store/contacts/contacts.ts'
import { findSuppressed } from '../store/contacts/suppressions.ts'
import type { Store } from '../store/open.ts'
import { CONTACTS_AT_ONCE } from './campaigns/contactsAtOnce.ts'
import { lookUpContacts } from './campaigns/knownContacts.ts'
import { chooseForCampaign, readCampaign } from './campaigns/wantedCampaign.ts'
import { type Callee, presentPlan } from './present/campaignPlan.ts'
import type { Context } from './context.ts'
import { refuseOverfull } from './parse/campaign.ts'

/** Not in one transaction: others have their turn in between, and what is stored meanwhile may be counted or not. */
export async function planCampaign({ body }: In<'planCampaign'>, context: Context): Promise<Out<'planCampaign'>> {
  const wanted = await readCampaign(body, context)
  const { schedule, contacts, callingHours } = wanted
  const { db } = context.store
  const { account } = await chooseForCampaign(db, wanted, context)
  refuseOverfull(wanted, (await lookUpContacts(db, account.id, contacts)).overfull)
  const { callees, created, suppressed } = await findCallees(db, account, contacts)
  const dials = planDials({
    // A launch time may lie a little in the past, a dial may not.
    dueAt: Math.max(schedule.dueAt, context.now),
    timeZones: callees.map(({ timeZone }) => timeZone),
    hours: [account.callingHours, callingHours].filter((one) => one !== null),
    callsPerSecond: [context.callsPerSecond, account.lines.callsPerSecond].filter((pace) => pace !== null),
  })
  const received = body.contacts.length
  const counts = { received, created, updated: contacts.size - created, duplicates: received - contacts.size }
  const data = presentPlan({ contacts: counts, callees, suppressed, dials })
  return { status: 200, body: { success: true, data } }
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
  for (let from = 0; from < sent.length; from += CONTACTS_AT_ONCE) {
    // An embedded database answers without ever going back to the event loop.
    if (from > 0) await giveWay()
    const chunk = sent.slice(from, from + CONTACTS_AT_ONCE)
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
  }
  return { callees, created, suppressed }
}
