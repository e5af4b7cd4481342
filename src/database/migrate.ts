import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/**
 * Brings the database to the newest form that `known` leads to; does nothing when it is there already. All
 * migrations run in one transaction, and on Postgres under an advisory lock, so processes may start at the same time.
 * Throws an Error with a sentence, and changes nothing, when the database is newer than the program or a migration fails.
 */
export async function migrate<T>(db: Kysely<T>, known: Readonly<Record<string, Migration>>): Promise<void> {
  const executed = await listExecuted(db)
  refuseNewer(executed, known)
  // To find out by the migrator takes a fifth of a second, at every start.
  if (Object.keys(known).every((name) => executed.includes(name))) return
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...known }) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')
  const subject = failed ? `Migration ${failed.migrationName} failed` : 'The database could not be migrated'
  const reason = error instanceof Error ? error.message : JSON.stringify(error)
  throw new Error(`${subject}, and nothing was changed: ${reason}`, { cause: error })
}

/** The names of the migrations that the database has had, in order. */
async function listExecuted<T>(db: Kysely<T>): Promise<string[]> {
  const found = await sql<{ present: boolean }>`select to_regclass('kysely_migration') is not null as present`.execute(
    db,
  )
  if (!found.rows[0]?.present) return []
  const executed = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return executed.rows.map((row) => row.name)
}

function refuseNewer(executed: readonly string[], known: Readonly<Record<string, Migration>>): void {
  const unknown = executed.filter((name) => !(name in known))
  if (unknown.length === 0) return
  throw new Error(
    `The database was made by a newer Playcall: this one does not know its migration ${unknown.join(', ')}. ` +
      'Start that version or a later one, or restore a backup from before the upgrade.',
  )
}
