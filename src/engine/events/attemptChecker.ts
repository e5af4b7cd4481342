/**
 * Asks the carrier about attempts that have been silent for too long, and about every live one when a process starts:
 * the process before it may have died between recording a dial and hearing of it. What the carrier says becomes an
 * event like any other; when it has nothing to say, `check` decides whether to wait on or to close the attempt.
 *
 * A carrier that has never heard of an attempt may do so a moment later: a create request may be on its way. It is
 * certain that there is none, and the call may be dialled again, when three things come together. No answer to the
 * request is stored. The attempt has no line here: a process that is gone has recorded it, or this one without learning
 * that it was stored, and who has no line for an attempt does not ask for it. And since that was found more time has
 * passed than a request lives, by a clock that nobody can set; the dial was earlier still.
 */
import { type Attempt, type CallEvent, CREATE_TIMEOUT_MS } from '../../core/call.ts'
import type { AttemptRef, Carrier, CarrierState } from '../../ports/Carrier.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import { type LiveAttempt, listLiveAttempts } from '../../store/calls/lock.ts'
import { listEndedAttempts } from '../../store/nodes/nodes.ts'
import type { Store } from '../../store/open.ts'
import { SECOND_MS } from '../../core/time.ts'
import type { Busy } from '../busy.ts'
import { createLoop } from '../loop.ts'

/** Questions to the carrier at once. */
const AT_ONCE = 50
/** Attempts looked at in one round; more than a carrier has lines. */
const A_ROUND = 5_000
/** Attempts in the air are bounded by the lines; this bounds what one start takes up should the lines have shrunk. */
const MAX_TAKEN_UP = 100_000
/** No create request of a process that is gone reaches the carrier later: its time-out, and some for the network. */
export const NONE_ON_THE_WAY_MS = CREATE_TIMEOUT_MS + 5 * SECOND_MS

export interface AttemptChecker {
  /** Some attempt's time to be checked may have come. */
  kick(): void
  /** Occupies the lines of live attempts that have none, because another process dialled them, and asks about each. */
  takeUp(): Promise<void>
  /**
   * Gives back the lines of attempts whose end this process has not heard of: another one did, or was asked to end the
   * call, or the answer of the database to the commit got lost.
   */
  letGo(): Promise<void>
  stop(): void
}

export function createAttemptChecker(deps: {
  store: Store
  clock: Clock
  carrier: Carrier
  busy: Busy
  log: Log
  tell: (event: CallEvent) => void
  /** A live attempt is found. Answers false when it has its line already. */
  onLive: (live: LiveAttempt) => boolean
  /** Whether an attempt has a line: it has one from before it is stored. */
  hasLine: (attemptId: string) => boolean
  /** The attempts that have a line. */
  attemptsInTheAir: () => string[]
  /** One of them is found to have ended. */
  onEnded: (attemptId: string) => void
  /** Attempts of other processes are left to those; null when there can be none. */
  nodeId: string | null
  /** Whether this process holds the conversation of an attempt. */
  isTalking: (attemptId: string) => boolean
}): AttemptChecker {
  const { store, clock, carrier, busy, log } = deps
  const asking = new Set<string>()
  /** Unanswered attempts that this process asks the carrier for neither now nor later, and since when, in elapsed time. */
  const takenUpAt = new Map<string, number>()

  const checking = createLoop({
    clock,
    busy,
    log,
    work: checkDue,
    failure: 'attempts could not be checked; trying again',
  })

  async function checkDue(): Promise<void> {
    const due = await listLiveAttempts(store.db, { checkBefore: clock.now(), nodeId: deps.nodeId, limit: A_ROUND })
    for (const { attempt } of due) if (!deps.hasLine(attempt.id)) noteTakenUp(attempt)
    ask(due.filter(({ attempt }) => !asking.has(attempt.id)))
  }

  function noteTakenUp(attempt: Attempt): void {
    if (isUnanswered(attempt) && !takenUpAt.has(attempt.id)) takenUpAt.set(attempt.id, clock.elapsedMs())
  }

  /** Asks about all of them, not too many at once. Waits for none: a carrier may take its time. */
  function ask(attempts: LiveAttempt[]): void {
    const waiting = attempts.toReversed()
    for (const { attempt } of attempts) asking.add(attempt.id)
    const next = async (): Promise<void> => {
      for (let live = waiting.pop(); live; live = waiting.pop()) {
        const again = await askOne(live)
        if (again === null) asking.delete(live.attempt.id)
        else clock.wakeAfter(again.afterMs, () => ask([live]))
      }
    }
    for (let worker = 0; worker < Math.min(AT_ONCE, attempts.length); worker++) void next()
  }

  /** Tells what the carrier says. Null, or when to ask again because its answer is not certain yet. */
  async function askOne(live: LiveAttempt): Promise<{ afterMs: number } | null> {
    const state = await carrier.fetch(refOf(live))
    if (state.kind === 'absent') return tellAbsent(live.attempt)
    if (state.kind !== 'unavailable') takenUpAt.delete(live.attempt.id)
    tellState(live, state)
    return null
  }

  function tellAbsent({ id: attemptId }: Attempt): { afterMs: number } | null {
    const since = takenUpAt.get(attemptId)
    if (since === undefined) {
      deps.tell({ kind: 'absent', attemptId })
      return null
    }
    const leftMs = since + NONE_ON_THE_WAY_MS - clock.elapsedMs()
    if (leftMs > 0) return { afterMs: leftMs }
    takenUpAt.delete(attemptId)
    log('info', 'a dial that was recorded never reached the carrier; the call is dialled again', {
      attempt_id: attemptId,
    })
    deps.tell({ kind: 'not_placed', attemptId })
    return null
  }

  function tellState(live: LiveAttempt, state: Exclude<CarrierState, { kind: 'absent' }>): void {
    const { attempt } = live
    const attemptId = attempt.id
    switch (state.kind) {
      case 'ended':
        return deps.tell({ kind: 'ended', attemptId, report: state.report })
      case 'ringing':
        deps.tell({ kind: 'ringing', attemptId })
        return deps.tell({ kind: 'check', attemptId })
      case 'in_progress':
        // Answered before this process started, or the answer to the commit was lost: nobody should listen to silence.
        if (attempt.answeredAt !== null && !deps.isTalking(attemptId)) carrier.hangup(refOf(live))
        deps.tell({ kind: 'answered', attemptId, answeredBy: state.answeredBy })
        return deps.tell({ kind: 'check', attemptId })
      case 'dialling':
      case 'unavailable':
        return deps.tell({ kind: 'check', attemptId })
    }
  }

  return {
    kick: checking.kick,
    stop: checking.stop,
    takeUp: async () => {
      const live = await listLiveAttempts(store.db, { checkBefore: null, nodeId: deps.nodeId, limit: MAX_TAKEN_UP })
      const found = live.filter(deps.onLive)
      for (const { attempt } of found) noteTakenUp(attempt)
      ask(found)
    },
    letGo: async () => {
      const attemptIds = deps.attemptsInTheAir()
      if (attemptIds.length === 0) return
      for (const attemptId of await listEndedAttempts(store.db, attemptIds)) deps.onEnded(attemptId)
    },
  }
}

/** Whether no process has learned anything of what became of the create request. */
function isUnanswered({ placement, carrierCallId }: Attempt): boolean {
  return placement === 'requested' && carrierCallId === null
}

function refOf({ attempt, phone, ringTimeoutS, maxDurationS }: LiveAttempt): AttemptRef {
  return {
    attemptId: attempt.id,
    attemptNumber: attempt.number,
    carrierCallId: attempt.carrierCallId,
    to: phone ?? '',
    dialedAt: attempt.dialedAt,
    ringTimeoutS,
    maxDurationS,
  }
}
