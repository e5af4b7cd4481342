/** The numbers that an account may show to who is called. */
import { sql } from 'kysely'
import type { Instant } from '../core/time.ts'
import type { Store, Tx } from './open.ts'
import { toInstant, toMoment } from './moments.ts'

/** A number that the operator knows to be the account's, although no calls to it come in here. */
export interface VerifiedCallerId {
  phone: string
  verifiedAt: Instant
}

/** Whether the account may show the number: it is one of its numbers, or the operator has verified it. */
export async function mayShow(tx: Tx, accountId: string, phone: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from numbers where account_id = ${accountId}::uuid and phone = ${phone}::text)
        or exists (select from verified_caller_ids where account_id = ${accountId}::uuid and phone = ${phone}::text) as may
  `.execute(tx)
  return rows[0]?.may === true
}

/** Takes a caller id from an account that may not show it any more. The carrier chooses then. */
export async function dropCallerId(tx: Tx, accountId: string, phone: string): Promise<void> {
  if (await mayShow(tx, accountId, phone)) return
  await tx
    .updateTable('accounts')
    .set({ caller_id: null })
    .where('id', '=', accountId)
    .where('caller_id', '=', phone)
    .execute()
}

/** Does nothing when it is verified already. */
export async function verifyCallerId(tx: Tx, accountId: string, phone: string, at: Instant): Promise<void> {
  await tx
    .insertInto('verified_caller_ids')
    .values({ account_id: accountId, phone, verified_at: toMoment(at) })
    .onConflict((conflict) => conflict.columns(['account_id', 'phone']).doNothing())
    .execute()
}

/** False when it was not verified. */
export async function withdrawCallerId(tx: Tx, accountId: string, phone: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('verified_caller_ids')
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** All of an account, in the order of their digits. */
export async function listCallerIds(db: Store['db'], accountId: string): Promise<VerifiedCallerId[]> {
  const rows = await db
    .selectFrom('verified_caller_ids')
    .select(['phone', 'verified_at'])
    .where('account_id', '=', accountId)
    .orderBy('phone')
    .execute()
  return rows.map((row) => ({ phone: row.phone, verifiedAt: toInstant(row.verified_at) }))
}
