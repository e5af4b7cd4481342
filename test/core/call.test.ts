import { expect, test } from 'bun:test'
import {
  CHECK_EVERY_MS,
  isTerminal,
  MAX_ATTEMPTS,
  OVERTIME_MS,
  UNKNOWN_GIVE_UP_MS,
  visibleStatus,
  type Call,
  type CallEvent,
} from '../../src/core/call.ts'
import { step } from '../../src/core/step.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time.ts'
import {
  answered,
  dial,
  ended,
  kinds,
  MAX_DURATION_S,
  newCall,
  placed,
  ringing,
  T0,
  talked,
  tell,
  type Told,
} from '../support/callEvents.ts'

test('a call that is answered and ends is completed, with what the carrier measured', () => {
  const { call, effects } = tell(newCall({ recallMinutes: [30] }), [
    [0, dial('a')],
    [100, placed('a')],
    [1_000, ringing('a')],
    [5_000, answered('a')],
    [25_000, talked('a')],
  ])
  expect(kinds(effects)).toEqual(['place', 'converse'])
  expect(call).toMatchObject({
    status: 'completed',
    startedAt: T0,
    answeredAt: T0 + 5_000,
    endedAt: T0 + 25_000,
    durationS: 20,
    endedReason: 'callee_hung_up',
    answeredBy: 'human',
    nextAttemptAt: null,
    attempt: { number: 1, carrierCallId: 'carrier-a', disposition: 'answered', checkAt: null },
  })
})

test('a call shows each stage as it is reported', () => {
  const seen: string[] = []
  let call = newCall()
  for (const event of [dial('a'), placed('a'), ringing('a'), answered('a'), talked('a')]) {
    call = step(call, event, T0 + 1_000).call
    seen.push(call.status)
  }
  expect(seen).toEqual(['initiated', 'initiated', 'ringing', 'in_progress', 'completed'])
})

test('a scheduled call whose instant has come shows as initiated', () => {
  const call = newCall({ nextAttemptAt: T0 + 1 })
  expect(visibleStatus(call, T0)).toBe('scheduled')
  expect(visibleStatus(call, T0 + 1)).toBe('initiated')
})

const transient: { name: string; event: CallEvent; finally: Partial<Call> }[] = [
  { name: 'no answer', event: ended('a'), finally: { status: 'no_answer', endedReason: 'no_answer' } },
  { name: 'busy', event: ended('a', { cause: 'busy' }), finally: { status: 'busy', endedReason: 'busy' } },
  {
    name: 'a failure in the network',
    event: ended('a', { cause: 'failed' }),
    finally: { status: 'failed', endedReason: 'carrier_failed' },
  },
  {
    name: 'a failed create request',
    event: { kind: 'refused', attemptId: 'a', cause: 'failed' },
    finally: { status: 'failed', endedReason: 'carrier_failed' },
  },
  {
    name: 'an attempt the carrier never heard of',
    event: { kind: 'absent', attemptId: 'a' },
    finally: { status: 'failed' },
  },
]

for (const { name, event, finally: end } of transient) {
  test(`after ${name} the call is recalled, and ends when no recall is left`, () => {
    const first = tell(newCall({ recallMinutes: [30] }), [
      [0, dial('a')],
      [MINUTE_MS, event],
    ]).call
    expect(first).toMatchObject({
      status: 'scheduled',
      recallsUsed: 1,
      nextAttemptAt: T0 + 30 * MINUTE_MS,
      endedAt: null,
    })
    const last = tell(newCall(), [
      [0, dial('a')],
      [MINUTE_MS, event],
    ]).call
    expect(last).toMatchObject({ ...end, nextAttemptAt: null, durationS: null })
    expect(last.endedAt).not.toBeNull()
  })
}

test('an attempt of which nothing more is heard is closed as unknown, hung up, and recalled', () => {
  const unknown: Told = [
    [0, dial('a')],
    [10_000, { kind: 'placement_unknown', attemptId: 'a' }],
    [UNKNOWN_GIVE_UP_MS, { kind: 'check', attemptId: 'a' }],
  ]
  const recalled = tell(newCall({ recallMinutes: [30] }), unknown)
  expect(recalled.call).toMatchObject({ status: 'scheduled', nextAttemptAt: T0 + 30 * MINUTE_MS })
  expect(recalled.call.attempt).toMatchObject({ disposition: 'unknown' })
  expect(kinds(recalled.effects)).toEqual(['place', 'hangup'])
  const over = tell(newCall(), unknown).call
  expect(over).toMatchObject({ status: 'failed', endedReason: 'carrier_unknown' })
})

test('a phone that rings is given its full time, though the create request was lost before or after', () => {
  const lost: CallEvent = { kind: 'placement_unknown', attemptId: 'a' }
  for (const order of [
    [lost, ringing('a')],
    [ringing('a'), lost],
  ]) {
    const dialled = tell(newCall(), [[0, dial('a')]]).call
    const rings = order.reduce((call, event) => step(call, event, T0 + 1_000).call, dialled)
    const { call } = step(rings, { kind: 'check', attemptId: 'a' }, T0 + UNKNOWN_GIVE_UP_MS)
    expect(call.status).toBe('ringing')
    expect(call.attempt?.checkAt).toBe(T0 + UNKNOWN_GIVE_UP_MS + CHECK_EVERY_MS)
  }
})

test('a conversation that outlives every limit is closed as completed and hung up', () => {
  const longestMs = 5_000 + MAX_DURATION_S * SECOND_MS + OVERTIME_MS
  const told: Told = [
    [0, dial('a')],
    [5_000, answered('a')],
    [longestMs - 1, { kind: 'check', attemptId: 'a' }],
  ]
  expect(tell(newCall(), told).call.status).toBe('in_progress')
  const over = tell(newCall({ recallMinutes: [30] }), [...told, [longestMs, { kind: 'check', attemptId: 'a' }]])
  expect(over.call).toMatchObject({ status: 'completed', endedReason: 'carrier_unknown' })
  expect(kinds(over.effects)).toEqual(['place', 'converse', 'hangup'])
})

const permanent: { name: string; told: Told; finally: Partial<Call> }[] = [
  {
    name: 'a conversation with a person',
    told: [
      [5_000, answered('a')],
      [25_000, talked('a')],
    ],
    finally: { status: 'completed' },
  },
  {
    name: 'a conversation of which only the end was reported',
    told: [[25_000, talked('a')]],
    finally: { status: 'completed' },
  },
  {
    name: 'a machine, unless the playbook wants it',
    told: [[25_000, talked('a', 'machine')]],
    finally: { status: 'completed', answeredBy: 'machine' },
  },
  {
    name: 'a rejection by the callee',
    told: [[5_000, ended('a', { cause: 'rejected' })]],
    finally: { status: 'failed', endedReason: 'rejected' },
  },
  {
    name: 'a rejection by the carrier',
    told: [[100, { kind: 'refused', attemptId: 'a', cause: 'rejected' }]],
    finally: { status: 'failed', endedReason: 'rejected' },
  },
  {
    name: 'an invalid number',
    told: [[100, { kind: 'refused', attemptId: 'a', cause: 'invalid_number' }]],
    finally: { status: 'failed', endedReason: 'invalid_number' },
  },
  { name: 'a cancel', told: [[100, { kind: 'cancel' }]], finally: { status: 'canceled', endedReason: 'canceled' } },
  {
    name: 'a cancel at the carrier',
    told: [[100, ended('a', { cause: 'canceled' })]],
    finally: { status: 'canceled', endedReason: 'canceled' },
  },
  {
    name: 'an opt-out, whatever ended the call',
    told: [
      [5_000, { kind: 'noted', attemptId: 'a', note: { optedOut: true } }],
      [6_000, ended('a', { cause: 'failed' })],
    ],
    finally: { status: 'failed', optedOut: true },
  },
  {
    name: 'a conversation that the carrier has forgotten',
    told: [
      [5_000, answered('a')],
      [60_000, { kind: 'absent', attemptId: 'a' }],
    ],
    finally: { status: 'completed' },
  },
  {
    name: 'a conversation that ended in a failure',
    told: [
      [5_000, answered('a')],
      [60_000, ended('a', { cause: 'failed' })],
    ],
    finally: { status: 'completed' },
  },
]

for (const { name, told, finally: end } of permanent) {
  test(`no recall follows ${name}`, () => {
    const { call } = tell(newCall({ recallMinutes: [30, 60] }), [[0, dial('a')], ...told])
    expect(call).toMatchObject({ ...end, recallsUsed: 0, nextAttemptAt: null })
    expect(isTerminal(call.status)).toBe(true)
  })
}

test('a machine is called again when the playbook wants it, and the next attempt starts afresh', () => {
  const { call } = tell(newCall({ recallMinutes: [30] }), [
    [0, dial('a')],
    [5_000, answered('a', 'machine')],
    [6_000, { kind: 'noted', attemptId: 'a', note: { reason: 'voicemail', retryMachine: true } }],
    [25_000, talked('a', 'machine')],
  ])
  expect(call).toMatchObject({
    status: 'scheduled',
    nextAttemptAt: T0 + 30 * MINUTE_MS,
    answeredBy: null,
    answeredAt: null,
    durationS: null,
    endedReason: null,
    retryMachine: false,
  })
  const person = tell(call, [
    [30 * MINUTE_MS, dial('b')],
    [30 * MINUTE_MS + 5_000, answered('b')],
    [31 * MINUTE_MS, talked('b')],
  ])
  expect(person.call).toMatchObject({ status: 'completed', answeredBy: 'human', endedReason: 'callee_hung_up' })
})

test('recalls count from the first dial, and a late dial keeps its distance from the next', () => {
  const first = tell(newCall({ recallMinutes: [30, 60, 61] }), [
    [0, dial('a')],
    [MINUTE_MS, ended('a')],
  ]).call
  expect(first).toMatchObject({ anchorAt: T0, nextAttemptAt: T0 + 30 * MINUTE_MS })
  const late = 50 * MINUTE_MS
  const second = tell(first, [
    [late, dial('b')],
    [late + MINUTE_MS, ended('b')],
  ]).call
  expect(second.nextAttemptAt).toBe(T0 + late + 30 * MINUTE_MS)
  const third = tell(second, [
    [80 * MINUTE_MS, dial('c')],
    [81 * MINUTE_MS, ended('c')],
  ]).call
  expect(third).toMatchObject({ recallsUsed: 3, anchorAt: T0, nextAttemptAt: T0 + 81 * MINUTE_MS })
})

test('recalls of a call with a launch time count from the launch, however late the first dial', () => {
  const launched = newCall({ recallMinutes: [30, 60], anchored: true, anchorAt: T0 })
  const first = tell(launched, [
    [20 * MINUTE_MS, dial('a')],
    [21 * MINUTE_MS, ended('a')],
  ]).call
  expect(first).toMatchObject({ anchorAt: T0, nextAttemptAt: T0 + 50 * MINUTE_MS })
  const second = tell(first, [
    [50 * MINUTE_MS, dial('b')],
    [51 * MINUTE_MS, ended('b')],
  ]).call
  expect(second.nextAttemptAt).toBe(T0 + 80 * MINUTE_MS)
})

test('a throttled dial uses no recall and tries again when the carrier wants it, counting from the dial that worked', () => {
  const throttled = tell(newCall({ recallMinutes: [30] }), [
    [0, dial('a')],
    [100, { kind: 'throttled', attemptId: 'a', retryAfterMs: 7_000 }],
  ]).call
  expect(throttled).toMatchObject({ status: 'scheduled', recallsUsed: 0, nextAttemptAt: T0 + 7_100, anchorAt: null })
  const again = tell(throttled, [
    [7_100, dial('b')],
    [20_000, ended('b')],
  ]).call
  expect(again).toMatchObject({ attemptCount: 2, recallsUsed: 1, nextAttemptAt: T0 + 7_100 + 30 * MINUTE_MS })
})

test('a throttled recall or launch keeps its anchor', () => {
  const throttle: CallEvent = { kind: 'throttled', attemptId: 'b', retryAfterMs: 1_000 }
  const recalled = tell(newCall({ recallMinutes: [30, 60] }), [
    [0, dial('a')],
    [MINUTE_MS, ended('a')],
    [30 * MINUTE_MS, dial('b')],
    [30 * MINUTE_MS, throttle],
  ]).call
  expect(recalled).toMatchObject({ anchorAt: T0, recallsUsed: 1 })
  const launched = newCall({ anchored: true, anchorAt: T0 - HOUR_MS })
  expect(
    tell(launched, [
      [0, dial('b')],
      [1, throttle],
    ]).call.anchorAt,
  ).toBe(T0 - HOUR_MS)
})

const notPlaced = (attemptId: string): CallEvent => ({ kind: 'not_placed', attemptId })

test('a dial of which the carrier was certainly never asked uses no recall and is made again, as if it were the first', () => {
  const backInLine = tell(newCall({ recallMinutes: [30] }), [
    [0, dial('a')],
    [MINUTE_MS, notPlaced('a')],
  ])
  expect(backInLine.call).toMatchObject({
    status: 'scheduled',
    recallsUsed: 0,
    nextAttemptAt: T0 + MINUTE_MS + SECOND_MS,
    anchorAt: null,
    endedAt: null,
  })
  expect(kinds(backInLine.effects)).toEqual(['place'])
  const again = tell(backInLine.call, [
    [MINUTE_MS + SECOND_MS, dial('b')],
    [MINUTE_MS + SECOND_MS, notPlaced('a')],
    [2 * MINUTE_MS, ended('b')],
  ]).call
  expect(again).toMatchObject({ attemptCount: 2, recallsUsed: 1, nextAttemptAt: T0 + 31 * MINUTE_MS + SECOND_MS })
})

test('an attempt of which anything was heard is never taken for one that was not placed', () => {
  const heard: CallEvent[] = [
    placed('a'),
    { kind: 'placement_unknown', attemptId: 'a' },
    ringing('a'),
    answered('a'),
    ended('a'),
  ]
  for (const event of heard) {
    const before = tell(newCall(), [
      [0, dial('a')],
      [100, event],
    ]).call
    const { call, effects } = step(before, notPlaced('a'), T0 + MINUTE_MS)
    expect({ status: call.status, attempts: call.attemptCount, effects }).toEqual({
      status: before.status,
      attempts: 1,
      effects: [],
    })
  }
})

test('an attempt that was taken for one that was not placed is hung up should it ring after all', () => {
  const { call } = tell(newCall(), [
    [0, dial('a')],
    [MINUTE_MS, notPlaced('a')],
  ])
  for (const event of [placed('a'), ringing('a'), answered('a')]) {
    expect(kinds(step(call, event, T0 + MINUTE_MS + 1).effects)).toEqual(['hangup'])
  }
})

test('a carrier cannot put a call off by less than a second or more than a day', () => {
  for (const [retryAfterMs, waitMs] of [
    [0, SECOND_MS],
    [-5, SECOND_MS],
    [1e12, DAY_MS],
  ] as const) {
    const { call } = tell(newCall(), [
      [0, dial('a')],
      [0, { kind: 'throttled', attemptId: 'a', retryAfterMs }],
    ])
    expect(call.nextAttemptAt).toBe(T0 + waitMs)
  }
})

test('a call that is throttled without end fails in the end', () => {
  let call = newCall({ recallMinutes: [30] })
  let dials = 0
  for (let now = T0; call.status === 'scheduled'; now = call.nextAttemptAt ?? now) {
    const attemptId = `attempt-${++dials}`
    call = step(call, dial(attemptId), now).call
    call = step(call, { kind: 'throttled', attemptId, retryAfterMs: 1_000 }, now).call
  }
  expect(dials).toBe(MAX_ATTEMPTS)
  expect(call).toMatchObject({ status: 'failed', endedReason: 'carrier_failed' })
})

test('a call that waits is canceled without a word to the carrier', () => {
  const { call, effects } = tell(newCall(), [
    [5, { kind: 'cancel' }],
    [10, dial('a')],
  ])
  expect(call).toMatchObject({ status: 'canceled', endedAt: T0 + 5, attemptCount: 0 })
  expect(effects).toEqual([])
})

test('a cancel while dialling hangs up, and once more when the carrier answers with its reference', () => {
  const canceled = tell(newCall(), [
    [0, dial('a')],
    [5, { kind: 'cancel' }],
  ])
  expect(canceled.call).toMatchObject({ status: 'canceled', attempt: { disposition: 'canceled' } })
  expect(kinds(canceled.effects)).toEqual(['place', 'hangup'])
  const later = step(canceled.call, placed('a'), T0 + 50)
  expect(later.effects).toMatchObject([{ kind: 'hangup', attempt: { carrierCallId: 'carrier-a' } }])
  expect(later.call.status).toBe('canceled')
})

test('a cancel after the create request was lost hangs up when the phone rings or is answered after all', () => {
  const canceled = tell(newCall(), [
    [0, dial('a')],
    [1, { kind: 'placement_unknown', attemptId: 'a' }],
    [5, { kind: 'cancel' }],
  ]).call
  expect(kinds(step(canceled, ringing('a'), T0 + 50).effects)).toEqual(['hangup'])
  expect(kinds(step(canceled, answered('a'), T0 + 50).effects)).toEqual(['hangup'])
})

test('a cancel in a conversation before the create request is answered hangs up when the answer comes', () => {
  const canceled = tell(newCall(), [
    [0, dial('a')],
    [10, answered('a')],
    [5_010, { kind: 'cancel' }],
  ])
  expect(canceled.call).toMatchObject({ status: 'canceled', durationS: 5, attempt: { disposition: 'answered' } })
  expect(step(canceled.call, placed('a'), T0 + 6_000).effects).toMatchObject([
    { kind: 'hangup', attempt: { carrierCallId: 'carrier-a' } },
  ])
})

test('an attempt that was given up is hung up should it ring after all', () => {
  const told: Told = [
    [0, dial('a')],
    [10_000, { kind: 'placement_unknown', attemptId: 'a' }],
  ]
  const silent = tell(newCall(), [...told, [UNKNOWN_GIVE_UP_MS, { kind: 'check', attemptId: 'a' }]]).call
  expect(kinds(step(silent, ringing('a'), T0 + HOUR_MS).effects)).toEqual(['hangup'])
  const absent = tell(newCall(), [...told, [30_000, { kind: 'absent', attemptId: 'a' }]]).call
  expect(kinds(step(absent, ringing('a'), T0 + HOUR_MS).effects)).toEqual(['hangup'])
  expect(kinds(step(absent, placed('a'), T0 + HOUR_MS).effects)).toEqual(['hangup'])
})

test('what the conversation found out outlives the cut of the line', () => {
  const note = { outcome: 'interested', summary: 'Wants a quote.', reason: 'opted_out', optedOut: true } as const
  const { call } = tell(newCall(), [
    [0, dial('a')],
    [5_000, answered('a')],
    [6_000, { kind: 'noted', attemptId: 'a', note }],
    [7_000, talked('a')],
  ])
  expect(call).toMatchObject({
    outcome: 'interested',
    summary: 'Wants a quote.',
    endedReason: 'opted_out',
    optedOut: true,
  })
})

test('what the conversation found out is kept even when the end was reported first', () => {
  const { call } = tell(newCall(), [
    [0, dial('a')],
    [5_000, answered('a')],
    [7_000, talked('a')],
    [8_000, { kind: 'noted', attemptId: 'a', note: { outcome: 'refused', optedOut: true } }],
  ])
  expect(call).toMatchObject({ status: 'completed', outcome: 'refused', optedOut: true })
})
