import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  type CallingHours,
  checkCallingHours,
  describeOpening,
  nextWithinCallingHours,
  type Weekday,
} from '../../src/core/callingHours.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '../../src/core/time.ts'
import { seeded } from '../support/random.ts'

const EVERY_DAY: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const WORKDAYS = EVERY_DAY.slice(0, 5)

function hoursOf(...windows: [days: Weekday[], from: string, to: string][]): CallingHours {
  return { windows: windows.map(([days, from, to]) => ({ days, from, to })) }
}

/** The next opening in RFC 3339, or null. */
function opening(hours: CallingHours | CallingHours[], timeZone: string, at: string): string | null {
  const next = nextWithinCallingHours([hours].flat(), timeZone, Date.parse(at))
  return next === null ? null : new Date(next).toISOString().replace('.000Z', 'Z')
}

test('an instant within the hours is its own opening, to the millisecond', () => {
  const office = hoursOf([WORKDAYS, '09:00', '18:00'])
  expect(opening(office, 'Europe/Paris', '2026-07-01T10:00:00.123Z')).toBe('2026-07-01T10:00:00.123Z')
  expect(opening(office, 'Europe/Paris', '2026-07-01T07:00:00Z')).toBe('2026-07-01T07:00:00Z')
  expect(opening(office, 'Europe/Paris', '2026-07-01T06:59:59.999Z')).toBe('2026-07-01T07:00:00Z')
  expect(opening(office, 'Europe/Paris', '2026-07-01T15:59:59.999Z')).toBe('2026-07-01T15:59:59.999Z')
  expect(opening(office, 'Europe/Paris', '2026-07-01T16:00:00Z')).toBe('2026-07-02T07:00:00Z')
})

function isOpen(hours: CallingHours, timeZone: string, at: Instant): boolean {
  return nextWithinCallingHours([hours], timeZone, at) === at
}

test('hours are read by the clock of the callee', () => {
  const morning = hoursOf([['wed'], '09:00', '12:00'])
  const at = Date.parse('2026-07-01T04:00:00Z')
  expect(isOpen(morning, 'Asia/Kolkata', at)).toBe(true)
  expect(isOpen(morning, 'Europe/Paris', at)).toBe(false)
  expect(isOpen(morning, 'Asia/Kolkata', at - HOUR_MS)).toBe(false)
})

test('an opening may be almost a week away', () => {
  const monday = hoursOf([['mon'], '00:00', '00:01'])
  expect(opening(monday, 'UTC', '2026-06-01T00:00:59.999Z')).toBe('2026-06-01T00:00:59.999Z')
  expect(opening(monday, 'UTC', '2026-06-01T00:01:00Z')).toBe('2026-06-08T00:00:00Z')
})

test('a window to 24:00 lasts to the end of the day and goes on in one from 00:00', () => {
  const friday = hoursOf([['fri'], '22:00', '24:00'])
  expect(opening(friday, 'UTC', '2026-07-03T23:59:59.999Z')).toBe('2026-07-03T23:59:59.999Z')
  expect(opening(friday, 'UTC', '2026-07-04T00:00:00Z')).toBe('2026-07-10T22:00:00Z')
  const weekend = hoursOf([['fri'], '22:00', '24:00'], [['sat'], '00:00', '02:00'])
  expect(opening(weekend, 'UTC', '2026-07-04T00:00:00Z')).toBe('2026-07-04T00:00:00Z')
  const always = hoursOf([EVERY_DAY, '00:00', '24:00'])
  expect(opening(always, 'UTC', '2026-07-05T23:59:59.999Z')).toBe('2026-07-05T23:59:59.999Z')
})

test("the account's and the campaign's hours must both allow the instant", () => {
  const account = hoursOf([WORKDAYS, '09:00', '18:00'])
  const campaign = hoursOf([['tue', 'sat'], '16:30', '20:00'])
  expect(opening([account, campaign], 'UTC', '2026-07-01T10:00:00Z')).toBe('2026-07-07T16:30:00Z')
  expect(opening([campaign, account], 'UTC', '2026-07-07T17:59:59Z')).toBe('2026-07-07T17:59:59Z')
  expect(opening([account, campaign], 'UTC', '2026-07-07T18:00:00Z')).toBe('2026-07-14T16:30:00Z')
})

test('hours that have no minute in common never open', () => {
  const workdays = hoursOf([WORKDAYS, '09:00', '18:00'])
  expect(opening([workdays, hoursOf([['sat', 'sun'], '00:00', '24:00'])], 'UTC', '2026-07-01T10:00:00Z')).toBeNull()
  expect(opening([workdays, hoursOf([EVERY_DAY, '18:00', '24:00'])], 'UTC', '2026-07-01T10:00:00Z')).toBeNull()
})

test('without any hours every instant is allowed', () => {
  expect(opening([], 'Europe/Paris', '2026-07-01T03:00:00.001Z')).toBe('2026-07-01T03:00:00.001Z')
})

// On 2026-03-29 the clocks of Paris go from 02:00 to 03:00 at 01:00Z, on 2026-03-08 those of New York at 07:00Z.
for (const { zone, gapAt, dayBefore, weekLater } of [
  {
    zone: 'Europe/Paris',
    gapAt: '2026-03-29T01:00:00Z',
    dayBefore: '2026-03-28T12:00:00Z',
    weekLater: '2026-04-05T00:15:00Z',
  },
  {
    zone: 'America/New_York',
    gapAt: '2026-03-08T07:00:00Z',
    dayBefore: '2026-03-07T12:00:00Z',
    weekLater: '2026-03-15T06:15:00Z',
  },
]) {
  test(`${zone}: a window that begins in the gap of spring opens when the clock has jumped`, () => {
    expect(opening(hoursOf([['sun'], '02:30', '04:00']), zone, dayBefore)).toBe(gapAt)
  })

  test(`${zone}: a window inside the gap of spring opens a week later`, () => {
    expect(opening(hoursOf([['sun'], '02:15', '02:45']), zone, dayBefore)).toBe(weekLater)
  })

  test(`${zone}: a window that begins with the gap of spring and ends inside it opens a week later`, () => {
    const skipped = Date.parse(weekLater) - 15 * MINUTE_MS
    expect(nextWithinCallingHours([hoursOf([['sun'], '02:00', '02:45'])], zone, Date.parse(dayBefore))).toBe(skipped)
  })

  test(`${zone}: a window that the gap of spring cuts off closes an hour early`, () => {
    const hours = hoursOf([['sun'], '01:00', '02:30'])
    const last = Date.parse(gapAt) - 1
    expect(nextWithinCallingHours([hours], zone, last)).toBe(last)
    expect(nextWithinCallingHours([hours], zone, last + 1)).toBeGreaterThan(last + 6 * DAY_MS)
  })
}

// On 2026-10-25 the clocks of Paris go from 03:00 to 02:00 at 01:00Z, on 2026-11-01 those of New York from 02:00 to 01:00 at 06:00Z.
for (const { zone, hour, foldAt } of [
  { zone: 'Europe/Paris', hour: '02', foldAt: Date.parse('2026-10-25T01:00:00Z') },
  { zone: 'America/New_York', hour: '01', foldAt: Date.parse('2026-11-01T06:00:00Z') },
]) {
  test(`${zone}: a window inside the fold of autumn opens twice`, () => {
    const hours = hoursOf([['sun'], `${hour}:15`, `${hour}:30`])
    const next = (at: Instant): Instant | null => nextWithinCallingHours([hours], zone, at)
    expect(next(foldAt - DAY_MS)).toBe(foldAt - 45 * MINUTE_MS)
    expect(next(foldAt - 30 * MINUTE_MS - 1)).toBe(foldAt - 30 * MINUTE_MS - 1)
    expect(next(foldAt - 30 * MINUTE_MS)).toBe(foldAt + 15 * MINUTE_MS)
    expect(next(foldAt + 30 * MINUTE_MS)).toBe(foldAt + 7 * DAY_MS + 15 * MINUTE_MS)
  })

  test(`${zone}: a window that closes within the fold of autumn opens again as the clock goes back`, () => {
    const hours = hoursOf([['sun'], '00:00', `${hour}:30`])
    expect(nextWithinCallingHours([hours], zone, foldAt - 10 * MINUTE_MS)).toBe(foldAt)
  })
}

test('a window that begins where the fold of autumn ends opens when the clock shows its hour for good', () => {
  expect(opening(hoursOf([['sun'], '03:00', '04:00']), 'Europe/Paris', '2026-10-24T12:00:00Z')).toBe(
    '2026-10-25T02:00:00Z',
  )
})

test('the half-hour fold of Lord Howe repeats half an hour only', () => {
  // 02:00 (+11:00) goes back to 01:30 (+10:30) at 15:00Z.
  const hours = hoursOf([['sun'], '01:15', '01:45'])
  expect(opening(hours, 'Australia/Lord_Howe', '2026-04-04T14:45:00Z')).toBe('2026-04-04T15:00:00Z')
  expect(opening(hours, 'Australia/Lord_Howe', '2026-04-04T15:15:00Z')).toBe('2026-04-11T14:45:00Z')
})

test('a weekday that the zone skipped has no hours', () => {
  // Samoa went from Thursday 29 December 2011 straight to Saturday 31 December.
  expect(opening(hoursOf([['fri'], '09:00', '17:00']), 'Pacific/Apia', '2011-12-29T12:00:00Z')).toBe(
    '2012-01-05T19:00:00Z',
  )
})

test('a clock that jumped into the middle of a minute opens there and not before', () => {
  // Liberia went from 00:00:00 to 00:44:30 on Friday 7 January 1972, at 00:44:30Z.
  expect(opening(hoursOf([['fri'], '00:30', '01:00']), 'Africa/Monrovia', '1972-01-07T00:00:00Z')).toBe(
    '1972-01-07T00:44:30Z',
  )
})

test('hours are refused when a window does not end after it begins', () => {
  const hours = hoursOf(
    [['mon'], '09:00', '09:01'],
    [['tue'], '09:00', '09:00'],
    [['wed'], '22:00', '06:00'],
    [['fri'], '00:00', '24:00'],
  )
  expect(checkCallingHours(hours).map(({ pointer }) => pointer)).toEqual(['/windows/1/to', '/windows/2/to'])
  expect(checkCallingHours(hours)[0]?.message).toMatch(/later than from.*two windows/)
})

test('an opening is described by the clock of the callee', () => {
  expect(describeOpening(Date.parse('2026-07-06T07:00:00Z'), 'Europe/Paris')).toBe(
    'Mon 2026-07-06 09:00 (Europe/Paris)',
  )
  expect(describeOpening(Date.parse('2026-07-05T23:05:59Z'), 'America/New_York')).toBe(
    'Sun 2026-07-05 19:05 (America/New_York)',
  )
  expect(describeOpening(Date.parse('2026-07-05T23:05:59Z'), 'Asia/Tokyo')).toBe('Mon 2026-07-06 08:05 (Asia/Tokyo)')
})

// The slow model: it reads each minute's wall time as text, compares text, and knows nothing of offsets or transitions.

const ODD_ZONES = [
  'Europe/Paris',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Africa/Cairo',
  'America/Havana',
  'America/St_Johns',
  'America/Nuuk',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Atlantic/Azores',
  'Pacific/Apia',
  'Pacific/Chatham',
]
const YEARS_FROM = Date.UTC(2024, 0, 1)
const YEARS_TO = Date.UTC(2029, 0, 1)
/** A window of one day a week that a gap swallows opens in the second week. */
const MODEL_SEARCH_MS = 15 * DAY_MS

/** Reads wall time as `wed 09:30`; what has been read once is kept, for one instant is searched with many hours. */
function wallClockOf(timeZone: string): (at: Instant) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const read = new Map<number, string>()
  return (at) => {
    const minute = Math.floor(at / MINUTE_MS)
    let wall = read.get(minute)
    if (wall === undefined) {
      const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
      wall = `${parts['weekday']!.toLowerCase()} ${parts['hour']}:${parts['minute']}`
      read.set(minute, wall)
    }
    return wall
  }
}

function modelAllows(all: readonly CallingHours[], wall: string): boolean {
  const [day, time] = wall.split(' ') as [Weekday, string]
  return all.every(({ windows }) => windows.some((w) => w.days.includes(day) && w.from <= time && time < w.to))
}

function modelNext(all: readonly CallingHours[], clock: (at: Instant) => string, at: Instant): Instant | null {
  if (modelAllows(all, clock(at))) return at
  const firstMinute = Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  for (let next = firstMinute; next <= at + MODEL_SEARCH_MS; next += MINUTE_MS) {
    if (modelAllows(all, clock(next))) return next
  }
  return null
}

/** The instants at which the wall clock jumps, found without the tz database: by days and then by halves. */
function modelTransitions(timeZone: string): Instant[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const offsetAt = (at: Instant): number => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute']) - at
  }
  const found: Instant[] = []
  for (let before = YEARS_FROM; before < YEARS_TO; before += DAY_MS) {
    let [same, other] = [before, before + DAY_MS]
    if (offsetAt(same) === offsetAt(other)) continue
    while (other - same > MINUTE_MS) {
      const middle = Math.floor((same + other) / 2 / MINUTE_MS) * MINUTE_MS
      if (offsetAt(middle) === offsetAt(same)) same = middle
      else other = middle
    }
    found.push(other)
  }
  return found
}

const anyDays = fc.subarray(EVERY_DAY, { minLength: 1 })
/** Often in the hours at which clocks jump, and often at a bound of the day. */
const anyMinute = fc.oneof(
  fc.integer({ min: 0, max: 24 * 60 }),
  fc.integer({ min: 0, max: 4 * 60 }),
  fc.integer({ min: 0, max: 16 }).map((quarters) => quarters * 15),
  fc.integer({ min: 21 * 60, max: 24 * 60 }),
)
const anyWindow = fc
  .tuple(anyDays, anyMinute, anyMinute)
  .filter(([, one, other]) => one !== other)
  .map(([days, one, other]) => ({ days, from: written(Math.min(one, other)), to: written(Math.max(one, other)) }))
const anyHours = fc.record({ windows: fc.array(anyWindow, { minLength: 1, maxLength: 4 }) })
const someHours = fc.array(fc.array(anyHours, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 20 })

function written(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Asks for the opening around one instant with several hours, and compares with the model. */
function expectAsModel(timeZone: string, centre: Instant, shiftsMs: number[], searches: CallingHours[][]): void {
  const clock = wallClockOf(timeZone)
  searches.forEach((all, index) => {
    const at = centre + shiftsMs[index % shiftsMs.length]!
    const next = nextWithinCallingHours(all, timeZone, at)
    expect(next).toBe(modelNext(all, clock, at))
    for (const hours of all) {
      expect(isOpen(hours, timeZone, at)).toBe(modelAllows([hours], clock(at)))
      if (next !== null) expect(isOpen(hours, timeZone, next)).toBe(true)
    }
  })
}

const anyZone = fc.oneof(fc.constantFrom(...ODD_ZONES), fc.constantFrom(...Intl.supportedValuesOf('timeZone')))
const anyShifts = fc.array(fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }), { minLength: 5, maxLength: 5 })
const closeShifts = fc.array(
  fc.oneof(
    fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }),
    fc.integer({ min: -12, max: 12 }).map((quarters) => quarters * 15 * MINUTE_MS),
    fc.constantFrom(-1, 0, 1),
    fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
  ),
  { minLength: 5, maxLength: 5 },
)

test('around any instant in any zone the opening is the one that a minute-by-minute search finds', () => {
  fc.assert(
    fc.property(anyZone, fc.integer({ min: YEARS_FROM, max: YEARS_TO }), anyShifts, someHours, expectAsModel),
    seeded(20),
  )
})

test('around a jump of the clock the opening is the one that a minute-by-minute search finds', () => {
  fc.assert(
    fc.property(anyZone, fc.nat(), closeShifts, someHours, (timeZone, pick, shiftsMs, searches) => {
      const jumps = modelTransitions(timeZone)
      const centre = jumps[pick % jumps.length]
      fc.pre(centre !== undefined)
      expectAsModel(timeZone, centre, shiftsMs, searches)
    }),
    seeded(20),
  )
})
