import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Whether the database answers. */
export async function isReady<Tables>({ db }: Pick<Database<Tables>, 'db'>): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
