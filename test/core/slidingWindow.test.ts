import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { createSlidingWindow } from '../../src/core/slidingWindow.ts'
import { seeded } from '../support/random.ts'

const START = 1_780_000_000_000

/** The same window without any cleverness: a list with one instant for each request. */
function createNaiveWindow(limit: number, windowMs: number) {
  const taken: number[] = []
  let latest = -Infinity
  const remaining = (now: number) => {
    const end = Math.max(latest, now)
    return limit - taken.filter((at) => at + windowMs > end).length
  }
  const waitUntil = (enough: number, now: number) => {
    let waitMs = 0
    while (remaining(now + waitMs) < enough) waitMs++
    return waitMs
  }
  return {
    remaining,
    retryAfterMs: (now: number) => waitUntil(1, now),
    resetMs: (now: number) => (remaining(now) === limit ? 0 : waitUntil(remaining(now) + 1, now)),
    look(now: number) {
      latest = Math.max(latest, now)
    },
    take(now: number, n: number) {
      for (let i = 0; i < n; i++) taken.push(Math.max(latest, now))
    },
  }
}

const whole = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most })
const moves = fc.array(
  fc.record({
    wait: fc.oneof({ weight: 9, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.integer({ min: -5, max: 80 }) }),
    want: fc.nat(4),
  }),
  { maxLength: 120, size: 'max' },
)

test('the window answers what a plain list of instants would, even when the clock is set back', () => {
  const start = fc.constantFrom(0, START)
  fc.assert(
    fc.property(start, whole(60), whole(80), moves, (begin, limit, windowMs, steps) => {
      const window = createSlidingWindow({ limit, windowMs })
      const naive = createNaiveWindow(limit, windowMs)
      let now = begin
      for (const { wait, want } of steps) {
        now += wait
        naive.look(now)
        const remaining = naive.remaining(now)
        expect(window.remaining(now)).toBe(remaining)
        expect(window.retryAfterMs(now)).toBe(naive.retryAfterMs(now))
        expect(window.resetMs(now)).toBe(naive.resetMs(now))
        const n = Math.min(want, remaining)
        if (n === 0) continue
        window.take(now, n)
        naive.take(now, n)
      }
    }),
    seeded(300),
  )
})

test('a request counts up to the last millisecond of its window and is gone at the next', () => {
  const window = createSlidingWindow({ limit: 1, windowMs: 1_000 })
  window.take(START)
  expect(window.remaining(START + 999)).toBe(0)
  expect(window.retryAfterMs(START + 999)).toBe(1)
  expect(window.remaining(START + 1_000)).toBe(1)
})

test('waiting for exactly as long as told is enough, and a millisecond less is not', () => {
  const window = createSlidingWindow({ limit: 3, windowMs: 100 })
  window.take(START)
  window.take(START + 40, 2)
  const waitMs = window.retryAfterMs(START + 50)
  expect(window.remaining(START + 50 + waitMs - 1)).toBe(0)
  expect(window.remaining(START + 50 + waitMs)).toBe(1)
})

test('a clock that is set back frees nothing early', () => {
  const window = createSlidingWindow({ limit: 1, windowMs: 1_000 })
  window.take(START)
  expect(window.remaining(START - 5_000)).toBe(0)
  expect(window.retryAfterMs(START - 5_000)).toBe(6_000)
})

test('more than is left cannot be taken', () => {
  const window = createSlidingWindow({ limit: 2, windowMs: 1_000 })
  window.take(START)
  expect(() => window.take(START, 2)).toThrow(RangeError)
  expect(window.remaining(START)).toBe(1)
  window.take(START)
  expect(() => window.take(START)).toThrow(RangeError)
})

test('less than one request cannot be taken, and time goes in whole milliseconds', () => {
  const window = createSlidingWindow({ limit: 2, windowMs: 1_000 })
  for (const n of [0, -1, 0.5, NaN]) expect(() => window.take(START, n)).toThrow(RangeError)
  for (const now of [NaN, Infinity, START + 0.5]) expect(() => window.remaining(now)).toThrow(RangeError)
  expect(() => createSlidingWindow({ limit: 0, windowMs: 1_000 })).toThrow(RangeError)
  expect(() => createSlidingWindow({ limit: 1, windowMs: 0 })).toThrow(RangeError)
})

test('six million requests a minute are counted to the last', () => {
  const window = createSlidingWindow({ limit: 6_000_000, windowMs: 60_000 })
  for (let minute = 0; minute < 2; minute++) {
    for (let ms = 0; ms < 60_000; ms++) window.take(START + minute * 60_000 + ms, 100)
    expect(window.remaining(START + minute * 60_000 + 59_999)).toBe(0)
  }
  expect(window.remaining(START + 120_000)).toBe(100)
})
