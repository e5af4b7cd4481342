/**
 * A large campaign is stored in parts, so that nobody waits for the whole of it: first its calls, a transaction for each
 * thousand, and at last the campaign itself. A call whose campaign is not there yet is `held`: nothing dials it, and no
 * list shows it. What never gets its campaign, because the process ended or the request was refused, is removed.
 */
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Instant } from '../core/time.ts'
import { toMoment } from './moments.ts'
import type { Tx } from './open.ts'
import type { Tables } from './tables.ts'

/** Names the lock that whoever accepts a campaign, or removes calls that have none, holds until the transaction ends. */
const LOCK = sql.lit(5_106_227)

/** True of every call that does not wait for its campaign to be stored. */
export function hasItsCampaign(where: ExpressionBuilder<Tables, 'calls'>) {
  return where.or([
    where.not('calls.held'),
    where.exists(
      where.selectFrom('campaigns').select(sql.lit(1).as('one')).whereRef('campaigns.id', '=', 'calls.campaign_id'),
    ),
  ])
}

/** How many calls wait for a campaign; none is removed any more before the transaction ends. */
export async function lockCallsWithoutCampaign(tx: Tx, campaignId: string): Promise<number> {
  await lock(tx)
  const row = await tx
    .selectFrom('calls')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('campaign_id', '=', campaignId)
    .where((where) => where('held', '=', sql.lit(true)))
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Removes at most `limit` calls that have no campaign, and the contacts that were made for them and serve nobody else:
 * those of one campaign, or those stored before an instant. Answers how many calls.
 */
export async function removeCallsWithoutCampaign(
  tx: Tx,
  which: { campaignId: string } | { storedBefore: Instant },
  limit: number,
): Promise<number> {
  await lock(tx)
  const { rows } = await sql<{ count: number }>`
    with removed as (
      delete from calls where id in (
        select id from calls as waiting
        where held and status = 'scheduled' and ${narrowed(which)}
          and not exists (select from campaigns where campaigns.id = waiting.campaign_id)
        limit ${limit}
      )
      returning campaign_id, contact_id, created_at
    ), contacts_removed as (
      delete from contacts using removed
      where contacts.id = removed.contact_id
        and contacts.created_at = removed.created_at and contacts.updated_at = removed.created_at
        and not exists (
          select from calls as others
          where others.contact_id = contacts.id and others.campaign_id is distinct from removed.campaign_id
        )
    )
    select count(*)::int as count from removed`.execute(tx)
  return rows[0]?.count ?? 0
}

function narrowed(which: { campaignId: string } | { storedBefore: Instant }): RawBuilder<boolean> {
  if ('campaignId' in which) return sql`campaign_id = ${which.campaignId}::uuid`
  return sql`created_at < ${toMoment(which.storedBefore)}::timestamptz`
}

async function lock(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}
