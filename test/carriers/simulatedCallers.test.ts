import { agentThat } from '../support/acts.ts'
import { describe, expect, test } from 'bun:test'
import { createSimulator } from '../../src/carriers/simulator/simulator.ts'
import type { RingOutcome } from '../../src/carriers/simulator/callers.ts'
import type { AttemptRef, CarrierEvent } from '../../src/ports/Carrier.ts'
import { createVirtualClock } from '../../src/clocks/virtualClock.ts'
import {
  ANYBODY,
  BEHAVES,
  SPEED,
  START,
  kinds,
  refOf,
  settle,
  startRun,
  tirelessAgent,
  totalS,
  type Run,
  type Track,
} from './runCalls.ts'

const OURS = '+14155550100'

interface Ring {
  incoming: Extract<CarrierEvent, { kind: 'incoming' }>
  /** How it has ended for the caller; null while it rings. */
  outcome: RingOutcome | null
}

function ringIn(run: Run, from: string): Ring {
  const settling = run.carrier.ringIn({ from, to: OURS })
  const incoming = run.told.at(-1)
  if (incoming?.kind !== 'incoming') throw new Error('nothing was told of the call')
  const ring: Ring = { incoming, outcome: null }
  void settling.then((outcome) => {
    ring.outcome = outcome
  })
  return ring
}

/** One call from a number that is accepted at once, followed for a while. */
async function callIn(from: string, options: Parameters<typeof startRun>[0] = {}, simulatedS = 300): Promise<Track> {
  const run = startRun(options)
  const track = run.pickUp(ringIn(run, from).incoming.carrierCallId, from)
  await run.pass(simulatedS)
  return track
}

function acceptedRef(track: Track, ring: Ring): AttemptRef {
  return { ...refOf(track.dial, START), carrierCallId: ring.incoming.carrierCallId }
}

describe('ringing in', () => {
  test('the service is told who calls which number, each call under a name of its own', () => {
    const run = startRun()
    const [one, two] = [ringIn(run, ANYBODY), ringIn(run, ANYBODY)]
    expect(one.incoming).toMatchObject({ from: ANYBODY, to: OURS })
    expect(one.incoming.carrierCallId).toStartWith('sim-in-')
    expect(two.incoming.carrierCallId).not.toBe(one.incoming.carrierCallId)
  })

  test('an accepted caller learns the attempt, and the answer is told later, not at once', async () => {
    const run = startRun()
    const ring = ringIn(run, ANYBODY)
    await run.pass(4)
    const track = run.pickUp(ring.incoming.carrierCallId, ANYBODY)
    await settle()
    expect(ring.outcome).toEqual({ accepted: { attemptId: `${ANYBODY}#in` } })
    expect(kinds(track)).toEqual([])
    expect(await run.carrier.fetch(acceptedRef(track, ring))).toEqual({ kind: 'ringing' })
    await run.pass(0)
    expect(track.events).toEqual([{ kind: 'answered', attemptId: `${ANYBODY}#in`, answeredBy: 'human' }])
    expect(await run.carrier.fetch(acceptedRef(track, ring))).toEqual({ kind: 'in_progress', answeredBy: 'human' })
  })

  test('a refused caller learns why, and nothing else happens', async () => {
    const run = startRun()
    const ring = ringIn(run, ANYBODY)
    run.carrier.refuse(ring.incoming.carrierCallId, 'unknown_number')
    run.carrier.refuse(ring.incoming.carrierCallId, 'no_line')
    await settle()
    expect(ring.outcome).toEqual({ refused: 'unknown_number' })
    expect(run.clock.nextDueAt()).toBeNull()
    expect(run.told).toEqual([ring.incoming])
  })

  test('a caller whom nobody answers gives up after 30 seconds', async () => {
    const run = startRun()
    const ring = ringIn(run, ANYBODY)
    await run.pass(29.9)
    expect(ring.outcome).toBeNull()
    await run.pass(0.2)
    expect(ring.outcome).toEqual({ refused: 'no_line' })
  })

  test('accepting a caller who has given up tells nothing, and whoever asks learns that the call is over', async () => {
    const run = startRun()
    const ring = ringIn(run, ANYBODY)
    await run.pass(31)
    const track = run.pickUp(ring.incoming.carrierCallId, ANYBODY)
    await run.pass(300)
    expect(ring.outcome).toEqual({ refused: 'no_line' })
    expect(track.events).toEqual([])
    expect(await run.carrier.fetch(acceptedRef(track, ring))).toMatchObject({
      kind: 'ended',
      report: { cause: 'canceled', endedBy: null, answeredAt: null, durationS: null },
    })
  })

  test('accepting twice is accepting once, whatever the second attempt is called', async () => {
    const run = startRun()
    const ring = ringIn(run, ANYBODY)
    const { carrierCallId } = ring.incoming
    const track = run.pickUp(carrierCallId, ANYBODY)
    run.carrier.accept(acceptedRef(track, ring))
    run.carrier.accept({ ...acceptedRef(track, ring), attemptId: 'another' })
    run.carrier.refuse(carrierCallId, 'no_line')
    await run.pass(10)
    run.carrier.accept(acceptedRef(track, ring))
    expect((await run.carrier.fetch(acceptedRef(track, ring))).kind).toBe('in_progress')
    await run.pass(300)
    expect(ring.outcome).toEqual({ accepted: { attemptId: track.dial.attemptId } })
    expect(kinds(track).filter((kind) => kind === 'answered')).toHaveLength(1)
    expect(run.told).toEqual([ring.incoming, ...track.events])
  })

  test('an attempt that is being accepted is ringing while the caller waits', async () => {
    const run = startRun()
    const { incoming } = ringIn(run, ANYBODY)
    const dial = { attemptId: 'a', attemptNumber: 1, to: ANYBODY, from: null, ringTimeoutS: 30, maxDurationS: 600 }
    const ref = { ...refOf(dial, START), carrierCallId: incoming.carrierCallId }
    expect(await run.carrier.fetch(ref)).toEqual({ kind: 'ringing' })
    run.carrier.accept(ref)
    await run.pass(1)
    expect((await run.carrier.fetch(ref)).kind).toBe('in_progress')
  })

  test('closing turns everybody away, then and later', async () => {
    const run = startRun()
    const ring = ringIn(run, ANYBODY)
    run.carrier.close()
    await settle()
    expect(ring.outcome).toEqual({ refused: 'no_line' })
    expect(await run.carrier.ringIn({ from: ANYBODY, to: OURS })).toEqual({ refused: 'no_line' })
    expect(run.told).toEqual([ring.incoming])
    expect(run.clock.nextDueAt()).toBeNull()
  })
})

describe('the talk with a caller', () => {
  test('anybody lets the agent speak first, talks, and is hung up on by the agent', async () => {
    for (const from of [ANYBODY, `${BEHAVES}0100`, `${BEHAVES}0101`, `${BEHAVES}0104`, `${BEHAVES}0112`]) {
      const track = await callIn(from)
      expect(kinds(track)).toEqual(['answered', 'heard', 'heard', 'heard', 'ended'])
      expect(track.transcript[0]).toStartWith('agent: ')
      expect(track.report).toMatchObject({ cause: 'answered', endedBy: 'agent', answeredBy: 'human' })
      expect(track.report?.answeredAt).toBe(START)
      expect(totalS(track.report)).toBeWithin(40, 110)
    }
  })

  test('a caller who is left without a word says hello', async () => {
    const mute = agentThat(() => new Promise<never>(() => {}))
    const track = await callIn(ANYBODY, { agent: mute }, 1_000)
    expect(kinds(track)).toEqual(['answered', 'heard', 'heard', 'ended'])
    expect(track.transcript[0]).toMatch(/^callee: Hello/)
  })

  test('0106 hangs up in the middle of the agent’s second speech', async () => {
    const track = await callIn(`${BEHAVES}0106`)
    expect(track.report).toMatchObject({ cause: 'answered', endedBy: 'callee' })
    expect(track.transcript.map((turn) => turn.split(':')[0])).toEqual(['agent', 'callee', 'agent'])
  })

  test('0107 interrupts, 0108 says nothing, 0109 wants no more calls', async () => {
    const interrupting = await callIn(`${BEHAVES}0107`)
    expect(kinds(interrupting)).toContain('interrupted')
    expect(kinds(await callIn(`${BEHAVES}0108`))).not.toContain('heard')
    const leaving = await callIn(`${BEHAVES}0109`, { agent: tirelessAgent })
    expect(leaving.transcript[1]).toMatch(/call|list/)
    expect(leaving.report?.endedBy).toBe('callee')
  })

  test('0111 talks until the longest duration that the attempt was given', async () => {
    const run = startRun()
    const from = `${BEHAVES}0111`
    const track = run.pickUp(ringIn(run, from).incoming.carrierCallId, from, { maxDurationS: 90 })
    await run.pass(300)
    expect(track.report).toMatchObject({ endedBy: 'max_duration', durationS: 90 })
  })

  test('hanging up ends it, before the answer is told too', async () => {
    for (const [afterS, cause] of [
      [null, 'canceled'],
      [10, 'answered'],
    ] as const) {
      const run = startRun()
      const ring = ringIn(run, ANYBODY)
      const track = run.pickUp(ring.incoming.carrierCallId, ANYBODY)
      if (afterS !== null) await run.pass(afterS)
      run.carrier.hangup(acceptedRef(track, ring))
      await run.pass(300)
      expect(track.events.at(-1)?.kind).toBe('ended')
      expect(track.report?.cause).toBe(cause)
      expect(run.clock.nextDueAt()).toBeNull()
    }
  })

  test('the same seed gives the same talk, and another than when we call the same number', async () => {
    const [one, two] = [await callIn(ANYBODY), await callIn(ANYBODY)]
    expect(one.events).toEqual(two.events)
    const run = startRun()
    const called = run.dial(ANYBODY)
    await run.pass(300)
    expect(called.transcript).not.toEqual(one.transcript)
  })

  test('mischief repeats, delays and loses what is told of callers as well', async () => {
    const run = startRun({ mischief: { duplicate: 0.3, reorder: 0.3, drop: 0.3 } })
    const outcomes: RingOutcome[] = []
    for (let i = 0; i < 200; i++) {
      const from = `+4312${String(5_550_000 + i)}`
      void run.carrier.ringIn({ from, to: OURS }).then((outcome) => outcomes.push(outcome))
    }
    await run.pass(100)
    const rings = run.told.map((event) => (event.kind === 'incoming' ? event.carrierCallId : ''))
    const different = new Set(rings).size
    expect(different).toBeWithin(100, 199)
    expect(rings.length).toBeGreaterThan(different)
    expect(outcomes).toHaveLength(200)
  })
})

describe('a new process', () => {
  test('finds that a caller who had been answered has hung up a few seconds later', async () => {
    const run = startRun()
    const ring = ringIn(run, `${BEHAVES}0102`)
    const ref = acceptedRef(run.pickUp(ring.incoming.carrierCallId, `${BEHAVES}0102`), ring)
    for (const [atS, durationS] of [
      [60, 4],
      [2, 2],
      [0, 0],
      [-5, 0],
    ] as const) {
      const clock = createVirtualClock(START + (atS * 1000) / SPEED)
      const carrier = createSimulator({ clock, seed: 7, speed: SPEED })
      const events: CarrierEvent[] = []
      carrier.subscribe((event) => events.push(event))
      expect(await carrier.fetch(ref)).toMatchObject({
        kind: 'ended',
        report: { cause: 'answered', endedBy: 'connection_lost', answeredBy: 'human', durationS },
      })
      expect(clock.nextDueAt()).toBeNull()
      expect(events).toEqual([])
    }
  })

  test('calls nobody by a name that an earlier one used', () => {
    const [one, two] = [ringIn(startRun(), ANYBODY), ringIn(startRun(), ANYBODY)]
    expect(one.incoming.carrierCallId).not.toBe(two.incoming.carrierCallId)
  })
})
