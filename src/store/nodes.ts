/** The processes that share a database. */
import { sql } from 'kysely'
import { type LineGrant, shareLines } from '../core/lineShares.ts'
import type { Instant } from '../core/time.ts'
import { idsIn } from './lists.ts'
import type { Store, Tx } from './open.ts'
import { toInstant } from './moments.ts'

/** Another process, and how often it has said that it lives. */
export interface OtherNode {
  id: string
  renewals: number
}

export interface Renewal {
  /** Whether the process was among the nodes; if not, it is from now on. */
  wasThere: boolean
  others: OtherNode[]
  grant: LineGrant
  /** How many live attempts, that nobody looked after, this process looks after from now on. */
  adopted: number
}

/**
 * Says that this process lives; takes the `dead` from the list, unless they have said something meanwhile; takes over
 * the attempts whose process is not on the list; and says what share of the carrier's lines is its from now on.
 */
export async function renewNode(
  tx: Tx,
  node: {
    id: string
    processName: string
    /** Whether the process of that name is known to have ended. */
    hasProcessEnded: (name: string) => boolean
    carrier: LineGrant
    inTheAir: number
    dead: readonly OtherNode[]
  },
): Promise<Renewal> {
  // One at a time, so that all grants together are never too many. Whoever dials holds his row only, and is not kept.
  await sql`lock table nodes in share row exclusive mode`.execute(tx)
  await removeDead(tx, node)
  const rows = await tx.selectFrom('nodes').selectAll().orderBy('id').execute()
  const others = rows.filter((row) => row.id !== node.id)
  const place = others.filter((row) => row.id < node.id).length
  const grant = shareLines(
    node.carrier,
    place,
    others.map((row) => ({
      callsPerSecond: row.calls_per_second,
      callsAtOnce: row.calls_at_once,
      inTheAir: row.in_the_air,
    })),
  )
  const own = {
    calls_per_second: grant.callsPerSecond,
    calls_at_once: grant.callsAtOnce,
    in_the_air: node.inTheAir,
  }
  await tx
    .insertInto('nodes')
    .values({ id: node.id, process_name: node.processName, renewals: 1, ...own })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ renewals: sql`nodes.renewals + 1`, ...own }))
    .execute()
  const adopted = await adoptAttempts(tx, node.id)
  if (adopted > 0) {
    await tx
      .updateTable('nodes')
      .set({ in_the_air: node.inTheAir + adopted })
      .where('id', '=', node.id)
      .execute()
  }
  return {
    wasThere: others.length < rows.length,
    others: others.map(({ id, renewals }) => ({ id, renewals })),
    grant,
    adopted,
  }
}

async function removeDead(
  tx: Tx,
  { dead, hasProcessEnded }: { dead: readonly OtherNode[]; hasProcessEnded: (name: string) => boolean },
): Promise<void> {
  // One that is in the middle of a dial stays for now: the database ends its transaction soon.
  const rows = await tx
    .selectFrom('nodes')
    .select(['id', 'process_name', 'renewals'])
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, process_name, renewals } of rows) {
    const isSilent = dead.some((other) => other.id === id && other.renewals === renewals)
    if (isSilent || hasProcessEnded(process_name)) await leaveNodes(tx, id)
  }
}

/** Attempts whose process is dead or has left, and those of a time before there were nodes. */
async function adoptAttempts(tx: Tx, nodeId: string): Promise<number> {
  const result = await tx
    .updateTable('attempts')
    .set({ node_id: nodeId })
    .where('ended_at', 'is', null)
    .where((where) =>
      where.or([
        where('node_id', 'is', null),
        where('node_id', 'not in', (select) => select.selectFrom('nodes').select('nodes.id')),
      ]),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Those of the attempts that have ended, whoever heard of it. */
export async function listEndedAttempts(db: Store['db'], attemptIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('id', 'in', idsIn(attemptIds))
    .where('ended_at', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Takes a process off the list: what it had of the lines is free, and another takes over its live attempts. */
export async function leaveNodes(tx: Tx, nodeId: string): Promise<void> {
  await tx.deleteFrom('nodes').where('id', '=', nodeId).execute()
}

/** Whether this process is among the nodes; if so it stays there until the transaction ends. */
export async function holdNode(tx: Tx, nodeId: string): Promise<boolean> {
  const row = await tx.selectFrom('nodes').select('id').where('id', '=', nodeId).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/** How many calls of the account other processes have in the air. The account should be locked. */
export async function countCallsOfOthers(tx: Tx, accountId: string, nodeId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('attempts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('node_id', 'is distinct from', nodeId)
    .executeTakeFirstOrThrow()
  return count
}

/** What became of a wish to take from windows that are shared: how many were granted, and for each window in order: */
export interface Taking {
  taken: number
  windows: {
    used: number
    /** When the oldest of what was taken leaves the window; null when nothing was. */
    oldestUntil: Instant | null
  }[]
}

/**
 * Takes up to `wanted` from windows in which all processes count together: as many as every one of them has room for.
 * `carried`, one for each window, is what was taken elsewhere before and counts as taken now.
 */
export async function takeFromWindows(
  db: Store['db'],
  what: {
    subject: string
    windows: readonly { windowMs: number; limit: number; carried: number }[]
    wanted: number
    at: Instant
  },
): Promise<Taking> {
  const list = (values: readonly number[]): string => `{${values.join(',')}}`
  const { rows } = await sql<{ taken: number; used: number; oldest_until: number | null }>`
    select taken, used, oldest_until from take_from_windows(
      ${what.subject}::text, ${list(what.windows.map(({ windowMs }) => windowMs))}::text::integer[],
      ${list(what.windows.map(({ limit }) => limit))}::text::integer[], ${what.wanted}::integer,
      ${list(what.windows.map(({ carried }) => carried))}::text::integer[], ${what.at}::bigint)`.execute(db)
  return {
    taken: rows[0]?.taken ?? 0,
    windows: rows.map((row) => ({ used: row.used, oldestUntil: row.oldest_until })),
  }
}

/** Forgets what was taken of all windows: the time in which it was taken lies ahead again. */
export async function forgetWindows(tx: Tx): Promise<void> {
  await sql`update request_windows set slots = '{}', counts = '{}'`.execute(tx)
}

/** The database server's clock: the one that all processes have in common. */
export async function readServerTime(db: Store['db']): Promise<Instant> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const at = rows[0]?.at
  if (!at) throw new Error('the server told no time')
  return toInstant(at)
}
