/** Everything in the database that the invariants look at, read at one moment. Instants are epoch milliseconds. */
import { type Kysely, sql } from 'kysely'
import type { Disposition, CallStatus } from '../../src/core/call.ts'
import type { CallingHours } from '../../src/core/callingHours.ts'
import type { AttemptLimit } from '../../src/core/attemptLimit.ts'
import type { Tables } from '../../src/store/tables.ts'

export interface Snapshot {
  accounts: AccountRow[]
  campaigns: {
    id: string
    account_id: string
    state: string
    name: string
    calls: number
    remaining: number
    hours: CallingHours | null
    config_hash: string
    requested: string | null
    /** How many of its calls are still to be stored. */
    to_store: number
  }[]
  calls: CallRow[]
  attempts: AttemptRow[]
  suppressions: { id: string; account_id: string; phone: string }[]
  playbooks: { id: string; account_id: string; config_hash: string; production: string | null }[]
  versions: { id: string; account_id: string; hash: string }[]
  configs: { hash: string; max_duration_s: number }[]
  numbers: { account_id: string; phone: string }[]
}

export interface AccountRow {
  id: string
  zone: string
  hours: CallingHours | null
  attempt_limit: AttemptLimit | null
  calls_per_second: number | null
  calls_at_once: number | null
}

export interface CallRow {
  id: string
  account_id: string
  campaign_id: string | null
  direction: 'outbound' | 'inbound'
  phone: string
  status: CallStatus
  config_hash: string
  version_id: string | null
  version_source: string
  requested: string | null
  marker: number | null
  held: boolean
  recall: number[]
  recalls_used: number
  launch_at: number | null
  created_at: number
  next_at: number | null
  waiting: string | null
  ended_at: number | null
  ended_reason: string | null
  attempt_count: number
}

export interface AttemptRow {
  id: string
  call_id: string
  account_id: string
  number: number
  dialed_at: number
  ended_at: number | null
  check_at: number | null
  disposition: Disposition | null
}

const ms = (column: string): string => `round(extract(epoch from ${column}) * 1000)::bigint`

const TABLES: Record<keyof Snapshot, string> = {
  accounts: `select id, time_zone as zone, calling_hours as hours, attempt_limit, calls_per_second, calls_at_once from accounts order by id`,
  campaigns: `select id, account_id, state, name, calls, remaining, calling_hours as hours, config_hash,
    requested_version_id as requested,
    (select coalesce(sum(contact_count), 0) from campaign_parts where campaign_id = campaigns.id) as to_store
    from campaigns order by id`,
  calls: `select id, account_id, campaign_id, direction, phone, status, config_hash, version_id, version_source,
    requested_version_id as requested, (params->>'marker')::integer as marker, held, recall, recalls_used,
    ${ms('launch_at')} as launch_at, ${ms('created_at')} as created_at, ${ms('next_attempt_at')} as next_at,
    waiting_reason as waiting, ${ms('ended_at')} as ended_at, ended_reason, attempt_count from calls order by id`,
  attempts: `select id, call_id, account_id, number, ${ms('dialed_at')} as dialed_at, ${ms('ended_at')} as ended_at,
    ${ms('check_at')} as check_at, disposition from attempts order by call_id, number`,
  suppressions: `select id, account_id, phone from suppressions order by id`,
  playbooks: `select id, account_id, config_hash, production_version_id as production from playbooks order by id`,
  versions: `select id, account_id, config_hash as hash from versions order by id`,
  configs: `select hash, (config->>'max_duration_s')::integer as max_duration_s from configurations order by hash`,
  numbers: `select account_id, phone from numbers order by phone`,
}

const QUERY = `select json_build_object(${Object.entries(TABLES)
  .map(([name, query]) => `'${name}', (select coalesce(json_agg(t), '[]') from (${query}) t)`)
  .join(', ')}) as snapshot`

export async function readSnapshot(db: Kysely<Tables>): Promise<Snapshot> {
  const { rows } = await sql.raw<{ snapshot: Snapshot }>(QUERY).execute(db)
  return rows[0]!.snapshot
}
