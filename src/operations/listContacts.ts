import type { In, Out } from '../../generated/operations.ts'
import * as contacts from '../store/contacts/contacts.ts'
import { presentContact } from './present/contact.ts'
import { presentPage } from './present/page.ts'
import type { Context } from './context.ts'
import { requirePhone } from './parse/callee.ts'
import { readPage } from './parse/page.ts'

const LIST = 'contacts'

export async function listContacts({ query }: In<'listContacts'>, context: Context): Promise<Out<'listContacts'>> {
  const { account, store } = context
  const page = readPage(LIST, account.id, query)
  const phone = query.phone === undefined ? null : requirePhone(query.phone, 'query', '/phone')
  const filter: contacts.ContactFilter = {
    ...(phone !== null && { phone }),
    ...(query.campaign_id !== undefined && { campaignId: query.campaign_id }),
    ...(query.created_after !== undefined && { createdAfter: Date.parse(query.created_after) }),
    ...(query.created_before !== undefined && { createdBefore: Date.parse(query.created_before) }),
  }
  const records = await contacts.listContacts(store.db, account.id, filter, page)
  return presentPage(LIST, account.id, page, records, presentContact)
}
