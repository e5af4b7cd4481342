import { sql } from 'kysely'
import type { NewCalls } from '../../core/newCalls.ts'
import type { AnsweredBy, CallStatus, EndedReason, WaitingReason } from '../../core/call.ts'
import type { CampaignState } from '../../core/campaign.ts'
import type { Instant } from '../../core/time.ts'
import type { SelectedVersion, VersionSource } from '../../core/versionSelection.ts'
import { type CallFilter, selectCallIds } from './list.ts'
import type { EngineCall } from './lock.ts'
import { createdWith } from '../idBounds.ts'
import type { Store, Tx } from '../open.ts'
import { toInstant, toMoment } from '../schema/moments.ts'

/** A call as a client reads it. `status` and `nextAttemptAt` are as stored; what is visible depends on the hour. */
export interface CallRecord {
  id: string
  direction: 'outbound' | 'inbound'
  status: CallStatus
  /** Null once the contact was erased. */
  phone: string | null
  callerId: string | null
  contactId: string | null
  campaignId: string | null
  playbookId: string
  versionId: string | null
  versionSource: VersionSource
  requestedVersionId: string | null
  params: Record<string, unknown>
  recallMinutes: readonly number[]
  launchAt: Instant | null
  nextAttemptAt: Instant | null
  waitingReason: WaitingReason | null
  waitingMessage: string | null
  /** The campaign is paused. */
  campaignPaused: boolean
  attemptCount: number
  answeredBy: AnsweredBy | null
  outcome: string | null
  summary: string | null
  endedReason: EndedReason | null
  durationS: number | null
  createdAt: Instant
  startedAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
}

export async function insertCalls(
  tx: Tx,
  common: NewCalls,
  calls: readonly { id: string; contactId: string; phone: string }[],
): Promise<void> {
  const rows = calls.map((call) => ({ ...call, createdAt: toMoment(createdWith(call.id, common.at)) }))
  await sql`
    insert into calls (id, account_id, direction, campaign_id, contact_id, playbook_id, version_id, version_source,
      requested_version_id, config_hash, phone, caller_id, params, names, recall, launch_at, anchor_at, status, priority,
      next_attempt_at, ring_timeout_s, max_duration_s, created_at)
    select new.id, ${common.accountId}::uuid, 'outbound', ${common.campaignId}::uuid, new."contactId",
      ${common.playbookId}::uuid, ${common.version.versionId}::uuid, ${common.version.source}::text,
      ${common.requestedVersionId}::text, ${common.version.configHash}::text, new.phone, ${common.callerId}::text,
      ${JSON.stringify(common.params)}::text::jsonb, ${JSON.stringify(common.names)}::text::jsonb,
      ${JSON.stringify(common.recallMinutes)}::text::jsonb,
      ${toMoment(common.launchAt)}::timestamptz, ${toMoment(common.launchAt)}::timestamptz, 'scheduled',
      ${common.priority}::smallint, ${toMoment(common.dueAt)}::timestamptz, ${common.ringTimeoutS}::integer,
      ${common.maxDurationS}::integer, new."createdAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as new(id uuid, "contactId" uuid, phone text, "createdAt" timestamptz)`.execute(tx)
}

/** Stores a call that comes in, as it is on arrival. */
export async function insertInboundCall(
  tx: Tx,
  item: EngineCall,
  spoken: { playbookId: string; version: SelectedVersion; at: Instant },
): Promise<void> {
  const { call } = item
  await tx
    .insertInto('calls')
    .values({
      id: call.id,
      account_id: item.accountId,
      direction: 'inbound',
      campaign_id: null,
      contact_id: item.contactId,
      playbook_id: spoken.playbookId,
      version_id: spoken.version.versionId,
      version_source: spoken.version.source,
      requested_version_id: null,
      config_hash: item.configHash,
      phone: item.phone,
      caller_id: item.callerId,
      params: JSON.stringify(item.params),
      names: JSON.stringify(item.names),
      recall: JSON.stringify(call.recallMinutes),
      anchor_at: toMoment(call.anchorAt),
      status: call.status,
      priority: 0,
      attempt_count: call.attemptCount,
      ring_timeout_s: call.ringTimeoutS,
      max_duration_s: call.maxDurationS,
      created_at: toMoment(spoken.at),
      started_at: toMoment(call.startedAt),
      answered_by: null,
      outcome: null,
      summary: null,
      ended_reason: null,
      duration_s: null,
    })
    .execute()
}

/** At most `limit`, newest first, older than `afterId` when it is given. `now` decides what is visible as initiated. */
export async function listCalls(
  db: Store['db'],
  accountId: string,
  filter: CallFilter,
  page: { limit: number; afterId: string | null },
  now: Instant,
): Promise<CallRecord[]> {
  const ids = selectCallIds(accountId, filter, page, now)
  // As an array: Postgres then looks up each of them, however many it expects.
  const query = selectCalls(db, accountId).where('calls.id', '=', sql<string>`any(array(${ids}))`)
  return (await query.orderBy('calls.id', 'desc').execute()).map(toCall)
}

export async function findCall(db: Store['db'], accountId: string, callId: string): Promise<CallRecord | null> {
  const [call] = await findCalls(db, [{ accountId, callId }])
  return call ?? null
}

/** The calls in the order in which they are wanted; null where the account has none with the id. */
export async function findCalls(
  db: Store['db'],
  wanted: readonly { accountId: string; callId: string }[],
): Promise<(CallRecord | null)[]> {
  const accountIds = wanted.map(({ accountId }) => accountId)
  const callIds = wanted.map(({ callId }) => callId)
  // In SQL itself, because to build it anew takes as long as to run it.
  const { rows } = await sql<CallRow & { place: number }>`
    select ${CALL_COLUMNS_SQL}, wanted.place, ${CAMPAIGN_STATE_SQL} as campaign_state
    from unnest(${accountIds}::uuid[], ${callIds}::uuid[]) with ordinality as wanted(account_id, id, place)
    join calls on calls.account_id = wanted.account_id and calls.id = wanted.id`.execute(db)
  const calls = new Map(rows.map((row) => [row.place, toCall(row)]))
  return wanted.map((_, index) => calls.get(index + 1) ?? null)
}

/** The call of an attempt; null when the account has none. */
export async function findCallOfAttempt(db: Store['db'], accountId: string, attemptId: string): Promise<string | null> {
  const row = await db
    .selectFrom('attempts')
    .select('call_id')
    .where('account_id', '=', accountId)
    .where('id', '=', attemptId)
    .executeTakeFirst()
  return row?.call_id ?? null
}

/** What a CallRecord is made of; a call has half as many columns again. */
const CALL_COLUMNS = [
  'calls.id',
  'calls.direction',
  'calls.status',
  'calls.phone',
  'calls.caller_id',
  'calls.contact_id',
  'calls.campaign_id',
  'calls.playbook_id',
  'calls.version_id',
  'calls.version_source',
  'calls.requested_version_id',
  'calls.params',
  'calls.recall',
  'calls.launch_at',
  'calls.next_attempt_at',
  'calls.waiting_reason',
  'calls.waiting_message',
  'calls.attempt_count',
  'calls.answered_by',
  'calls.outcome',
  'calls.summary',
  'calls.ended_reason',
  'calls.duration_s',
  'calls.created_at',
  'calls.started_at',
  'calls.answered_at',
  'calls.ended_at',
] as const

const CALL_COLUMNS_SQL = sql.raw(CALL_COLUMNS.join(', '))

/** Not looked for where there is none: as long as there are few campaigns, Postgres reads all of them for every call. */
const CAMPAIGN_STATE_SQL = sql<CampaignState | null>`case when calls.campaign_id is not null
  then (select campaigns.state from campaigns where campaigns.id = calls.campaign_id) end`

function selectCalls(db: Store['db'], accountId: string) {
  return db
    .selectFrom('calls')
    .select(CALL_COLUMNS)
    .select(CAMPAIGN_STATE_SQL.as('campaign_state'))
    .where('calls.account_id', '=', accountId)
}

type CallRow = Awaited<ReturnType<ReturnType<typeof selectCalls>['executeTakeFirstOrThrow']>>

function toCall(row: CallRow): CallRecord {
  return {
    id: row.id,
    direction: row.direction,
    status: row.status,
    phone: row.phone,
    callerId: row.caller_id,
    contactId: row.contact_id,
    campaignId: row.campaign_id,
    playbookId: row.playbook_id,
    versionId: row.version_id,
    versionSource: row.version_source,
    requestedVersionId: row.requested_version_id,
    params: row.params,
    recallMinutes: row.recall,
    launchAt: toInstant(row.launch_at),
    nextAttemptAt: toInstant(row.next_attempt_at),
    waitingReason: row.waiting_reason,
    waitingMessage: row.waiting_message,
    campaignPaused: row.campaign_state === 'paused',
    attemptCount: row.attempt_count,
    answeredBy: row.answered_by,
    outcome: row.outcome,
    summary: row.summary,
    endedReason: row.ended_reason,
    durationS: row.duration_s,
    createdAt: toInstant(row.created_at),
    startedAt: toInstant(row.started_at),
    answeredAt: toInstant(row.answered_at),
    endedAt: toInstant(row.ended_at),
  }
}
