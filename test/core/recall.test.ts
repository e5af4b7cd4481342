import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { nextRecallAt, parseRecall } from '../../src/core/recall.ts'
import { MINUTE_MS } from '../../src/core/time.ts'
import { seeded } from '../support/random.ts'

const delays = fc.uniqueArray(fc.integer({ min: 1, max: 43_200 }), { minLength: 1, maxLength: 10 }).map(ascending)

function ascending(minutes: number[]): number[] {
  return minutes.toSorted((a, b) => a - b)
}

test('a policy reads the same as a list and as text', () => {
  fc.assert(
    fc.property(delays, (minutes) => {
      expect(parseRecall(minutes)).toEqual({ minutes })
      expect(parseRecall(JSON.stringify(minutes))).toEqual({ minutes })
      expect(parseRecall(`[ ${minutes.join(' , ')} ]`)).toEqual({ minutes })
    }),
    seeded(200),
  )
})

test('the order of the delays and their repeats do not matter', () => {
  fc.assert(
    fc.property(delays, fc.array(fc.nat(), { maxLength: 90 }), fc.nat(), (minutes, repeats, turn) => {
      const more = [...minutes, ...repeats.map((place) => minutes[place % minutes.length]!)]
      const shuffled = more.map((_, index) => more[(index * 7 + turn) % more.length]!)
      const list = more.length % 7 === 0 ? more.toReversed() : shuffled
      expect(parseRecall(list)).toEqual({ minutes })
      expect(parseRecall(JSON.stringify(list))).toEqual({ minutes })
    }),
    seeded(200),
  )
})

test('an empty list means no recall', () => {
  for (const none of [[], '[]', '[ ]']) expect(parseRecall(none)).toEqual({ minutes: [] })
})

const refused: unknown[] = [
  null,
  undefined,
  30,
  {},
  { length: 1, 0: 30 },
  [0],
  [-1],
  [1.5],
  [NaN],
  [43_201],
  [1e9],
  ['30'],
  [null],
  [[30]],
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  Array.from({ length: 101 }, () => 30),
  '',
  '30',
  '[30,',
  '[30,]',
  '[,30]',
  '[30 60]',
  '[3 0]',
  '[030]',
  '[+30]',
  '[30.0]',
  '[3e1]',
  '[0x1e]',
  '[43201]',
  '[30]\n',
  ' [30]',
  '[30,60',
  '[٣٠]',
  '[1,2,3,4,5,6,7,8,9,10,11]',
]

for (const value of refused) {
  test(`${JSON.stringify(value)} is refused with a sentence that says what is accepted`, () => {
    const result = parseRecall(value)
    expect(result).toHaveProperty('fault', expect.stringMatching(/^recall must be .*\[30,60\].*\.$/))
  })
}

test('the bounds themselves are accepted', () => {
  expect(parseRecall([1, 43_200])).toEqual({ minutes: [1, 43_200] })
  expect(parseRecall([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toHaveProperty('minutes.length', 10)
})

test('dials that were in time are recalled at exactly the listed distances from the anchor', () => {
  const anchorAt = 1_780_000_000_123
  const recallMinutes = [30, 60, 1_440]
  let previousDialAt = anchorAt
  recallMinutes.forEach((delay, recallsUsed) => {
    const at = nextRecallAt({ anchorAt, recallMinutes, recallsUsed, previousDialAt })
    expect(at).toBe(anchorAt + delay * MINUTE_MS)
    previousDialAt = at!
  })
  expect(nextRecallAt({ anchorAt, recallMinutes, recallsUsed: 3, previousDialAt })).toBeNull()
})

test('a late dial keeps its listed distance from the next one', () => {
  const late = 10 * MINUTE_MS
  const policy = { anchorAt: 0, recallMinutes: [30, 40] }
  const first = nextRecallAt({ ...policy, recallsUsed: 0, previousDialAt: late })
  expect(first).toBe(late + 30 * MINUTE_MS)
  const second = nextRecallAt({ ...policy, recallsUsed: 1, previousDialAt: 30 * MINUTE_MS + late })
  expect(second).toBe(40 * MINUTE_MS + late)
})

test('a recall is never early and never closer to the previous dial than listed, whatever was late', () => {
  const lateness = fc.array(fc.integer({ min: 0, max: 100 * MINUTE_MS }), { minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(delays, lateness, (recallMinutes, lateMs) => {
      let previousDialAt = lateMs[0]!
      recallMinutes.forEach((delay, recallsUsed) => {
        const at = nextRecallAt({ anchorAt: 0, recallMinutes, recallsUsed, previousDialAt })!
        const gap = delay - (recallMinutes[recallsUsed - 1] ?? 0)
        expect(at).toBeGreaterThanOrEqual(delay * MINUTE_MS)
        expect(at - previousDialAt).toBeGreaterThanOrEqual(gap * MINUTE_MS)
        expect(at === delay * MINUTE_MS || at - previousDialAt === gap * MINUTE_MS).toBe(true)
        previousDialAt = at + lateMs[recallsUsed]!
      })
    }),
    seeded(200),
  )
})
