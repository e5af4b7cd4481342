/** What can be known of a contact besides the phone; all text. */
export const CONTACT_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'company',
  'job_title',
  'address',
  'city',
  'state',
  'country',
  'postal_code',
  'timezone',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

/** What is sent about a contact: absent stays as it is, null clears. */
export interface SentContact {
  fields: Partial<Record<ContactField, string | null>>
  customFields: Record<string, unknown>
}

/** Two mentions of the same contact in one list: the later one wins field by field. */
export function mergeSentContacts(earlier: SentContact, later: SentContact): SentContact {
  return {
    fields: { ...earlier.fields, ...later.fields },
    customFields: { ...earlier.customFields, ...later.customFields },
  }
}

/** Picks the fields that were sent. */
export function sentContact(
  input: Partial<Record<ContactField, string | null | undefined>> & {
    custom_fields?: Record<string, unknown> | null | undefined
  },
): SentContact {
  const fields: SentContact['fields'] = {}
  for (const field of CONTACT_FIELDS) {
    const value = input[field]
    if (value !== undefined) fields[field] = value
  }
  return { fields, customFields: input.custom_fields ?? {} }
}
