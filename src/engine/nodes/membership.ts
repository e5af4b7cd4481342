/**
 * This process's place among those that share a database.
 *
 * Each process has a row, which it renews every few seconds. A row that somebody has watched for a whole lease without
 * a change is that of a dead process: it is removed, and its attempts are looked after by whoever removed it. A process
 * on the same machine that has ended is dead at once. The process itself counts its lease from before its last renewal
 * and stops a little earlier, so it has stopped dialling before anybody can take it for dead; it need not know of the
 * others' clocks. Should it have been stopped for so long that it was removed, its transactions that dial find no row and
 * do nothing, and dials that were recorded are not sent.
 *
 * While the database is away nobody can renew, and nobody counts: the watch begins anew when it is back.
 */
import type { LineGrant } from '../../core/lineShares.ts'
import { SECOND_MS } from '../../core/time.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import { leaveNodes, type OtherNode, renewNode } from '../../store/nodes/nodes.ts'
import type { Store } from '../../store/open.ts'
import type { Busy } from '../busy.ts'
import { createLoop } from '../loop.ts'

export const RENEW_EVERY_MS = 3 * SECOND_MS
/** A process that has not been heard of for so long is dead. */
export const LEASE_MS = 12 * SECOND_MS
/** A request may be so long on its way to the carrier: a process stops asking so much before its lease ends. */
const ON_THE_WAY_MS = 2 * SECOND_MS
/** What another process dialled in the second before it gave up a part of its pace still counts. */
const PACE_SETTLES_MS = SECOND_MS

/** Who this process is. */
export interface Node {
  id: string
  /** By which others on the same machine can tell whether it still runs. */
  processName: string
  /** Whether the process of that name has certainly ended. */
  hasProcessEnded: (name: string) => boolean
  /** Measures the time that passes for this process: a started stopwatch answers milliseconds, never too few. */
  startStopwatch: () => () => number
  /** Makes the clock right, which stands still while the machine is asleep. Throws when the database is away. */
  correctClock: () => Promise<void>
}

/** What a membership tells, from the moment this process joins. */
export interface MembershipListeners {
  /** Occupies the lines of attempts that have been taken over. */
  takeUp: () => Promise<void>
  /** Gives back the lines of attempts that another process has ended. */
  letGo: () => Promise<void>
  /** Another process is there no more, and may have left something half done. */
  otherGone: () => void
  /** Lines may be free, or others may have left something due. */
  look: () => void
  /** This process was taken for dead: what it had in the air is another's. Called before anything new is dialled. */
  lost: () => void
}

export interface Membership {
  /** What attempts are marked with; null where no other process can be. */
  readonly nodeId: string | null
  /** Whether this process may ask a carrier for a dial: nobody can have taken it for dead. */
  isHeld(): boolean
  /** Whether other processes are there. */
  hasOthers(): boolean
  /** Whether other processes have been there since this one joined. */
  hasMetOthers(): boolean
  /** Joins, and tells the listeners what comes of it. Throws when the database is away. */
  join(listeners: MembershipListeners): Promise<void>
  /** Leaves: another process takes over what is still in the air. */
  leave(): Promise<void>
}

/** Where no other process can be. */
export const ALONE: Membership = {
  nodeId: null,
  isHeld: () => true,
  hasOthers: () => false,
  hasMetOthers: () => false,
  join: () => Promise.resolve(),
  leave: () => Promise.resolve(),
}

export function createMembership(deps: {
  node: Node
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  carrier: LineGrant
  /** Calls that this process has in the air. */
  inTheAir: () => number
  /** What of the carrier's lines this process may use from now on, as one of so many. */
  granted: (grant: LineGrant, nodes: number) => void
}): Membership {
  const { node, store, clock, log } = deps
  const elapsed = node.startStopwatch()
  /** When each of the others was first seen as it is now. */
  let watched = new Map<string, { renewals: number; since: number }>()
  let heldUntil = -Infinity
  let renewedAt = -Infinity
  let isMember = false
  let share: LineGrant = { callsPerSecond: 0, callsAtOnce: 0 }
  let hasToTakeUp = false
  let hasToLook = false
  let hasMetOthers = false
  let stopRenewing = (): void => undefined

  /** Whether the last look at the others was so short a time ago that none of their renewals can have gone unseen. */
  const isWatching = (now: number): boolean => now - renewedAt <= 2 * RENEW_EVERY_MS

  function findDead(now: number): OtherNode[] {
    if (!isWatching(now)) return []
    return [...watched]
      .filter(([, { since }]) => now - since >= LEASE_MS)
      .map(([id, { renewals }]) => ({ id, renewals }))
  }

  const isHeld = (): boolean => isMember && elapsed() < heldUntil

  async function renew(listeners: MembershipListeners): Promise<void> {
    // First: who has slept must not dial by the time at which he fell asleep.
    await node.correctClock()
    const before = elapsed()
    const hasWatched = isWatching(before)
    const dead = findDead(before)
    const inTheAir = deps.inTheAir()
    // Should only the answer get lost, attempts may have been taken over all the same.
    const hadToTakeUp = hasToTakeUp
    hasToTakeUp = true
    const renewal = await store.transaction((tx) => renewNode(tx, { ...node, carrier: deps.carrier, inTheAir, dead }))
    hasToTakeUp = hadToTakeUp || renewal.adopted > 0
    const now = elapsed()
    const isFirstOfAll = !isMember && renewal.others.length === 0
    if (isMember && !renewal.wasThere) {
      log('error', 'this process was taken for dead: it did not renew its lease in time; it begins anew')
      listeners.lost()
    }
    if (!isHeld() || !renewal.wasThere || renewal.others.length > 0 || renewal.adopted > 0) hasToLook = true
    isMember = true
    renewedAt = now
    heldUntil = before + LEASE_MS - ON_THE_WAY_MS
    const present = new Set(renewal.others.map(({ id: other }) => other))
    const isOneGone = [...watched.keys()].some((other) => !present.has(other))
    watched = new Map(
      renewal.others.map(({ id: other, renewals }) => {
        const known = hasWatched ? watched.get(other) : undefined
        return [other, known?.renewals === renewals ? known : { renewals, since: now }]
      }),
    )
    if (watched.size > 0) hasMetOthers = true
    await use(renewal.grant, isFirstOfAll, listeners)
    await listeners.letGo()
    if (isOneGone) listeners.otherGone()
    if (hasToLook) listeners.look()
    hasToLook = false
  }

  /**
   * Gives up at once what is less than before. What is more is used when the lines of calls taken over are occupied, and
   * a faster pace a second later still, unless nobody can have dialled in the second before.
   */
  async function use(next: LineGrant, isFirstOfAll: boolean, listeners: MembershipListeners): Promise<void> {
    const nodes = watched.size + 1
    const callsPerSecond = Math.min(next.callsPerSecond, share.callsPerSecond)
    const callsAtOnce = Math.min(next.callsAtOnce, share.callsAtOnce)
    const isFaster = next.callsPerSecond > callsPerSecond
    deps.granted({ callsPerSecond, callsAtOnce }, nodes)
    if (hasToTakeUp) await listeners.takeUp()
    hasToTakeUp = false
    share = next
    if (isFirstOfAll || !isFaster) return deps.granted(next, nodes)
    deps.granted({ ...next, callsPerSecond }, nodes)
    clock.wakeAfter(PACE_SETTLES_MS, () => {
      if (share !== next) return
      deps.granted(next, nodes)
      listeners.look()
    })
  }

  return {
    nodeId: node.id,
    isHeld,
    hasOthers: () => watched.size > 0,
    hasMetOthers: () => hasMetOthers,
    join: async (listeners) => {
      const renewing = createLoop({
        clock,
        busy: deps.busy,
        log,
        work: renewAndGoOn,
        failure: 'the lease could not be renewed; trying again',
        failureLevel: 'warn',
        retryAfterMs: RENEW_EVERY_MS,
      })
      async function renewAndGoOn(): Promise<void> {
        await renew(listeners)
        renewing.kickAfter(RENEW_EVERY_MS)
      }
      stopRenewing = renewing.stop
      await renewAndGoOn()
    },
    leave: async () => {
      stopRenewing()
      await store.transaction((tx) => leaveNodes(tx, node.id))
    },
  }
}
