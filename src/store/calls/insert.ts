/** Calls that are asked for one by one, of any accounts, and stored several at once. */
import { sql } from 'kysely'
import type { Instant } from '../../core/time.ts'
import type { SelectedVersion } from '../../core/versionSelection.ts'
import { PRIORITY } from './due.ts'
import type { Tx } from '../open.ts'

export interface SingleCall {
  id: string
  accountId: string
  phone: string
  /** Becomes the contact's id, should the phone be new to the account. */
  contactId: string
  /** The callee's names as sent, by their variables' names; they become the contact's too. */
  names: Record<string, string>
  playbookId: string
  version: SelectedVersion
  requestedVersionId: string | null
  callerId: string | null
  params: Record<string, unknown>
  recallMinutes: readonly number[]
  launchAt: Instant | null
  /** When the first dial is due. */
  dueAt: Instant
  ringTimeoutS: number
  maxDurationS: number
  at: Instant
}

/**
 * Stores calls, and creates or updates the contacts that they are to. One statement, because most of what a row costs
 * by itself is what the statement around it costs. The contacts are sorted as everywhere, so that two transactions that
 * touch the same ones wait for each other instead of deadlocking.
 */
export async function insertSingleCalls(tx: Tx, calls: readonly SingleCall[]): Promise<void> {
  if (calls.length === 0) return
  const { numAffectedRows } = await sql`
    with sent as (
      select * from json_to_recordset(${JSON.stringify(calls.map(toRow))}::text::json) as sent(
        id uuid, account uuid, phone text, names jsonb, playbook uuid, version uuid, source text,
        requested text, config text, caller text, params jsonb, recall jsonb, launch timestamptz, due timestamptz,
        ring integer, duration integer, at timestamptz)
    ), callees as (
      insert into contacts as present (id, account_id, phone, fields, custom_fields, created_at, updated_at)
      select id, account, phone, names, '{}', created, updated
      from json_to_recordset(${JSON.stringify(calleesOf(calls))}::text::json) as callee(
        id uuid, account uuid, phone text, names jsonb, created timestamptz, updated timestamptz)
      on conflict (account_id, phone) do update set
        fields = present.fields || excluded.fields, updated_at = excluded.updated_at
      returning id, account_id, phone
    )
    insert into calls (id, account_id, direction, contact_id, playbook_id, version_id, version_source,
      requested_version_id, config_hash, phone, caller_id, params, names, recall, launch_at, anchor_at, status, priority,
      next_attempt_at, ring_timeout_s, max_duration_s, created_at)
    select sent.id, account, 'outbound', callees.id, playbook, version, source, requested, config, sent.phone, caller,
      params, names, recall, launch, launch, 'scheduled', ${sql.lit(PRIORITY.single)}, due, ring, duration, at
    from sent join callees on callees.account_id = sent.account and callees.phone = sent.phone`.execute(tx)
  if (Number(numAffectedRows) !== calls.length) throw new Error('not every call found the contact that it is to')
}

/** Instants as RFC 3339 text. */
function toRow(call: SingleCall): Record<string, unknown> {
  return {
    id: call.id,
    account: call.accountId,
    phone: call.phone,
    names: call.names,
    playbook: call.playbookId,
    version: call.version.versionId,
    source: call.version.source,
    requested: call.requestedVersionId,
    config: call.version.configHash,
    caller: call.callerId,
    params: call.params,
    recall: call.recallMinutes,
    launch: call.launchAt === null ? null : new Date(call.launchAt),
    due: new Date(call.dueAt),
    ring: call.ringTimeoutS,
    duration: call.maxDurationS,
    at: new Date(call.at),
  }
}

interface Callee {
  id: string
  account: string
  phone: string
  names: Record<string, string>
  created: Date
  updated: Date
}

/** Whom the calls are to, each once, with what the calls say of him one after another. */
function calleesOf(calls: readonly SingleCall[]): Callee[] {
  const callees = new Map<string, Callee>()
  for (const call of calls) {
    const key = `${call.accountId} ${call.phone}`
    const at = new Date(call.at)
    const known = callees.get(key)
    if (known) Object.assign(known, { names: { ...known.names, ...call.names }, updated: at })
    else {
      const { contactId: id, accountId: account, phone, names } = call
      callees.set(key, { id, account, phone, names, created: at, updated: at })
    }
  }
  return [...callees].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, callee]) => callee)
}
