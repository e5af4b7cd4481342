import type { In } from '../../../generated/operations.ts'
import type { CallingHours } from '../../core/callingHours.ts'
import { mergeSentContacts, type SentContact, sentContact } from '../../core/contact.ts'
import { isOverfull } from '../../core/freeValues.ts'
import type { Phone } from '../../core/phone.ts'
import { type ProblemDetail, problemOf } from '../../core/problem.ts'
import { readPhone } from './callee.ts'
import { tooManyCustomFields } from './customFields.ts'
import { checkZone, type Schedule } from './schedule.ts'

type Body = In<'createCampaign'>['body']

/** A campaign as it was asked for, to be created or to be planned: read and checked. */
export interface WantedCampaign {
  body: Body
  schedule: Schedule
  contacts: ReadonlyMap<Phone, SentContact>
  callingHours: CallingHours | null
}

/** Reads one contact of the list and adds it to `contacts`: the same phone in two spellings is one contact. */
export function readContact(
  input: Body['contacts'][number],
  index: number,
  contacts: Map<Phone, SentContact>,
  problems: ProblemDetail[],
): void {
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
