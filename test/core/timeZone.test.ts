import { expect, test } from 'bun:test'
import { isTimeZone, MAX_TIME_ZONE_LENGTH } from '../../src/core/timeZone.ts'

test('every zone that the runtime lists is accepted', () => {
  const names = Intl.supportedValuesOf('timeZone')
  expect(names.length).toBeGreaterThan(300)
  expect(names.filter((name) => !isTimeZone(name))).toEqual([])
})

for (const name of [
  'UTC',
  'GMT',
  'Etc/GMT+5',
  'EST5EDT',
  'Asia/Calcutta',
  'US/Pacific',
  'America/Argentina/ComodRivadavia',
  'America/Port-au-Prince',
  'europe/berlin',
]) {
  test(`${name} is a time zone`, () => {
    expect(isTimeZone(name)).toBe(true)
  })
}

for (const name of [
  '',
  ' ',
  'Mars/Phobos',
  'ABC3',
  'EST5EDT,M3.2.0,M11.1.0',
  '+05:30',
  '-08',
  '+0530',
  'UTC+1',
  'GMT+5',
  'Z',
  'Etc/Unknown',
  ' Europe/Berlin',
  'Europe/Berlin ',
  'Europe/Berlin\n',
  'Europe/Berlin\0',
  'Europe//Berlin',
  '/Europe/Berlin',
  '../Europe/Berlin',
  '2026-01-01T00:00:00[Europe/Berlin]',
  '2026-01-01T00:00:00Z',
  'constructor',
  `Europe/${'x'.repeat(MAX_TIME_ZONE_LENGTH)}`,
]) {
  test(`${JSON.stringify(name)} is no time zone`, () => {
    expect(isTimeZone(name)).toBe(false)
  })
}
