import type { In } from '../../../generated/operations.ts'
import { type CallingHours, nextWithinCallingHours } from '../../core/callingHours.ts'
import { mergeSentContacts, type SentContact, sentContact } from '../../core/contact.ts'
import { isOverfull, jsonBytes, MAX_FREE_BYTES, MAX_FREE_KEYS } from '../../core/freeValues.ts'
import type { Phone } from '../../core/phone.ts'
import { type ProblemDetail, problemOf } from '../../core/problem.ts'
import { type AccountRecord, findAccount } from '../../store/accounts.ts'
import type { CallingPlaybook } from '../../store/callingPlaybook.ts'
import { measureCustomFields, findContactsByPhone } from '../../store/contacts.ts'
import { giveWay } from '../../pacing/giveWay.ts'
import type { Store } from '../../store/open.ts'
import type { Context } from '../context.ts'
import { readPhone } from './callee.ts'
import { tooManyCustomFields, wouldBeOverfull } from './customFields.ts'
import { choosePlaybook } from './playbook.ts'
import { checkHours, checkZone, readSchedule, type Schedule } from './schedule.ts'

/** Contacts read in one go, and looked up by one statement: that takes some 5 ms, and then others have their turn. */
const CONTACTS_AT_ONCE = 1_000

/** A campaign as it was asked for, to be created or to be planned: read and checked. */
export interface WantedCampaign {
  body: In<'createCampaign'>['body']
  schedule: Schedule
  contacts: ReadonlyMap<Phone, SentContact>
  callingHours: CallingHours | null
}

/** Throws a Problem that names everything wrong in the request itself. */
export async function readCampaign(
  body: In<'createCampaign'>['body'],
  { account, now }: Context,
): Promise<WantedCampaign> {
  const problems: ProblemDetail[] = []
  const schedule = readSchedule(body, account, now, problems)
  const contacts = await readContacts(body.contacts, problems)
  checkHours(body.calling_hours, '/calling_hours', problems)
  if (problems.length > 0) throw problemOf(problems)
  return { body, schedule, contacts, callingHours: body.calling_hours ?? null }
}

/** The account and the playbook of a campaign. Throws a Problem when there is no such playbook, or no hour to call in. */
export async function chooseForCampaign(
  db: Store['db'],
  { body, schedule, callingHours }: WantedCampaign,
  context: Context,
): Promise<{ account: AccountRecord; chosen: CallingPlaybook }> {
  const account = await findAccount(db, context.account.id)
  const chosen = await choosePlaybook(db, account.id, {
    playbookId: body.playbook_id,
    versionId: body.version_id ?? undefined,
  })
  const hours = [account.callingHours, callingHours].filter((one) => one !== null)
  if (nextWithinCallingHours(hours, account.timeZone, schedule.dueAt) === null) {
    const message = "These hours and the account's have no time in common: nobody could ever be called."
    throw problemOf([{ in: 'body', pointer: '/calling_hours', code: 'invalid_calling_hours', message }])
  }
  return { account, chosen }
}

/** The contacts by phone: the same phone in two spellings is one contact. Others have their turn meanwhile. */
async function readContacts(
  inputs: In<'createCampaign'>['body']['contacts'],
  problems: ProblemDetail[],
): Promise<Map<Phone, SentContact>> {
  const contacts = new Map<Phone, SentContact>()
  for (const [index, input] of inputs.entries()) {
    if (index > 0 && index % CONTACTS_AT_ONCE === 0) await giveWay()
    const phone = readPhone(input.phone, `/contacts/${index}/phone`, problems)
    checkZone(input.timezone, `/contacts/${index}/timezone`, problems)
    const sent = sentContact(input)
    const earlier = contacts.get(phone)
    const merged = earlier ? mergeSentContacts(earlier, sent) : sent
    // Refused at once and not merged: 100,000 mentions of one phone would make an object of millions of keys.
    if (isOverfull(merged.customFields)) {
      problems.push(tooManyCustomFields(`/contacts/${index}`))
    } else contacts.set(phone, merged)
  }
  return contacts
}

/** How many of the contacts the account knows, and those that would have too many custom fields. Others have their turn. */
export async function lookUpContacts(
  db: Store['db'],
  accountId: string,
  contacts: ReadonlyMap<Phone, SentContact>,
): Promise<{ known: number; overfull: ReadonlySet<Phone> }> {
  const overfull = new Set<Phone>()
  let known = 0
  const all = [...contacts]
  for (let from = 0; from < all.length; from += CONTACTS_AT_ONCE) {
    if (from > 0) await giveWay()
    const chunk = all.slice(from, from + CONTACTS_AT_ONCE)
    const phones = chunk.map(([phone]) => phone)
    const sizes = await measureCustomFields(db, accountId, phones)
    known += sizes.size
    const many = chunk.filter(([phone, { customFields }]) => {
      const sent = Object.keys(customFields).length
      const { count, bytes } = sizes.get(phone) ?? { count: 0, bytes: 0 }
      return sent > 0 && (sent + count > MAX_FREE_KEYS || jsonBytes(customFields) + bytes > MAX_FREE_BYTES)
    })
    for (const phone of await listOverfull(db, accountId, many)) overfull.add(phone)
  }
  return { known, overfull }
}

/** Most have far from too much, whatever it is; of the others it matters what. */
async function listOverfull(
  db: Store['db'],
  accountId: string,
  contacts: readonly (readonly [Phone, SentContact])[],
): Promise<Phone[]> {
  if (contacts.length === 0) return []
  const phones = contacts.map(([phone]) => phone)
  const known = await findContactsByPhone(db, accountId, phones)
  return contacts.flatMap(([phone, { customFields }]) =>
    wouldBeOverfull(known.get(phone)?.customFields ?? {}, customFields) ? [phone] : [],
  )
}

/** Throws a Problem that leads to the last mention of each of these contacts that sent custom fields. */
export function refuseOverfull({ body }: WantedCampaign, overfull: ReadonlySet<Phone>): void {
  if (overfull.size === 0) return
  const mentions = new Map<Phone, number>()
  for (const [index, { phone: text, custom_fields: sent }] of body.contacts.entries()) {
    const phone = readPhone(text, '', [])
    if (sent !== undefined && overfull.has(phone)) mentions.set(phone, index)
  }
  const indices = [...mentions.values()].toSorted((a, b) => a - b)
  throw problemOf(indices.map((index) => tooManyCustomFields(`/contacts/${index}`)))
}
