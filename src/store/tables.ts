/** The tables as Kysely sees them. `migrations/` is what makes them; a test compares the two. */
import type { ColumnType } from 'kysely'
import type { AttemptLimit } from '../core/attemptLimit.ts'
import type { AnsweredBy, Attempt, CallStatus, Disposition, EndedReason, WaitingReason } from '../core/call.ts'
import type { CallingHours } from '../core/callingHours.ts'
import type { VersionSource } from '../core/versionSelection.ts'
import type { CampaignTerms } from './calls.ts'

/** timestamptz: a Date when read; written as a Date or as RFC 3339 text. */
type Moment = ColumnType<Date, Date | string, Date | string>
type NullableMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** jsonb: parsed when read, JSON text when written, so that no driver guesses. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface Tables {
  accounts: AccountsTable
  tokens: TokensTable
  configurations: ConfigurationsTable
  playbooks: PlaybooksTable
  versions: VersionsTable
  contacts: ContactsTable
  campaigns: CampaignsTable
  campaign_parts: CampaignPartsTable
  calls: CallsTable
  attempts: AttemptsTable
  turns: TurnsTable
  numbers: NumbersTable
  verified_caller_ids: VerifiedCallerIdsTable
  suppressions: SuppressionsTable
  secrets: SecretsTable
  idempotency_keys: IdempotencyKeysTable
  nodes: NodesTable
  request_windows: RequestWindowsTable
  dialling_holds: DiallingHoldsTable
}

export interface AccountsTable {
  id: string
  name: string
  time_zone: string
  requests_per_second: number
  requests_per_minute: number
  /** Null: what the carrier takes. */
  calls_per_second: ColumnType<number | null, number | null | undefined, number | null>
  calls_at_once: ColumnType<number | null, number | null | undefined, number | null>
  reserved_for_inbound: ColumnType<number, number | undefined, number>
  calling_hours: NullableJson<CallingHours>
  attempt_limit: NullableJson<AttemptLimit>
  caller_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Moment
  /** The operator's ceilings; null: none. */
  max_requests_per_second: ColumnType<number | null, number | null | undefined, number | null>
  max_requests_per_minute: ColumnType<number | null, number | null | undefined, number | null>
  max_calls_per_second: ColumnType<number | null, number | null | undefined, number | null>
  max_calls_at_once: ColumnType<number | null, number | null | undefined, number | null>
  max_reserved_for_inbound: ColumnType<number | null, number | null | undefined, number | null>
}

export interface TokensTable {
  id: string
  account_id: string
  name: string
  prefix: string
  hash: string
  scopes: Json<string[]>
  created_at: Moment
  expires_at: NullableMoment
  revoked_at: NullableMoment
  /** To the minute. */
  last_used_at: NullableMoment
  /** Whether it is, or was, the value of PLAYCALL_TOKEN. */
  from_environment: ColumnType<boolean, boolean | undefined, boolean>
}

/** Configurations never change; a call, a version and a playbook point at one by the hash of its text. */
export interface ConfigurationsTable {
  account_id: string
  hash: string
  config: Json<Record<string, unknown>>
}

export interface PlaybooksTable {
  id: string
  account_id: string
  name: string
  config_hash: string
  production_version_id: string | null
  /** The version that the current configuration was restored from and has not been changed since. */
  restored_from_version_id: ColumnType<string | null, string | null | undefined, string | null>
  version_count: number
  created_at: Moment
  updated_at: Moment
}

export interface VersionsTable {
  id: string
  account_id: string
  playbook_id: string
  number: number
  message: string
  config_hash: string
  restored_from_version_id: string | null
  created_by: string
  created_at: Moment
}

export interface ContactsTable {
  id: string
  account_id: string
  phone: string
  fields: Json<Record<string, string>>
  custom_fields: Json<Record<string, unknown>>
  created_at: Moment
  updated_at: Moment
}

export interface CampaignsTable {
  id: string
  account_id: string
  playbook_id: string
  version_id: string | null
  version_source: VersionSource
  requested_version_id: string | null
  config_hash: string
  name: string | null
  state: 'active' | 'paused' | 'canceled' | 'completed'
  time_zone: string
  launch_at: NullableMoment
  /** Narrows the account's. */
  calling_hours: NullableJson<CallingHours>
  recall: Json<number[]>
  contacts_received: number
  contacts_created: number
  contacts_updated: number
  contacts_duplicate: number
  calls: number
  /** Calls that have not ended yet. */
  remaining: number
  created_at: Moment
  ended_at: NullableMoment
}

/** Contacts of an accepted campaign that are still to be stored, with their calls. */
export interface CampaignPartsTable {
  campaign_id: string
  part: number
  account_id: string
  /** What all the calls have in common, as it was when the campaign was accepted. */
  terms: Json<CampaignTerms>
  contact_count: number
  /** JSON, compressed by Zstandard. */
  contacts: Uint8Array
}

export interface CallsTable {
  id: string
  account_id: string
  direction: 'outbound' | 'inbound'
  campaign_id: string | null
  contact_id: string | null
  playbook_id: string
  version_id: string | null
  version_source: VersionSource
  requested_version_id: string | null
  config_hash: string
  /** Null once the contact was erased. */
  phone: string | null
  caller_id: string | null
  params: Json<Record<string, unknown>>
  /** The callee's names as sent beside `params`, by their variables' names; they win over everything else. */
  names: Json<Record<string, string>>
  recall: Json<number[]>
  recalls_used: ColumnType<number, number | undefined, number>
  launch_at: NullableMoment
  anchor_at: NullableMoment
  status: CallStatus
  /** Lower goes first when lines are short: 0 for single calls, 1 for campaigns. */
  priority: number
  /** The campaign is paused: not to be dialled, though it may be due. */
  held: ColumnType<boolean, boolean | undefined, boolean>
  next_attempt_at: NullableMoment
  /** Why the next attempt is later than the policy would have it. */
  waiting_reason: ColumnType<WaitingReason | null, WaitingReason | null | undefined, WaitingReason | null>
  waiting_message: ColumnType<string | null, string | null | undefined, string | null>
  /** Its contact was erased: nothing personal is stored any more. */
  erased: ColumnType<boolean, boolean | undefined, boolean>
  attempt_count: ColumnType<number, number | undefined, number>
  ring_timeout_s: number
  max_duration_s: number
  answered_by: AnsweredBy | null
  outcome: string | null
  summary: string | null
  opted_out: ColumnType<boolean, boolean | undefined, boolean>
  retry_machine: ColumnType<boolean, boolean | undefined, boolean>
  ended_reason: EndedReason | null
  duration_s: number | null
  created_at: Moment
  started_at: NullableMoment
  answered_at: NullableMoment
  ended_at: NullableMoment
}

export interface AttemptsTable {
  id: string
  account_id: string
  call_id: string
  number: number
  /** Null once the contact was erased. */
  phone: string | null
  carrier: string
  carrier_call_id: string | null
  placement: Attempt['placement']
  dialed_at: Moment
  ringing_at: NullableMoment
  answered_at: NullableMoment
  ended_at: NullableMoment
  disposition: Disposition | null
  check_at: NullableMoment
  give_up_at: Moment
  /** The process that looks after the attempt; null where there is but one. */
  node_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** What was said, in order. */
export interface TurnsTable {
  attempt_id: string
  seq: number
  account_id: string
  call_id: string
  role: 'agent' | 'callee'
  text: string
  at: Moment
}

/** The account's own numbers. */
export interface NumbersTable {
  id: string
  account_id: string
  phone: string
  playbook_id: string
  label: string | null
  created_at: Moment
  updated_at: Moment
}

/** Numbers that an account may show to who is called because its operator says so. */
export interface VerifiedCallerIdsTable {
  account_id: string
  phone: string
  verified_at: Moment
}

export interface SuppressionsTable {
  id: string
  account_id: string
  /** Null once the contact was erased: the hash goes on being recognised. */
  phone: string | null
  phone_hash: string
  reason: 'request' | 'opt_out'
  note: string | null
  call_id: string | null
  created_at: Moment
}

/** What the service made up for itself, by name. */
export interface SecretsTable {
  name: string
  value: string
}

export interface IdempotencyKeysTable {
  account_id: string
  key: string
  fingerprint: string
  status: number
  /** JSON text, kept to the letter. */
  body: string
  created_at: Moment
}

/** A process that shares the database with others, and what of the carrier's lines is its. */
export interface NodesTable {
  id: string
  process_name: string
  /** Goes up for as long as the process lives. */
  renewals: number
  calls_per_second: number
  calls_at_once: number
  in_the_air: number
}

/** What has been taken from a window that several processes share; only `take_from_windows` writes it. */
export interface RequestWindowsTable {
  subject: string
  window_ms: number
  slots: number[]
  counts: number[]
}

/** Nothing is dialled while there is a row. */
export interface DiallingHoldsTable {
  since: Moment
  /** When the backup was made that was restored then. */
  backup_at: Moment
}
