import type { components } from '../../../generated/types.ts'
import { CONTACT_FIELDS } from '../../core/contact.ts'
import type { ContactRecord } from '../../store/contacts/contacts.ts'
import { presentInstant } from './instant.ts'

export function presentContact(contact: ContactRecord): components['schemas']['Contact'] {
  const fields = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, contact.fields[field] ?? null]))
  return {
    id: contact.id,
    phone: contact.phone,
    ...(fields as Record<(typeof CONTACT_FIELDS)[number], string | null>),
    custom_fields: contact.customFields,
    created_at: presentInstant(contact.createdAt),
    updated_at: presentInstant(contact.updatedAt),
  }
}
