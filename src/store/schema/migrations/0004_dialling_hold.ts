import { type Kysely, sql } from 'kysely'

/** After a restore nothing is dialled until somebody says so: while there is a row here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table dialling_holds (
    since timestamptz primary key,
    backup_at timestamptz not null
  )`.execute(db)
}
