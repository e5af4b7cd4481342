import type { SentContact } from '../../core/contact.ts'
import { jsonBytes, MAX_FREE_BYTES, MAX_FREE_KEYS } from '../../core/freeValues.ts'
import type { Phone } from '../../core/phone.ts'
import { giveWay } from '../../pacing/giveWay.ts'
import { findContactsByPhone, measureCustomFields } from '../../store/contacts/contacts.ts'
import type { Store } from '../../store/open.ts'
import { wouldBeOverfull } from '../parse/customFields.ts'
import { CONTACTS_AT_ONCE } from './contactsAtOnce.ts'

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
