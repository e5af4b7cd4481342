import { type Kysely, sql } from 'kysely'

/**
 * What lists of calls are filtered by, in the order in which they are read: by id, which rises with the time. A list walks
 * one stretch of an index for each value (`callLists.ts`). That by direction is in the place of the one by account: a
 * list of all calls walks both directions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `drop index calls_by_account`,
  `create index calls_by_direction on calls (account_id, direction, id)`,
  `create index calls_by_status on calls (account_id, status, id)`,
  `create index calls_by_playbook on calls (playbook_id, id)`,
  `create index calls_by_version on calls (version_id, id) where version_id is not null`,
  `create index calls_by_campaign_contact on calls (campaign_id, contact_id) where campaign_id is not null`,
]
