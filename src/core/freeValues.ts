/** Keys and values of a client's own: `params`, and the custom fields of a contact. */

/** As many as the contract allows in one request, so that what was read can be sent back. */
export const MAX_FREE_KEYS = 100
/** A hundred texts of 600 characters. With what the lists of a contract may have of them, a page stays a page. */
export const MAX_FREE_BYTES = 64 * 1024

/** Whether there are too many of them, or too much in them: counted is their JSON without spaces, in UTF-8. */
export function isOverfull(values: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(values).length > MAX_FREE_KEYS || isTooLarge(values)
}

/** Whether their JSON has too many bytes. */
export function isTooLarge(values: Readonly<Record<string, unknown>>): boolean {
  return jsonBytes(values) > MAX_FREE_BYTES
}

/** How many bytes their JSON has. */
export function jsonBytes(values: Readonly<Record<string, unknown>>): number {
  return Buffer.byteLength(JSON.stringify(values))
}
