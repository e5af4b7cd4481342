import type { In, Out } from '../../generated/operations.ts'
import { findContact } from '../store/contacts/contacts.ts'
import { presentContact } from './present/contact.ts'
import { notFound } from './present/notFound.ts'
import type { Context } from './context.ts'

export async function getContact({ path }: In<'getContact'>, context: Context): Promise<Out<'getContact'>> {
  const contact = await findContact(context.store.db, context.account.id, path.contact_id)
  if (!contact) throw notFound('contact')
  return { status: 200, body: { success: true, data: presentContact(contact) } }
}
