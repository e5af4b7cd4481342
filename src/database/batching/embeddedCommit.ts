/**
 * Group commit for the embedded database, whose one connection all transactions share.
 *
 * A commit waits for the disk, and that takes longer than everything else in it. So the transactions that are waiting
 * when the connection becomes free run one after another inside a single transaction of Postgres, each within a
 * savepoint, and are committed together. One that fails is rolled back to its savepoint and leaves its neighbours alone;
 * no caller learns whether its transaction succeeded before the disk has it. Neighbours of one kind are done at once,
 * within one savepoint; if that fails, each of them is done by itself.
 *
 * Should the commit itself be refused, because of a check that is made only then, the members run again, each in a
 * transaction of its own, so that only the culprit fails.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { RunTransaction } from '../database.ts'
import { createGathering } from './gather.ts'
import { doAtOnce, doOne, joinGroup, kindOf, type Member } from './member.ts'

/** `runAlone` runs work in a transaction of its own. */
export function createEmbeddedCommit<Tables>(
  db: Kysely<Tables>,
  runAlone: RunTransaction<Tables>,
): RunTransaction<Tables> {
  const join = createGathering<Member<Transaction<Tables>>>(1, (members) => commitTogether(db, members))
  return (work) => joinGroup(join, 'transaction', work, runAlone)
}

async function commitTogether<Tables>(
  db: Kysely<Tables>,
  members: readonly Member<Transaction<Tables>>[],
): Promise<void> {
  if (members.length === 1 || !(await tryTogether(db, members))) {
    for (const member of members) await member.runAlone()
  }
  for (const member of members) member.settle()
}

/** False when nothing was committed. */
async function tryTogether<Tables>(
  db: Kysely<Tables>,
  members: readonly Member<Transaction<Tables>>[],
): Promise<boolean> {
  try {
    await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        for (const neighbours of splitByKind(members)) {
          if (neighbours.length > 1 && (await tryWithin(tx, () => doAtOnce(tx, neighbours))) === null) continue
          for (const member of neighbours) {
            const failure = await tryWithin(tx, () => doOne(tx, member))
            if (failure) member.fail(failure.cause)
          }
        }
      })
    return true
  } catch {
    return false
  }
}

/** Runs of neighbours whose work is of one kind; work that cannot be done with other work stays by itself. */
function splitByKind<Executor>(members: readonly Member<Executor>[]): Member<Executor>[][] {
  const runs: Member<Executor>[][] = []
  for (const member of members) {
    const run = runs.at(-1)
    const kind = kindOf(member.work)
    if (run?.[0] && kind !== undefined && kindOf(run[0].work) === kind) run.push(member)
    else runs.push([member])
  }
  return runs
}

/** Does work within a savepoint. Answers why it failed, and was undone; null when it is done. Throws when the transaction is lost. */
async function tryWithin<Tables>(
  tx: Transaction<Tables>,
  work: () => Promise<void>,
): Promise<{ cause: unknown } | null> {
  await savepoint.execute(tx)
  try {
    await work()
    await release.execute(tx)
    return null
  } catch (cause) {
    await rollBack.execute(tx)
    return { cause }
  }
}

const savepoint = sql`savepoint member`
const release = sql`release member`
const rollBack = sql`rollback to member`
