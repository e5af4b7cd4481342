/**
 * Group commit for the embedded database, whose one connection all transactions share.
 *
 * A commit waits for the disk, and that takes longer than everything else in it. So the transactions that are waiting
 * when the connection becomes free run one after another inside a single transaction of Postgres, each within a
 * savepoint, and are committed together. One that fails is rolled back to its savepoint and leaves its neighbours alone;
 * whether a transaction succeeded is told to nobody before the disk has it.
 *
 * Should the commit itself be refused, because of a check that is made only then, the members run again, each in a
 * transaction of its own, so that only the culprit fails.
 */
import { type Kysely, sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from './open.ts'
import type { Tables } from './tables.ts'

/** Bounds how long the first of a group waits for the last. */
const MAX_MEMBERS = 64

export type RunTransaction = <T>(fn: (tx: Tx) => Promise<T>) => Promise<T>

interface Member {
  /** Does its work within a savepoint. Throws only when the transaction as a whole is lost. */
  runIn(tx: Tx): Promise<void>
  /** Does it, or does it anew, in a transaction of its own; never throws. */
  runAlone(): Promise<void>
  /** Tells whoever waits how the work went. */
  settle(): void
}

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
          for (const member of members) await member.runIn(tx)
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

function createMember<T>(
  fn: (tx: Tx) => Promise<T>,
  runAlone: RunTransaction,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Member {
  let settle = (): void => undefined
  const succeed = (value: T): void => void (settle = () => resolve(value))
  const fail = (error: unknown): void => void (settle = () => reject(error))
  return {
    async runIn(tx) {
      await sql`savepoint member`.execute(tx)
      try {
        const value = await fn(tx)
        await sql`release member`.execute(tx)
        succeed(value)
      } catch (error) {
        fail(error)
        await sql`rollback to member`.execute(tx)
      }
    },
    settle: () => settle(),
    runAlone: () => runAlone(fn).then(succeed, fail),
  }
}
