import type { In, Out } from '../../generated/operations.ts'
import { Problem } from '../core/problem.ts'
import type { Instant } from '../core/time.ts'
import { findPartsWith, storePart } from '../store/campaignParts.ts'
import * as contacts from '../store/contacts.ts'
import { notFound } from './answers/notFound.ts'
import type { Context } from './context.ts'

/** Calls that are created while others are canceled are canceled in the next round; more rounds than this are a stream. */
const MAX_ROUNDS = 5

export async function eraseContact({ path }: In<'eraseContact'>, context: Context): Promise<Out<'eraseContact'>> {
  const { account, engine, store } = context
  const contact = await contacts.findContact(store.db, account.id, path.contact_id)
  if (!contact) throw notFound('contact')
  const stored = await storePartsWith(contact.phone, context)
  try {
    return await cancelAndErase(path.contact_id, context)
  } finally {
    // Only now, so that the one to be erased is not dialled with the others.
    for (const dueAt of stored) engine.callsStored(dueAt)
  }
}

/**
 * Nothing of the person may stay in campaigns that are still being stored: their calls are made now, and canceled with
 * the others. Answers when they are due.
 */
async function storePartsWith(phone: string, { account, newId, store }: Context): Promise<Instant[]> {
  const dueAt: Instant[] = []
  for (const part of await findPartsWith(store.db, account.id, phone)) {
    const terms = await store.transaction((tx) => storePart(tx, part, newId))
    if (terms) dueAt.push(terms.dueAt)
  }
  return dueAt
}

async function cancelAndErase(contactId: string, { account, engine, store }: Context): Promise<Out<'eraseContact'>> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const unfinished = await contacts.listUnfinishedCalls(store.db, account.id, contactId)
    await Promise.all(unfinished.map((callId) => engine.cancelCall(callId)))
    const calls = await store.transaction((tx) => contacts.eraseContact(tx, account.id, contactId))
    if (calls !== null) {
      const data = { contact_id: contactId, erased: true as const, calls }
      return { status: 200, body: { success: true, data } }
    }
  }
  throw new Problem('conflict', 'New calls to this contact keep being created. Stop them, then erase the contact.')
}
