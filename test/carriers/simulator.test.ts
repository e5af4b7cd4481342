import { describe, expect, test } from 'bun:test'
import type { PlaybookConfig } from '../../src/core/playbookConfig.ts'
import { createSimulator } from '../../src/carriers/simulator.ts'
import type { Agent } from '../../src/ports/Agent.ts'
import { createVirtualClock } from '../support/virtualClock.ts'
import { SPEED, START, TYPICAL, refOf, settle, startRun, totalS, type Track } from './runCalls.ts'

const BEHAVES = '+1500555'
/** Somebody who behaves in no special way. */
const ANYBODY = '+14155550123'

/** Never hangs up and always has something to say. */
const tirelessAgent: Agent = {
  check: () => [],
  begin: () => ({ reply: () => ({ say: 'And how do you see that, if I may ask?', then: { kind: 'listen' } }) }),
}

function kinds(track: Track): string[] {
  return track.events.map(({ kind }) => kind)
}

async function callOut(to: string, options: Parameters<typeof startRun>[0] = {}, simulatedS = 300): Promise<Track> {
  const run = startRun(options)
  const track = run.dial(to)
  await run.pass(simulatedS)
  return track
}

describe('the numbers that behave', () => {
  test('0100 answers, agrees, and is hung up on by the agent', async () => {
    const track = await callOut(`${BEHAVES}0100`)
    expect(kinds(track)).toEqual(['ringing', 'answered', 'heard', 'heard', 'heard', 'ended'])
    expect(track.report).toMatchObject({ cause: 'answered', endedBy: 'agent', answeredBy: 'human' })
    expect(track.outcome).toBe('confirmed')
    expect(track.placement).toEqual({ kind: 'placed', carrierCallId: `sim-${BEHAVES}0100#1` })
  })

  test('0101 is busy and never rings', async () => {
    const track = await callOut(`${BEHAVES}0101`)
    expect(kinds(track)).toEqual(['ended'])
    expect(track.report).toMatchObject({ cause: 'busy', endedBy: null, ringingAt: null, durationS: null })
  })

  test('0102 rings for the whole ring timeout and is not answered', async () => {
    const track = await callOut(`${BEHAVES}0102`)
    expect(kinds(track)).toEqual(['ringing', 'ended'])
    expect(track.report?.cause).toBe('no_answer')
    const rangS = (((track.report?.endedAt ?? 0) - (track.report?.ringingAt ?? 0)) * SPEED) / 1000
    expect(rangS).toBeWithin(29.9, 30.1)
  })

  test('0103 rings and is rejected', async () => {
    const track = await callOut(`${BEHAVES}0103`)
    expect(kinds(track)).toEqual(['ringing', 'ended'])
    expect(track.report).toMatchObject({ cause: 'rejected', answeredAt: null, answeredBy: null })
  })

  test('0104 is a machine that greets, and hears the message after its tone', async () => {
    const track = await callOut(`${BEHAVES}0104`)
    expect(kinds(track)).toEqual(['ringing', 'answered', 'heard', 'ended'])
    expect(track.report).toMatchObject({ cause: 'answered', answeredBy: 'machine', endedBy: 'agent' })
    const [, answeredAt = 0, greetedAt = 0, endedAt = 0] = track.eventInstants
    expect(greetedAt).toBeGreaterThan(answeredAt)
    const messageS = 'Hello Ada, please call the clinic back.'.length / 15
    expect(endedAt).toBeGreaterThanOrEqual(greetedAt + (messageS * 1000) / SPEED)
  })

  test('0105 fails without ringing', async () => {
    const track = await callOut(`${BEHAVES}0105`)
    expect(kinds(track)).toEqual(['ended'])
    expect(track.report?.cause).toBe('failed')
  })

  test('0106 hangs up in the middle of the agent’s second speech', async () => {
    const track = await callOut(`${BEHAVES}0106`)
    expect(track.report).toMatchObject({ cause: 'answered', endedBy: 'callee' })
    expect(track.transcript.map((turn) => turn.split(':')[0])).toEqual(['agent', 'callee', 'agent'])
    expect(totalS(track.report)).toBeGreaterThanOrEqual(40)
  })

  test('0107 interrupts the agent, and the carrier tells how much was heard', async () => {
    const track = await callOut(`${BEHAVES}0107`)
    const first = track.events.find((event) => event.kind === 'heard')
    expect(first?.interrupted?.heard).toBe('Hello Ada, this is the')
    expect(track.report?.endedBy).toBe('agent')
  })

  test('0107 lets an agent finish that may not be interrupted', async () => {
    const run = startRun()
    const track = run.dial(`${BEHAVES}0107`, { attemptId: 'quiet' })
    run.tracks.clear()
    const heard: unknown[] = []
    run.carrier.subscribe((event) => {
      if (event.kind === 'heard') heard.push(event.interrupted)
      if (event.kind !== 'answered') return
      const text = 'This is an important announcement.'
      run.carrier.say(refOf(track.dial, null), {
        text,
        interruptible: false,
        silenceAfterS: null,
        then: { kind: 'listen' },
      })
    })
    await run.pass(40)
    expect(heard).toEqual([null])
  })

  test('0108 never says a word, so the agent asks twice and hangs up', async () => {
    const track = await callOut(`${BEHAVES}0108`)
    expect(kinds(track)).toEqual(['ringing', 'answered', 'silence', 'silence', 'silence', 'ended'])
    expect(track.transcript.filter((turn) => turn.startsWith('callee'))).toEqual([])
    expect(track.report?.endedBy).toBe('agent')
  })

  test('0109 asks in every way not to be called again, and the scripted agent understands', async () => {
    for (let seed = 0; seed < 30; seed++) {
      const track = await callOut(`${BEHAVES}0109`, { seed })
      expect(track.outcome).toBe('opt_out')
    }
  })

  test('0109 leaves when the agent goes on all the same', async () => {
    const track = await callOut(`${BEHAVES}0109`, { agent: tirelessAgent })
    expect(track.report?.endedBy).toBe('callee')
    expect(track.events.filter(({ kind }) => kind === 'heard')).toHaveLength(2)
  })

  test('0110 is busy at first and then answers', async () => {
    const run = startRun()
    const first = run.dial(`${BEHAVES}0110`)
    await run.pass(300)
    const second = run.dial(`${BEHAVES}0110`, { attemptNumber: 2 })
    await run.pass(300)
    expect([first.report?.cause, second.report?.cause]).toEqual(['busy', 'answered'])
  })

  test('0111 talks until the longest duration is reached', async () => {
    const track = await callOut(`${BEHAVES}0111`, {}, 1000)
    expect(track.report).toMatchObject({ cause: 'answered', endedBy: 'max_duration', durationS: 600 })
  })

  test('0112 leaves the create request unanswered for ten seconds, though it rings and is answered', async () => {
    const run = startRun()
    const track = run.dial(`${BEHAVES}0112`)
    await run.pass(9.9)
    expect(track.placement).toBeNull()
    expect(kinds(track)).toEqual(['ringing'])
    await run.pass(0.2)
    expect(track.placement).toEqual({ kind: 'unknown' })
    await run.pass(300)
    expect(track.report).toMatchObject({ cause: 'answered', endedBy: 'agent' })
  })

  test('an agent that never hangs up is left by nobody before the longest duration', async () => {
    const track = await callOut(ANYBODY, { agent: tirelessAgent }, 1000)
    expect(track.report?.endedBy).toBe('max_duration')
  })
})

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
    const mute: Agent = { check: () => [], begin: () => ({ reply: () => new Promise(() => {}) }) }
    const run = startRun({ agent: mute })
    const track = run.dial(ANYBODY, { maxDurationS: 3_600 })
    await run.pass(1_000)
    expect(kinds(track)).toEqual(['ringing', 'answered', 'heard', 'heard', 'ended'])
    expect(track.report?.endedBy).toBe('callee')
  })

  test('an agent that waits for the callee to begin is greeted', async () => {
    const modest: Agent = { check: () => [], begin: () => ({ reply: () => ({ say: '', then: { kind: 'listen' } }) }) }
    const track = await callOut(ANYBODY, { agent: modest }, 40)
    expect(track.transcript[0]).toMatch(/^callee: Hello/)
  })
})

describe('chance', () => {
  function transcripts(tracks: Map<string, Track>): Map<string, string[]> {
    return new Map([...tracks].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, track]) => [id, track.transcript]))
  }
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
  })

  test('a transfer ends the call after the words that announce it', async () => {
    const agent: Agent = {
      check: () => [],
      begin: () => ({ reply: () => ({ say: 'One moment.', then: { kind: 'transfer', to: '+15005550100' } }) }),
    }
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
      run.carrier.say(ref, { text: 'Hello?', interruptible: true, silenceAfterS: 5, then: { kind: 'hangup' } })
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
      const say = (text: string, kind: 'listen' | 'hangup'): void =>
        run.carrier.say(refOf(track.dial, null), { text, interruptible: true, silenceAfterS: 5, then: { kind } })
      say('Goodbye.', 'hangup')
      say('By the way, '.repeat(100), 'listen')
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
    expect(kinds(track).filter((kind) => kind === 'ended')).toHaveLength(1)
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

  const afterRestart = async (to: string, atS: number) => {
    const clock = createVirtualClock(START + (atS * 1000) / SPEED)
    const carrier = createSimulator({ clock, seed: 7, speed: SPEED })
    const events: string[] = []
    carrier.subscribe((event) => events.push(event.kind))
    const dial = { attemptId: 'a', attemptNumber: 1, to, from: null, ringTimeoutS: 30, maxDurationS: 600 }
    const state = await carrier.fetch(refOf(dial, START))
    return { clock, carrier, events, state, ref: refOf(dial, START) }
  }

  test('a new process tells the end that its plan foresaw, to the millisecond', async () => {
    for (const digits of ['0101', '0102', '0103', '0105']) {
      const lived = await callOut(`${BEHAVES}${digits}`)
      const { state, events, clock } = await afterRestart(`${BEHAVES}${digits}`, 200)
      expect(state).toEqual({ kind: 'ended', report: lived.report! })
      await clock.advanceBy(100_000)
      expect(events).toEqual([])
    }
  })

  test('a new process lets a dial go on as if nothing had happened', async () => {
    const lived = await callOut(`${BEHAVES}0102`)
    for (const atS of [0, 10]) {
      const { state, events, clock, carrier, ref } = await afterRestart(`${BEHAVES}0102`, atS)
      expect(state.kind).toBe(atS === 0 ? 'dialling' : 'ringing')
      await clock.advanceBy(100_000)
      expect(events).toEqual(atS === 0 ? ['ringing', 'ended'] : ['ended'])
      expect(await carrier.fetch(ref)).toEqual({ kind: 'ended', report: lived.report! })
    }
  })

  test('a callee who was talking when the process died has hung up a few seconds after the answer', async () => {
    const lived = await callOut(ANYBODY)
    const answeredAt = lived.report?.answeredAt ?? 0
    const { state } = await afterRestart(ANYBODY, 60)
    expect(state).toMatchObject({
      kind: 'ended',
      report: { cause: 'answered', endedBy: 'connection_lost', answeredAt, endedAt: answeredAt + 200, durationS: 4 },
    })
  })

  test('a phone that rings across a restart is answered at the same instant', async () => {
    const lived = await callOut(ANYBODY)
    const { clock, events, carrier, ref } = await afterRestart(ANYBODY, 5)
    await clock.advanceTo(lived.report?.answeredAt ?? 0)
    expect(events).toEqual(['answered'])
    expect((await carrier.fetch(ref)).kind).toBe('in_progress')
  })

  test('an old report gives way to ten thousand newer ones', async () => {
    const run = startRun()
    const first = run.dial(`${BEHAVES}0101`, { attemptId: 'first' })
    await run.pass(20)
    for (let i = 0; i < 10_000; i++) run.dial(`${BEHAVES}0101`, { attemptId: `later-${i}` })
    await run.pass(20)
    const unasked = { ...refOf(first.dial, START + 1_000_000), attemptId: 'first' }
    expect((await run.carrier.fetch(unasked)).kind).toBe('dialling')
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

  test('mischief of certain loss tells nothing at all', async () => {
    const track = await callOut(ANYBODY, { mischief: { drop: 1 } })
    expect(track.events).toEqual([])
  })
})
