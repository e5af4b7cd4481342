import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { nextWithinAttemptLimit } from '../../src/core/attemptLimit.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { seeded } from '../support/random.ts'

const T0 = 1_780_000_000_000
const TWICE_A_DAY = { max: 2, window_hours: 24 }

test('a number that was dialled less often than the limit may be dialled now', () => {
  expect(nextWithinAttemptLimit(TWICE_A_DAY, [], T0)).toBe(T0)
  expect(nextWithinAttemptLimit(TWICE_A_DAY, [T0 - 1], T0)).toBe(T0)
})

test('beyond the limit it waits until the dial that fills the window is out of it, to the millisecond', () => {
  const dialedAt = [T0 - 5 * HOUR_MS, T0 - 20 * HOUR_MS]
  expect(nextWithinAttemptLimit(TWICE_A_DAY, dialedAt, T0)).toBe(T0 + 4 * HOUR_MS)
  expect(nextWithinAttemptLimit(TWICE_A_DAY, dialedAt, T0 + 4 * HOUR_MS - 1)).toBe(T0 + 4 * HOUR_MS)
  expect(nextWithinAttemptLimit(TWICE_A_DAY, dialedAt, T0 + 4 * HOUR_MS)).toBe(T0 + 4 * HOUR_MS)
})

test('a limit that was lowered counts the dials that were made before', () => {
  const dialedAt = [3, 2, 1].map((hours) => T0 - hours * HOUR_MS)
  expect(nextWithinAttemptLimit({ max: 1, window_hours: 24 }, dialedAt, T0)).toBe(T0 + 23 * HOUR_MS)
})

test('whoever dials as early as allowed is never over the limit, and never waits longer than it takes', () => {
  const limits = fc.record({ max: fc.integer({ min: 1, max: 5 }), window_hours: fc.integer({ min: 1, max: 48 }) })
  const pauses = fc.array(fc.integer({ min: 0, max: 30 * HOUR_MS }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(limits, pauses, (limit, pausesMs) => {
      const windowMs = limit.window_hours * HOUR_MS
      const within = (dials: number[], at: number): number => dials.filter((dial) => dial > at - windowMs).length
      const dials: number[] = []
      let now = T0
      for (const pauseMs of pausesMs) {
        now += pauseMs
        const at = nextWithinAttemptLimit(limit, dials, now)
        expect(within(dials, at)).toBeLessThan(limit.max)
        if (at > now) expect(within(dials, at - 1)).toBe(limit.max)
        dials.unshift(at)
        now = at
      }
    }),
    seeded(200),
  )
})
