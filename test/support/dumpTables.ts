import { sql } from 'kysely'
import type { Store } from '../../src/store/open.ts'

/** Every table of the database, each row as text, in an order of their own. What a new table holds is there without a word. */
export async function dumpTables(store: Store): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(store.db)
  const dump: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(one)::text as row from ${sql.table(name)} as one order by 1`.execute(store.db)
    dump[name] = rows.map(({ row }) => row)
  }
  return dump
}
