import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { LAUNCH_GRACE_MS, MAX_LAUNCH_AHEAD_MS, parseLaunchTime } from '../../src/core/launchTime.ts'
import { MINUTE_MS } from '../../src/core/time.ts'
import { seeded } from '../support/random.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')

/** The instant in RFC 3339, or the fault. */
function launch(text: string, timeZone = 'UTC', now = NOW): string {
  const result = parseLaunchTime(text, { timeZone, now })
  return 'at' in result ? new Date(result.at).toISOString() : result.fault
}

test('a time without an offset is local to the time zone', () => {
  expect(launch('2026-07-01T09:30:00', 'Europe/Berlin')).toBe('2026-07-01T07:30:00.000Z')
  expect(launch('2026-07-01T09:30:00', 'Asia/Kolkata')).toBe('2026-07-01T04:00:00.000Z')
  expect(launch('2026-07-01T09:30:00')).toBe('2026-07-01T09:30:00.000Z')
})

test('a time with Z or an offset does not depend on the time zone', () => {
  expect(launch('2026-07-01T09:30:00Z', 'Europe/Berlin')).toBe('2026-07-01T09:30:00.000Z')
  expect(launch('2026-07-01T09:30:00+05:30', 'Europe/Berlin')).toBe('2026-07-01T04:00:00.000Z')
  expect(launch('2026-07-01T09:30:00-00:30', 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z')
  expect(launch('2026-07-01T00:30:00+23:59', 'Europe/Berlin')).toBe('2026-06-30T00:31:00.000Z')
})

test('a time in the gap of spring moves forward by the gap', () => {
  expect(launch('2026-03-29T02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(launch('2026-03-08T02:00:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
})

test('a time in the fold of autumn is the first of the two', () => {
  expect(launch('2026-10-25T02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(launch('2026-11-01T01:59:59', 'America/New_York')).toBe('2026-11-01T05:59:59.000Z')
})

test('a fraction is cut to the millisecond, not rounded', () => {
  expect(launch('2026-07-01T09:30:00.5')).toBe('2026-07-01T09:30:00.500Z')
  expect(launch('2026-07-01T09:30:00.05Z')).toBe('2026-07-01T09:30:00.050Z')
  expect(launch('2026-07-01T09:30:59.999999999+00:00')).toBe('2026-07-01T09:30:59.999Z')
})

test('every instant of the coming year reads back from its own text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_LAUNCH_AHEAD_MS }), (ahead) => {
      const text = new Date(NOW + ahead).toISOString()
      expect(launch(text, 'Asia/Kolkata')).toBe(text)
      expect(launch(text.slice(0, -1), 'UTC')).toBe(text)
    }),
    seeded(300),
  )
})

test('a date is accepted exactly when the calendar has it', () => {
  const field = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'))
  const nearby = (least: number, most: number) =>
    fc.oneof(
      field,
      fc.integer({ min: least, max: most }).map((n) => String(n).padStart(2, '0')),
    )
  fc.assert(
    fc.property(fc.integer({ min: 2026, max: 2032 }), nearby(0, 13), nearby(27, 32), (year, month, day) => {
      const text = `${year}-${month}-${day}T12:00:00`
      const date = new Date(Date.UTC(year, Number(month) - 1, Number(day), 12))
      const exists = date.toISOString().startsWith(text)
      const result = parseLaunchTime(text, { timeZone: 'UTC', now: Date.UTC(year, 0, 1) })
      if (exists) expect(result).toEqual({ at: date.getTime() })
      else expect(result).toHaveProperty('fault', expect.stringContaining('exist'))
    }),
    seeded(1_000),
  )
})

for (const text of [
  '2026-02-30T10:00:00',
  '2026-02-29T10:00:00',
  '2026-13-01T10:00:00',
  '2026-00-10T10:00:00',
  '2026-06-00T10:00:00',
  '2026-06-31T10:00:00Z',
  '2026-06-10T24:00:00',
  '2026-06-10T24:00:00Z',
  '2026-06-10T23:60:00',
  '2026-06-10T23:59:60',
  '2026-06-30T23:59:60Z',
]) {
  test(`${text} does not exist and is refused`, () => {
    expect(launch(text)).toMatch(/^launch_at must be a date and a time that exist/)
  })
}

for (const text of [
  '',
  'tomorrow',
  '2026-11-21',
  '2026-11-21T10:00',
  '2026-11-21 10:00:00',
  '2026-11-21t10:00:00',
  '2026-11-21T10:00:00z',
  '2026-11-21T10:00:00.',
  '2026-11-21T10:00:00,5',
  '2026-11-21T10:00:00.1234567890',
  '2026-11-21T10:00:00+0530',
  '2026-11-21T10:00:00+5:30',
  '2026-11-21T10:00:00+24:00',
  '2026-11-21T10:00:00+05:60',
  '2026-11-21T10:00:00\u221205:30',
  '2026-11-21T10:00:00Z\n',
  ' 2026-11-21T10:00:00Z',
  '2026-11-21T10:00:00[Europe/Berlin]',
  '2026-11-21T10:00:00Z[u-ca=hebrew]',
  '+002026-11-21T10:00:00',
  '294277-01-01T00:00:00',
  '20261121T100000',
  '٢٠٢٦-11-21T10:00:00',
  '1795255200000',
]) {
  test(`${JSON.stringify(text)} is refused with the form that is accepted`, () => {
    expect(launch(text)).toMatch(/^launch_at must be written as YYYY-MM-DDTHH:MM:SS/)
  })
}

test('five minutes past is accepted and a millisecond more is not', () => {
  const at = NOW + 7 * MINUTE_MS
  const text = new Date(at).toISOString()
  expect(launch(text, 'UTC', at + LAUNCH_GRACE_MS)).toBe(text)
  expect(launch(text, 'UTC', at + LAUNCH_GRACE_MS + 1)).toMatch(/5 minutes in the past/)
  expect(launch('0000-01-01T00:00:00')).toMatch(/5 minutes in the past/)
})

test('366 days ahead is accepted and a millisecond more is not', () => {
  const at = NOW + MAX_LAUNCH_AHEAD_MS
  const text = new Date(at).toISOString()
  expect(launch(text, 'UTC', NOW)).toBe(text)
  expect(launch(text, 'UTC', NOW - 1)).toMatch(/366 days ahead/)
  expect(launch('9999-12-31T23:59:59', 'Pacific/Apia')).toMatch(/366 days ahead/)
})
