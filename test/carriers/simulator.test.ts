import { agentThat } from '../support/acts.ts'
import { describe, expect, test } from 'bun:test'
import type { PlaybookConfig } from '../../src/core/playbookConfig.ts'
import {
  ANYBODY,
  BEHAVES,
  SPEED,
  START,
  TYPICAL,
  callOut,
  kinds,
  refOf,
  settle,
  startRun,
  totalS,
  type Track,
} from './runCalls.ts'

function transcripts(tracks: Map<string, Track>): Map<string, string[]> {
  return new Map([...tracks].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, track]) => [id, track.transcript]))
}

describe('the length of a call', () => {
  test('a typical playbook takes 40 to 110 simulated seconds with anybody', async () => {
    const run = startRun()
    const tracks = Array.from({ length: 500 }, (_, i) => run.dial(`+1415555${String(i).padStart(4, '0')}`))
    await run.pass(400)
    const lengthsS = tracks.map(({ report }) => totalS(report))
    expect(Math.min(...lengthsS)).toBeGreaterThanOrEqual(40)
    expect(Math.max(...lengthsS)).toBeLessThanOrEqual(110)
  })

  test('an agent with nothing to say does not make it shorter', async () => {
    const track = await callOut(ANYBODY, { config: { agent: 'scripted' } })
    expect(totalS(track.report)).toBeWithin(40, 41)
  })

  test('a longer script of ten questions still ends within two minutes', async () => {
    const config: PlaybookConfig = {
      ...TYPICAL,
      script: Array.from({ length: 7 }, () => ({ say: 'Is that so, Ada?' })),
    }
    const track = await callOut(ANYBODY, { config })
    expect(totalS(track.report)).toBeWithin(50, 120)
  })

  test('the duration is counted in simulated seconds from the answer', async () => {
    const { report } = await callOut(ANYBODY)
    const talkedMs = (report?.endedAt ?? 0) - (report?.answeredAt ?? 0)
    expect(report?.durationS).toBe(Math.floor((talkedMs * SPEED) / 1000))
    expect(report?.durationS).toBeGreaterThan(15)
  })

  test('a callee whose agent is slow asks whether anybody is there, twice, and then leaves', async () => {
    const mute = agentThat(() => new Promise(() => {}))
    const run = startRun({ agent: mute })
    const track = run.dial(ANYBODY, { maxDurationS: 3_600 })
    await run.pass(1_000)
    expect(kinds(track)).toEqual(['ringing', 'answered', 'heard', 'heard', 'ended'])
    expect(track.report?.endedBy).toBe('callee')
  })

  test('a callee whose agent only answers when asked twice is patient each time anew', async () => {
    const absentMinded = agentThat((input) =>
      input.kind === 'heard' && !input.text.includes('still there')
        ? new Promise(() => {})
        : [{ kind: 'say', text: 'One moment, please.' }],
    )
    const run = startRun({ agent: absentMinded })
    const track = run.dial(ANYBODY, { maxDurationS: 3_600 })
    await run.pass(2_000)
    expect(track.transcript.filter((turn) => turn.includes('still there')).length).toBeGreaterThan(2)
    expect(track.report).toBeNull()
  })

  test('an agent that waits for the callee to begin is greeted', async () => {
    const modest = agentThat(() => [])
    const track = await callOut(ANYBODY, { agent: modest }, 40)
    expect(track.transcript[0]).toMatch(/^callee: Hello/)
  })
})

describe('chance', () => {
  const numbers = Array.from({ length: 200 }, (_, i) => `+4420794601${String(i).padStart(3, '0')}`)

  test('the same seed gives the same transcripts, whatever the order and the crowd', async () => {
    const together = startRun()
    for (const to of numbers) together.dial(to)
    await together.pass(400)
    const scattered = startRun()
    for (const to of numbers.toReversed()) {
      scattered.dial(to)
      await scattered.pass(3)
    }
    await scattered.pass(400)
    expect(transcripts(scattered.tracks)).toEqual(transcripts(together.tracks))
  })

  test('another seed gives other transcripts', async () => {
    const one = startRun({ seed: 1 })
    const two = startRun({ seed: 2 })
    for (const run of [one, two]) {
      for (const to of numbers) run.dial(to)
      await run.pass(400)
    }
    expect(transcripts(one.tracks)).not.toEqual(transcripts(two.tracks))
  })

  test('ten thousand calls at once all end, and mostly well', async () => {
    const run = startRun()
    for (let i = 0; i < 10_000; i++) run.dial(`+1212${String(5_550_000 + i)}`)
    await run.pass(600)
    const tracks = [...run.tracks.values()]
    expect(tracks.every(({ report }) => report?.cause === 'answered')).toBe(true)
    expect(tracks.filter(({ outcome }) => outcome === 'confirmed').length).toBeGreaterThan(9_000)
    expect(run.clock.nextDueAt()).toBeNull()
  }, 60_000)
})

describe('interference', () => {
  test('hanging up on a ringing phone cancels it, and the end is told later, not at once', async () => {
    const run = startRun()
    const track = run.dial(ANYBODY)
    await run.pass(5)
    run.carrier.hangup(refOf(track.dial, null))
    expect(track.report).toBeNull()
    await run.pass(300)
    expect(kinds(track)).toEqual(['ringing', 'ended'])
    expect(track.report).toMatchObject({ cause: 'canceled', endedBy: null, endedAt: START + 250, durationS: null })
  })

  test('hanging up on a conversation ends it at once', async () => {
    const run = startRun()
    const track = run.dial(ANYBODY)
    await run.pass(30)
    run.carrier.hangup(refOf(track.dial, null))
    await run.pass(0)
    expect(track.report).toMatchObject({ cause: 'answered', endedBy: 'agent', endedAt: START + 1_500 })
    await run.pass(300)
    expect(run.told.at(-1)?.kind).toBe('ended')
  })

  test('a transfer ends the call after the words that announce it', async () => {
    const agent = agentThat(() => [
      { kind: 'say', text: 'One moment.' },
      { kind: 'transfer', to: '+15005550100' },
    ])
    const track = await callOut(ANYBODY, { agent })
    expect(track.report).toMatchObject({ cause: 'answered', endedBy: 'transfer' })
  })

  test('nothing happens to calls that are over or were never heard of', async () => {
    const run = startRun()
    const track = run.dial(ANYBODY)
    await run.pass(300)
    const unheardOf = { ...refOf(track.dial, null), attemptId: 'unheard-of' }
    const before = track.events.length
    for (const ref of [refOf(track.dial, null), unheardOf]) {
      run.carrier.line.speak(ref.attemptId, 'Hello?', true)
      run.carrier.line.finish(ref.attemptId, { silenceAfterS: 5, then: { kind: 'hangup' } })
      run.carrier.hangup(ref)
    }
    await run.pass(300)
    expect(track.events).toHaveLength(before)
    expect(run.clock.nextDueAt()).toBeNull()
  })

  test('nothing more is said after the last words', async () => {
    const run = startRun()
    const track = run.dial(ANYBODY, { attemptId: 'last' })
    run.tracks.clear()
    const ends: number[] = []
    run.carrier.subscribe((event) => {
      if (event.kind === 'ended') ends.push(event.report.endedAt)
      if (event.kind !== 'answered') return
      const { attemptId } = track.dial
      const { line } = run.carrier
      line.speak(attemptId, 'Goodbye.', true)
      line.finish(attemptId, { silenceAfterS: 5, then: { kind: 'hangup' } })
      line.speak(attemptId, 'By the way, '.repeat(100), true)
      line.finish(attemptId, { silenceAfterS: 5, then: { kind: 'listen' } })
    })
    await run.pass(300)
    expect(ends).toEqual([START + 2_000])
  })

  test('a second create request for one attempt is counted but calls nobody', async () => {
    const run = startRun()
    const track = run.dial(ANYBODY)
    expect(await run.carrier.place(track.dial)).toEqual({ kind: 'placed', carrierCallId: `sim-${ANYBODY}#1` })
    await run.pass(300)
    expect(run.dials).toHaveLength(2)
    expect(run.told.filter(({ kind }) => kind === 'ringing')).toHaveLength(1)
    expect(run.told).toEqual(track.events)
  })

  test('closing takes back every timer and answers the create request that hangs', async () => {
    const run = startRun()
    const track = run.dial(`${BEHAVES}0112`)
    run.dial(ANYBODY)
    await run.pass(5)
    run.carrier.close()
    await settle()
    expect(track.placement).toEqual({ kind: 'unknown' })
    expect(run.clock.nextDueAt()).toBeNull()
    expect(await run.carrier.fetch(refOf(track.dial, null))).toEqual({ kind: 'unavailable' })
  })
})

describe('mischief', () => {
  test('events come twice, late, or never, always the same ones', async () => {
    const mischief = { duplicate: 0.2, reorder: 0.2, drop: 0.2 }
    const runs = [startRun({ mischief }), startRun({ mischief })]
    for (const run of runs) {
      for (let i = 0; i < 300; i++) run.dial(`+3212${String(5_550_000 + i)}`)
      await run.pass(2000)
    }
    const [one = [], two = []] = runs.map((run) => [...run.tracks.values()].map((track) => track.events))
    expect(one).toEqual(two)
    expect(one.some((events) => events.filter(({ kind }) => kind === 'ringing').length === 2)).toBe(true)
    expect(one.some((events) => !events.some(({ kind }) => kind === 'ringing'))).toBe(true)
    expect(one.some((events) => events.findIndex(({ kind }) => kind === 'ringing') > 0)).toBe(true)
  })

  test('whoever missed the end learns it by asking', async () => {
    const run = startRun({ mischief: { drop: 0.5 } })
    const tracks = Array.from({ length: 100 }, (_, i) => run.dial(`+3312${String(5_550_000 + i)}`))
    await run.pass(2000)
    expect(tracks.some(({ report }) => report === null)).toBe(true)
    for (const { dial } of tracks) expect((await run.carrier.fetch(refOf(dial, null))).kind).toBe('ended')
  })

  test('mischief of certain loss signals nothing at all; what is said is on the line all the same', async () => {
    const track = await callOut(ANYBODY, { mischief: { drop: 1 } })
    expect(new Set(track.events.map(({ kind }) => kind))).toEqual(new Set(['heard']))
  })
})
