/** How much of its own a contact may have. One request may send as much; here is what merging makes of it. */
import type { SentContact } from '../../core/contact.ts'
import { isOverfull, MAX_FREE_BYTES, MAX_FREE_KEYS } from '../../core/freeValues.ts'
import type { ProblemDetail } from '../../core/problem.ts'

/** A contact would have too much. `pointer` leads to the contact in the body, and is empty where the body is the contact. */
export function tooManyCustomFields(pointer: string): ProblemDetail {
  return {
    in: 'body',
    pointer: `${pointer}/custom_fields`,
    code: 'invalid_request',
    message: `With these the contact would have more than ${MAX_FREE_KEYS} custom fields, or more than ${MAX_FREE_BYTES} bytes of them. Clear some with null, or send fewer.`,
  }
}

/** Whether what is sent makes too much of what is stored: null clears, all else is there afterwards. */
export function wouldBeOverfull(stored: Readonly<Record<string, unknown>>, sent: SentContact['customFields']): boolean {
  const merged = Object.entries({ ...stored, ...sent }).filter(([, value]) => value !== null)
  return isOverfull(Object.fromEntries(merged))
}
