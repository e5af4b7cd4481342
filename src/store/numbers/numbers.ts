import type { Instant } from '../../core/time.ts'
import type { Store, Tx } from '../open.ts'
import { toInstant, toMoment } from '../schema/moments.ts'

/** A number of the account's own: who calls it talks to the playbook. */
export interface NumberRecord {
  id: string
  accountId: string
  /** E.164. */
  phone: string
  playbookId: string
  label: string | null
  createdAt: Instant
  updatedAt: Instant
}

/** False, and nothing is stored, when any account has the phone already. */
export async function insertNumber(tx: Tx, number: NumberRecord): Promise<boolean> {
  const result = await tx
    .insertInto('numbers')
    .values({
      id: number.id,
      account_id: number.accountId,
      phone: number.phone,
      playbook_id: number.playbookId,
      label: number.label,
      created_at: toMoment(number.createdAt),
      updated_at: toMoment(number.updatedAt),
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findNumber(db: Store['db'], accountId: string, numberId: string): Promise<NumberRecord | null> {
  const row = await db
    .selectFrom('numbers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', numberId)
    .executeTakeFirst()
  return row ? toNumber(row) : null
}

/** The number that is called, whose ever it is: this is what decides the account of an incoming call. */
export async function findNumberByPhone(db: Store['db'], phone: string): Promise<NumberRecord | null> {
  const row = await db.selectFrom('numbers').selectAll().where('phone', '=', phone).executeTakeFirst()
  return row ? toNumber(row) : null
}

/** At most `limit`, newest first, older than `afterId` when it is given. */
export async function listNumbers(
  db: Store['db'],
  accountId: string,
  page: { limit: number; afterId: string | null },
): Promise<NumberRecord[]> {
  let query = db.selectFrom('numbers').selectAll().where('account_id', '=', accountId)
  if (page.afterId !== null) query = query.where('id', '<', page.afterId)
  return (await query.orderBy('id', 'desc').limit(page.limit).execute()).map(toNumber)
}

/** Changes what is given, leaves the rest, and answers the number as it is then; null when there is none. */
export async function updateNumber(
  tx: Tx,
  accountId: string,
  numberId: string,
  change: { playbookId?: string | undefined; label?: string | null | undefined; at: Instant },
): Promise<NumberRecord | null> {
  const row = await tx
    .updateTable('numbers')
    .set({
      updated_at: toMoment(change.at),
      ...(change.playbookId !== undefined && { playbook_id: change.playbookId }),
      ...(change.label !== undefined && { label: change.label }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', numberId)
    .returningAll()
    .executeTakeFirst()
  return row ? toNumber(row) : null
}

/** Deletes a number and answers it as it was; null when there is none. */
export async function deleteNumber(tx: Tx, accountId: string, numberId: string): Promise<NumberRecord | null> {
  const row = await tx
    .deleteFrom('numbers')
    .where('account_id', '=', accountId)
    .where('id', '=', numberId)
    .returningAll()
    .executeTakeFirst()
  return row ? toNumber(row) : null
}

function toNumber(row: {
  id: string
  account_id: string
  phone: string
  playbook_id: string
  label: string | null
  created_at: Date
  updated_at: Date
}): NumberRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    phone: row.phone,
    playbookId: row.playbook_id,
    label: row.label,
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
  }
}
