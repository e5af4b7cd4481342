/** What is due, and what the dispatcher must know to dial it. */
import { type RawBuilder, sql } from 'kysely'
import type { CallingHours } from '../../core/callingHours.ts'
import type { CampaignState } from '../../core/campaign.ts'
import type { Instant } from '../../core/time.ts'
import { LOWEST_UUID } from '../../core/uuid.ts'
import { ENGINE_COLUMNS_SQL, type EngineCall, type EngineRow, withLastAttempts } from './lock.ts'
import { anyIdOf, textsIn } from '../schema/lists.ts'
import { toInstant, toMoment } from '../schema/moments.ts'
import type { Store, Tx } from '../open.ts'

/** Single calls go before those of campaigns. */
export const PRIORITY = { single: 0, campaign: 1 } as const

/**
 * So many of the calls that are due are looked at before accounts are: mostly these are all, and then their accounts are
 * known, however many others there are.
 */
export const FIRST_LOOK = 20

/** At most `limit` accounts that have a call to dial at `now`, by id, those after `afterId` when it is given. */
export async function listDueAccounts(
  db: Store['db'],
  now: Instant,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const due = await db
    .selectFrom('calls')
    .select('account_id')
    .where('status', '=', sql.lit('scheduled'))
    .where((not) => not.not('held'))
    .where('next_attempt_at', '<=', toMoment(now))
    .orderBy('next_attempt_at')
    .limit(sql.lit(FIRST_LOOK))
    .execute()
  if (due.length === FIRST_LOOK) return listDueAmongWaiting(db, now, afterId, limit)
  const accounts = [...new Set(due.map((row) => row.account_id))].toSorted()
  return accounts.filter((id) => afterId === null || id > afterId).slice(0, limit)
}

/** The same where much is due: goes from account to account, of those that have a call scheduled. */
async function listDueAmongWaiting(
  db: Store['db'],
  now: Instant,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const nextAfter = (id: RawBuilder<unknown>) => sql`(
    select account_id from calls
    where status = 'scheduled' and not held and account_id > ${id}
    order by account_id, priority, next_attempt_at, id limit 1)`
  const { rows } = await sql<{ id: string }>`
    with recursive waiting(id) as (
      select ${nextAfter(sql`${afterId ?? LOWEST_UUID}::uuid`)}
      union all
      select ${nextAfter(sql`waiting.id`)} from waiting where waiting.id is not null
    )
    select id from waiting
    where id is not null and (${sql.join(
      Object.values(PRIORITY).map((priority) => sql`${firstDueWith(priority)} <= ${toMoment(now)}::timestamptz`),
      sql` or `,
    )})
    limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * When the first call of an account is due, of those of a priority: the first entry in their stretch of an index. To ask
 * whether any call is due would leave the database to guess how soon it finds one, and it may read all that are due.
 */
function firstDueWith(priority: number) {
  return sql`(
    select next_attempt_at from calls
    where account_id = waiting.id and status = 'scheduled' and not held and priority = ${sql.lit(priority)}
    order by next_attempt_at, id limit 1)`
}

/** Since when the call that is overdue most has been due; null when none is at `now`. The first entry of an index. */
export async function findOldestDue(db: Store['db'], now: Instant): Promise<Instant | null> {
  const row = await db
    .selectFrom('calls')
    .select('next_attempt_at')
    .where('status', '=', sql.lit('scheduled'))
    .where((not) => not.not('held'))
    .where('next_attempt_at', '<=', toMoment(now))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ? toInstant(row.next_attempt_at) : null
}

/** At most `limit` calls of an account that are due at `now`, single calls first, longest due first; locked. */
export async function lockDueCalls(tx: Tx, accountId: string, now: Instant, limit: number): Promise<EngineCall[]> {
  const rows: EngineRow[] = []
  // One query for each priority, so that each walks its own stretch of the index.
  for (const priority of Object.values(PRIORITY)) {
    if (rows.length >= limit) break
    const due = await sql<EngineRow>`
      select ${ENGINE_COLUMNS_SQL} from calls
      where account_id = ${accountId} and status = 'scheduled' and not held and priority = ${priority}
        and next_attempt_at <= ${toMoment(now)}
      order by next_attempt_at, id limit ${limit - rows.length}
      for update skip locked`.execute(tx)
    rows.push(...due.rows)
  }
  return withLastAttempts(tx, rows)
}

/** What matters of campaigns for dialling; they stay as they are until the transaction ends. */
export async function shareCampaigns(
  tx: Tx,
  campaignIds: readonly string[],
): Promise<Map<string, { state: CampaignState; callingHours: CallingHours | null }>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('campaigns')
    .select(['id', 'state', 'calling_hours'])
    .where('id', '=', anyIdOf(campaignIds))
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.id, { state: row.state, callingHours: row.calling_hours }]))
}

/** When each of the phones was dialled after `since`, by phone. What the carrier would not take was no dial. */
export async function listRecentDials(
  tx: Tx,
  accountId: string,
  phones: readonly string[],
  since: Instant,
): Promise<Map<string, Instant[]>> {
  const rows = await tx
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.call_id')
    .select(['attempts.phone', 'attempts.dialed_at'])
    .where('attempts.account_id', '=', accountId)
    .where('attempts.phone', 'in', textsIn(phones))
    .where('attempts.dialed_at', '>', toMoment(since))
    .where('calls.direction', '=', 'outbound')
    .where((where) => {
      const isTaken = where('attempts.placement', '!=', 'requested')
      return where.or([
        isTaken,
        where('attempts.disposition', 'is', null),
        where('attempts.disposition', '!=', 'failed'),
      ])
    })
    .execute()
  const dials = new Map<string, Instant[]>()
  for (const { phone, dialed_at } of rows) {
    if (phone !== null) dials.set(phone, [...(dials.get(phone) ?? []), toInstant(dialed_at)])
  }
  return dials
}

/** Takes due calls of a paused campaign out of the way of others. */
export async function holdCalls(tx: Tx, callIds: readonly string[]): Promise<void> {
  if (callIds.length === 0) return
  await tx.updateTable('calls').set({ held: true }).where('id', '=', anyIdOf(callIds)).execute()
}

/** Puts at most `limit` held calls of campaigns that run again back in line. Answers how many. */
export async function releaseHeldCalls(tx: Tx, limit: number): Promise<number> {
  const result = await tx
    .updateTable('calls')
    .set({ held: false })
    .where('id', 'in', (select) =>
      select
        .selectFrom('calls as waiting')
        .innerJoin('campaigns', 'campaigns.id', 'waiting.campaign_id')
        .select('waiting.id')
        .where('waiting.held', '=', sql.lit(true))
        .where('campaigns.state', '!=', 'paused')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Makes the calls of an account that were put off due again, for hours or the attempt limit are other ones now. Those
 * that somebody else is changing are left to him.
 */
export async function bringForwardDeferred(tx: Tx, accountId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('calls')
    // Not before the launch, which lies ahead again when the clock was set back meanwhile.
    .set({
      next_attempt_at: sql<Date>`greatest(${toMoment(at)}::timestamptz, launch_at)`,
    })
    .where('id', 'in', (select) =>
      select
        .selectFrom('calls as waiting')
        .select('waiting.id')
        .where('waiting.account_id', '=', accountId)
        .where('waiting.status', '=', sql.lit('scheduled'))
        .where('waiting.waiting_reason', 'is not', null)
        .where('waiting.next_attempt_at', '>', toMoment(at))
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** The distinct instants after `after` and up to `until` at which something is due: at most `limit`, earliest first. */
export async function listDueInstants(
  db: Store['db'],
  after: Instant,
  until: Instant,
  limit: number,
): Promise<Instant[]> {
  const rows = await db
    .selectFrom('calls')
    .select('next_attempt_at as due')
    .where('status', '=', sql.lit('scheduled'))
    .where((not) => not.not('held'))
    .where('next_attempt_at', '>', toMoment(after))
    .where('next_attempt_at', '<=', toMoment(until))
    .union(
      db
        .selectFrom('attempts')
        .select('check_at as due')
        .where('ended_at', 'is', null)
        .where('check_at', '>', toMoment(after))
        .where('check_at', '<=', toMoment(until)),
    )
    .orderBy('due')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => (row.due === null ? [] : [toInstant(row.due)]))
}

/**
 * After the clock went back from `before` to `now`: makes calls due that were stored, and due, in the time between, which
 * would else wait for it to come again; but none before its launch, which lies ahead again. At most `limit`; answers how
 * many.
 */
export async function bringBackCalls(tx: Tx, now: Instant, before: Instant, limit: number): Promise<number> {
  const result = await tx
    .updateTable('calls')
    .set({ next_attempt_at: toMoment(now) })
    .where('id', 'in', (select) =>
      select
        .selectFrom('calls as waiting')
        .select('waiting.id')
        .where('waiting.status', '=', sql.lit('scheduled'))
        .where((not) => not.not('waiting.held'))
        .where('waiting.next_attempt_at', '>', toMoment(now))
        .where('waiting.next_attempt_at', '<=', toMoment(before))
        .where('waiting.created_at', '>', toMoment(now))
        .where((where) =>
          where.or([where('waiting.launch_at', 'is', null), where('waiting.launch_at', '<=', toMoment(now))]),
        )
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The carrier is asked soon about attempts that were begun in what lies ahead again. */
export async function bringBackAttempts(tx: Tx, now: Instant): Promise<void> {
  await tx
    .updateTable('attempts')
    .set({ check_at: toMoment(now) })
    .where('ended_at', 'is', null)
    .where('dialed_at', '>', toMoment(now))
    .execute()
}
