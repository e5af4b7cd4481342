/**
 * What an account allows itself holds over all processes. While a process is alone it counts in memory what the account
 * uses; beside others it asks the database too, with the account locked, so that no two of them find the same line
 * free. Accounts that allow themselves whatever the carrier takes cost nothing more.
 */
import { type Instant, SECOND_MS } from '../../core/time.ts'
import { type AccountRecord, findAccount, lockAccount, shareAccount } from '../../store/accounts/accounts.ts'
import { countCallsOfOthers, holdNode, takeFromWindows } from '../../store/nodes/nodes.ts'
import type { Tx } from '../../store/open.ts'
import type { AccountLines } from './lines.ts'
import type { Membership } from '../nodes/membership.ts'

export interface Entered {
  account: AccountRecord
  /** What the account allows itself, less what other processes use of it. */
  wanted: AccountLines
}

/** Keeps the account's settings as they are until the transaction ends; null when this process may not dial any more. */
export async function enterAccount(tx: Tx, accountId: string, membership: Membership): Promise<Entered | null> {
  const { nodeId } = membership
  if (nodeId !== null && !(await holdNode(tx, nodeId))) return null
  if (nodeId === null || !membership.hasOthers()) {
    const account = await shareAccount(tx, accountId)
    return { account, wanted: account.lines }
  }
  // Locked at once if at all: two that share it could not both lock it afterwards.
  if (!isLimited(await findAccount(tx, accountId))) {
    const account = await shareAccount(tx, accountId)
    if (!isLimited(account)) return { account, wanted: account.lines }
    return null
  }
  const account = await lockAccount(tx, accountId)
  return { account, wanted: await lessOthers(tx, account, nodeId) }
}

/** The lines of a locked account that processes other than `nodeId` leave. */
export async function lessOthers(tx: Tx, account: AccountRecord, nodeId: string): Promise<AccountLines> {
  const { lines } = account
  if (lines.callsAtOnce === null) return lines
  return { ...lines, callsAtOnce: lines.callsAtOnce - (await countCallsOfOthers(tx, account.id, nodeId)) }
}

/** How many of `dials` the account's pace allows at `now`, over all processes; those count as dialled. */
export async function takePace(
  tx: Tx,
  account: AccountRecord,
  membership: Membership,
  dials: number,
  now: Instant,
): Promise<number> {
  const limit = account.lines.callsPerSecond
  if (limit === null || dials === 0 || !membership.hasOthers()) return dials
  const { taken } = await takeFromWindows(tx, {
    subject: `dials ${account.id}`,
    windows: [{ windowMs: SECOND_MS, limit, carried: 0 }],
    wanted: dials,
    at: now,
  })
  return taken
}

function isLimited({ lines, attemptLimit }: AccountRecord): boolean {
  return lines.callsAtOnce !== null || lines.callsPerSecond !== null || attemptLimit !== null
}
