/** Makes a database as good as new, so that a history finds it as the one before did. */
import { sql } from 'kysely'
import type { Store } from '../../src/store/open.ts'

/** TRUNCATE, because rows then lie where they would in a new database; plans are made anew for the same reason. */
export async function emptyTables({ db }: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely\\_%' order by 1`.execute(db)
  const names = rows.map(({ name }) => name).join(', ')
  await sql.raw(`do $$ begin set local session_replication_role = replica; truncate ${names}; end $$`).execute(db)
  await sql.raw('discard plans').execute(db)
}
