import { type Kysely, sql } from 'kysely'

/**
 * What an operator allows an account to set for itself at most, null for no such ceiling; and which token the environment
 * gave, so that another one can take its place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts
    add column max_requests_per_second integer check (max_requests_per_second >= 1),
    add column max_requests_per_minute integer check (max_requests_per_minute >= 1),
    add column max_calls_per_second integer check (max_calls_per_second >= 1),
    add column max_calls_at_once integer check (max_calls_at_once >= 1),
    add column max_reserved_for_inbound integer check (max_reserved_for_inbound >= 0)`.execute(db)
  await sql`alter table tokens add column from_environment boolean not null default false`.execute(db)
}
