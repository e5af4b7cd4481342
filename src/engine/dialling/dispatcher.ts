/**
 * Gives lines to calls that are due.
 *
 * While lines are free, each round takes a batch of due calls of each account in turn, decides about each, records the
 * dials and commits; only then the carrier is asked. Within an account single calls go before campaigns, the longest due
 * first. Nothing is ever refused for want of a line: it waits, in the database.
 */
import type { Instant } from '../../core/time.ts'
import type { Carrier } from '../../ports/Carrier.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import type { Count, Watch } from '../../ports/Watch.ts'
import { listReservations } from '../../store/accounts/accounts.ts'
import { holdCalls, listDueAccounts, lockDueCalls } from '../../store/calls/due.ts'
import type { EngineCall } from '../../store/calls/lock.ts'
import type { Store, Tx } from '../../store/open.ts'
import { applyToLocked, type CallStep, type Stepped } from '../apply.ts'
import type { Busy } from '../busy.ts'
import { createLoop } from '../loop.ts'
import { decideDials } from './dialVerdicts.ts'
import type { Lines } from './lines.ts'
import type { Membership } from '../nodes/membership.ts'
import { enterAccount, takePace } from './sharedAccount.ts'

/** Dials in one transaction: a batch holds the database for some 10 ms, so that requests get their turn. */
const BATCH = 100
/** Accounts asked for at once; the others have their turn after them. */
const ACCOUNTS_AT_ONCE = 100
/** Lines that come free one by one are collected for this long, so that dials share a commit. */
const COLLECT_MS = 50
/** An account whose pace others have used up is looked at again after this. */
const SHARED_PACE_MS = 100

export interface Dispatcher {
  /** Says that a call may be due, or a line free. */
  kick(): void
  /** A line has come free: look again in a moment. */
  lineFreed(): void
  /** Dials nothing from now on. */
  stop(): void
}

export function createDispatcher(deps: {
  store: Store
  clock: Clock
  busy: Busy
  carrier: Carrier
  lines: Lines
  membership: Membership
  newId: () => string
  log: Log
  watch: Watch
  /** Whether anything may be dialled just now; who says no kicks when it may. */
  mayDial: () => boolean
  /** Called with every batch of dials after its commit. */
  committed: (stepped: Stepped[]) => void
  /** Called when dials may have been stored although their transaction failed; nothing is asked for them. */
  mayBeStored: () => void
}): Dispatcher {
  const { store, clock, busy, carrier, lines, membership, log, watch } = deps
  const loop = createLoop({ clock, busy, log, work: dialDue, failure: 'dialling failed; trying again' })
  let waitsForLine = false
  /** The round of accounts goes on behind this one; null: from the first. */
  let lastServed: string | null = null

  /** Goes round the accounts until a whole round has moved nothing, or no line is free for anybody. */
  async function dialDue(): Promise<void> {
    lines.reserve(await listReservations(store.db))
    waitsForLine = false
    let moved = 0
    let isWholeRound = lastServed === null
    while (!loop.isStopped() && membership.isHeld() && deps.mayDial()) {
      if (lines.freeForAll(clock.elapsedMs()) === 0) return waitForLine()
      const accounts = await listDueAccounts(store.db, clock.now(), lastServed, ACCOUNTS_AT_ONCE)
      const share = Math.max(1, Math.floor(lines.freeForAll(clock.elapsedMs()) / accounts.length))
      for (const accountId of accounts) {
        if (loop.isStopped() || !deps.mayDial() || lines.freeForAll(clock.elapsedMs()) === 0) break
        moved += await watch.batch('dials', (count) => dialBatch(accountId, share, count))
        lastServed = accountId
      }
      if (accounts.length === ACCOUNTS_AT_ONCE || lines.freeForAll(clock.elapsedMs()) === 0) continue
      if (isWholeRound && moved === 0) return waitForLine()
      lastServed = null
      isWholeRound = true
      moved = 0
    }
  }

  /** Calls may be due that lack a line, of the carrier's or of their account's. */
  function waitForLine(): void {
    waitsForLine = true
    const ms = lines.nextInMs(clock.elapsedMs())
    if (ms !== null) loop.kickAfter(ms)
  }

  /** Answers how many calls were moved: dialled, put off or given up. */
  async function dialBatch(accountId: string, share: number, count: Count): Promise<number> {
    let moved = 0
    let dialledAt = 0
    let claimed: string[] = []
    const unclaim = (): void => {
      for (const attemptId of claimed) lines.release(attemptId)
      claimed = []
    }
    const work = async (tx: Tx): Promise<Stepped[]> => {
      unclaim()
      const now = clock.now()
      const elapsed = clock.elapsedMs()
      dialledAt = elapsed
      const entered = await enterAccount(tx, accountId, membership)
      moved = 0
      if (!entered) return []
      const { account, wanted } = entered
      const limit = Math.min(share, BATCH, lines.freeFor(accountId, wanted, elapsed))
      const calls = limit === 0 ? [] : await lockDueCalls(tx, accountId, now, limit)
      const verdicts = await decideDials(tx, account, calls, now)
      // Whoever has rung in meanwhile has a line by now; the others are taken before anything is stored.
      const dials = [...verdicts.values()].filter(({ kind }) => kind === 'dial').length
      const free = Math.min(dials, lines.freeFor(accountId, wanted, elapsed))
      let allowed = await takePace(tx, account, membership, free, now)
      // Nobody tells when others have let the second pass.
      if (allowed < free) loop.kickAfter(SHARED_PACE_MS)
      for (const [callId, { kind }] of verdicts) {
        if (kind === 'dial' && allowed-- <= 0) verdicts.delete(callId)
      }
      moved = verdicts.size
      return recordDials(tx, calls, verdicts, now, () => {
        const attemptId = deps.newId()
        lines.occupy(attemptId, accountId, 'outbound')
        claimed.push(attemptId)
        return attemptId
      })
    }
    const stepped = await store.transaction(work).catch((cause: unknown) => {
      if (claimed.length > 0) deps.mayBeStored()
      unclaim()
      throw cause
    })
    for (const { item, effects } of stepped) {
      const { attempt } = item.call
      if (!attempt || !effects.some((effect) => effect.kind === 'place')) continue
      lines.dialled(accountId, dialledAt)
    }
    count('calls', moved)
    count('dials', claimed.length)
    deps.committed(stepped)
    return moved
  }

  async function recordDials(
    tx: Tx,
    due: readonly EngineCall[],
    verdicts: Awaited<ReturnType<typeof decideDials>>,
    now: Instant,
    takeLine: () => string,
  ): Promise<Stepped[]> {
    const steps: CallStep[] = []
    const held: string[] = []
    for (const item of due) {
      const verdict = verdicts.get(item.call.id)
      if (verdict?.kind === 'hold') held.push(item.call.id)
      if (!verdict || verdict.kind === 'hold') continue
      const event =
        verdict.kind === 'dial'
          ? ({ kind: 'dial', attemptId: takeLine(), carrier: carrier.name } as const)
          : verdict.event
      steps.push({ callId: item.call.id, event, at: now })
    }
    await holdCalls(tx, held)
    const { stepped } = await applyToLocked(tx, due, steps, { newId: deps.newId, nodeId: membership.nodeId })
    return stepped
  }

  return {
    kick: loop.kick,
    lineFreed: () => {
      if (waitsForLine) loop.kickAfter(COLLECT_MS)
    },
    stop: loop.stop,
  }
}
