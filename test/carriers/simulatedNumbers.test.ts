import { describe, expect, test } from 'bun:test'
import type { PlaybookConfig } from '../../src/core/playbookConfig.ts'
import { BEHAVES, SPEED, ANYBODY, TYPICAL, callOut, kinds, startRun, tirelessAgent, totalS } from './runCalls.ts'

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
    const message = 'Hello {{ first_name }}, please call the clinic back. '.repeat(8)
    const config: PlaybookConfig = { ...TYPICAL, voicemail: { action: 'message', message } }
    const track = await callOut(`${BEHAVES}0104`, { config })
    expect(kinds(track)).toEqual(['ringing', 'answered', 'heard', 'ended'])
    expect(track.report).toMatchObject({ cause: 'answered', answeredBy: 'machine', endedBy: 'agent' })
    const [, answeredAt = 0, greetedAt = 0, endedAt = 0] = track.eventInstants
    expect(greetedAt).toBeGreaterThan(answeredAt)
    const messageS = (track.transcript[0] ?? '').length / 15 - 1
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
    const first = track.events.find((event) => event.kind === 'interrupted')
    expect(first?.heard).toBe('Hello Ada, this is the')
    expect(kinds(track).slice(1, 4)).toEqual(['answered', 'interrupted', 'heard'])
    expect(track.report?.endedBy).toBe('agent')
  })

  test('0107 lets an agent finish that may not be interrupted', async () => {
    const run = startRun()
    const track = run.dial(`${BEHAVES}0107`, { attemptId: 'quiet' })
    run.tracks.clear()
    const told: string[] = []
    run.carrier.subscribe((event) => {
      told.push(event.kind)
      if (event.kind !== 'answered') return
      run.carrier.line.speak(track.dial.attemptId, 'This is an important announcement.', false)
      run.carrier.line.finish(track.dial.attemptId, { silenceAfterS: null, then: { kind: 'listen' } })
    })
    await run.pass(40)
    expect(told).toEqual(['ringing', 'answered', 'heard'])
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

  test('whoever answers does so within the ring timeout, however short it is', async () => {
    const run = startRun()
    const track = run.dial(ANYBODY, { ringTimeoutS: 5 })
    await run.pass(300)
    expect(track.report?.cause).toBe('answered')
    expect((track.report?.answeredAt ?? 0) - (track.report?.ringingAt ?? 0)).toBeLessThan(5_000 / SPEED)
  })
})
