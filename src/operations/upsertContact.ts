import type { In, Out } from '../../generated/operations.ts'
import { sentContact } from '../core/contact.ts'
import { isOverfull } from '../core/freeValues.ts'
import { type ProblemDetail, problemOf } from '../core/problem.ts'
import { findContact, mergeContacts } from '../store/contacts.ts'
import { presentContact } from './answers/contact.ts'
import type { Context } from './context.ts'
import { readPhone } from './requests/callee.ts'
import { tooManyCustomFields } from './requests/customFields.ts'
import { checkZone } from './requests/schedule.ts'

export async function upsertContact({ body }: In<'upsertContact'>, context: Context): Promise<Out<'upsertContact'>> {
  const { account, now, store } = context
  const problems: ProblemDetail[] = []
  const phone = readPhone(body.phone, '/phone', problems)
  checkZone(body.timezone, '/timezone', problems)
  if (isOverfull(body.custom_fields ?? {})) problems.push(tooManyCustomFields(''))
  if (problems.length > 0) throw problemOf(problems)

  const contact = await store.transaction(async (tx) => {
    const change = { id: context.newId(), phone, ...sentContact(body) }
    const merged = (await mergeContacts(tx, account.id, [change], now)).get(phone)
    if (!merged) return null
    const stored = await findContact(tx, account.id, merged.id)
    if (stored && isOverfull(stored.customFields)) throw problemOf([tooManyCustomFields('')])
    return stored
  })
  if (!contact) throw new Error('a contact that was just stored is not there')
  return { status: 200, body: { success: true, data: presentContact(contact) } }
}
