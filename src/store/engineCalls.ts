/**
 * Calls as the engine moves them: locked, many at once, with their last attempt. A batch costs the same few statements
 * whether it holds one call or five hundred. These functions take ids that the engine was given by the database or by
 * a carrier, not by a client, and therefore no account.
 */
import { type Selectable, sql } from 'kysely'
import type { Attempt, Call } from '../core/call.ts'
import type { Instant } from '../core/time.ts'
import { anyIdOf, rowsAs } from './lists.ts'
import type { Store, Tx } from './open.ts'
import { toInstant, toMoment } from './moments.ts'
import type { AttemptsTable, CallsTable } from './tables.ts'

export interface EngineCall {
  call: Call
  accountId: string
  campaignId: string | null
  contactId: string | null
  /** Null once the contact was erased. */
  phone: string | null
  callerId: string | null
  configHash: string
  params: Record<string, unknown>
  names: Record<string, string>
}

/**
 * The calls with these ids, locked until the transaction ends, in an order that keeps transactions from deadlocking.
 * Unknown ones are left out.
 */
export async function lockCalls(tx: Tx, callIds: readonly string[]): Promise<EngineCall[]> {
  if (callIds.length === 0) return []
  const { rows } = await sql<EngineRow>`
    select ${ENGINE_COLUMNS_SQL} from calls where id = ${anyIdOf(callIds)} order by id for update`.execute(tx)
  // Only now: while the lock was waited for, another transaction may have changed them.
  return withLastAttempts(tx, rows)
}

/** The call of each attempt, whether its last or an earlier one. Unknown attempts are left out. */
export async function findCallsOfAttempts(tx: Tx, attemptIds: readonly string[]): Promise<Map<string, string>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await tx.selectFrom('attempts').select(['id', 'call_id']).where('id', '=', anyIdOf(attemptIds)).execute()
  return new Map(rows.map((row) => [row.id, row.call_id]))
}

/** Calls to a number that have not ended and are not talking: what a suppression ends. At most `limit`. */
export async function listCallsToSuppress(
  db: Store['db'],
  accountId: string,
  phone: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('calls')
    .select('id')
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .where('direction', '=', 'outbound')
    .where('ended_at', 'is', null)
    .where('status', '!=', 'in_progress')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Whether a carrier's call has its attempt already. */
export async function isKnownToCarrier(db: Store['db'], carrier: string, carrierCallId: string): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .select('id')
    .where('carrier', '=', carrier)
    .where('carrier_call_id', '=', carrierCallId)
    .executeTakeFirst()
  return row !== undefined
}

/** At most `limit` calls that have not ended although their campaign is canceled. */
export async function listCallsToCancel(db: Store['db'], limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('campaigns')
    .innerJoin('calls', 'calls.campaign_id', 'campaigns.id')
    .select('calls.id')
    .where('campaigns.state', '=', 'canceled')
    .where('campaigns.remaining', '>', 0)
    .where('calls.ended_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export interface LiveAttempt {
  attempt: Attempt
  callId: string
  accountId: string
  direction: 'outbound' | 'inbound'
  phone: string | null
  ringTimeoutS: number
  maxDurationS: number
}

/**
 * Attempts that have not ended, longest waiting first: those to check by `checkBefore` only when it is given, and those
 * that `nodeId` looks after only when it is given.
 */
export async function listLiveAttempts(
  db: Store['db'],
  filter: { checkBefore: Instant | null; nodeId: string | null; limit: number },
): Promise<LiveAttempt[]> {
  let query = db
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.call_id')
    .selectAll('attempts')
    .select(['calls.phone', 'calls.direction', 'calls.ring_timeout_s', 'calls.max_duration_s'])
    .where('attempts.ended_at', 'is', null)
    .orderBy('attempts.check_at')
    .limit(filter.limit)
  if (filter.checkBefore !== null) query = query.where('attempts.check_at', '<=', toMoment(filter.checkBefore))
  if (filter.nodeId !== null) query = query.where('attempts.node_id', '=', filter.nodeId)
  return (await query.execute()).map((row) => ({
    attempt: toAttempt(row),
    callId: row.call_id,
    accountId: row.account_id,
    direction: row.direction,
    phone: row.phone,
    ringTimeoutS: row.ring_timeout_s,
    maxDurationS: row.max_duration_s,
  }))
}

/** Counts ended calls off their campaigns; a campaign with none left is complete, unless it was canceled. */
export async function countEndedCalls(tx: Tx, ended: ReadonlyMap<string, number>, at: Instant): Promise<void> {
  if (ended.size === 0) return
  const rows = [...ended].map(([id, count]) => ({ id, count }))
  await sql`
    update campaigns set
      remaining = remaining - new.count,
      state = case when remaining = new.count and state <> 'canceled' then 'completed' else state end,
      ended_at = case when remaining = new.count then coalesce(ended_at, ${toMoment(at)}::timestamptz) else ended_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as new(id uuid, count integer)
    where campaigns.id = new.id`.execute(tx)
}

export interface NewTurn {
  attemptId: string
  /** 0 for the first turn of an attempt. The same one again replaces its text. */
  seq: number
  accountId: string
  callId: string
  role: 'agent' | 'callee'
  text: string
  at: Instant
}

/** Keeps what was said, unless the contact of the call has been erased since. */
export async function saveTurns(tx: Tx, turns: readonly NewTurn[]): Promise<void> {
  if (turns.length === 0) return
  const last = new Map(turns.map((turn) => [`${turn.attemptId}/${turn.seq}`, turn]))
  const rows = [...last.values()].map((turn) => ({
    attempt_id: turn.attemptId,
    seq: turn.seq,
    account_id: turn.accountId,
    call_id: turn.callId,
    role: turn.role,
    text: turn.text,
    at: toMoment(turn.at),
  }))
  await sql`
    insert into turns
    select new.* from jsonb_populate_recordset(null::turns, ${JSON.stringify(rows)}::text::jsonb) as new
      join calls on calls.id = new.call_id and not calls.erased for share of calls
    on conflict (attempt_id, seq) do update set text = excluded.text`.execute(tx)
}

/** Every column that a call is made of. */
const ENGINE_COLUMNS = [
  'id',
  'account_id',
  'campaign_id',
  'contact_id',
  'phone',
  'caller_id',
  'config_hash',
  'params',
  'names',
  'status',
  'recall',
  'recalls_used',
  'launch_at',
  'anchor_at',
  'next_attempt_at',
  'waiting_reason',
  'waiting_message',
  'attempt_count',
  'answered_by',
  'outcome',
  'summary',
  'opted_out',
  'retry_machine',
  'ended_reason',
  'started_at',
  'answered_at',
  'ended_at',
  'duration_s',
  'ring_timeout_s',
  'max_duration_s',
] as const

/** For SQL itself: to build a statement of so many columns anew takes longer than to read a call. */
export const ENGINE_COLUMNS_SQL = sql.raw(ENGINE_COLUMNS.join(', '))

export type EngineRow = Pick<Selectable<CallsTable>, (typeof ENGINE_COLUMNS)[number]>

/** The calls of these rows, each with its last attempt. */
export async function withLastAttempts(tx: Tx, rows: readonly EngineRow[]): Promise<EngineCall[]> {
  const byCall = new Map((await findLastAttempts(tx, rows)).map((row) => [row.call_id, toAttempt(row)]))
  return rows.map((row) => toEngineCall(row, byCall.get(row.id) ?? null))
}

async function findLastAttempts(tx: Tx, calls: readonly EngineRow[]): Promise<AttemptRow[]> {
  const tried = calls.filter((row) => row.attempt_count > 0)
  if (tried.length === 0) return []
  const last = rowsAs('last', tried, {
    call_id: { type: 'uuid', of: (row) => row.id },
    number: { type: 'integer', of: (row) => row.attempt_count },
  })
  const { rows } = await sql<AttemptRow>`
    select * from attempts where (call_id, number) in (select * from ${last})`.execute(tx)
  return rows
}

function toEngineCall(row: EngineRow, attempt: Attempt | null): EngineCall {
  return {
    call: {
      id: row.id,
      status: row.status,
      recallMinutes: row.recall,
      recallsUsed: row.recalls_used,
      anchorAt: toInstant(row.anchor_at),
      anchored: row.launch_at !== null,
      nextAttemptAt: toInstant(row.next_attempt_at),
      waitingReason: row.waiting_reason,
      waitingMessage: row.waiting_message,
      attemptCount: row.attempt_count,
      attempt,
      answeredBy: row.answered_by,
      outcome: row.outcome,
      summary: row.summary,
      optedOut: row.opted_out,
      retryMachine: row.retry_machine,
      endedReason: row.ended_reason,
      startedAt: toInstant(row.started_at),
      answeredAt: toInstant(row.answered_at),
      endedAt: toInstant(row.ended_at),
      durationS: row.duration_s,
      ringTimeoutS: row.ring_timeout_s,
      maxDurationS: row.max_duration_s,
    },
    accountId: row.account_id,
    campaignId: row.campaign_id,
    contactId: row.contact_id,
    phone: row.phone,
    callerId: row.caller_id,
    configHash: row.config_hash,
    params: row.params,
    names: row.names,
  }
}

type AttemptRow = Selectable<AttemptsTable>

function toAttempt(row: AttemptRow): Attempt {
  return {
    id: row.id,
    number: row.number,
    carrier: row.carrier,
    carrierCallId: row.carrier_call_id,
    placement: row.placement,
    dialedAt: toInstant(row.dialed_at),
    ringingAt: toInstant(row.ringing_at),
    answeredAt: toInstant(row.answered_at),
    endedAt: toInstant(row.ended_at),
    disposition: row.disposition,
    checkAt: toInstant(row.check_at),
    giveUpAt: toInstant(row.give_up_at),
  }
}
