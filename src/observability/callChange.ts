import { type Attempt, type Call, isTerminal, type TerminalStatus, type WaitingReason } from '../core/call.ts'

/** What is worth telling of a change of a call. */
export interface CallChange {
  /** The call was dialled so long after it was due, in milliseconds. */
  dialLagMs: number | null
  /** The carrier was asked to place it, and nobody knows what came of that. */
  placementUnknown: boolean
  endedAttempt: Attempt | null
  /** The next dial was moved, by our rules or at the carrier's wish. */
  putOff: WaitingReason | 'throttled' | null
  endedAs: TerminalStatus | null
}

/** `before` is null for a call that has just been stored. Several events may lie between the two, but never two dials. */
export function whatChanged(before: Call | null, after: Call): CallChange {
  const { attempt } = after
  const isNewAttempt = attempt !== null && attempt.id !== before?.attempt?.id
  const old = isNewAttempt ? null : (before?.attempt ?? null)
  const isDialled = isNewAttempt && before !== null && before.nextAttemptAt !== null
  const hasEnded = attempt !== null && attempt.endedAt !== null && (old?.endedAt ?? null) === null
  return {
    dialLagMs: isDialled && before.nextAttemptAt !== null ? attempt.dialedAt - before.nextAttemptAt : null,
    placementUnknown: attempt?.placement === 'unknown' && old?.placement !== 'unknown',
    endedAttempt: hasEnded ? attempt : null,
    putOff: whyPutOff(before, after, hasEnded),
    endedAs: isTerminal(after.status) && (before === null || !isTerminal(before.status)) ? after.status : null,
  }
}

function whyPutOff(before: Call | null, after: Call, hasEnded: boolean): CallChange['putOff'] {
  if (!before || after.nextAttemptAt === null || after.nextAttemptAt === before.nextAttemptAt) return null
  // A recall uses up one of the policy's delays; what the carrier would not take just now does not.
  if (hasEnded) return after.recallsUsed === before.recallsUsed ? 'throttled' : null
  return after.waitingReason
}
