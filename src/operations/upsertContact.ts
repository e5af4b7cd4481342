import type { In, Out } from '../../generated/operations.ts'
import { sentContact } from '../core/contact.ts'
import { type ProblemDetail, problemOf } from '../core/problem.ts'
import { findContact, upsertContacts } from '../store/contacts.ts'
import { presentContact } from './answers/contact.ts'
import type { Context } from './context.ts'
import { readPhone } from './requests/callee.ts'
import { checkZone } from './requests/schedule.ts'

export async function upsertContact({ body }: In<'upsertContact'>, context: Context): Promise<Out<'upsertContact'>> {
  const { account, now, store } = context
  const problems: ProblemDetail[] = []
  const phone = readPhone(body.phone, '/phone', problems)
  checkZone(body.timezone, '/timezone', problems)
  if (problems.length > 0) throw problemOf(problems)

  const contact = await store.transaction(async (tx) => {
    const change = { id: context.newId(), phone, ...sentContact(body) }
    const ids = await upsertContacts(tx, account.id, [change], now)
    return findContact(tx, account.id, ids.get(phone) ?? change.id)
  })
  if (!contact) throw new Error('a contact that was just stored is not there')
  return { status: 200, body: { success: true, data: presentContact(contact) } }
}
