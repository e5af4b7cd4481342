import { sql } from 'kysely'
import type { Store } from '../store/open.ts'

/** Whether the database answers. */
export async function isReady(store: Store): Promise<boolean> {
  try {
    await sql`select 1`.execute(store.db)
    return true
  } catch {
    return false
  }
}
