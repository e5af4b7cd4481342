/**
 * Group commit for the embedded database, whose one connection all transactions share.
 *
 * A commit waits for the disk, and that takes longer than everything else in it. So the transactions that are waiting
 * when the connection becomes free run one after another inside a single transaction of Postgres, each within a
 * savepoint, and are committed together. One that fails is rolled back to its savepoint and leaves its neighbours alone;
 * whether a transaction succeeded is told to nobody before the disk has it. Neighbours whose work is shared are done at
 * once, within one savepoint; if that fails, each of them is done by itself.
 *
 * Should the commit itself be refused, because of a check that is made only then, the members run again, each in a
 * transaction of its own, so that only the culprit fails.
 */
import { type Kysely, sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { createMember, doAtOnce, type Member, type RunTransaction } from './member.ts'
import type { Tx } from '../../store/open.ts'
import type { Tables } from '../../store/schema/tables.ts'

/** Bounds how long the first of a group waits for the last. */
const MAX_MEMBERS = 64

/** `runAlone` runs a function in a transaction of its own. */
export function createGroupCommit(db: Kysely<Tables>, runAlone: RunTransaction): RunTransaction {
  const waiting: Member[] = []
  let isWorking = false

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      // Whoever is about to join, because his request came in with the others, may do so.
      await setImmediate()
      await commitTogether(waiting.splice(0, MAX_MEMBERS))
    }
    isWorking = false
  }

  async function commitTogether(members: readonly Member[]): Promise<void> {
    if (members.length === 1 || !(await tryTogether(members))) {
      for (const member of members) await member.runAlone()
    }
    for (const member of members) member.settle()
  }

  /** False when nothing was committed. */
  async function tryTogether(members: readonly Member[]): Promise<boolean> {
    try {
      await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (tx) => {
          for (const neighbours of splitByKind(members)) {
            if (neighbours.length > 1 && (await tryAtOnce(tx, neighbours))) continue
            for (const member of neighbours) await runWithin(tx, member)
          }
        })
      return true
    } catch {
      return false
    }
  }

  return (fn) =>
    new Promise((resolve, reject) => {
      waiting.push(createMember(fn, runAlone, resolve, reject))
      if (isWorking) return
      isWorking = true
      void work()
    })
}

/** Runs of neighbours whose work is of one kind; work that is not shared stays by itself. */
function splitByKind(members: readonly Member[]): Member[][] {
  const runs: Member[][] = []
  for (const member of members) {
    const run = runs.at(-1)
    const kind = run?.[0]?.work.shared?.doAll
    if (run && kind && kind === member.work.shared?.doAll) run.push(member)
    else runs.push([member])
  }
  return runs
}

/** Does a member's work within a savepoint. Throws only when the transaction as a whole is lost. */
async function runWithin(tx: Tx, member: Member): Promise<void> {
  await savepoint.execute(tx)
  try {
    const value = await member.work(tx)
    await release.execute(tx)
    member.succeed(value)
  } catch (error) {
    member.fail(error)
    await rollBack.execute(tx)
  }
}

/** Does the work of neighbours of one kind. False when nothing was done. Throws when the transaction is lost. */
async function tryAtOnce(tx: Tx, members: readonly Member[]): Promise<boolean> {
  await savepoint.execute(tx)
  try {
    await doAtOnce(tx, members)
    await release.execute(tx)
    return true
  } catch {
    await rollBack.execute(tx)
    return false
  }
}

const savepoint = sql`savepoint member`
const release = sql`release member`
const rollBack = sql`rollback to member`
