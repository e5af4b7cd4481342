/**
 * Who may use the carrier's lines.
 *
 * A line is needed twice: for the moment of dialling (calls per second) and for as long as the call is in the air (calls
 * at once). Both are bounded by the carrier and, where it says so, by the account. An account that has a number keeps
 * some lines free for those who call it: dialling leaves them alone, so that no campaign keeps a caller out.
 */
import { createDialPace, type DialPace } from '../core/dialPace.ts'
import { type Instant, SECOND_MS } from '../core/time.ts'

/** What an account allows itself; null: what the carrier takes. */
export interface AccountLines {
  callsPerSecond: number | null
  callsAtOnce: number | null
  reservedForInbound: number
}

type Direction = 'outbound' | 'inbound'

export interface Lines {
  /** Dials that may be made now, whoever makes them. */
  freeForAll(now: Instant): number
  /** Dials that an account may make now. */
  freeFor(accountId: string, wanted: AccountLines, now: Instant): number
  /** Whether an account may answer another incoming call. */
  canAnswer(accountId: string, wanted: AccountLines): boolean
  /** When a dial may be made again, as far as speed goes; null when speed stands in nobody's way. */
  nextAt(now: Instant): Instant | null
  /** Counts a dial. */
  dialled(accountId: string, now: Instant): void
  /** Takes a line for as long as the attempt is in the air. */
  occupy(attemptId: string, accountId: string, direction: Direction): void
  /** How many are taken. */
  occupied(): number
  /** Gives it back. */
  release(attemptId: string): void
  /** Lines kept for incoming calls, by account. */
  reserve(reservations: ReadonlyMap<string, number>): void
}

interface Usage {
  outbound: number
  inbound: number
  /** Only for accounts that are slower than the carrier. */
  pace: { callsPerSecond: number; dials: DialPace } | null
  /** The dials of the last second, oldest first: they count when the account gets another pace. */
  lastDials: Instant[]
}

export function createLines(carrier: { callsPerSecond: number; callsAtOnce: number }): Lines {
  const inTheAir = new Map<string, { accountId: string; direction: Direction }>()
  const usages = new Map<string, Usage>()
  const dials = createDialPace(carrier.callsPerSecond)
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
    for (const [accountId, count] of reserved) unused += Math.max(0, count - (usages.get(accountId)?.inbound ?? 0))
    return unused
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

  return {
    freeForAll: (now) => Math.min(slotsForDialling(), dials.remaining(now)),
    freeFor: (accountId, wanted, now) => {
      const usage = usageOf(accountId)
      const kept = Math.max(0, (reserved.get(accountId) ?? 0) - usage.inbound)
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
    nextAt: (now) => {
      const waits = [dials.retryAfterMs(now)]
      for (const usage of usages.values()) if (usage.pace) waits.push(usage.pace.dials.retryAfterMs(now))
      const waiting = waits.filter((ms) => ms > 0)
      return waiting.length === 0 ? null : now + Math.min(...waiting)
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
    occupied: () => inTheAir.size,
    release: (attemptId) => {
      const line = inTheAir.get(attemptId)
      if (!line) return
      inTheAir.delete(attemptId)
      usageOf(line.accountId)[line.direction]--
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
