/**
 * Who may use the carrier's lines.
 *
 * A line is needed twice: for the moment of dialling (calls per second) and for as long as the call is in the air (calls
 * at once). Both are bounded by the carrier and, where it says so, by the account. An account that has a number keeps
 * some lines free for those who call it: dialling leaves them alone, so that no campaign keeps a caller out. `now` is in
 * elapsed milliseconds: a pace knows nothing of a clock that was set.
 */
import { createDialPace, type DialPace } from '../core/dialPace.ts'
import type { LineGrant } from '../core/lineShares.ts'
import { SECOND_MS } from '../core/time.ts'

/** What an account allows itself; null: what the carrier takes. */
export interface AccountLines {
  callsPerSecond: number | null
  callsAtOnce: number | null
  reservedForInbound: number
}

type Direction = 'outbound' | 'inbound'

export interface Lines {
  /** Dials that may be made now, whoever makes them. */
  freeForAll(now: number): number
  /** Dials that an account may make now. */
  freeFor(accountId: string, wanted: AccountLines, now: number): number
  /** Whether an account may answer another incoming call. */
  canAnswer(accountId: string, wanted: AccountLines): boolean
  /** Milliseconds until a dial may be made again, as far as speed goes; null when speed stands in nobody's way. */
  nextInMs(now: number): number | null
  /** Counts a dial. */
  dialled(accountId: string, now: number): void
  /** Takes a line for as long as the attempt is in the air. */
  occupy(attemptId: string, accountId: string, direction: Direction): void
  /** Gives it back. */
  release(attemptId: string): void
  /** Whether the attempt has a line. */
  has(attemptId: string): boolean
  /** The attempts that have a line. */
  attempts(): string[]
  /** Calls in the air, of everybody. */
  inTheAir(): number
  /** Calls of an account in the air. */
  inTheAirOf(accountId: string): number
  /** Gives all lines back. */
  releaseAll(): void
  /** Uses so much of the carrier from now on, as one of so many processes; what is in the air stays there. */
  grant(capacity: LineGrant, nodes: number): void
  /** Lines kept for incoming calls, by account. */
  reserve(reservations: ReadonlyMap<string, number>): void
}

interface Usage {
  outbound: number
  inbound: number
  /** Only for accounts that are slower than the carrier. */
  pace: { callsPerSecond: number; dials: DialPace } | null
  /** The dials of the last second, oldest first: they count when the account gets another pace. */
  lastDials: number[]
}

/** `capacity` is what may be used of the carrier at first. */
export function createLines(capacity: LineGrant): Lines {
  let carrier = capacity
  let nodes = 1
  const inTheAir = new Map<string, { accountId: string; direction: Direction }>()
  const usages = new Map<string, Usage>()
  let dials = paceFor(carrier.callsPerSecond)
  let reserved: ReadonlyMap<string, number> = new Map()

  function usageOf(accountId: string): Usage {
    const present = usages.get(accountId)
    if (present) return present
    const usage: Usage = { outbound: 0, inbound: 0, pace: null, lastDials: [] }
    usages.set(accountId, usage)
    return usage
  }

  function unusedReservations(): number {
    let unused = 0
    for (const [accountId, count] of reserved) unused += keptBy(count, usages.get(accountId))
    return unused
  }

  /** Lines kept for callers that no caller has. Each process keeps its share. */
  function keptBy(reservation: number, usage: Usage | undefined): number {
    return Math.max(0, Math.ceil(reservation / nodes) - (usage?.inbound ?? 0))
  }

  function slotsForDialling(): number {
    let outbound = 0
    for (const usage of usages.values()) outbound += usage.outbound
    return slots(carrier.callsAtOnce - inTheAir.size, unusedReservations(), outbound)
  }

  function paceOf(usage: Usage, callsPerSecond: number | null): DialPace | null {
    if (callsPerSecond === null || callsPerSecond >= carrier.callsPerSecond) {
      usage.pace = null
      return null
    }
    if (usage.pace?.callsPerSecond !== callsPerSecond) {
      usage.pace = { callsPerSecond, dials: createDialPace(callsPerSecond, usage.lastDials) }
    }
    return usage.pace.dials
  }

  function release(attemptId: string): void {
    const line = inTheAir.get(attemptId)
    if (!line) return
    inTheAir.delete(attemptId)
    usageOf(line.accountId)[line.direction]--
  }

  return {
    freeForAll: (now) => Math.min(slotsForDialling(), dials.remaining(now)),
    freeFor: (accountId, wanted, now) => {
      const usage = usageOf(accountId)
      const kept = keptBy(reserved.get(accountId) ?? 0, usage)
      const own =
        wanted.callsAtOnce === null
          ? Infinity
          : slots(wanted.callsAtOnce - usage.outbound - usage.inbound, kept, usage.outbound)
      const pace = paceOf(usage, wanted.callsPerSecond)?.remaining(now) ?? Infinity
      return Math.min(slotsForDialling(), dials.remaining(now), own, pace)
    },
    canAnswer: (accountId, wanted) => {
      const usage = usageOf(accountId)
      const own = wanted.callsAtOnce === null || usage.outbound + usage.inbound < wanted.callsAtOnce
      return own && inTheAir.size < carrier.callsAtOnce
    },
    nextInMs: (now) => {
      const waits = [dials.retryAfterMs(now)]
      for (const usage of usages.values()) if (usage.pace) waits.push(usage.pace.dials.retryAfterMs(now))
      const waiting = waits.filter((ms) => ms > 0)
      return waiting.length === 0 ? null : Math.min(...waiting)
    },
    dialled: (accountId, now) => {
      dials.take(now)
      const { pace, lastDials } = usageOf(accountId)
      pace?.dials.take(now)
      while (lastDials[0] !== undefined && lastDials[0] <= now - SECOND_MS) lastDials.shift()
      lastDials.push(now)
    },
    occupy: (attemptId, accountId, direction) => {
      if (inTheAir.has(attemptId)) return
      inTheAir.set(attemptId, { accountId, direction })
      usageOf(accountId)[direction]++
    },
    release,
    has: (attemptId) => inTheAir.has(attemptId),
    attempts: () => [...inTheAir.keys()],
    inTheAir: () => inTheAir.size,
    inTheAirOf: (accountId) => {
      const usage = usages.get(accountId)
      return usage ? usage.outbound + usage.inbound : 0
    },
    releaseAll: () => {
      for (const attemptId of inTheAir.keys()) release(attemptId)
    },
    grant: (granted, among) => {
      nodes = among
      const isOtherPace = granted.callsPerSecond !== carrier.callsPerSecond
      carrier = granted
      if (!isOtherPace) return
      const lastDials = [...usages.values()].flatMap((usage) => usage.lastDials).toSorted((a, b) => a - b)
      dials = paceFor(carrier.callsPerSecond, lastDials)
    },
    reserve: (reservations) => {
      reserved = reservations
    },
  }
}

/** How many of the free lines may be dialled on. One at least is for dialling, however many are kept for callers. */
function slots(free: number, kept: number, outbound: number): number {
  const least = outbound === 0 ? 1 : 0
  return Math.max(0, Math.min(free, Math.max(least, free - kept)))
}

/** The pace of a carrier, of which this process may have no share just now. */
function paceFor(callsPerSecond: number, past: readonly number[] = []): DialPace {
  return callsPerSecond === 0 ? NO_PACE : createDialPace(callsPerSecond, past)
}

const NO_PACE: DialPace = { remaining: () => 0, retryAfterMs: () => 0, take: () => undefined }
