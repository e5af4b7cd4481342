/**
 * Shared work on a Postgres server: what of one kind comes in at the same time is done at once, in one transaction.
 * Whatever is not shared has a transaction of its own, as a server has a connection for each.
 *
 * Whether the work succeeded is told to nobody before the commit is durable. Should the transaction fail, everybody in it
 * runs again by himself, so that only the culprit fails. When the server went away nobody does: it may have committed.
 *
 * A group waits briefly for what others have locked, and is given up before its members have to wait for what only one
 * of them needs. That also ends a deadlock with another group: alone, each of them locks but a contact.
 */
import { type Kysely, sql } from 'kysely'
import { createGathering, type Member as Gathered } from './gather.ts'
import { createMember, doAtOnce, type Member, type RunTransaction } from './member.ts'
import type { Tables } from '../../store/schema/tables.ts'
import { isUnavailable } from '../errors.ts'

/** While one waits for the disk another can be made. */
const MAX_GROUPS = 2

/** In milliseconds: longer than a commit takes, shorter than anybody notices, and than a server looks for deadlocks (1 s). */
const waitBriefly = sql`set local lock_timeout = 100`

/** `runAlone` runs a function in a transaction of its own. */
export function createSharedCommit(db: Kysely<Tables>, runAlone: RunTransaction): RunTransaction {
  const join = createGathering<Member & Gathered>(MAX_GROUPS, (members) => commitTogether(db, members))
  return (work) => {
    const { shared } = work
    if (!shared) return runAlone(work)
    return new Promise((resolve, reject) => {
      join({ kind: shared.doAll, ...createMember(work, runAlone, resolve, reject) })
    })
  }
}

async function commitTogether(db: Kysely<Tables>, members: readonly Member[]): Promise<void> {
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
