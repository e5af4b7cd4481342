import { type Kysely, sql } from 'kysely'

/**
 * The calls that are due, in the very order in which they are dialled: a campaign has all of its calls due at one
 * instant, and without their ids in the index every batch would sort all that are left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `drop index calls_due`,
  `create index calls_due on calls (account_id, priority, next_attempt_at, id) where status = 'scheduled' and not held`,
]
