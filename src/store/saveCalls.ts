/**
 * Stores what has become of calls. Only what differs is written: of most events a call has no part, but its attempt, and
 * a column that is written costs its way to the database and back into a new row whether it has changed or not.
 */
import { sql } from 'kysely'
import type { Attempt, Call } from '../core/call.ts'
import type { EngineCall } from './engineCalls.ts'
import { toMoment } from './moments.ts'
import type { Tx } from './open.ts'

/** A call as this transaction has locked it, and as it is to be. */
export interface CallChange {
  before: Call
  after: EngineCall
}

type Value = string | number | boolean | null | undefined

interface Column {
  type: 'text' | 'integer' | 'boolean' | 'timestamptz'
  of: (call: Call) => Value
}

/**
 * Columns that change together, and are written together. Were each written by itself, there would be thousands of
 * different statements, and none would find itself prepared.
 */
const COLUMN_GROUPS: readonly Readonly<Record<string, Column>>[] = [
  {
    status: { type: 'text', of: (call) => call.status },
  },
  {
    anchor_at: { type: 'timestamptz', of: (call) => call.anchorAt },
    next_attempt_at: { type: 'timestamptz', of: (call) => call.nextAttemptAt },
    waiting_reason: { type: 'text', of: (call) => call.waitingReason },
    waiting_message: { type: 'text', of: (call) => call.waitingMessage },
    attempt_count: { type: 'integer', of: (call) => call.attemptCount },
    recalls_used: { type: 'integer', of: (call) => call.recallsUsed },
    started_at: { type: 'timestamptz', of: (call) => call.startedAt },
  },
  {
    answered_by: { type: 'text', of: (call) => call.answeredBy },
    answered_at: { type: 'timestamptz', of: (call) => call.answeredAt },
  },
  {
    outcome: { type: 'text', of: (call) => call.outcome },
    summary: { type: 'text', of: (call) => call.summary },
    opted_out: { type: 'boolean', of: (call) => call.optedOut },
    retry_machine: { type: 'boolean', of: (call) => call.retryMachine },
  },
  {
    ended_reason: { type: 'text', of: (call) => call.endedReason },
    duration_s: { type: 'integer', of: (call) => call.durationS },
    ended_at: { type: 'timestamptz', of: (call) => call.endedAt },
  },
]

/**
 * Stores changed calls and, where there is one, their last attempt; a new one is marked with the process that looks after
 * it. The calls are locked.
 */
export async function saveCalls(tx: Tx, changes: readonly CallChange[], nodeId: string | null): Promise<void> {
  await updateCalls(tx, changes)
  const isNew = ({ before, after }: CallChange) => after.call.attempt?.id !== before.attempt?.id
  await insertAttempts(
    tx,
    changes.filter(isNew).map(({ after }) => after),
    nodeId,
  )
  await updateAttempts(
    tx,
    changes.flatMap(({ before, after: { call } }) =>
      call.attempt && before.attempt?.id === call.attempt.id && hasChanged(before.attempt, call.attempt)
        ? [call.attempt]
        : [],
    ),
  )
}

async function updateCalls(tx: Tx, changes: readonly CallChange[]): Promise<void> {
  const changedColumns = (before: Call, after: Call) =>
    COLUMN_GROUPS.filter((group) => Object.values(group).some(({ of }) => of(before) !== of(after)))
  const groups = new Set<(typeof COLUMN_GROUPS)[number]>()
  const changed: Call[] = []
  for (const { before, after } of changes) {
    const theirs = changedColumns(before, after.call)
    for (const group of theirs) groups.add(group)
    if (theirs.length > 0) changed.push(after.call)
  }
  if (changed.length === 0) return
  const columns = COLUMN_GROUPS.filter((group) => groups.has(group)).flatMap((group) => Object.entries(group))
  const rows = changed.map((call) => ({
    id: call.id,
    ...Object.fromEntries(columns.map(([name, column]) => [name, toJson(column, call)])),
  }))
  await sql`
    update calls set ${sql.join(columns.map(([name]) => sql`${sql.ref(name)} = ${newValue(name)}`))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as new(id uuid, ${sql.join(columns.map(([name, { type }]) => sql`${sql.ref(name)} ${sql.raw(type)}`))})
    where calls.id = new.id`.execute(tx)
}

function toJson({ type, of }: Column, call: Call): Value | Date {
  const value = of(call)
  return type === 'timestamptz' && typeof value === 'number' ? toMoment(value) : value
}

/** What was said on a call is gone with its contact, and does not come back. */
function newValue(name: string) {
  return name === 'summary' ? sql`case when not calls.erased then new.summary end` : sql`new.${sql.ref(name)}`
}

/** Stores the last attempt of each call, which is new, and marks it with the process that looks after it. */
export async function insertAttempts(tx: Tx, dialled: readonly EngineCall[], nodeId: string | null): Promise<void> {
  const rows = dialled.flatMap(({ call: { id, attempt }, accountId, phone }) =>
    attempt === null ? [] : [{ ...toAttemptRow(attempt), account_id: accountId, call_id: id, phone, node_id: nodeId }],
  )
  if (rows.length === 0) return
  await sql`
    insert into attempts
    select new.* from jsonb_populate_recordset(null::attempts, ${JSON.stringify(rows)}::text::jsonb) as new`.execute(tx)
}

async function updateAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  await sql`
    update attempts set
      carrier_call_id = new.carrier_call_id, placement = new.placement, ringing_at = new.ringing_at,
      answered_at = new.answered_at, ended_at = new.ended_at, disposition = new.disposition,
      check_at = new.check_at, give_up_at = new.give_up_at
    from jsonb_populate_recordset(null::attempts, ${JSON.stringify(attempts.map(toAttemptRow))}::text::jsonb) as new
    where attempts.id = new.id`.execute(tx)
}

function hasChanged(before: Attempt, after: Attempt): boolean {
  return (Object.keys(after) as (keyof Attempt)[]).some((key) => after[key] !== before[key])
}

function toAttemptRow(attempt: Attempt): Record<string, unknown> {
  return {
    id: attempt.id,
    number: attempt.number,
    carrier: attempt.carrier,
    carrier_call_id: attempt.carrierCallId,
    placement: attempt.placement,
    dialed_at: toMoment(attempt.dialedAt),
    ringing_at: toMoment(attempt.ringingAt),
    answered_at: toMoment(attempt.answeredAt),
    ended_at: toMoment(attempt.endedAt),
    disposition: attempt.disposition,
    check_at: toMoment(attempt.checkAt),
    give_up_at: toMoment(attempt.giveUpAt),
  }
}
