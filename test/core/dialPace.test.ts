import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { createDialPace } from '../../src/core/dialPace.ts'
import { seeded } from '../support/random.ts'

const T0 = 1_780_000_000_000

/** When so many dials are made by somebody who dials whenever it is allowed. */
function dialAll(callsPerSecond: number, count: number): number[] {
  const pace = createDialPace(callsPerSecond)
  const dialedAt: number[] = []
  let now = T0
  while (dialedAt.length < count) {
    now += pace.retryAfterMs(now)
    pace.take(now)
    dialedAt.push(now - T0)
  }
  return dialedAt
}

/** The most of the instants in any stretch of so many milliseconds; they are in order. */
function most(instants: readonly number[], stretchMs: number): number {
  let first = 0
  return instants.reduce((seen, at, index) => {
    while (instants[first]! <= at - stretchMs) first++
    return Math.max(seen, index - first + 1)
  }, 0)
}

describe('the pace of dials', () => {
  test('one in a second is one every second, and the first at once', () => {
    expect(dialAll(1, 4)).toEqual([0, 1000, 2000, 3000])
  })

  test('forty in a second come three at a time', () => {
    expect(dialAll(40, 6)).toEqual([0, 0, 0, 50, 50, 50])
  })

  test('no second sees more than allowed, no twentieth of it more than one and a half times its share, and none is wasted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (callsPerSecond) => {
        const dialedAt = dialAll(callsPerSecond, 3 * callsPerSecond + 1)
        expect(most(dialedAt, 1000)).toBe(callsPerSecond)
        expect(most(dialedAt, 50)).toBeLessThanOrEqual(Math.ceil((1.5 * callsPerSecond) / 20))
        expect(dialedAt.at(-1)).toBe(3000)
      }),
      seeded(100),
    )
  })

  test('what remains and how long to wait agree', () => {
    const pace = createDialPace(3)
    expect(pace.remaining(T0)).toBe(1)
    expect(pace.retryAfterMs(T0)).toBe(0)
    pace.take(T0)
    expect(pace.remaining(T0)).toBe(0)
    expect(pace.retryAfterMs(T0)).toBe(50)
    expect(pace.remaining(T0 + 50)).toBe(1)
  })

  test('dials that were not made are not made up for in a gust', () => {
    const pace = createDialPace(100)
    pace.take(T0)
    expect(pace.remaining(T0 + 60_000)).toBe(8)
  })
})
