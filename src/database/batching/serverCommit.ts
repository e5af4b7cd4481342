/**
 * Transactions on a Postgres server: pieces of one kind that come in at the same time are done at once, in one
 * transaction. All other work has a transaction of its own, as a server has a connection for each.
 *
 * No caller learns whether its work succeeded before the commit is durable. Should the transaction fail, each member
 * runs again by itself, so that only the culprit fails. When the server went away none does: it may have committed.
 *
 * A group waits briefly for what others have locked, and is given up before its members have to wait for what only one
 * of them needs. That also ends a deadlock with another group: alone, each of them locks but a contact.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import { isPiece } from '../../core/work.ts'
import type { RunTransaction } from '../database.ts'
import { isUnavailable } from '../errors.ts'
import { createGathering } from './gather.ts'
import { doAtOnce, joinGroup, kindOf, type Member } from './member.ts'

/** While one waits for the disk another can be made. */
const MAX_GROUPS = 2

/** In milliseconds: longer than a commit takes, shorter than a person notices, and than a server looks for deadlocks (1 s). */
const waitBriefly = sql`set local lock_timeout = 100`

/** `runAlone` runs work in a transaction of its own. */
export function createServerCommit<Tables>(
  db: Kysely<Tables>,
  runAlone: RunTransaction<Tables>,
): RunTransaction<Tables> {
  const join = createGathering<Member<Transaction<Tables>>>(MAX_GROUPS, (members) => commitTogether(db, members))
  return (work) => (isPiece(work) ? joinGroup(join, kindOf(work), work, runAlone) : runAlone(work))
}

async function commitTogether<Tables>(
  db: Kysely<Tables>,
  members: readonly Member<Transaction<Tables>>[],
): Promise<void> {
  try {
    await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        await waitBriefly.execute(tx)
        await doAtOnce(tx, members)
      })
  } catch (error) {
    if (!isUnavailable(error)) {
      // The next group need not wait for them.
      for (const member of members) void member.runAlone().then(() => member.settle())
      return
    }
    for (const member of members) member.fail(error)
  }
  for (const member of members) member.settle()
}
