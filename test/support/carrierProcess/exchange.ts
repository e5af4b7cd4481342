/**
 * The telephone exchange of the carrier's process. A call lives here and not in the node that placed it: it rings, is
 * answered and ends whether or not that node still lives. What happens is told to the node that placed it; when that
 * one is gone, to the one that asked last, and to nobody before one has asked.
 */
import type { CarrierReport } from '../../../src/core/call.ts'
import type { CarrierEvent, CarrierState, Dial, Placement } from '../../../src/ports/Carrier.ts'
import type { Clock } from '../../../src/ports/Clock.ts'
import type { UtteranceEnd } from '../../../src/ports/Line.ts'
import { type Callee, drawCallee } from './callee.ts'
import type { DialRecord } from './wire.ts'

interface PhoneCall {
  record: DialRecord
  callee: Callee
  /** The node that asked about it last. */
  askedBy: string | null
  state: 'dialling' | 'ringing' | 'talking' | 'over'
  ringingAt: number | null
  answeredAt: number | null
  report: CarrierReport | null
  /** The next thing that happens by itself. */
  next: Timer | undefined
}

/** Who hears nothing from the agent for so long hangs up. */
const PATIENCE_MS = 1_500
/** From the end of what the agent says to what follows. */
const REPLY_MS = { least: 5, most: 40 }

export interface Exchange {
  /** Every create request, repeated ones too, oldest first. */
  readonly dials: readonly DialRecord[]
  place(node: string, dial: Dial): Promise<Placement>
  fetch(node: string, attemptId: string): CarrierState
  /** The agent has spoken. */
  finish(attemptId: string, end: UtteranceEnd): void
  hangup(attemptId: string): void
}

/** `tell` answers whether the node was there to be told. */
export function createExchange(
  clock: Clock,
  seed: number,
  tell: (node: string, event: CarrierEvent) => boolean,
): Exchange {
  const dials: DialRecord[] = []
  const calls = new Map<string, PhoneCall>()

  function emit(call: PhoneCall, event: CarrierEvent): void {
    if (!tell(call.record.node, event) && call.askedBy !== null) tell(call.askedBy, event)
  }

  function after(call: PhoneCall, ms: number, happens: () => void): void {
    clearTimeout(call.next)
    call.next = setTimeout(happens, ms)
  }

  function record(node: string, dial: Dial, isRepeated: boolean): DialRecord {
    const { attemptId, attemptNumber, to } = dial
    const at = performance.now()
    const entry = { order: dials.length, attemptId, attemptNumber, to, node, at, isRepeated, overAt: null, cause: null }
    dials.push(entry)
    return entry
  }

  function ring(call: PhoneCall): void {
    call.state = 'ringing'
    call.ringingAt = clock.now()
    emit(call, { kind: 'ringing', attemptId: call.record.attemptId })
    const { fate, fateAfterMs } = call.callee
    after(call, fateAfterMs, () => {
      if (fate.kind !== 'answers') return end(call, fate.kind, null)
      call.state = 'talking'
      call.answeredAt = clock.now()
      emit(call, { kind: 'answered', attemptId: call.record.attemptId, answeredBy: fate.answeredBy })
      losePatience(call)
    })
  }

  function losePatience(call: PhoneCall): void {
    after(call, PATIENCE_MS, () => end(call, 'answered', 'callee'))
  }

  function end(call: PhoneCall, cause: CarrierReport['cause'], endedBy: CarrierReport['endedBy']): void {
    if (call.state === 'over') return
    clearTimeout(call.next)
    const { fate } = call.callee
    const { ringingAt, answeredAt } = call
    const endedAt = clock.now()
    call.state = 'over'
    call.report = {
      cause,
      endedBy,
      answeredBy: answeredAt !== null && fate.kind === 'answers' ? fate.answeredBy : null,
      ringingAt,
      answeredAt,
      endedAt,
      durationS: answeredAt === null ? null : Math.max(0, Math.floor((endedAt - answeredAt) / 1000)),
    }
    Object.assign(call.record, { overAt: performance.now(), cause })
    emit(call, { kind: 'ended', attemptId: call.record.attemptId, report: call.report })
  }

  return {
    dials,
    async place(node, dial) {
      const known = calls.get(dial.attemptId)
      const entry = record(node, dial, known !== undefined)
      const placed: Placement = { kind: 'placed', carrierCallId: `call-${dial.attemptId}` }
      if (known) return placed
      const callee = drawCallee(seed, dial.to, dial.attemptNumber)
      const call: PhoneCall = {
        record: entry,
        callee,
        askedBy: null,
        state: 'dialling',
        ringingAt: null,
        answeredAt: null,
        report: null,
        next: undefined,
      }
      calls.set(dial.attemptId, call)
      after(call, callee.ringsAfterMs, () => ring(call))
      await Bun.sleep(callee.placedAfterMs)
      return placed
    },
    fetch(node, attemptId) {
      const call = calls.get(attemptId)
      if (!call) return { kind: 'absent' }
      call.askedBy = node
      if (call.report) return { kind: 'ended', report: call.report }
      if (call.state === 'dialling') return { kind: 'dialling' }
      const { fate } = call.callee
      if (call.state === 'ringing' || fate.kind !== 'answers') return { kind: 'ringing' }
      return { kind: 'in_progress', answeredBy: fate.answeredBy }
    },
    finish(attemptId, { then }) {
      const call = calls.get(attemptId)
      if (call?.state !== 'talking') return
      const { chance, lines } = call.callee
      after(call, chance.whole(REPLY_MS.least, REPLY_MS.most), () => {
        if (then.kind === 'hangup') return end(call, 'answered', 'agent')
        if (then.kind === 'transfer') return end(call, 'answered', 'transfer')
        const text = lines.shift()
        if (text === undefined) return end(call, 'answered', 'callee')
        losePatience(call)
        emit(call, { kind: 'heard', attemptId, text })
      })
    },
    hangup(attemptId) {
      const call = calls.get(attemptId)
      if (!call) return
      if (call.state === 'talking') end(call, 'answered', 'agent')
      else end(call, 'canceled', null)
    },
  }
}
