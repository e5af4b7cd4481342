import { sql } from 'kysely'
import type { CallStatus } from '../core/call.ts'
import type { CampaignState } from '../core/campaign.ts'
import type { Instant } from '../core/time.ts'
import type { VersionSource } from '../core/versionSelection.ts'
import type { Store, Tx } from './open.ts'
import { toInstant, toMoment } from './moments.ts'

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

/** At most `limit`, newest first, older than `afterId` when it is given. */
export async function listCampaigns(
  db: Store['db'],
  accountId: string,
  page: { limit: number; afterId: string | null },
): Promise<CampaignRecord[]> {
  let query = selectCampaigns(db, accountId).orderBy('id', 'desc').limit(page.limit)
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

/** How many of a campaign's calls have which status, as a client sees it at `now`. */
export async function countCallsByStatus(
  db: Store['db'],
  accountId: string,
  campaignId: string,
  now: Instant,
): Promise<Map<CallStatus, number>> {
  const rows = await db
    .selectFrom('calls')
    .select((select) => [
      select
        .case()
        .when(select.and([select('status', '=', 'scheduled'), select('next_attempt_at', '<=', toMoment(now))]))
        .then(sql.lit<CallStatus>('initiated'))
        .else(select.ref('status'))
        .end()
        .$castTo<CallStatus>()
        .as('visible'),
      select.fn.countAll<number>().as('count'),
    ])
    .where('account_id', '=', accountId)
    .where('campaign_id', '=', campaignId)
    .groupBy('visible')
    .execute()
  return new Map(rows.map((row) => [row.visible, row.count]))
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
