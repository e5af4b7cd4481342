/**
 * How processes that share a carrier share its lines. Each has a grant, and all grants together are never more than
 * the carrier takes: who wants more waits until another has given up some of his, and who gives up keeps what he still
 * has in the air. Without conflict the shares are even; what does not divide goes to those who came first.
 */

/** Dials in any one second, and calls in the air at once. */
export interface LineGrant {
  callsPerSecond: number
  callsAtOnce: number
}

/** What another process may use, and what it uses, as of when it last said so. */
export interface OtherGrant extends LineGrant {
  inTheAir: number
}

/** The grant of the process that came as number `place` (0 for the first) beside `others`. Whole numbers from 0. */
export function shareLines(carrier: LineGrant, place: number, others: readonly OtherGrant[]): LineGrant {
  const nodes = others.length + 1
  const dialled = others.reduce((sum, other) => sum + other.callsPerSecond, 0)
  const taken = others.reduce((sum, other) => sum + Math.max(other.callsAtOnce, other.inTheAir), 0)
  return {
    callsPerSecond: Math.min(
      evenShare(carrier.callsPerSecond, nodes, place),
      atLeastZero(carrier.callsPerSecond - dialled),
    ),
    callsAtOnce: Math.min(evenShare(carrier.callsAtOnce, nodes, place), atLeastZero(carrier.callsAtOnce - taken)),
  }
}

function evenShare(total: number, nodes: number, place: number): number {
  return Math.floor(total / nodes) + (place < total % nodes ? 1 : 0)
}

function atLeastZero(count: number): number {
  return Math.max(0, count)
}
