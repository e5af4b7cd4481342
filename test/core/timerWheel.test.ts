import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { createTimerWheel, type TimerHandle, type TimerWheel } from '../../src/core/timerWheel.ts'
import { DAY_MS } from '../../src/core/time.ts'
import { seeded } from '../support/random.ts'

const START = 1_780_000_000_123
/** What the slots of the levels span, the epoch last. */
const SPANS = [2 ** 8, 2 ** 9, 2 ** 16, 2 ** 24, 2 ** 32]

interface Waiting {
  handle: TimerHandle
  /** When the timer is due, or the instant of its insertion when that was later. */
  dueAt: number
  askedFor: number
}

/** The wheel beside a plain list that is searched from end to end; every difference between the two is a failure. */
class Pair {
  readonly wheel: TimerWheel
  readonly waiting: Waiting[] = []
  readonly gone: TimerHandle[] = []
  now: number

  constructor(now: number) {
    this.now = now
    this.wheel = createTimerWheel(now)
  }

  insert(dueAt: number): void {
    const handle = this.wheel.insert(dueAt)
    expect(this.waiting.some((timer) => timer.handle === handle)).toBe(false)
    this.waiting.push({ handle, dueAt: Math.max(dueAt, this.now), askedFor: dueAt })
  }

  cancelAny(pick: number): void {
    const [canceled] = this.waiting.splice(pick % Math.max(this.waiting.length, 1), 1)
    if (!canceled) return
    expect(this.wheel.cancel(canceled.handle)).toBe(true)
    this.gone.push(canceled.handle)
  }

  cancelStale(pick: number): void {
    const stale = this.gone[pick % Math.max(this.gone.length, 1)]
    if (stale !== undefined) expect(this.wheel.cancel(stale)).toBe(false)
  }

  /** The earliest timer; of several, the one that was inserted first. */
  earliest(): Waiting | undefined {
    return this.waiting.reduce<Waiting | undefined>((best, timer) => {
      return best === undefined || timer.dueAt < best.dueAt ? timer : best
    }, undefined)
  }

  advance(target: number, onFire: () => void = () => {}): void {
    this.wheel.advance(target, (handle) => {
      const expected = this.earliest()!
      expect(handle).toBe(expected.handle)
      expect(expected.askedFor).toBeLessThanOrEqual(target)
      this.waiting.splice(this.waiting.indexOf(expected), 1)
      this.gone.push(handle)
      this.now = expected.dueAt
      expect(this.wheel.cancel(handle)).toBe(false)
      onFire()
    })
    if (target < this.now) return
    this.now = target
    expect(this.earliest()?.dueAt ?? Infinity).toBeGreaterThan(target)
  }

  check(): void {
    const next = this.wheel.nextDueAt()
    const earliest = this.earliest()?.dueAt
    expect(this.wheel.size).toBe(this.waiting.length)
    if (earliest === undefined) return expect(next).toBeNull()
    expect(next).toBeGreaterThanOrEqual(this.now)
    expect(next).toBeLessThanOrEqual(earliest)
    if (earliest <= this.now + 256) expect(next).toBe(earliest)
  }
}

/** Distances that lie around everything that is a boundary to the wheel. */
const distance = fc.oneof(
  fc.integer({ min: -3, max: 600 }),
  fc.tuple(fc.constantFrom(...SPANS), fc.integer({ min: -2, max: 2 })).map(([span, off]) => span + off),
  fc.integer({ min: 0, max: 3 * 2 ** 16 }),
  fc.integer({ min: 0, max: 3 * 2 ** 24 }),
  fc.integer({ min: 0, max: 300 * DAY_MS }),
)
/** Dues on the boundaries themselves, wherever the hands are. */
const boundary = fc.tuple(fc.constantFrom(...SPANS), fc.nat(2), fc.integer({ min: -1, max: 1 }))
const due = fc.oneof(
  distance.map((ms) => (now: number) => now + ms),
  boundary.map(
    ([span, ahead, off]) =>
      (now: number) =>
        (Math.floor(now / span) + ahead) * span + off,
  ),
)
const start = fc.oneof(
  fc.constantFrom(0, START),
  fc
    .tuple(fc.constantFrom(...SPANS), fc.integer({ min: 1, max: 400 }), fc.integer({ min: -1, max: 1 }))
    .map(([span, times, off]) => span * times + off),
)
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('insert' as const), due, times: fc.constantFrom(1, 1, 3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancelStale' as const), pick: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      to: due,
      inserted: fc.array(due, { maxLength: 3 }),
      canceled: fc.array(fc.nat(), { maxLength: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('follow' as const) }) },
)

test('every timer fires once, in order, never early, whatever is inserted and canceled meanwhile', () => {
  fc.assert(
    fc.property(start, fc.array(operation, { maxLength: 80, size: 'max' }), (begin, operations) => {
      const pair = new Pair(begin)
      for (const op of operations) {
        switch (op.kind) {
          case 'insert':
            for (let i = 0; i < op.times; i++) pair.insert(op.due(pair.now))
            break
          case 'cancel':
            pair.cancelAny(op.pick)
            break
          case 'cancelStale':
            pair.cancelStale(op.pick)
            break
          case 'advance': {
            const inserted = [...op.inserted]
            const canceled = [...op.canceled]
            pair.advance(op.to(pair.now), () => {
              const next = inserted.pop()
              if (next) pair.insert(next(pair.now))
              const pick = canceled.pop()
              if (pick !== undefined) pair.cancelAny(pick)
            })
            break
          }
          case 'follow':
            pair.advance(pair.wheel.nextDueAt() ?? pair.now)
            break
        }
        pair.check()
      }
      pair.advance(pair.now + 400 * DAY_MS)
      pair.check()
    }),
    seeded(500),
  )
})

test('one who sleeps until nextDueAt each time fires every timer in its millisecond and wakes in vain a few times only', () => {
  fc.assert(
    fc.property(start, fc.array(distance, { minLength: 1, maxLength: 20, size: 'max' }), (begin, distances) => {
      const wheel = createTimerWheel(begin)
      const dues = distances.map((ms) => begin + ms)
      dues.forEach((dueAt) => wheel.insert(dueAt))
      const fired: number[] = []
      let wakes = 0
      for (let next = wheel.nextDueAt(); next !== null; next = wheel.nextDueAt(), wakes++) {
        wheel.advance(next, () => fired.push(next))
      }
      expect(fired).toEqual(dues.map((dueAt) => Math.max(dueAt, begin)).toSorted((a, b) => a - b))
      // Once for each timer, level and epoch: 300 days are seven epochs at most.
      expect(wakes).toBeLessThanOrEqual(dues.length * 4 + 8)
    }),
    seeded(300),
  )
})

function collect(wheel: TimerWheel, now: number): TimerHandle[] {
  const fired: TimerHandle[] = []
  wheel.advance(now, (handle) => fired.push(handle))
  return fired
}

test('an empty wheel has nothing to wait for', () => {
  const wheel = createTimerWheel(START)
  expect(wheel.nextDueAt()).toBeNull()
  expect(collect(wheel, START + DAY_MS)).toEqual([])
  expect(wheel.size).toBe(0)
})

test('a timer that is due already fires at the next advance, even one to the same instant', () => {
  const wheel = createTimerWheel(START)
  const late = wheel.insert(START - DAY_MS)
  const now = wheel.insert(START)
  expect(wheel.nextDueAt()).toBe(START)
  expect(collect(wheel, START)).toEqual([late, now])
})

test('timers of the same millisecond fire in the order in which they were inserted, from near and from far', () => {
  const wheel = createTimerWheel(START)
  const dueAt = START + 40 * DAY_MS
  const first = wheel.insert(dueAt)
  collect(wheel, dueAt - 30 * DAY_MS)
  const second = wheel.insert(dueAt)
  collect(wheel, dueAt - 100)
  const third = wheel.insert(dueAt)
  expect(collect(wheel, dueAt)).toEqual([first, second, third])
})

test('what a timer inserts fires in the same advance when it is due by then', () => {
  const wheel = createTimerWheel(START)
  const firedAt: number[] = []
  const dues = new Map([[wheel.insert(START + 1), START + 1]])
  wheel.advance(START + DAY_MS, (handle) => {
    const dueAt = dues.get(handle)!
    firedAt.push(dueAt - START)
    const next = START + (dueAt - START) * 300
    dues.set(wheel.insert(next), next)
  })
  expect(firedAt).toEqual([1, 300, 90_000, 27_000_000])
  expect(wheel.size).toBe(1)
})

test('a handle whose timer is gone cancels nothing, even when its place has been taken again', () => {
  const wheel = createTimerWheel(START)
  const first = wheel.insert(START + 1)
  expect(wheel.cancel(first)).toBe(true)
  const second = wheel.insert(START + 1)
  expect(second).not.toBe(first)
  expect(wheel.cancel(first)).toBe(false)
  expect(collect(wheel, START + 1)).toEqual([second])
  expect(wheel.cancel(second)).toBe(false)
})

test('a number that is no handle cancels nothing', () => {
  const wheel = createTimerWheel(START)
  wheel.insert(START + 1)
  for (const number of [0, 1, 1_280, 1_281, -1, 2 ** 26, 2 ** 60, NaN, Infinity]) {
    expect(wheel.cancel(number as TimerHandle)).toBe(false)
  }
  expect(wheel.size).toBe(1)
})

test('an instant before the one already reached fires nothing', () => {
  const wheel = createTimerWheel(START)
  collect(wheel, START + 1_000)
  const timer = wheel.insert(START + 500)
  expect(collect(wheel, START + 600)).toEqual([])
  expect(collect(wheel, START + 1_000)).toEqual([timer])
})

test('a hundred thousand timers come out in order after the wheel has grown', () => {
  const wheel = createTimerWheel(START)
  const dues = new Map<TimerHandle, number>()
  for (let i = 0; i < 100_000; i++) {
    const dueAt = START + ((i * 7_919_999) % (60 * DAY_MS))
    dues.set(wheel.insert(dueAt), dueAt)
  }
  expect(dues.size).toBe(100_000)
  const fired = collect(wheel, START + 60 * DAY_MS).map((handle) => dues.get(handle)!)
  expect(fired).toEqual([...dues.values()].toSorted((a, b) => a - b))
})

test('a thousand empty years are leapt over, not counted', () => {
  const wheel = createTimerWheel(START)
  const dueAt = START + 365_000 * DAY_MS
  const timer = wheel.insert(dueAt)
  expect(collect(wheel, dueAt - 1)).toEqual([])
  expect(collect(wheel, dueAt)).toEqual([timer])
})

function fail(): never {
  throw new Error('boom')
}

test('a timer that throws is gone, and the others fire at the next advance', () => {
  const wheel = createTimerWheel(START)
  wheel.insert(START + 1)
  const second = wheel.insert(START + 2)
  expect(() => wheel.advance(START + 1_000, fail)).toThrow('boom')
  expect(collect(wheel, START + 1_000)).toEqual([second])
})

test('a timer cannot advance its own wheel, and instants are whole milliseconds', () => {
  const wheel = createTimerWheel(START)
  wheel.insert(START + 1)
  expect(() => wheel.advance(START + 1, () => wheel.advance(START + 2, () => {}))).toThrow('cannot advance')
  for (const instant of [NaN, Infinity, START + 0.5]) expect(() => wheel.insert(instant)).toThrow(RangeError)
  expect(() => createTimerWheel(-1)).toThrow(RangeError)
})
