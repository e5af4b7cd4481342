/** Those who ring in: each waits until it is answered or turned away, or gives up. */
import type { RefusalReason } from '../../ports/Carrier.ts'
import type { SimulatedTime } from './time.ts'

/** How ringing in ends for the one who does. */
export type RingOutcome = { accepted: { attemptId: string } } | { refused: RefusalReason }

export interface Callers {
  /** A new caller begins to ring. */
  ring(): { carrierCallId: string; outcome: Promise<RingOutcome> }
  isRinging(carrierCallId: string | null): boolean
  /** Tells a caller how its ringing has ended; false when it is not ringing. */
  settle(carrierCallId: string | null, outcome: RingOutcome): boolean
  /** Turns everybody away. */
  close(): void
}

/** What tells incoming calls from outgoing ones, also those of an earlier process. */
const INCOMING_PREFIX = 'sim-in-'
/** How long a caller lets it ring. */
const CALLER_PATIENCE_S = 30

export function createCallers(time: SimulatedTime): Callers {
  const ringing = new Map<string, (outcome: RingOutcome) => void>()

  function settle(carrierCallId: string | null, outcome: RingOutcome): boolean {
    const tell = carrierCallId === null ? undefined : ringing.get(carrierCallId)
    tell?.(outcome)
    return tell !== undefined
  }

  return {
    ring() {
      // Unlike any of an earlier process. Nothing that happens depends on it.
      const carrierCallId = `${INCOMING_PREFIX}${crypto.randomUUID()}`
      const outcome = new Promise<RingOutcome>((resolve) => {
        const givesUpAt = time.after(time.now(), CALLER_PATIENCE_S)
        const takeBack = time.wakeAt(givesUpAt, () => settle(carrierCallId, { refused: 'no_line' }))
        ringing.set(carrierCallId, (how) => {
          ringing.delete(carrierCallId)
          takeBack()
          resolve(how)
        })
      })
      return { carrierCallId, outcome }
    },
    isRinging: (carrierCallId) => carrierCallId !== null && ringing.has(carrierCallId),
    settle,
    close() {
      for (const tell of ringing.values()) tell({ refused: 'no_line' })
    },
  }
}

export function isIncoming(carrierCallId: string | null): boolean {
  return carrierCallId?.startsWith(INCOMING_PREFIX) ?? false
}
