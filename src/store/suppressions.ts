/**
 * Numbers that are never to be dialled. They are recognised by a keyed hash, so that a number goes on being recognised
 * when the number itself was erased; the key is a secret of the service (`secrets.ts`).
 */
import { createHmac, randomBytes } from 'node:crypto'
import { storedSpellings } from '../core/phone.ts'
import type { Instant } from '../core/time.ts'
import { textsIn } from './lists.ts'
import type { Store, Tx } from './open.ts'
import { toInstant, toMoment } from './moments.ts'
import { secret } from './secrets.ts'

export interface SuppressionRecord {
  id: string
  /** E.164; null once the contact was erased. */
  phone: string | null
  reason: 'request' | 'opt_out'
  note: string | null
  /** The call in which the callee opted out. */
  callId: string | null
  createdAt: Instant
}

export interface NewSuppression extends SuppressionRecord {
  phone: string
  accountId: string
}

/** Lists a number, and answers its entry: the one that was there already, should there be one. */
export async function insertSuppression(tx: Tx, suppression: NewSuppression): Promise<SuppressionRecord> {
  const hash = hashPhone(await phoneKey(tx), suppression.phone)
  await tx
    .insertInto('suppressions')
    .values({
      id: suppression.id,
      account_id: suppression.accountId,
      phone: suppression.phone,
      phone_hash: hash,
      reason: suppression.reason,
      note: suppression.note,
      call_id: suppression.callId,
      created_at: toMoment(suppression.createdAt),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'phone_hash']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('suppressions')
    .selectAll()
    .where('account_id', '=', suppression.accountId)
    .where('phone_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return toSuppression(row)
}

/** Those of the phones that are listed. */
export async function findSuppressed(
  db: Store['db'],
  accountId: string,
  phones: readonly string[],
): Promise<Set<string>> {
  if (phones.length === 0 || !(await hasAny(db, accountId))) return new Set()
  const key = await phoneKey(db)
  const phonesOf = new Map<string, string[]>()
  for (const phone of phones) {
    for (const spelling of storedSpellings(phone)) {
      const hash = hashPhone(key, spelling)
      phonesOf.set(hash, [...(phonesOf.get(hash) ?? []), phone])
    }
  }
  const rows = await db
    .selectFrom('suppressions')
    .select('phone_hash')
    .where('account_id', '=', accountId)
    .where('phone_hash', 'in', textsIn([...phonesOf.keys()]))
    .execute()
  return new Set(rows.flatMap((row) => phonesOf.get(row.phone_hash) ?? []))
}

/** At most `limit`, newest first, older than `afterId` when it is given. */
export async function listSuppressions(
  tx: Tx,
  accountId: string,
  filter: { phone: string | null },
  page: { limit: number; afterId: string | null },
): Promise<SuppressionRecord[]> {
  let query = tx.selectFrom('suppressions').selectAll().where('account_id', '=', accountId)
  if (filter.phone !== null) {
    const key = await phoneKey(tx)
    const hashes = storedSpellings(filter.phone).map((spelling) => hashPhone(key, spelling))
    query = query.where('phone_hash', 'in', hashes)
  }
  if (page.afterId !== null) query = query.where('id', '<', page.afterId)
  return (await query.orderBy('id', 'desc').limit(page.limit).execute()).map(toSuppression)
}

/** Takes a number off the list and answers its entry as it was; null when there is none. */
export async function deleteSuppression(
  tx: Tx,
  accountId: string,
  suppressionId: string,
): Promise<SuppressionRecord | null> {
  const row = await tx
    .deleteFrom('suppressions')
    .where('account_id', '=', accountId)
    .where('id', '=', suppressionId)
    .returningAll()
    .executeTakeFirst()
  return row ? toSuppression(row) : null
}

async function hasAny(db: Store['db'], accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('suppressions')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const PHONE_KEY = 'phone key'

const phoneKey = (db: Store['db']): Promise<string> => secret(db, PHONE_KEY, () => randomBytes(32).toString('hex'))

function hashPhone(key: string, phone: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(phone).digest('hex')
}

function toSuppression(row: {
  id: string
  phone: string | null
  reason: 'request' | 'opt_out'
  note: string | null
  call_id: string | null
  created_at: Date
}): SuppressionRecord {
  return {
    id: row.id,
    phone: row.phone,
    reason: row.reason,
    note: row.note,
    callId: row.call_id,
    createdAt: toInstant(row.created_at),
  }
}
