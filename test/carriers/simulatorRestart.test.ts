import { describe, expect, test } from 'bun:test'
import { createSimulator } from '../../src/carriers/simulator.ts'
import type { AttemptRef, Carrier, CarrierState } from '../../src/ports/Carrier.ts'
import { createVirtualClock, type VirtualClock } from '../../src/engine/virtualClock.ts'
import { ANYBODY, BEHAVES, SPEED, START, callOut, refOf, startRun } from './runCalls.ts'

interface Restarted {
  clock: VirtualClock
  carrier: Carrier
  events: string[]
  state: CarrierState
  ref: AttemptRef
}

/**
 * A new process that asks about a dial made at `START`, `atS` simulated seconds later. `carrierCallId` is null when no
 * answer to the create request was stored.
 */
async function askAfterRestart(to: string, atS: number, carrierCallId: string | null = 'sim-a'): Promise<Restarted> {
  const clock = createVirtualClock(START + (atS * 1000) / SPEED)
  const carrier = createSimulator({ clock, seed: 7, speed: SPEED })
  const events: string[] = []
  carrier.subscribe((event) => events.push(event.kind))
  const dial = { attemptId: 'a', attemptNumber: 1, to, from: null, ringTimeoutS: 30, maxDurationS: 600 }
  const ref = { ...refOf(dial, START), carrierCallId }
  const state = await carrier.fetch(ref)
  return { clock, carrier, events, state, ref }
}

describe('asking the carrier', () => {
  test('it tells where a call is, from dialling to its end', async () => {
    const run = startRun()
    const track = run.dial(ANYBODY)
    const states: string[] = []
    for (const s of [0, 5, 25, 100]) {
      await run.pass(s)
      states.push((await run.carrier.fetch(refOf(track.dial, null))).kind)
    }
    expect(states).toEqual(['dialling', 'ringing', 'in_progress', 'ended'])
    expect(await run.carrier.fetch(refOf(track.dial, null))).toEqual({ kind: 'ended', report: track.report! })
  })

  test('a new process tells the end that its plan foresaw, to the millisecond', async () => {
    for (const digits of ['0101', '0102', '0103', '0105']) {
      const lived = await callOut(`${BEHAVES}${digits}`)
      const { state, events, clock } = await askAfterRestart(`${BEHAVES}${digits}`, 200)
      expect(state).toEqual({ kind: 'ended', report: lived.report! })
      await clock.advanceBy(100_000)
      expect(events).toEqual([])
    }
  })

  test('a new process lets a dial go on as if nothing had happened', async () => {
    const lived = await callOut(`${BEHAVES}0102`)
    for (const atS of [0, 10]) {
      const { state, events, clock, carrier, ref } = await askAfterRestart(`${BEHAVES}0102`, atS)
      expect(state.kind).toBe(atS === 0 ? 'dialling' : 'ringing')
      await clock.advanceBy(100_000)
      expect(events).toEqual(atS === 0 ? ['ringing', 'ended'] : ['ended'])
      expect(await carrier.fetch(ref)).toEqual({ kind: 'ended', report: lived.report! })
    }
  })

  test('a callee who was talking when the process died has hung up a few seconds after the answer', async () => {
    const lived = await callOut(ANYBODY)
    const answeredAt = lived.report?.answeredAt ?? 0
    const { state } = await askAfterRestart(ANYBODY, 60)
    expect(state).toMatchObject({
      kind: 'ended',
      report: { cause: 'answered', endedBy: 'connection_lost', answeredAt, endedAt: answeredAt + 200, durationS: 4 },
    })
  })

  test('a phone that rings across a restart is answered at the same instant', async () => {
    const lived = await callOut(ANYBODY)
    const { clock, events, carrier, ref } = await askAfterRestart(ANYBODY, 5)
    await clock.advanceTo(lived.report?.answeredAt ?? 0)
    expect(events).toEqual(['answered'])
    expect((await carrier.fetch(ref)).kind).toBe('in_progress')
  })

  test('a dial whose create request was never answered is one of which a new process has not heard', async () => {
    for (const atS of [0, 10, 200]) {
      const { state, events, clock, carrier, ref } = await askAfterRestart(ANYBODY, atS, null)
      expect(state).toEqual({ kind: 'absent' })
      await clock.advanceBy(100_000)
      expect(events).toEqual([])
      expect(await carrier.fetch(ref)).toEqual({ kind: 'absent' })
    }
  })

  test('the number that is called though no answer arrives is known to a new process all the same', async () => {
    const { state, events, clock } = await askAfterRestart(`${BEHAVES}0112`, 5, null)
    expect(state).toEqual({ kind: 'ringing' })
    await clock.advanceBy(2_000)
    expect(events).toEqual(['answered'])
  })

  test('within a process a call is known from the moment of the create request, answered or not', async () => {
    const run = startRun()
    const track = run.dial(`${BEHAVES}0112`)
    await run.pass(5)
    expect(track.placement).toBeNull()
    expect(await run.carrier.fetch(refOf(track.dial, null))).toEqual({ kind: 'ringing' })
  })

  test('an old report gives way to ten thousand newer ones', async () => {
    const run = startRun()
    const first = run.dial(`${BEHAVES}0101`, { attemptId: 'first' })
    await run.pass(20)
    for (let i = 0; i < 10_000; i++) run.dial(`${BEHAVES}0101`, { attemptId: `later-${i}` })
    await run.pass(20)
    const unasked = { ...refOf(first.dial, START + 1_000_000), attemptId: 'first', carrierCallId: 'sim-first' }
    expect((await run.carrier.fetch(unasked)).kind).toBe('dialling')
  })
})
