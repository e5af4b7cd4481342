/**
 * Where a page of a list ended: the id of its last item, sealed with a checksum over the list and the account, so that
 * a cursor of another list or account, or a changed one, is recognised. It is no secret: the account is checked anyway.
 */
import { createHash } from 'node:crypto'

const ID_BYTES = 16
const SEAL_BYTES = 8

/** `list` names the operation; `afterId` is a UUID. Answers base64url text. */
export function encodeCursor(list: string, accountId: string, afterId: string): string {
  const id = Buffer.from(afterId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, seal(list, accountId, id)]).toString('base64url')
}

/** The UUID that `encodeCursor` was given, or null when the cursor was not made for this list and account. */
export function decodeCursor(list: string, accountId: string, cursor: string): string | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== ID_BYTES + SEAL_BYTES || bytes.toString('base64url') !== cursor) return null
  const id = bytes.subarray(0, ID_BYTES)
  if (!seal(list, accountId, id).equals(bytes.subarray(ID_BYTES))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function seal(list: string, accountId: string, id: Uint8Array): Buffer {
  return createHash('sha256').update(`${list}\n${accountId}\n`).update(id).digest().subarray(0, SEAL_BYTES)
}
