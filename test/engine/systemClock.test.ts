import { afterEach, describe, expect, jest, spyOn, test } from 'bun:test'
import { createServerClock, systemClock } from '../../src/engine/systemClock.ts'

const DAY_MS = 86_400_000

afterEach(() => {
  jest.useRealTimers()
})

function fakeTime(): void {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
}

function passDays(days: number): void {
  for (let day = 0; day < days; day++) jest.advanceTimersByTime(DAY_MS)
}

test('it wakes once, at the instant and not before', () => {
  fakeTime()
  let woken = 0
  systemClock.wakeAt(systemClock.now() + 1_000, () => woken++)
  jest.advanceTimersByTime(999)
  expect(woken).toBe(0)
  jest.advanceTimersByTime(1)
  expect(woken).toBe(1)
  jest.advanceTimersByTime(10_000)
  expect(woken).toBe(1)
})

test('an instant two months away is waited for', () => {
  fakeTime()
  const at = systemClock.now() + 60 * DAY_MS
  let wokenAt: number | null = null
  systemClock.wakeAt(at, () => {
    wokenAt = systemClock.now()
  })
  passDays(59)
  expect(wokenAt).toBeNull()
  passDays(1)
  expect(wokenAt!).toBe(at)
})

test('a machine that slept, or a clock that was set, is noticed within 15 seconds', () => {
  fakeTime()
  let woken = 0
  systemClock.wakeAt(systemClock.now() + DAY_MS, () => woken++)
  jest.advanceTimersByTime(1_000)
  jest.setSystemTime(systemClock.now() + DAY_MS)
  expect(woken).toBe(0)
  jest.advanceTimersByTime(15_000)
  expect(woken).toBe(1)
})

test('what is taken back does not wake, however long it has slept', () => {
  fakeTime()
  let woken = 0
  const takeBack = systemClock.wakeAt(systemClock.now() + 60 * DAY_MS, () => woken++)
  passDays(30)
  takeBack()
  passDays(60)
  expect(woken).toBe(0)
})

test('an instant that has passed wakes as soon as possible, but not at once', () => {
  fakeTime()
  let woken = 0
  systemClock.wakeAt(systemClock.now() - 5_000, () => woken++)
  expect(woken).toBe(0)
  jest.advanceTimersByTime(1)
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
})
