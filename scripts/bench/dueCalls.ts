/** Calls that are due, on a Postgres server: what dispatch is measured with. */
import { sql } from 'kysely'
import type { Store } from '../../src/store/open.ts'
import { type Ids, IDS_QUERY } from './callRows.ts'

/** Out of the way, as the queues that Playcall is compared with have no such limits. */
export const LINES = { callsPerSecond: 1_000_000, callsAtOnce: 1_000_000 }
/** As fast as the setting allows. */
export const SPEED = 1_000

/** Removes all calls and stores so many that are due. */
export async function storeDueCalls(store: Store, count: number, phone: string): Promise<void> {
  const ids = (await sql.raw<Ids>(IDS_QUERY).execute(store.db)).rows[0]
  await sql`truncate calls, attempts, turns`.execute(store.db)
  await sql`
    insert into calls (id, account_id, direction, playbook_id, version_id, version_source, config_hash, phone, params,
      names, recall, status, priority, next_attempt_at, ring_timeout_s, max_duration_s, created_at)
    select uuidv7(), ${ids?.account_id}::uuid, 'outbound', ${ids?.playbook_id}::uuid, ${ids?.version_id}::uuid,
      'production', ${ids?.config_hash}, ${phone}, '{}', '{}', '[]', 'scheduled', 1, now(), 45, 300, now()
    from generate_series(1, ${count}::integer)`.execute(store.db)
  await sql`vacuum analyze calls, attempts, turns`.execute(store.db)
}

/** Waits until every call has ended. */
export async function callsEnded(store: Store): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from calls where ended_at is null limit 1`.execute(store.db)
    if (rows.length === 0) return
    await Bun.sleep(50)
  }
}
