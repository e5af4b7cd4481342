/**
 * The telephone network of the simulated world. It outlives every process, does what chance tells it to every phone
 * call, and remembers everything: what it remembers is the truth that the service is held against. What becomes of a
 * dial follows from the seed, the number and how often that number was dialled.
 */
import type { AnsweredBy, CarrierReport } from '../../src/core/call.ts'
import type { VirtualClock } from '../../src/engine/virtualClock.ts'
import type { AttemptRef, CarrierEvent, CarrierState, Dial, Placement, Speech } from '../../src/ports/Carrier.ts'
import { type Chance, chanceOf } from './draw.ts'
import type { Network, PhoneCall, Subscriber } from './phoneCall.ts'
import type { Profile } from './profile.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** How long a create request hangs that gets no answer. */
const CREATE_TIMEOUT_MS = 10 * SECOND_MS
/** How long a callee listens to nothing. */
const PATIENCE_MS = 25 * SECOND_MS
const CALLER_PATIENCE_MS = 30 * SECOND_MS

/** `tell` is told of everything that happens, for the digest. */
export function createNetwork(deps: {
  world: VirtualClock
  seed: number
  profile: Profile
  tell: (what: string) => void
}): Network {
  const { world, seed, profile, tell } = deps
  const calls: PhoneCall[] = []
  const byAttempt = new Map<string, PhoneCall>()
  const dialsOf = new Map<string, number>()
  const whims = chanceOf(seed, 'network')
  let listener: { subscriber: Subscriber; sink: (event: CarrierEvent) => void } | null = null
  const network: Network = { calls, connect, ringIn, awayUntil: 0, crash: null, step: 0 }

  const later = (ms: number, work: () => void): void => void world.wakeAt(world.now() + Math.round(ms), work)

  /** Does `work` in a process as soon as it is awake; never when it is dead. */
  function reach(subscriber: Subscriber, work: () => void): void {
    if (subscriber.isDead()) return
    if (world.now() < subscriber.awakeAt()) world.wakeAt(subscriber.awakeAt(), () => reach(subscriber, work))
    else work()
  }

  function deliver(event: CarrierEvent, chance: Chance): void {
    if (chance.happens(profile.lost)) return
    const copies = chance.happens(profile.duplicated) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) {
      if (chance.happens(profile.late))
        later(chance.whole(30 * SECOND_MS, profile.latestMs), () => arrive(event, chance))
      else if (chance.happens(profile.reordered)) later(chance.whole(1, 8 * SECOND_MS), () => arrive(event, chance))
      else arrive(event, chance)
    }
  }

  function arrive(event: CarrierEvent, chance: Chance): void {
    const deaf = !listener || listener.subscriber.isDead() || world.now() < listener.subscriber.awakeAt()
    if (!deaf && listener) return listener.sink(event)
    // Nobody is there: a carrier tries again a few times, or does not.
    if (chance.happens(0.5)) later(chance.whole(SECOND_MS, 5 * MINUTE_MS), () => arrive(event, chance))
  }

  function open(phone: string, direction: PhoneCall['direction'], subscriber: Subscriber | null, asked: Partial<Dial>) {
    const count = (dialsOf.get(phone) ?? 0) + 1
    dialsOf.set(phone, count)
    const call: PhoneCall = {
      attemptId: asked.attemptId ?? '',
      order: calls.length,
      direction,
      phone,
      maxDurationS: asked.maxDurationS ?? 0,
      at: world.now(),
      wallAt: subscriber?.wall() ?? world.now(),
      process: subscriber?.number ?? 0,
      isAskerDead: () => subscriber?.isDead() ?? false,
      step: network.step,
      answer: { kind: 'unknown' },
      taken: false,
      carrierCallId: `${direction}-${calls.length}`,
      state: 'waiting',
      answeredBy: 'human',
      ringingAt: null,
      answeredAt: null,
      overAt: null,
      report: null,
      said: [],
      turn: 0,
      chance: chanceOf(seed, phone, count),
    }
    calls.push(call)
    if (call.attemptId) byAttempt.set(call.attemptId, call)
    return call
  }

  function end(call: PhoneCall, cause: CarrierReport['cause'], endedBy: CarrierReport['endedBy']): void {
    if (call.state === 'over') return
    call.state = 'over'
    call.overAt = world.now()
    const { answeredAt } = call
    call.report = {
      cause: answeredAt === null ? cause : 'answered',
      endedBy: answeredAt === null ? null : endedBy,
      answeredBy: answeredAt === null ? null : call.answeredBy,
      ringingAt: call.ringingAt,
      answeredAt,
      endedAt: call.overAt,
      durationS: answeredAt === null ? null : Math.floor((call.overAt - answeredAt) / SECOND_MS),
    }
    tell(`over ${call.carrierCallId} ${cause} ${endedBy}`)
    if (call.attemptId) deliver({ kind: 'ended', attemptId: call.attemptId, report: call.report }, call.chance)
  }

  function live(call: PhoneCall, ringTimeoutS: number): void {
    const { chance, attemptId } = call
    call.state = 'dialling'
    call.taken = true
    const fate = chance.next()
    later(chance.whole(200, 3 * SECOND_MS), () => {
      if (call.state === 'over') return
      if (fate < profile.busy) return end(call, chance.happens(0.7) ? 'busy' : 'failed', null)
      call.state = 'ringing'
      call.ringingAt = world.now()
      deliver({ kind: 'ringing', attemptId }, chance)
      const unanswered = fate < profile.busy + profile.noAnswer
      if (unanswered) later(ringTimeoutS * SECOND_MS, () => end(call, 'no_answer', null))
      else if (fate > 0.97) later(4 * SECOND_MS, () => end(call, 'rejected', null))
      else later(chance.whole(2, 20) * SECOND_MS, () => pickUp(call, chance.happens(0.15) ? 'machine' : 'human'))
    })
  }

  function pickUp(call: PhoneCall, answeredBy: AnsweredBy): void {
    if (call.state === 'over') return
    call.state = 'talking'
    call.answeredBy = answeredBy
    call.answeredAt = world.now()
    later(call.maxDurationS * SECOND_MS, () => end(call, 'answered', 'max_duration'))
    growImpatient(call)
    deliver({ kind: 'answered', attemptId: call.attemptId, answeredBy }, call.chance)
  }

  function growImpatient(call: PhoneCall): void {
    const turn = ++call.turn
    later(PATIENCE_MS, () => {
      if (call.turn === turn) end(call, 'answered', 'callee')
    })
  }

  function hear(call: PhoneCall, speech: Speech): void {
    const { chance, attemptId } = call
    if (speech.text !== '') call.said.push(speech.text)
    growImpatient(call)
    const { then } = speech
    if (then.kind !== 'listen') {
      return later(SECOND_MS, () => end(call, 'answered', then.kind === 'transfer' ? 'transfer' : 'agent'))
    }
    const mood = chance.next()
    if (mood < 0.15) return later(chance.whole(500, 5000), () => end(call, 'answered', 'callee'))
    later(chance.whole(500, 5000), () => {
      if (call.state !== 'talking') return
      if (mood < 0.25) return deliver({ kind: 'silence', attemptId }, chance)
      const text = mood < 0.25 + profile.optOut ? 'Please do not call me again.' : 'Yes.'
      growImpatient(call)
      deliver({ kind: 'heard', attemptId, text, interrupted: null }, chance)
    })
  }

  /** What the carrier makes of a create request. */
  function consider(call: PhoneCall, dial: Dial): { placement: Placement; afterMs: number } {
    const { chance } = call
    const mood = chance.next()
    const away = world.now() < network.awayUntil
    if (away || mood < profile.timesOut) {
      if (chance.happens(0.5)) live(call, dial.ringTimeoutS)
      return { placement: { kind: 'unknown' }, afterMs: CREATE_TIMEOUT_MS }
    }
    if (mood < profile.timesOut + profile.throttled) {
      return { placement: { kind: 'throttled', retryAfterMs: chance.pick([0, 1500, 30_000, 600_000]) }, afterMs: 20 }
    }
    if (mood < profile.timesOut + profile.throttled + profile.refused) {
      const cause = chance.pick(['invalid_number', 'rejected', 'failed'] as const)
      return { placement: { kind: 'refused', cause }, afterMs: 20 }
    }
    live(call, dial.ringTimeoutS)
    const slow = chance.happens(profile.slow)
    const afterMs = slow ? chance.whole(SECOND_MS, 50 * SECOND_MS) : chance.whole(0, 300)
    return { placement: { kind: 'placed', carrierCallId: call.carrierCallId }, afterMs }
  }

  function place(subscriber: Subscriber, dial: Dial): Promise<Placement> {
    return new Promise((resolve) => {
      if (subscriber.isDead()) return
      const crash = network.crash && --network.crash.atRequest <= 0 ? network.crash : null
      if (crash) network.crash = null
      if (crash?.when === 'before') return subscriber.die()
      const call = open(dial.to, 'outbound', subscriber, dial)
      const { placement, afterMs } = consider(call, dial)
      call.answer = placement
      tell(`asked ${call.carrierCallId} ${dial.attemptId} ${dial.to} ${placement.kind}`)
      if (crash) return subscriber.die()
      later(afterMs, () => reach(subscriber, () => resolve(placement)))
    })
  }

  function stateOf(ref: AttemptRef): CarrierState {
    if (world.now() < network.awayUntil) return { kind: 'unavailable' }
    const call = find(ref)
    if (!call || (!call.taken && call.answer.kind !== 'refused')) return { kind: 'absent' }
    if (call.report) return { kind: 'ended', report: call.report }
    if (call.state === 'talking') return { kind: 'in_progress', answeredBy: call.answeredBy }
    return call.taken ? { kind: call.state === 'dialling' ? 'dialling' : 'ringing' } : { kind: 'absent' }
  }

  function find(ref: AttemptRef): PhoneCall | undefined {
    return byAttempt.get(ref.attemptId) ?? calls.find(({ carrierCallId }) => carrierCallId === ref.carrierCallId)
  }

  function accept(ref: AttemptRef): void {
    const call = find(ref)
    if (!call || call.direction !== 'inbound' || call.attemptId !== '') return
    call.attemptId = ref.attemptId
    call.maxDurationS = ref.maxDurationS
    byAttempt.set(ref.attemptId, call)
    if (call.state === 'ringing') pickUp(call, 'human')
    tell(`accepted ${call.carrierCallId}`)
  }

  function ringIn(from: string, to: string): void {
    const call = open(from, 'inbound', null, {})
    call.taken = true
    call.state = 'ringing'
    call.ringingAt = world.now()
    later(CALLER_PATIENCE_MS, () => {
      if (call.state === 'ringing') end(call, 'canceled', null)
    })
    deliver({ kind: 'incoming', carrierCallId: call.carrierCallId, from, to }, call.chance)
  }

  function connect(subscriber: Subscriber): ReturnType<Network['connect']> {
    const gone = (): boolean => subscriber.isDead()
    return {
      name: 'simulated',
      lines: profile.lines,
      place: (dial) => place(subscriber, dial),
      say: (ref, speech) => {
        const call = find(ref)
        if (!gone() && call?.state === 'talking') hear(call, speech)
      },
      hangup: (ref) => {
        const call = find(ref)
        if (!gone() && call?.taken) end(call, 'canceled', 'agent')
      },
      accept: (ref) => {
        if (!gone()) accept(ref)
      },
      refuse: (carrierCallId) => {
        const call = calls.find((one) => one.carrierCallId === carrierCallId)
        if (!gone() && call?.state === 'ringing') end(call, 'canceled', null)
      },
      fetch: (ref) =>
        new Promise((resolve) => {
          later(whims.pick([0, 0, 40, 2000]), () => reach(subscriber, () => resolve(stateOf(ref))))
        }),
      subscribe: (sink) => {
        listener = { subscriber, sink }
      },
      close: () => {},
    }
  }

  return network
}
