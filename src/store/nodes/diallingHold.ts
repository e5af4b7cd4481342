/**
 * Whether dialling is held. A restored database may be days old: what has become due since then would be dialled at
 * once, and perhaps has been dialled by the service that the backup was taken of. So a restore holds dialling until
 * whoever made it has looked at it.
 */
import { sql } from 'kysely'
import type { Instant } from '../../core/time.ts'
import { toInstant, toMoment } from '../schema/moments.ts'
import type { Store, Tx } from '../open.ts'

export interface DiallingHold {
  since: Instant
  /** When the backup was made that was restored then. */
  backupAt: Instant
}

/** Holds dialling, in place of whatever held it before. */
export async function holdDialling(tx: Tx, hold: DiallingHold): Promise<void> {
  await releaseDialling(tx)
  await tx
    .insertInto('dialling_holds')
    .values({ since: toMoment(hold.since), backup_at: toMoment(hold.backupAt) })
    .execute()
}

/** Null when dialling is not held. */
export async function findDiallingHold(db: Store['db']): Promise<DiallingHold | null> {
  const row = await db.selectFrom('dialling_holds').selectAll().executeTakeFirst()
  return row ? { since: toInstant(row.since), backupAt: toInstant(row.backup_at) } : null
}

/** Lets dialling go on. A service that runs notices within seconds. Answers whether it was held. */
export async function releaseDialling(tx: Tx): Promise<boolean> {
  const result = await tx.deleteFrom('dialling_holds').executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Calls that would be dialled at `now`, and those that wait for a later instant. */
export async function countWaitingCalls(db: Store['db'], now: Instant): Promise<{ due: number; later: number }> {
  const row = await db
    .selectFrom('calls')
    .select((select) => [
      select.fn.countAll<number>().filterWhere('next_attempt_at', '<=', toMoment(now)).as('due'),
      select.fn.countAll<number>().filterWhere('next_attempt_at', '>', toMoment(now)).as('later'),
    ])
    .where('status', '=', sql.lit('scheduled'))
    .where((not) => not.not('held'))
    .executeTakeFirstOrThrow()
  return { due: row.due, later: row.later }
}
