import { type Kysely, sql } from 'kysely'

/** What an account manages: numbers, suppressions, calling hours, lines; and versions that nobody can change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table accounts
    add column calls_per_second integer,
    add column calls_at_once integer,
    add column reserved_for_inbound integer not null default 5,
    add column calling_hours jsonb,
    add column attempt_limit jsonb,
    add column caller_id text`,
  `alter table tokens add column last_used_at timestamptz`,
  `create index tokens_by_account on tokens (account_id, id)`,
  `alter table playbooks add column restored_from_version_id uuid`,
  `alter table campaigns add column calling_hours jsonb`,
  `alter table calls
    add column waiting_reason text,
    add column waiting_message text,
    add column erased boolean not null default false,
    alter column phone drop not null`,
  `create index calls_unfinished_by_phone on calls (account_id, phone) where ended_at is null`,
  `alter table attempts add column phone text`,
  `update attempts set phone = calls.phone from calls where calls.id = attempts.call_id`,
  `create index attempts_by_phone on attempts (account_id, phone, dialed_at)`,
  `create unique index attempts_by_carrier on attempts (carrier, carrier_call_id) where carrier_call_id is not null`,
  `create table numbers (
    id uuid primary key,
    account_id uuid not null references accounts,
    phone text not null unique,
    playbook_id uuid not null references playbooks,
    label text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index numbers_by_account on numbers (account_id, id)`,
  `create table suppressions (
    id uuid primary key,
    account_id uuid not null references accounts,
    phone text,
    phone_hash text not null,
    reason text not null check (reason in ('request', 'opt_out')),
    note text,
    call_id uuid,
    created_at timestamptz not null,
    unique (account_id, phone_hash)
  )`,
  `create index suppressions_by_account on suppressions (account_id, id)`,
  `create table secrets (
    name text primary key,
    value text not null
  )`,
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'a row of % is never changed or deleted', tg_table_name using errcode = 'restrict_violation';
    end $$`,
  `create trigger versions_are_immutable before update or delete on versions
    for each row execute function refuse_change()`,
  `create trigger configurations_are_immutable before update or delete on configurations
    for each row execute function refuse_change()`,
  `create trigger versions_stay before truncate on versions
    for each statement execute function refuse_change()`,
  `create trigger configurations_stay before truncate on configurations
    for each statement execute function refuse_change()`,
]
