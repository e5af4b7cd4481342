import { type Kysely, sql } from 'kysely'

/**
 * The contacts of accepted campaigns that have not become rows yet. What is compressed is not compressed again by the
 * database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table campaign_parts (
    campaign_id uuid not null references campaigns,
    part integer not null check (part >= 0),
    account_id uuid not null,
    terms jsonb not null,
    contact_count integer not null check (contact_count > 0),
    contacts bytea not null,
    primary key (campaign_id, part)
  )`,
  `alter table campaign_parts alter column contacts set storage external`,
  `create index campaign_parts_in_turn on campaign_parts (account_id, part, campaign_id)`,
]
