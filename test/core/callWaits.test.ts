/** What keeps a call from being dialled: to be put off, and to be given up. */
import { expect, test } from 'bun:test'
import type { CallEvent } from '../../src/core/call.ts'
import { step } from '../../src/core/step.ts'
import { answered, dial, ended, kinds, newCall, placed, ringing, T0, talked, tell } from '../support/callEvents.ts'

const SKIP: CallEvent = { kind: 'skip', reason: 'suppressed' }
const defer = (until: number): CallEvent => ({ kind: 'defer', until, reason: 'calling_hours', message: 'Waits.' })
const SKIPPED = { status: 'canceled', endedReason: 'suppressed', nextAttemptAt: null, waitingReason: null } as const

test('a call that is put off waits until then and says why, and the dial takes the reason away', () => {
  const { call } = tell(newCall(), [[0, defer(T0 + 9_000)]])
  expect(call).toMatchObject({
    status: 'scheduled',
    nextAttemptAt: T0 + 9_000,
    waitingReason: 'calling_hours',
    waitingMessage: 'Waits.',
    attemptCount: 0,
    recallsUsed: 0,
  })
  const dialled = step(call, dial('a1'), T0 + 9_000).call
  expect(dialled).toMatchObject({
    status: 'initiated',
    waitingReason: null,
    waitingMessage: null,
    anchorAt: T0 + 9_000,
  })
})

test('only a call that waits can be put off', () => {
  for (const events of [[dial('a1')], [dial('a1'), ringing('a1')], [dial('a1'), answered('a1')], [SKIP]]) {
    const { call } = tell(
      newCall(),
      events.map((event) => [0, event]),
    )
    expect(step(call, defer(T0 + 9_000), T0)).toEqual({ call, effects: [] })
  }
})

test('a call that waits is given up without an effect, also while it is put off or between two attempts', () => {
  const between = tell(newCall({ recallMinutes: [30] }), [
    [0, dial('a1')],
    [1, ended('a1', { cause: 'busy', endedAt: T0 + 1 })],
  ]).call
  expect(between.status).toBe('scheduled')
  for (const call of [newCall(), step(newCall(), defer(T0 + 9_000), T0).call, between]) {
    const result = step(call, SKIP, T0 + 5)
    expect(result.call).toMatchObject({ ...SKIPPED, endedAt: T0 + 5, attemptCount: call.attemptCount })
    expect(result.effects).toEqual([])
  }
})

test('a call that is dialled or rings is hung up when it is given up, and an answer that crosses it is hung up too', () => {
  for (const events of [[dial('a1')], [dial('a1'), placed('a1')], [dial('a1'), ringing('a1')]]) {
    const { call } = tell(
      newCall({ recallMinutes: [30] }),
      events.map((event) => [0, event]),
    )
    const skipped = step(call, SKIP, T0 + 5)
    expect(skipped.call).toMatchObject({ ...SKIPPED, attempt: { disposition: 'canceled' } })
    expect(kinds(skipped.effects)).toEqual(['hangup'])
    const crossed = step(skipped.call, answered('a1'), T0 + 6)
    expect(crossed.call.status).toBe('canceled')
    expect(kinds(crossed.effects)).toEqual(['hangup'])
  }
})

test('a conversation is left alone, and so is a call that has ended', () => {
  const talking = tell(newCall(), [
    [0, dial('a1')],
    [1, answered('a1')],
  ]).call
  expect(step(talking, SKIP, T0 + 5)).toEqual({ call: talking, effects: [] })
  const over = step(talking, talked('a1'), T0 + 30_000).call
  expect(over.status).toBe('completed')
  expect(step(over, SKIP, T0 + 40_000)).toEqual({ call: over, effects: [] })
})
