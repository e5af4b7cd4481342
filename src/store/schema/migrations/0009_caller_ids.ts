import { type Kysely, sql } from 'kysely'

/** Numbers that an account may show to who is called because its operator says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table verified_caller_ids (
    account_id uuid not null references accounts,
    phone text not null,
    verified_at timestamptz not null,
    primary key (account_id, phone)
  )`.execute(db)
}
