import { type ExpressionBuilder, sql } from 'kysely'
import type { CallStatus } from '../core/call.ts'
import type { CallingHours } from '../core/callingHours.ts'
import type { CampaignState, CampaignStatus } from '../core/campaign.ts'
import type { Instant } from '../core/time.ts'
import { unreachable } from '../core/unreachable.ts'
import type { VersionSource } from '../core/versionSelection.ts'
import { contactsInParts } from './campaignParts.ts'
import type { Store, Tx } from './open.ts'
import { toInstant, toMoment } from './moments.ts'
import type { Tables } from './tables.ts'

export interface CampaignRecord {
  id: string
  playbookId: string
  versionId: string | null
  versionSource: VersionSource
  requestedVersionId: string | null
  configHash: string
  name: string | null
  state: CampaignState
  timeZone: string
  launchAt: Instant | null
  /** Narrows the account's. */
  callingHours: CallingHours | null
  recallMinutes: readonly number[]
  contacts: { received: number; created: number; updated: number; duplicates: number }
  calls: number
  createdAt: Instant
  endedAt: Instant | null
}

export async function insertCampaign(tx: Tx, accountId: string, campaign: CampaignRecord): Promise<void> {
  await tx
    .insertInto('campaigns')
    .values({
      id: campaign.id,
      account_id: accountId,
      playbook_id: campaign.playbookId,
      version_id: campaign.versionId,
      version_source: campaign.versionSource,
      requested_version_id: campaign.requestedVersionId,
      config_hash: campaign.configHash,
      name: campaign.name,
      state: campaign.state,
      time_zone: campaign.timeZone,
      launch_at: toMoment(campaign.launchAt),
      calling_hours: campaign.callingHours === null ? null : JSON.stringify(campaign.callingHours),
      recall: JSON.stringify(campaign.recallMinutes),
      contacts_received: campaign.contacts.received,
      contacts_created: campaign.contacts.created,
      contacts_updated: campaign.contacts.updated,
      contacts_duplicate: campaign.contacts.duplicates,
      calls: campaign.calls,
      remaining: campaign.calls,
      created_at: toMoment(campaign.createdAt),
      ended_at: toMoment(campaign.endedAt),
    })
    .execute()
}

export async function findCampaign(
  db: Store['db'],
  accountId: string,
  campaignId: string,
): Promise<CampaignRecord | null> {
  const row = await selectCampaigns(db, accountId).where('id', '=', campaignId).executeTakeFirst()
  return row ? toCampaign(row) : null
}

/** The same, and nobody else changes it before the transaction ends. */
export async function lockCampaign(tx: Tx, accountId: string, campaignId: string): Promise<CampaignRecord | null> {
  const row = await selectCampaigns(tx, accountId).where('id', '=', campaignId).forUpdate().executeTakeFirst()
  return row ? toCampaign(row) : null
}

export interface CampaignFilter {
  statuses?: readonly CampaignStatus[]
  /** Campaigns that have a call to the contact. */
  contactId?: string
}

/** At most `limit`, newest first, older than `afterId` when it is given. `now` decides what is visible as running. */
export async function listCampaigns(
  db: Store['db'],
  accountId: string,
  filter: CampaignFilter,
  page: { limit: number; afterId: string | null },
  now: Instant,
): Promise<CampaignRecord[]> {
  let query = selectCampaigns(db, accountId).orderBy('id', 'desc').limit(page.limit)
  const { statuses, contactId } = filter
  if (statuses) query = query.where((where) => where.or(statuses.map((status) => visibleAs(where, status, now))))
  if (contactId !== undefined) {
    const theirs = sql<string>`any(array(
      select campaign_id from calls where contact_id = ${contactId}::uuid and campaign_id is not null))`
    query = query.where('id', '=', theirs)
  }
  if (page.afterId !== null) query = query.where('id', '<', page.afterId)
  return (await query.execute()).map(toCampaign)
}

export async function setCampaignState(
  tx: Tx,
  accountId: string,
  campaignId: string,
  state: CampaignState,
  endedAt: Instant | null,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ state, ended_at: toMoment(endedAt) })
    .where('account_id', '=', accountId)
    .where('id', '=', campaignId)
    .execute()
}

function visibleAs(where: ExpressionBuilder<Tables, 'campaigns'>, status: CampaignStatus, now: Instant) {
  const active = where('state', '=', 'active')
  switch (status) {
    case 'scheduled':
      return where.and([active, where('launch_at', '>', toMoment(now))])
    case 'running':
      return where.and([active, where.or([where('launch_at', 'is', null), where('launch_at', '<=', toMoment(now))])])
    case 'paused':
    case 'canceled':
    case 'completed':
      return where('state', '=', status)
    default:
      return unreachable(status)
  }
}

/** How many of a campaign's calls were given up without another dial because their number is suppressed. */
export async function countSuppressedCalls(db: Store['db'], accountId: string, campaignId: string): Promise<number> {
  const row = await db
    .selectFrom('calls')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 'canceled')
    .where('ended_reason', '=', 'suppressed')
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * How many of a campaign's calls have which status, as a client sees it at `now`, and how many are stored. One that is
 * still to be stored waits like the others; one that never was, because the campaign was canceled before, is canceled.
 */
export async function countCalls(
  db: Store['db'],
  accountId: string,
  campaign: CampaignRecord,
  now: Instant,
): Promise<{ byStatus: Map<CallStatus, number>; stored: number }> {
  const { rows } = await sql<{ visible: CallStatus | null; count: number }>`
    select case when status = 'scheduled' and next_attempt_at <= ${toMoment(now)} then 'initiated' else status end as visible,
      count(*)::int as count
    from calls where account_id = ${accountId} and campaign_id = ${campaign.id}
    group by visible
    union all select null, ${contactsInParts(campaign.id)}`.execute(db)
  const byStatus = new Map<CallStatus, number>()
  const add = (status: CallStatus, count: number) => byStatus.set(status, (byStatus.get(status) ?? 0) + count)
  let neverStored = campaign.calls
  for (const { visible, count } of rows) {
    neverStored -= count
    add(visible ?? ((campaign.launchAt ?? campaign.createdAt) > now ? 'scheduled' : 'initiated'), count)
  }
  add('canceled', neverStored)
  return { byStatus, stored: rows.reduce((sum, { visible, count }) => sum + (visible === null ? 0 : count), 0) }
}

function selectCampaigns(db: Store['db'], accountId: string) {
  return db.selectFrom('campaigns').selectAll().where('account_id', '=', accountId)
}

type CampaignRow = Awaited<ReturnType<ReturnType<typeof selectCampaigns>['executeTakeFirstOrThrow']>>

function toCampaign(row: CampaignRow): CampaignRecord {
  return {
    id: row.id,
    playbookId: row.playbook_id,
    versionId: row.version_id,
    versionSource: row.version_source,
    requestedVersionId: row.requested_version_id,
    configHash: row.config_hash,
    name: row.name,
    state: row.state,
    timeZone: row.time_zone,
    launchAt: toInstant(row.launch_at),
    callingHours: row.calling_hours,
    recallMinutes: row.recall,
    contacts: {
      received: row.contacts_received,
      created: row.contacts_created,
      updated: row.contacts_updated,
      duplicates: row.contacts_duplicate,
    },
    calls: row.calls,
    createdAt: toInstant(row.created_at),
    endedAt: toInstant(row.ended_at),
  }
}
