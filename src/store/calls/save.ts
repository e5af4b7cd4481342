/**
 * Stores what has become of calls. Only what differs is written: of most events a call has no part, but its attempt, and
 * a column that is written costs its way to the database and back into a new row whether it has changed or not.
 */
import { sql } from 'kysely'
import type { Attempt, Call } from '../../core/call.ts'
import type { EngineCall } from './lock.ts'
import { type ListColumn, rowsAs } from '../schema/lists.ts'
import type { Tx } from '../open.ts'

/** A call as this transaction has locked it, and as it is to be. */
export interface CallChange {
  before: Call
  after: EngineCall
}

type Columns<Row> = Readonly<Record<string, ListColumn<Row>>>

/**
 * Columns that change together, and are written together. Were each written by itself, there would be thousands of
 * different statements, and none would find itself prepared.
 */
const COLUMN_GROUPS: readonly Columns<Call>[] = [
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

/** What may change of an attempt. */
const ATTEMPT_COLUMNS: Columns<Attempt> = {
  carrier_call_id: { type: 'text', of: (attempt) => attempt.carrierCallId },
  placement: { type: 'text', of: (attempt) => attempt.placement },
  ringing_at: { type: 'timestamptz', of: (attempt) => attempt.ringingAt },
  answered_at: { type: 'timestamptz', of: (attempt) => attempt.answeredAt },
  ended_at: { type: 'timestamptz', of: (attempt) => attempt.endedAt },
  disposition: { type: 'text', of: (attempt) => attempt.disposition },
  check_at: { type: 'timestamptz', of: (attempt) => attempt.checkAt },
  give_up_at: { type: 'timestamptz', of: (attempt) => attempt.giveUpAt },
}

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
  const columns: Columns<Call> = Object.assign({}, ...COLUMN_GROUPS.filter((group) => groups.has(group)))
  await sql`
    update calls set ${sql.join(Object.keys(columns).map((name) => sql`${sql.ref(name)} = ${newValue(name)}`))}
    from ${rowsAs('new', changed, { id: { type: 'uuid', of: ({ id }) => id }, ...columns })}
    where calls.id = new.id`.execute(tx)
}

/** What was said on a call is gone with its contact, and does not come back. */
function newValue(name: string) {
  return name === 'summary' ? sql`case when not calls.erased then new.summary end` : sql`new.${sql.ref(name)}`
}

/** A new attempt, and the call that it is of. */
interface NewAttempt extends Attempt {
  accountId: string
  callId: string
  phone: string | null
  nodeId: string | null
}

const NEW_ATTEMPT_COLUMNS: Columns<NewAttempt> = {
  id: { type: 'uuid', of: (attempt) => attempt.id },
  account_id: { type: 'uuid', of: (attempt) => attempt.accountId },
  call_id: { type: 'uuid', of: (attempt) => attempt.callId },
  number: { type: 'integer', of: (attempt) => attempt.number },
  carrier: { type: 'text', of: (attempt) => attempt.carrier },
  dialed_at: { type: 'timestamptz', of: (attempt) => attempt.dialedAt },
  phone: { type: 'text', of: (attempt) => attempt.phone },
  node_id: { type: 'uuid', of: (attempt) => attempt.nodeId },
  ...ATTEMPT_COLUMNS,
}

/** Stores the last attempt of each call, which is new, and marks it with the process that looks after it. */
export async function insertAttempts(tx: Tx, dialled: readonly EngineCall[], nodeId: string | null): Promise<void> {
  const rows = dialled.flatMap(({ call: { id, attempt }, accountId, phone }) =>
    attempt === null ? [] : [{ ...attempt, accountId, callId: id, phone, nodeId }],
  )
  if (rows.length === 0) return
  await sql`
    insert into attempts (${sql.join(Object.keys(NEW_ATTEMPT_COLUMNS).map((name) => sql.ref(name)))})
    select * from ${rowsAs('new', rows, NEW_ATTEMPT_COLUMNS)}`.execute(tx)
}

async function updateAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  await sql`
    update attempts set ${sql.join(Object.keys(ATTEMPT_COLUMNS).map((name) => sql`${sql.ref(name)} = new.${sql.ref(name)}`))}
    from ${rowsAs('new', attempts, { id: { type: 'uuid', of: ({ id }) => id }, ...ATTEMPT_COLUMNS })}
    where attempts.id = new.id`.execute(tx)
}

function hasChanged(before: Attempt, after: Attempt): boolean {
  return (Object.keys(after) as (keyof Attempt)[]).some((key) => after[key] !== before[key])
}
