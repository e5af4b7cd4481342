/**
 * A carrier without telephones. What becomes of a dial is planned from the seed, the number and the attempt's number
 * (`simulatedNetwork.ts`), and whoever answers talks (`simulatedTalk.ts`). The network is in this process alone: a call
 * dies with it, and a later process works out from the plan what would have become of a call that an earlier one is known
 * to have taken. Of others it has never heard, as a carrier that the create request did not reach. Whoever rings in
 * (`simulatedCallers.ts`) and is answered talks in the same way.
 */
import { type CarrierReport, CREATE_TIMEOUT_MS } from '../core/call.ts'
import { type Instant, SECOND_MS } from '../core/time.ts'
import type { AttemptRef, Carrier, CarrierEvent, CarrierState, Dial, Placement } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'
import { deliveryDelaysS, type Mischief } from './mischief.ts'
import type { DrawKey } from './seededDraw.ts'
import { createCallers, isIncoming, type RingOutcome } from './simulatedCallers.ts'
import { planCall, planIncomingCall, type CallPlan } from './simulatedNetwork.ts'
import { openTalk, type Talk } from './simulatedTalk.ts'
import { createSimulatedTime } from './simulatedTime.ts'

export interface SimulatorOptions {
  clock: Clock
  seed: number
  /** Simulated seconds in one second of the clock. */
  speed: number
  lines?: Carrier['lines']
  mischief?: Mischief
  /** Told of every create request, repeated ones too. */
  onDial?: (dial: Dial) => void
}

export interface Simulator extends Carrier {
  /**
   * Lets somebody call one of our numbers, both E.164. Settles when the service has accepted or refused; nobody waits
   * longer than 30 simulated seconds, nor beyond `close`: then it is as if every line were taken.
   */
  ringIn(call: { from: string; to: string }): Promise<RingOutcome>
}

interface SimulatedCall {
  attemptId: string
  key: DrawKey
  plan: CallPlan
  dialedAt: Instant
  maxDurationS: number
  ringingAt: Instant | null
  answered: { at: Instant; talk: Talk } | null
  /** Takes back the next thing that happens by itself: ringing, the answer, the longest duration. */
  takeBackNext: () => void
  eventCount: number
}

type LiveRef = Pick<Dial, 'attemptId' | 'attemptNumber' | 'to' | 'ringTimeoutS' | 'maxDurationS'>

const DEFAULT_LINES = { callsPerSecond: 200, callsAtOnce: 2000 }
/** Reports kept for those who ask: those of all calls that can end between two questions about a silent call. */
const MOST_REPORTS = 10_000
/** How long a create request hangs that is never answered, in simulated seconds. */
const CREATE_TIMEOUT_S = CREATE_TIMEOUT_MS / SECOND_MS
/** How long a callee stays on a line that has lost its agent. */
const DEAD_LINE_S = 4

/** Never refuses and never throttles: `lines` is what it asks to be kept to. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const time = createSimulatedTime(options.clock, options.speed)
  const callers = createCallers(time)
  const calls = new Map<string, SimulatedCall>()
  const reports = new Map<string, CarrierReport>()
  const unansweredRequests = new Set<(placement: Placement) => void>()
  let sink: (event: CarrierEvent) => void = tellNobody
  let isClosed = false

  function emit(call: SimulatedCall, event: CarrierEvent): void {
    deliver([...call.key, call.eventCount++], event)
  }

  function deliver(key: DrawKey, event: CarrierEvent): void {
    for (const delayS of deliveryDelaysS(options.mischief ?? {}, ...key)) {
      if (delayS === 0) sink(event)
      else time.wakeAt(time.after(time.now(), delayS), () => sink(event))
    }
  }

  function openCall(ref: LiveRef, direction: 'out' | 'in', dialedAt: Instant): SimulatedCall {
    const { seed } = options
    const key = [seed, ref.to, ref.attemptNumber] as const
    const call: SimulatedCall = {
      attemptId: ref.attemptId,
      key: direction === 'in' ? [...key, direction] : key,
      plan: direction === 'in' ? planIncomingCall(seed, ref.to) : planCall(...key, ref.ringTimeoutS),
      dialedAt,
      maxDurationS: ref.maxDurationS,
      ringingAt: null,
      answered: null,
      takeBackNext: () => {},
      eventCount: 0,
    }
    calls.set(call.attemptId, call)
    return call
  }

  function awaitRinging(call: SimulatedCall): void {
    if (call.plan.ringingAfterS === null) return awaitFate(call)
    const at = time.after(call.dialedAt, call.plan.ringingAfterS)
    call.takeBackNext = time.wakeAt(at, () => {
      call.ringingAt = at
      awaitFate(call)
      emit(call, { kind: 'ringing', attemptId: call.attemptId })
    })
  }

  function awaitFate(call: SimulatedCall, at: Instant = time.after(call.dialedAt, call.plan.fate.afterS)): void {
    const { fate } = call.plan
    call.takeBackNext = time.wakeAt(at, () => {
      if (fate.kind === 'answered') answer(call, fate, at)
      else endAndTell(call, fate.cause, null, at)
    })
  }

  function answer(call: SimulatedCall, fate: Extract<CallPlan['fate'], { kind: 'answered' }>, at: Instant): void {
    const { attemptId, key, dialedAt } = call
    const talk = openTalk(
      {
        key,
        dialedAt,
        answeredAt: at,
        temper: fate.temper,
        emit: (event) => emit(call, { ...event, attemptId }),
        end: (endedBy, endedAt) => endAndTell(call, 'answered', endedBy, endedAt),
      },
      time,
    )
    call.answered = { at, talk }
    const lastAt = time.after(at, call.maxDurationS)
    call.takeBackNext = time.wakeAt(lastAt, () => endAndTell(call, 'answered', 'max_duration', lastAt))
    emit(call, { kind: 'answered', attemptId, answeredBy: fate.answeredBy })
  }

  function endCall(
    call: SimulatedCall,
    cause: CarrierReport['cause'],
    endedBy: CarrierReport['endedBy'],
    endedAt: Instant,
  ): CarrierReport {
    call.takeBackNext()
    call.answered?.talk.stop()
    calls.delete(call.attemptId)
    const answeredAt = call.answered?.at ?? null
    return keepReport(call, { cause, endedBy, ringingAt: call.ringingAt, answeredAt, endedAt })
  }

  function endAndTell(call: SimulatedCall, ...end: [CarrierReport['cause'], CarrierReport['endedBy'], Instant]): void {
    const report = endCall(call, ...end)
    emit(call, { kind: 'ended', attemptId: call.attemptId, report })
  }

  function keepReport(call: SimulatedCall, facts: Omit<CarrierReport, 'answeredBy' | 'durationS'>): CarrierReport {
    const { fate } = call.plan
    const { answeredAt, endedAt } = facts
    const report: CarrierReport = {
      ...facts,
      answeredBy: answeredAt !== null && fate.kind === 'answered' ? fate.answeredBy : null,
      durationS: answeredAt === null ? null : Math.max(0, Math.floor(time.elapsedS(answeredAt, endedAt))),
    }
    reports.set(call.attemptId, report)
    for (const oldest of reports.keys()) {
      if (reports.size <= MOST_REPORTS) break
      reports.delete(oldest)
    }
    return report
  }

  /** Makes a caller's call the attempt, answered as soon as this is done. A caller who has given up was not answered. */
  function letIn(ref: AttemptRef): void {
    if (isClosed || isKnown(ref.attemptId)) return
    const isThere = callers.settle(ref.carrierCallId, { accepted: { attemptId: ref.attemptId } })
    const call = openCall(ref, 'in', ref.dialedAt)
    call.ringingAt = ref.dialedAt
    if (isThere) awaitFate(call, time.now())
    else endCall(call, 'canceled', null, time.now())
  }

  /** Takes up a call of an earlier process where its plan has got to by now. Who called in then has hung up meanwhile. */
  function resume(ref: AttemptRef): void {
    const direction = isIncoming(ref.carrierCallId) ? 'in' : 'out'
    const call = openCall(ref, direction, direction === 'in' ? Math.min(ref.dialedAt, time.now()) : ref.dialedAt)
    const { fate, ringingAfterS } = call.plan
    const now = time.now()
    const ringingAt = ringingAfterS === null ? null : time.after(call.dialedAt, ringingAfterS)
    const fateAt = time.after(call.dialedAt, fate.afterS)
    if (ringingAt !== null && ringingAt <= now) call.ringingAt = ringingAt
    if (fateAt > now) {
      if (call.ringingAt === null) awaitRinging(call)
      else awaitFate(call)
      return
    }
    calls.delete(call.attemptId)
    const { kind } = fate
    keepReport(call, {
      cause: kind === 'answered' ? 'answered' : fate.cause,
      endedBy: kind === 'answered' ? 'connection_lost' : null,
      ringingAt: call.ringingAt,
      answeredAt: kind === 'answered' ? fateAt : null,
      endedAt: kind === 'answered' ? Math.min(now, time.after(fateAt, DEAD_LINE_S)) : fateAt,
    })
  }

  function stateOf(ref: AttemptRef): CarrierState {
    const report = reports.get(ref.attemptId)
    if (report) return { kind: 'ended', report }
    const call = calls.get(ref.attemptId)
    if (!call) return { kind: 'absent' }
    const { fate } = call.plan
    if (call.answered && fate.kind === 'answered') return { kind: 'in_progress', answeredBy: fate.answeredBy }
    return { kind: call.ringingAt === null ? 'dialling' : 'ringing' }
  }

  function isKnown(attemptId: string): boolean {
    return calls.has(attemptId) || reports.has(attemptId)
  }

  function leaveUnanswered(): Promise<Placement> {
    return new Promise((resolve) => {
      unansweredRequests.add(resolve)
      time.wakeAt(time.after(time.now(), CREATE_TIMEOUT_S), () => {
        unansweredRequests.delete(resolve)
        resolve({ kind: 'unknown' })
      })
    })
  }

  return {
    name: 'simulator',
    lines: options.lines ?? DEFAULT_LINES,
    async place(dial) {
      options.onDial?.(dial)
      if (isClosed) return { kind: 'unknown' }
      const placed: Placement = { kind: 'placed', carrierCallId: `sim-${dial.attemptId}` }
      if (isKnown(dial.attemptId)) return placed
      const call = openCall(dial, 'out', time.now())
      awaitRinging(call)
      return call.plan.createTimesOut ? leaveUnanswered() : placed
    },
    say(ref, speech) {
      calls.get(ref.attemptId)?.answered?.talk.say(speech)
    },
    hangup(ref) {
      const call = calls.get(ref.attemptId)
      if (!call) return
      const now = time.now()
      const report = call.answered ? endCall(call, 'answered', 'agent', now) : endCall(call, 'canceled', null, now)
      // Told a moment later: the one who hangs up should not hear of it in the middle of doing so.
      time.wakeAt(now, () => emit(call, { kind: 'ended', attemptId: call.attemptId, report }))
    },
    accept: letIn,
    refuse(carrierCallId, reason) {
      callers.settle(carrierCallId, { refused: reason })
    },
    async ringIn({ from, to }) {
      if (isClosed) return { refused: 'no_line' }
      const { carrierCallId, outcome } = callers.ring()
      deliver([options.seed, from, to, 'rings in'], { kind: 'incoming', carrierCallId, from, to })
      return outcome
    },
    async fetch(ref) {
      if (isClosed) return { kind: 'unavailable' }
      if (callers.isRinging(ref.carrierCallId)) return { kind: 'ringing' }
      if (!isKnown(ref.attemptId) && wasTaken(options.seed, ref)) resume(ref)
      return stateOf(ref)
    },
    subscribe(newSink) {
      sink = newSink
    },
    close() {
      isClosed = true
      callers.close()
      time.stop()
      calls.clear()
      for (const answerRequest of unansweredRequests) answerRequest({ kind: 'unknown' })
      unansweredRequests.clear()
    },
  }
}

/** Whether an earlier process took the call: it answered the create request, or the number is one where no answer arrives. */
function wasTaken(seed: number, ref: AttemptRef): boolean {
  return ref.carrierCallId !== null || planCall(seed, ref.to, ref.attemptNumber, ref.ringTimeoutS).createTimesOut
}

function tellNobody(): void {}
