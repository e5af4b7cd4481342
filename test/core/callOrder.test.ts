/** What holds for a call whatever is said about it, and in whatever order. */
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { CALL_STATUSES, isTerminal, type Call, type CallEffect, type CallEvent } from '../../src/core/call.ts'
import { step } from '../../src/core/step.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { answered, dial, ended, kinds, newCall, placed, ringing, T0, tell } from '../support/callEvents.ts'
import { seeded } from '../support/random.ts'

/** One attempt's life as a carrier that contradicts itself nowhere would tell it. */
const life = fc
  .record({
    cause: fc.constantFrom('answered', 'busy', 'no_answer', 'rejected', 'invalid_number', 'failed'),
    rings: fc.boolean(),
    answeredBy: fc.constantFrom('human', 'machine', 'unknown'),
    endedBy: fc.constantFrom('agent', 'callee', 'max_duration', 'transfer', 'connection_lost'),
    isPlaced: fc.boolean(),
    recallMinutes: fc.constantFrom([], [30, 60]),
  })
  .map(({ cause, rings, answeredBy, endedBy, isPlaced, recallMinutes }) => {
    const talks = cause === 'answered'
    const end = ended('a', {
      cause,
      endedBy: talks ? endedBy : null,
      answeredBy: talks ? answeredBy : null,
      ringingAt: rings ? T0 + 1_000 : null,
      answeredAt: talks ? T0 + 5_000 : null,
      endedAt: T0 + 25_000,
      durationS: talks ? 20 : null,
    })
    const creation: CallEvent = isPlaced ? placed('a') : { kind: 'placement_unknown', attemptId: 'a' }
    const onTheWay: CallEvent[] = []
    if (rings) onTheWay.push(ringing('a'))
    if (talks) onTheWay.push({ kind: 'answered', attemptId: 'a', answeredBy })
    return { recallMinutes, certain: [creation, end], onTheWay }
  })

const telling = life.chain(({ recallMinutes, certain, onTheWay }) =>
  fc
    .tuple(fc.subarray(onTheWay), fc.subarray([...certain, ...onTheWay]))
    .chain(([heard, twice]) => {
      const events = [...certain, ...heard, ...twice]
      return fc.shuffledSubarray(events, { minLength: events.length })
    })
    .map((events) => ({ recallMinutes, certain, events })),
)

/** Without what was to happen had the attempt gone on, which interests nobody once it has ended. */
function settled(call: Call): Call {
  return { ...call, attempt: { ...call.attempt!, giveUpAt: 0 } }
}

test('whatever order, gaps and repetitions the reports of a carrier come in, the end is the same', () => {
  fc.assert(
    fc.property(telling, fc.array(fc.nat(9_000), { minLength: 8, maxLength: 8 }), (told, pauses) => {
      const dialled = tell(newCall({ recallMinutes: told.recallMinutes }), [[0, dial('a')]]).call
      let afterMs = 0
      const timed = told.events.map((event, i): [number, CallEvent] => [(afterMs += pauses[i]!), event])
      const { call, effects } = tell(dialled, timed)
      const expected = tell(dialled, [
        [1, told.certain[0]!],
        [2, told.certain[1]!],
      ]).call
      expect(settled(call)).toEqual(settled(expected))
      expect(kinds(effects).filter((kind) => kind !== 'hangup').length).toBeLessThanOrEqual(1)
    }),
    seeded(1_000),
  )
})

/** Makes an event for the call as it is, about the attempt that is named. */
type Telling = (call: Call, attemptId: string) => CallEvent

const anyReport = fc
  .record({
    cause: fc.constantFrom('answered', 'busy', 'no_answer', 'rejected', 'invalid_number', 'failed', 'canceled'),
    endedBy: fc.constantFrom('agent', 'callee', null),
    answeredBy: fc.constantFrom('human', 'machine', null),
  })
  .map(
    (over): Telling =>
      (_, attemptId) =>
        ended(attemptId, over),
  )
const anyReply = fc.constantFrom<Telling[]>(
  (_, attemptId) => placed(attemptId),
  (_, attemptId) => ({ kind: 'placement_unknown', attemptId }),
  (_, attemptId) => ({ kind: 'throttled', attemptId, retryAfterMs: 5_000 }),
  (_, attemptId) => ({ kind: 'refused', attemptId, cause: 'failed' }),
  (_, attemptId) => ({ kind: 'absent', attemptId }),
  (_, attemptId) => ({ kind: 'not_placed', attemptId }),
  (_, attemptId) => ({ kind: 'check', attemptId }),
)
const anyTalk = fc.constantFrom<Telling[]>(
  (_, attemptId) => ringing(attemptId),
  (_, attemptId) => answered(attemptId, 'human'),
  (_, attemptId) => answered(attemptId, 'machine'),
  (_, attemptId) => ({ kind: 'noted', attemptId, note: { outcome: 'interested' } }),
  // An opt-out presupposes a conversation, another try a machine.
  (call, attemptId) => ({ kind: 'noted', attemptId, note: call.attempt?.answeredAt != null ? { optedOut: true } : {} }),
  (call, attemptId) => ({
    kind: 'noted',
    attemptId,
    note: call.answeredBy === 'machine' ? { retryMachine: true } : {},
  }),
)
/** Anything at all, contradictions included; a cancel is rare, because little can happen after it. */
const anything = fc.record({
  telling: fc.oneof(
    { weight: 8, arbitrary: fc.constant<Telling>((call) => dial(`attempt-${call.attemptCount + 1}`)) },
    { weight: 4, arbitrary: anyReport },
    { weight: 6, arbitrary: anyReply },
    { weight: 6, arbitrary: anyTalk },
    { weight: 1, arbitrary: fc.constant<Telling>(() => ({ kind: 'cancel' })) },
  ),
  /** How many attempts ago the one was that the event is about. */
  age: fc.constantFrom(0, 0, 0, 0, 1, 2),
  afterMs: fc.oneof(fc.nat(10_000), fc.nat(2 * HOUR_MS)),
})

const STAGES = ['scheduled', 'initiated', 'ringing', 'in_progress']

/** What holds between a call before and after any event. */
function expectLawful(before: Call, after: Call, effects: CallEffect[]): void {
  expect(CALL_STATUSES).toContain(after.status)
  const wasLive = before.attempt !== null && before.attempt.endedAt === null
  const isLive = after.attempt !== null && after.attempt.endedAt === null
  const places = effects.filter((effect) => effect.kind === 'place')
  // An attempt begins with exactly one request to the carrier, counts on by one, and only where none is alive.
  expect(after.attemptCount - before.attemptCount).toBe(places.length)
  expect(places.length === 0 || (!wasLive && places[0]!.attempt.number === after.attemptCount)).toBe(true)
  expect(after.attempt?.number ?? 0).toBe(after.attemptCount)
  if (isTerminal(before.status)) {
    expect(after.status).toBe(before.status)
    expect(after.endedAt).toBe(before.endedAt)
    expect(after.endedReason).toBe(before.endedReason)
  } else if (isLive && wasLive) {
    expect(STAGES.indexOf(after.status)).toBeGreaterThanOrEqual(STAGES.indexOf(before.status))
  }
  if (before.startedAt !== null) expect(after.startedAt).toBe(before.startedAt)
  expect(isLive).toBe(['initiated', 'ringing', 'in_progress'].includes(after.status))
  expect(after.nextAttemptAt !== null).toBe(after.status === 'scheduled')
  expect(after.endedAt !== null && after.endedReason !== null).toBe(isTerminal(after.status))
  expect(after.attempt === null || (after.attempt.disposition === null) === isLive).toBe(true)
  expect(after.recallsUsed - before.recallsUsed).toBeOneOf([0, 1])
  expect(after.recallsUsed).toBeLessThanOrEqual(after.recallMinutes.length)
}

test('no sequence of events, however absurd, moves a call backwards, dials twice or wakes it from its end', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 60, size: 'max' }), (steps) => {
      let call = newCall({ recallMinutes: [1, 2, 30, 60] })
      let now = T0
      let everTalked = false
      for (const { telling: make, age, afterMs } of steps) {
        now += afterMs
        const event = make(call, `attempt-${call.attemptCount - age}`)
        const next = step(call, event, now)
        if ('attemptId' in event && event.kind !== 'dial' && event.attemptId !== call.attempt?.id) {
          expect(next).toEqual({ call, effects: [] })
        }
        expectLawful(call, next.call, next.effects)
        if (next.effects.some((effect) => effect.kind === 'place')) expect(everTalked || call.optedOut).toBe(false)
        call = next.call
        if (call.status === 'in_progress' && call.answeredBy === 'human') everTalked = true
      }
    }),
    seeded(1_000),
  )
})
