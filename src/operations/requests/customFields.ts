/** How many fields of its own a contact may have. One request may send as many; here is what merging makes of them. */
import { MAX_CUSTOM_FIELDS, type SentContact } from '../../core/contact.ts'
import type { ProblemDetail } from '../../core/problem.ts'

/** A contact would have too many. `pointer` leads to the contact in the body, and is empty where the body is the contact. */
export function tooManyCustomFields(pointer: string): ProblemDetail {
  return {
    in: 'body',
    pointer: `${pointer}/custom_fields`,
    code: 'invalid_request',
    message: `With these the contact would have more than ${MAX_CUSTOM_FIELDS} custom fields. Clear some with null, or send fewer.`,
  }
}

/** Whether what is sent makes too many of those stored: null clears, all else is there afterwards. */
export function isOverfull(stored: Readonly<Record<string, unknown>>, sent: SentContact['customFields']): boolean {
  const keys = new Set(Object.keys(stored))
  for (const [key, value] of Object.entries(sent)) {
    if (value === null) keys.delete(key)
    else keys.add(key)
  }
  return keys.size > MAX_CUSTOM_FIELDS
}
