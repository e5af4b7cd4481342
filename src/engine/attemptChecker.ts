/**
 * Asks the carrier about attempts that have been silent for too long, and about every live one when a process starts:
 * the process before it may have died between recording a dial and hearing of it. What the carrier says becomes an
 * event like any other; when it has nothing to say, `check` decides whether to wait on or to close the attempt.
 */
import type { CallEvent } from '../core/call.ts'
import type { AttemptRef, Carrier } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import { type LiveAttempt, listLiveAttempts } from '../store/engineCalls.ts'
import { listEndedAttempts } from '../store/nodes.ts'
import type { Store } from '../store/open.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Busy } from './busy.ts'

/** Questions to the carrier at once. */
const AT_ONCE = 50
/** Attempts looked at in one round; more than a carrier has lines. */
const A_ROUND = 5_000
/** Attempts in the air are bounded by the lines; this bounds what one start takes up should the lines have shrunk. */
const MAX_TAKEN_UP = 100_000

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

  async function checkDue(): Promise<void> {
    try {
      const due = await listLiveAttempts(store.db, { checkBefore: clock.now(), nodeId: deps.nodeId, limit: A_ROUND })
      ask(due.filter(({ attempt }) => !asking.has(attempt.id)))
    } catch (cause) {
      log('error', 'attempts could not be checked; trying again', { cause: String(cause) })
      clock.wakeAfter(SECOND_MS, kick)
    }
  }

  /** Asks about all of them, not too many at once. Waits for none: a carrier may take its time. */
  function ask(attempts: LiveAttempt[]): void {
    const waiting = attempts.toReversed()
    for (const { attempt } of attempts) asking.add(attempt.id)
    const next = async (): Promise<void> => {
      for (let live = waiting.pop(); live; live = waiting.pop()) {
        await askOne(live)
        asking.delete(live.attempt.id)
      }
    }
    for (let worker = 0; worker < Math.min(AT_ONCE, attempts.length); worker++) void next()
  }

  async function askOne({ attempt, phone, ringTimeoutS, maxDurationS }: LiveAttempt): Promise<void> {
    const attemptId = attempt.id
    const ref: AttemptRef = {
      attemptId,
      attemptNumber: attempt.number,
      carrierCallId: attempt.carrierCallId,
      to: phone ?? '',
      dialedAt: attempt.dialedAt,
      ringTimeoutS,
      maxDurationS,
    }
    const state = await carrier.fetch(ref)
    switch (state.kind) {
      case 'ended':
        return deps.tell({ kind: 'ended', attemptId, report: state.report })
      case 'absent':
        return deps.tell({ kind: 'absent', attemptId })
      case 'ringing':
        deps.tell({ kind: 'ringing', attemptId })
        return deps.tell({ kind: 'check', attemptId })
      case 'in_progress':
        // Answered before this process started, or the answer to the commit was lost: nobody should listen to silence.
        if (attempt.answeredAt !== null && !deps.isTalking(attemptId)) carrier.hangup(ref)
        deps.tell({ kind: 'answered', attemptId, answeredBy: state.answeredBy })
        return deps.tell({ kind: 'check', attemptId })
      case 'dialling':
      case 'unavailable':
        return deps.tell({ kind: 'check', attemptId })
    }
  }

  function kick(): void {
    void busy.during(checkDue)
  }

  return {
    kick,
    takeUp: async () => {
      const live = await listLiveAttempts(store.db, { checkBefore: null, nodeId: deps.nodeId, limit: MAX_TAKEN_UP })
      ask(live.filter(deps.onLive))
    },
    letGo: async () => {
      const attemptIds = deps.attemptsInTheAir()
      if (attemptIds.length === 0) return
      for (const attemptId of await listEndedAttempts(store.db, attemptIds)) deps.onEnded(attemptId)
    },
  }
}
