import { describe, expect, test } from 'bun:test'
import { localTime, planDials } from '../../src/core/campaignPlan.ts'
import type { CallingHours, Weekday } from '../../src/core/callingHours.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time.ts'

const EVERY_DAY: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const daily = (from: string, to: string): CallingHours => ({ windows: [{ days: EVERY_DAY, from, to }] })
const dialAt = (campaign: Parameters<typeof planDials>[0]): number[] =>
  planDials(campaign)
    .toSorted((one, other) => one.callee - other.callee)
    .map((dial) => dial.at)
const zones = (count: number, zone = 'UTC'): string[] => Array.from({ length: count }, () => zone)

/** Monday. */
const MIDNIGHT = Date.parse('2026-11-23T00:00:00Z')
const at = (hours: number): number => MIDNIGHT + hours * HOUR_MS

describe('a plan of dials', () => {
  test('without hours begins when the campaign is due and goes on at the pace', () => {
    const dials = dialAt({ dueAt: MIDNIGHT, timeZones: zones(3), hours: [], callsPerSecond: [200, 1] })
    expect(dials).toEqual([MIDNIGHT, MIDNIGHT + SECOND_MS, MIDNIGHT + 2 * SECOND_MS])
  })

  test('dials each callee at the opening where it is, the earliest first', () => {
    const timeZones = ['America/New_York', 'Europe/Paris', 'UTC']
    expect(planDials({ dueAt: MIDNIGHT, timeZones, hours: [daily('09:00', '18:00')], callsPerSecond: [200] })).toEqual([
      { callee: 1, at: at(8) },
      { callee: 2, at: at(9) },
      { callee: 0, at: at(14) },
    ])
  })

  test('keeps every pace for all zones together', () => {
    const timeZones = ['UTC', 'Africa/Abidjan', 'UTC', 'Europe/London']
    const dials = dialAt({ dueAt: MIDNIGHT, timeZones, hours: [daily('09:00', '18:00')], callsPerSecond: [1] })
    expect(dials.map((one) => (one - at(9)) / SECOND_MS)).toEqual([0, 1, 2, 3])
  })

  test('goes on at the next opening with those for whom the hours close before their turn', () => {
    const hours = [daily('09:00', '09:01')]
    const dials = dialAt({ dueAt: at(9) + 58 * SECOND_MS, timeZones: zones(4), hours, callsPerSecond: [1] })
    const tomorrow = at(9 + 24)
    expect(dials).toEqual([at(9) + 58_000, at(9) + 59_000, tomorrow, tomorrow + SECOND_MS])
  })

  test('lets those whose hours are open go before those who wait for an opening, and none of the pace is lost', () => {
    const timeZones = ['Europe/Paris', 'UTC', 'Europe/Paris', 'UTC']
    const dials = dialAt({ dueAt: at(9), timeZones, hours: [daily('09:00', '10:00')], callsPerSecond: [1] })
    expect(dials).toEqual([at(32), at(9), at(32) + SECOND_MS, at(9) + SECOND_MS])
  })

  test('goes through a year of hours that are much too short for the campaign', () => {
    const hours = [daily('09:00', '09:01')]
    const dials = dialAt({ dueAt: MIDNIGHT, timeZones: zones(20_000), hours, callsPerSecond: [1] })
    expect(dials).toHaveLength(20_000)
    expect(dials.at(-1)).toBeGreaterThan(MIDNIGHT + 20_000 * SECOND_MS)
  })

  test('of a campaign without callees is empty', () => {
    expect(dialAt({ dueAt: MIDNIGHT, timeZones: [], hours: [daily('09:00', '10:00')], callsPerSecond: [1] })).toEqual(
      [],
    )
  })
})

test('the local time of a dial is that of the callee, with the seconds cut', () => {
  expect(localTime(MIDNIGHT + 59_999, 'Asia/Kolkata')).toBe('2026-11-23T05:30:59')
  expect(localTime(MIDNIGHT - MINUTE_MS, 'America/New_York')).toBe('2026-11-22T18:59:00')
})
