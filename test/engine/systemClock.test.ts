import { afterEach, describe, expect, jest, spyOn, test } from 'bun:test'
import { SECOND_LOOK_AFTER_MS } from '../../src/core/steadyTime.ts'
import { createElapsed, createServerClock, createSystemClock } from '../../src/engine/systemClock.ts'
import type { Clock } from '../../src/ports/Clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.UTC(2026, 0, 1)

afterEach(() => {
  jest.useRealTimers()
})

/** A machine whose clocks are turned by hand; its timers go with the milliseconds in which it is awake. */
function fakeMachine() {
  jest.useFakeTimers({ now: START })
  let awake = 0
  let asleep = 0
  let set = 0
  const pass = (ms: number): void => {
    // In steps, so that a timer that sets another one finds the clocks where they should be.
    for (let left = ms; left > 0; left -= 1_000) {
      const step = Math.min(left, 1_000)
      awake += step
      jest.advanceTimersByTime(step)
    }
  }
  return {
    clocks: {
      awakeMs: () => awake,
      uptimeMs: () => Math.floor((awake + asleep) / 1_000) * 1_000,
      wall: () => START + awake + asleep + set,
    },
    pass,
    sleep: (ms: number) => void (asleep += ms),
    setWall: (ms: number) => void (set += ms),
  }
}

test('it wakes once, at the instant or so many milliseconds later and not before', () => {
  const machine = fakeMachine()
  const clock = createSystemClock(machine.clocks)
  for (const wake of [
    (woken: () => void) => clock.wakeAt(clock.now() + 1_000, woken),
    (woken: () => void) => clock.wakeAfter(1_000, woken),
  ]) {
    let woken = 0
    wake(() => woken++)
    machine.pass(999)
    expect(woken).toBe(0)
    machine.pass(1)
    expect(woken).toBe(1)
    machine.pass(10_000)
    expect(woken).toBe(1)
  }
})

test('an instant a month away is waited for, which no timer can', () => {
  const machine = fakeMachine()
  const clock = createSystemClock(machine.clocks)
  const at = clock.now() + 30 * DAY_MS
  let wokenAt: number | null = null
  clock.wakeAt(at, () => (wokenAt = clock.now()))
  machine.pass(30 * DAY_MS - 1_000)
  expect(wokenAt).toBeNull()
  machine.pass(1_000)
  expect(wokenAt!).toBe(at)
})

test('a machine that slept is no clock that was set: within 15 seconds what is due is woken', () => {
  const machine = fakeMachine()
  const clock = createSystemClock(machine.clocks)
  let woken = 0
  clock.wakeAt(clock.now() + DAY_MS, () => woken++)
  clock.wakeAfter(DAY_MS, () => woken++)
  machine.pass(1_000)
  machine.sleep(DAY_MS)
  expect(woken).toBe(0)
  machine.pass(15_000)
  expect(woken).toBe(2)
  expect(clock.now()).toBe(machine.clocks.wall())
  expect(clock.condition()).toBe('steady')
})

test('milliseconds that pass are those of the machine, asleep or not, whatever the clock on the wall shows', () => {
  const machine = fakeMachine()
  const elapsed = createElapsed(machine.clocks)
  const began = elapsed()
  machine.setWall(HOUR_MS)
  machine.pass(500)
  expect(elapsed() - began).toBe(500)
  machine.sleep(90_500)
  expect(elapsed() - began).toBe(91_000)
  machine.setWall(-2 * HOUR_MS)
  expect(elapsed() - began).toBe(91_000)
  machine.setWall(HOUR_MS)
  machine.sleep(10_000)
  expect(Math.abs(elapsed() - began - 101_000)).toBeLessThanOrEqual(1_000)
})

describe('a clock that is set', () => {
  function watched(clock: Clock): string[] {
    const heard: string[] = []
    clock.onNews(({ kind, byMs }) => heard.push(`${kind} ${Math.round(byMs / 1_000)}`))
    return heard
  }

  test.each([HOUR_MS, -HOUR_MS])('by %i ms and corrected within half a minute has changed nothing', (byMs) => {
    const machine = fakeMachine()
    const clock = createSystemClock(machine.clocks)
    const heard = watched(clock)
    let woken = 0
    clock.wakeAt(START + 30_000, () => woken++)
    machine.setWall(byMs)
    machine.pass(20_000)
    expect(clock.now()).toBe(START + 20_000)
    expect(clock.condition()).toBe('in_doubt')
    machine.setWall(-byMs)
    expect(clock.now()).toBe(START + 20_000)
    expect(clock.condition()).toBe('steady')
    expect(heard).toEqual([`jumped ${byMs / 1_000}`, `taken_back ${byMs / 1_000}`])
    machine.pass(10_000)
    expect(woken).toBe(1)
  })

  test('and left so is followed after the second look, and wakes what is due by its time', () => {
    const machine = fakeMachine()
    const clock = createSystemClock(machine.clocks)
    const heard = watched(clock)
    let woken = 0
    clock.wakeAt(START + HOUR_MS, () => woken++)
    machine.setWall(HOUR_MS)
    clock.now()
    machine.pass(SECOND_LOOK_AFTER_MS - 1)
    expect(woken).toBe(0)
    machine.pass(1)
    expect(clock.now()).toBe(machine.clocks.wall())
    machine.pass(1)
    expect(woken).toBe(1)
    expect(heard).toEqual(['jumped 3600', 'followed 3600'])
    expect(clock.condition()).toBe('jumped')
    machine.pass(DAY_MS)
    expect(clock.condition()).toBe('steady')
  })

  test('in small steps, as time servers do, is followed at once', () => {
    const machine = fakeMachine()
    const clock = createSystemClock(machine.clocks)
    const heard = watched(clock)
    for (const byMs of [400, -700, 4_000, -4_500]) {
      machine.setWall(byMs)
      expect(clock.now()).toBe(machine.clocks.wall())
    }
    expect(clock.condition()).toBe('steady')
    expect(heard).toEqual([])
  })
})

test('what is taken back does not wake, however long it has slept', () => {
  const machine = fakeMachine()
  const clock = createSystemClock(machine.clocks)
  let woken = 0
  const takeBack = [clock.wakeAt(clock.now() + DAY_MS, () => woken++), clock.wakeAfter(DAY_MS, () => woken++)]
  machine.pass(DAY_MS / 2)
  for (const one of takeBack) one()
  machine.pass(DAY_MS)
  expect(woken).toBe(0)
})

test('an instant that has passed wakes as soon as possible, but not at once', () => {
  const machine = fakeMachine()
  const clock = createSystemClock(machine.clocks)
  let woken = 0
  clock.wakeAt(clock.now() - 5_000, () => woken++)
  expect(woken).toBe(0)
  machine.pass(1)
  expect(woken).toBe(1)
})

describe("a server's clock", () => {
  /** A clock that asks a server, which answers late; by how much it is off then. */
  async function correctedOnce({ aheadMs, answerMs }: { aheadMs: number; answerMs: number }): Promise<number> {
    let elapsed = 0
    const stopwatch = spyOn(performance, 'now').mockImplementation(() => elapsed)
    try {
      const clock = createServerClock()
      const server = (): number => clock.now() - aheadMs
      const before = server()
      await clock.correct(async () => {
        elapsed += answerMs
        return before + answerMs / 2
      })
      return clock.now() - (before + elapsed)
    } finally {
      stopwatch.mockRestore()
    }
  }

  test('is put right even by a late answer, when it must be wrong', async () => {
    for (const aheadMs of [3_600_000, -3_600_000]) {
      const offBy = await correctedOnce({ aheadMs, answerMs: 4_000 })
      expect(Math.abs(offBy)).toBeLessThanOrEqual(2_000)
    }
  })

  test('is left as it is by an answer so late that it may be right', async () => {
    expect(await correctedOnce({ aheadMs: 1_500, answerMs: 4_000 })).toBe(1_500)
  })

  test('that jumps is followed when it has stood by it for half a minute', async () => {
    const machine = fakeMachine()
    const clock = createServerClock(machine.clocks)
    let ahead = -DAY_MS
    const correct = (): Promise<number> => clock.correct(() => Promise.resolve(machine.clocks.wall() + ahead))
    await correct()
    expect(clock.now()).toBe(START - DAY_MS)
    expect(clock.condition()).toBe('steady')
    machine.setWall(HOUR_MS)
    ahead -= HOUR_MS
    await correct()
    expect(clock.now()).toBe(START - DAY_MS)
    expect(clock.condition()).toBe('steady')
    ahead += HOUR_MS
    await correct()
    expect(clock.now()).toBe(START - DAY_MS)
    expect(clock.condition()).toBe('in_doubt')
    machine.pass(SECOND_LOOK_AFTER_MS)
    await correct()
    expect(clock.now()).toBe(machine.clocks.wall() + ahead)
  })
})
