/**
 * Keeps the embedded database small and quick. A Postgres server has processes of its own for that; here nothing is done
 * unless somebody does it, and while it is done everybody waits. So it is done often, in short pieces, between which
 * others have their turn: each time a certain amount of log was written, the tables that have changed much are
 * vacuumed, and then a checkpoint is made, which bounds the log and what has to be replayed after a crash.
 *
 * What depends on the amount written and not on the time leaves a service at rest alone.
 */
import { type QueryExecutorProvider, sql } from 'kysely'
import { giveWay } from '../../pacing/giveWay.ts'
import type { RunTransaction, Upkeep } from '../database.ts'

/** As many bytes of log are replayed in some tenths of a second, and no more pages are dirty than memory has. */
const LOG_BYTES = 32 * 1024 * 1024

/** To ask how much was written costs as much as a small query. */
const TRANSACTIONS_BETWEEN_LOOKS = 32

/**
 * Rows that came, changed or went since a table was vacuumed. Vacuum takes some 20 µs for each of them when they lie
 * together, and what it has once frozen it passes by: its time goes with the changes, not with the table.
 */
const CHANGES_TO_VACUUM = 5_000

/** What has changed since the statistics were made, as a share of the rows. */
const SHARE_TO_ANALYZE = 0.2

/** Pages that no vacuum has seen, after which a start had better wait for one: 40 MB. */
const UNSEEN_PAGES = 5_000

/** Log that a copy of the database may make pile up. */
const HELD_LOG_BYTES = 1024 * 1024 * 1024

/** `watch` counts the transactions, and lets upkeep run after some of them. */
export function createUpkeep(
  db: QueryExecutorProvider,
  heldLogBytes = HELD_LOG_BYTES,
): { upkeep: Upkeep; watch: <Tables>(transaction: RunTransaction<Tables>) => RunTransaction<Tables> } {
  let running: Promise<void> | null = null
  let transactions = 0
  let holder: (() => void) | null = null
  const uncleaned = new Set<string>()

  function run(): Promise<void> {
    running ??= work().finally(() => (running = null))
    return running
  }

  async function work(): Promise<void> {
    const written = await readLogBytes(db)
    if (written < LOG_BYTES) return
    if (holder && written < heldLogBytes) return
    holder?.()
    holder = null
    for (const table of await vacuumChanged(db)) uncleaned.add(table)
    // Somebody may have taken hold meanwhile.
    if (isFree()) await sql`checkpoint`.execute(db)
  }
  const isFree = (): boolean => holder === null

  async function cleanIndexes(): Promise<void> {
    await running
    for (const table of uncleaned) {
      await vacuum(db, table, 'index_cleanup auto')
      await giveWay()
      uncleaned.delete(table)
    }
  }

  async function holdLog(onLost: () => void): Promise<() => void> {
    if (holder) throw new Error('The files of the database are being copied already. Try again when that is done.')
    const mine = (): void => onLost()
    holder = mine
    const release = (): void => {
      if (holder === mine) holder = null
    }
    try {
      await running
      await sql`checkpoint`.execute(db)
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  return {
    upkeep: {
      run,
      cleanIndexes,
      catchUp: () => catchUp(db),
      holdLog,
    },
    watch: (transaction) => async (piece) => {
      const result = await transaction(piece)
      if (++transactions >= TRANSACTIONS_BETWEEN_LOOKS) {
        transactions = 0
        // Whoever wrote does not wait for it. What goes wrong is told by the engine, which calls it now and then.
        run().catch(() => undefined)
      }
      return result
    },
  }
}

/** Bytes of log since the checkpoint from which a crash would be recovered. */
async function readLogBytes(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_insert_lsn() - redo_lsn)::bigint as bytes from pg_control_checkpoint()`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Vacuums the tables that have changed much, and answers which; their indexes are left for later. */
async function vacuumChanged(db: QueryExecutorProvider): Promise<string[]> {
  // Else the counts may be a second old.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; to_vacuum: boolean; to_analyze: boolean }>`
    select quote_ident(relname) as name,
      n_dead_tup + n_ins_since_vacuum >= ${sql.lit(CHANGES_TO_VACUUM)} as to_vacuum,
      n_mod_since_analyze >= greatest(${sql.lit(CHANGES_TO_VACUUM)}, ${sql.lit(SHARE_TO_ANALYZE)} * n_live_tup)
        as to_analyze
    from pg_stat_user_tables order by relname`.execute(db)
  for (const { name, to_vacuum, to_analyze } of rows) {
    if (to_vacuum) await vacuum(db, name, 'index_cleanup off')
    if (to_analyze) await sql.raw(`analyze ${name}`).execute(db)
    await giveWay()
  }
  return rows.filter(({ to_vacuum }) => to_vacuum).map(({ name }) => name)
}

/** Freezes what it sees, so that no later vacuum has to read a whole table for that; and leaves files as long as they are. */
async function vacuum(db: QueryExecutorProvider, table: string, more: string): Promise<void> {
  await sql.raw(`vacuum (freeze, truncate off, ${more}) ${table}`).execute(db)
}

async function catchUp(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) / current_setting('block_size')::integer - relallvisible > ${sql.lit(UNSEEN_PAGES)}
    order by relname`.execute(db)
  for (const { name } of rows) await vacuum(db, name, 'analyze')
  if (rows.length > 0) await sql`checkpoint`.execute(db)
}
