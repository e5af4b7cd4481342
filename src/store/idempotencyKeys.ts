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

/** Forgets at most `limit` replies kept up to `before`. */
export async function deleteKeptReplies(tx: Tx, before: Instant, limit: number): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', toMoment(before))
    .where((where) =>
      where(
        'created_at',
        '<=',
        where
          .selectFrom((from) =>
            from
              .selectFrom('idempotency_keys')
              .select('created_at')
              .where('created_at', '<=', toMoment(before))
              .orderBy('created_at')
              .limit(limit)
              .as('oldest'),
          )
          .select((select) => select.fn.max('oldest.created_at').as('last')),
      ),
    )
    .execute()
}
