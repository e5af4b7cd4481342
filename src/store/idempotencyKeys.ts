import { sql } from 'kysely'
import type { Instant } from '../core/time.ts'
import type { Store, Tx } from './open.ts'
import { toInstant, toMoment } from './moments.ts'

export interface KeptReply {
  /** Tells whether a later request is the same one. */
  fingerprint: string
  status: number
  /** JSON text. */
  body: string
  createdAt: Instant
}

export async function findReply(db: Store['db'], accountId: string, key: string): Promise<KeptReply | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body', 'created_at'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row
    ? { fingerprint: row.fingerprint, status: row.status, body: row.body, createdAt: toInstant(row.created_at) }
    : null
}

/**
 * Keeps a reply under a key, in the transaction whose work it reports. Answers false, and keeps nothing, when one that
 * is younger than `expiredBefore` is there; an older one gives way.
 */
export async function saveReply(
  tx: Tx,
  accountId: string,
  key: string,
  reply: KeptReply,
  expiredBefore: Instant,
): Promise<boolean> {
  const values = {
    fingerprint: reply.fingerprint,
    status: reply.status,
    body: reply.body,
    created_at: toMoment(reply.createdAt),
  }
  const result = await tx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(values)
        .where('idempotency_keys.created_at', '<=', toMoment(expiredBefore)),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Forgets at most `limit` replies kept from `after` (null: ever since) up to `before`, oldest first. Answers how many, and
 * when the last of them was kept: whoever goes on from there does not read what is gone already. Replies that another
 * process is about to forget or to replace are left alone.
 */
export async function deleteKeptReplies(
  tx: Tx,
  after: Instant | null,
  before: Instant,
  limit: number,
): Promise<{ deleted: number; lastAt: Instant | null }> {
  const { rows } = await sql<{ created_at: Date }>`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys
      where created_at >= ${after === null ? '-infinity' : toMoment(after)}::timestamptz
        and created_at <= ${toMoment(before)}::timestamptz
      order by created_at limit ${limit}::integer for update skip locked))
    returning created_at`.execute(tx)
  const lastAt = rows.length === 0 ? null : Math.max(...rows.map((row) => toInstant(row.created_at)))
  return { deleted: rows.length, lastAt }
}
