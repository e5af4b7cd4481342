/**
 * Forgets calls that have been over for long, a few at a time so that nobody waits. A campaign goes as a whole: it goes
 * first, once it has been over for long enough, and its calls follow, so that no campaign is seen with a part of its
 * calls. Contacts, suppressions, playbooks and their configurations stay.
 *
 * Several processes may do this at once: each leaves alone what another has locked.
 */
import type { Instant } from '../core/time.ts'
import { idsIn } from './schema/lists.ts'
import { toMoment } from './schema/moments.ts'
import type { Tx } from './open.ts'

/** Deletes at most `limit` campaigns that ended up to `endedBy` and have no unfinished call. Answers how many. */
export async function deleteOldCampaigns(tx: Tx, endedBy: Instant, limit: number): Promise<number> {
  const result = await tx
    .deleteFrom('campaigns')
    .where('id', 'in', (select) =>
      select
        .selectFrom('campaigns')
        .select('id')
        .where('ended_at', '<=', toMoment(endedBy))
        .where('remaining', '=', 0)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/**
 * Looks at the next `limit` calls after `afterId`, oldest first, and deletes those that ended up to `endedBy`, with their
 * attempts and what was said, unless their campaign is still there. Answers how many, and where to go on; null when the
 * calls to come are too young.
 */
export async function deleteOldCalls(
  tx: Tx,
  endedBy: Instant,
  afterId: string | null,
  limit: number,
): Promise<{ deleted: number; lastId: string | null }> {
  let query = tx
    .selectFrom('calls')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaign_id')
    .select(['calls.id', 'calls.ended_at', 'calls.created_at', 'campaigns.id as campaign'])
    .orderBy('calls.id')
    .limit(limit)
  if (afterId !== null) query = query.where('calls.id', '>', afterId)
  // Ids ascend with the instant of creation, and nothing has ended before it was created.
  const rows = (await query.execute()).filter((row) => row.created_at.getTime() <= endedBy)
  const old = rows.filter((row) => row.campaign === null && row.ended_at !== null && row.ended_at.getTime() <= endedBy)
  const deleted = await deleteCalls(
    tx,
    old.map(({ id }) => id),
  )
  return { deleted, lastId: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
}

/** Only what is to go is locked: a call that is due must not be passed over because of it. */
async function deleteCalls(tx: Tx, wanted: readonly string[]): Promise<number> {
  if (wanted.length === 0) return 0
  const locked = await tx
    .selectFrom('calls')
    .select('id')
    .where('id', 'in', idsIn(wanted))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = idsIn(locked.map(({ id }) => id))
  await tx.deleteFrom('turns').where('call_id', 'in', ids).execute()
  await tx.deleteFrom('attempts').where('call_id', 'in', ids).execute()
  await tx.deleteFrom('calls').where('id', 'in', ids).execute()
  return locked.length
}
