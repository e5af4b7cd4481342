import { afterEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { CallingHours, Weekday } from '../../src/core/callingHours.ts'
import {
  BUSY,
  BUSY_ONCE,
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  MINUTE,
  NOBODY,
  PERSON,
  readCall,
  readCampaign,
  SECOND,
  shown,
  success,
  waitForStatus,
} from '../support/client.ts'
import { seeded } from '../support/random.ts'
import { openTestApp, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

const WORKDAYS: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri']
const EVERY_DAY: Weekday[] = [...WORKDAYS, 'sat', 'sun']
const hours = (from: string, to: string, days = EVERY_DAY): CallingHours => ({ windows: [{ days, from, to }] })
const DAY = 24 * HOUR
const ANYBODY = '+14155550123'

/** Monday, seven in the morning in UTC. */
const EARLY = Date.parse('2026-11-23T07:00:00.000Z')

async function setAccount(change: object): Promise<void> {
  success(await app.request('PATCH', '/account', { body: change }))
}

const dialled = (phone: string): string[] => app.dials.filter(({ to }) => to === phone).map(({ at }) => shown(at))

describe('a call that is due outside calling hours', () => {
  test('says what it waits for, and is dialled at the opening', async () => {
    app = await openTestApp({ start: EARLY })
    await setAccount({ calling_hours: hours('09:00', '18:00', WORKDAYS) })
    const id = await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook() })
    await app.settle()
    expect(await readCall(app, id)).toMatchObject({
      status: 'scheduled',
      attempt_count: 0,
      waiting_reason: 'calling_hours',
      waiting_message: 'Waits for Mon 2026-11-23 09:00 (UTC), when calling hours open for the callee.',
      next_attempt_at: '2026-11-23T09:00:00.000Z',
    })
    await app.advanceBy(DAY)
    expect(dialled(ANYBODY)).toEqual(['2026-11-23T09:00:00.000Z'])
    expect(await readCall(app, id)).toMatchObject({
      status: 'completed',
      waiting_reason: null,
      waiting_message: null,
      started_at: '2026-11-23T09:00:00.000Z',
    })
  })

  test("goes by the contact's own clock, or by the account's where the contact has none", async () => {
    app = await openTestApp({ start: EARLY })
    await setAccount({ timezone: 'America/New_York', calling_hours: hours('09:00', '18:00') })
    const playbook_id = await app.addPlaybook()
    await app.request('PUT', '/contacts', { body: { phone: PERSON, timezone: 'Asia/Tokyo' } })
    const tokyo = await createCall(app, { phone: PERSON, playbook_id, timezone: 'UTC' })
    const account = await createCall(app, { phone: ANYBODY, playbook_id, timezone: 'UTC' })
    await app.settle()
    expect((await readCall(app, tokyo)).waiting_reason).toBeNull()
    expect(await readCall(app, account)).toMatchObject({
      waiting_message: 'Waits for Mon 2026-11-23 09:00 (America/New_York), when calling hours open for the callee.',
      next_attempt_at: '2026-11-23T14:00:00.000Z',
    })
    expect(dialled(PERSON)).toEqual([shown(EARLY)])
  })

  test('of a campaign waits for hours that both the campaign and the account allow', async () => {
    app = await openTestApp({ start: EARLY })
    await setAccount({ calling_hours: hours('08:00', '12:00') })
    const playbook_id = await app.addPlaybook()
    const calling_hours = hours('11:30', '20:00', ['tue', 'wed'])
    const id = await createCampaign(app, { playbook_id, contacts: [{ phone: ANYBODY }], calling_hours })
    await createCall(app, { phone: PERSON, playbook_id })
    await app.settle()
    expect(await readCampaign(app, id)).toMatchObject({ calling_hours, progress: { scheduled: 1 } })
    await app.advanceBy(2 * DAY)
    expect(dialled(ANYBODY)).toEqual(['2026-11-24T11:30:00.000Z'])
    expect(dialled(PERSON)).toEqual(['2026-11-23T08:00:00.000Z'])
  })

  test('is dialled at the first millisecond of a window and waits at the first after it', async () => {
    for (const [start, at] of [
      ['2026-11-23T08:59:59.999Z', '2026-11-23T09:00:00.000Z'],
      ['2026-11-23T17:59:59.999Z', '2026-11-23T17:59:59.999Z'],
      ['2026-11-23T18:00:00.000Z', '2026-11-24T09:00:00.000Z'],
    ] as const) {
      await app?.close()
      app = await openTestApp({ start: Date.parse(start) })
      await setAccount({ calling_hours: hours('09:00', '18:00') })
      await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook() })
      await app.advanceBy(DAY)
      expect(dialled(ANYBODY)).toEqual([at])
    }
  })

  test('still waits after a restart, and is dialled at the opening', async () => {
    app = await openTestApp({ start: EARLY })
    await setAccount({ calling_hours: hours('09:00', '18:00') })
    await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook() })
    await app.advanceBy(MINUTE)
    await app.restart({ after: 5 * MINUTE })
    await app.advanceBy(DAY)
    expect(dialled(ANYBODY)).toEqual(['2026-11-23T09:00:00.000Z'])
  })

  test('may be canceled while it waits', async () => {
    app = await openTestApp({ start: EARLY })
    await setAccount({ calling_hours: hours('09:00', '18:00') })
    const id = await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook() })
    await app.settle()
    success(await app.post(`/calls/${id}/cancel`))
    await app.advanceBy(DAY)
    expect(app.dials).toHaveLength(0)
    expect(await readCall(app, id)).toMatchObject({ status: 'canceled', waiting_reason: null, waiting_message: null })
  })

  test('does not stand in the way of those whose hours are open', async () => {
    app = await openTestApp({ start: EARLY, simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1000 } } })
    await setAccount({ calling_hours: hours('09:00', '18:00') })
    const contacts = Array.from({ length: 150 }, (_, index) => ({
      phone: `+1415${String(index).padStart(7, '0')}`,
      timezone: index < 145 ? 'UTC' : 'Asia/Kolkata',
    }))
    const id = await createCampaign(app, { playbook_id: await app.addPlaybook(), contacts })
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(5)
    expect((await readCampaign(app, id)).progress).toMatchObject({ scheduled: 145 })
  })
})

describe('a call that is under way when a window closes', () => {
  test('goes on', async () => {
    app = await openTestApp({ start: Date.parse('2026-11-23T17:59:55.000Z') })
    await setAccount({ calling_hours: hours('09:00', '18:00') })
    const id = await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook() })
    const ringing = await waitForStatus(app, id, 'in_progress')
    expect(Date.parse(ringing.answered_at!)).toBeGreaterThan(Date.parse('2026-11-23T18:00:00.000Z'))
    await app.advanceBy(HOUR)
    expect((await readCall(app, id)).status).toBe('completed')
  })
})

describe('a retry that is due outside calling hours', () => {
  test('waits for the opening, and the next keeps its distance from it', async () => {
    // First dial 17:00, then due 17:30, 18:30 and 19:00.
    app = await openTestApp({ start: Date.parse('2026-11-23T17:00:00.000Z') })
    await setAccount({ calling_hours: hours('09:00', '18:00') })
    const id = await createCall(app, { phone: NOBODY, playbook_id: await app.addPlaybook(), recall: [30, 90, 120] })
    await app.advanceBy(2 * HOUR)
    expect(await readCall(app, id)).toMatchObject({
      status: 'scheduled',
      attempt_count: 2,
      waiting_reason: 'calling_hours',
      waiting_message: 'Waits for Tue 2026-11-24 09:00 (UTC), when calling hours open for the callee.',
      next_attempt_at: '2026-11-24T09:00:00.000Z',
    })
    await app.advanceBy(DAY)
    expect(dialled(NOBODY)).toEqual([
      '2026-11-23T17:00:00.000Z',
      '2026-11-23T17:30:00.000Z',
      '2026-11-24T09:00:00.000Z',
      '2026-11-24T09:30:00.000Z',
    ])
    expect(await readCall(app, id)).toMatchObject({ status: 'no_answer', attempt_count: 4 })
  })

  test('that was put off uses one delay of the policy, not more', async () => {
    app = await openTestApp({ start: Date.parse('2026-11-23T17:50:00.000Z') })
    await setAccount({ calling_hours: hours('09:00', '18:00') })
    const id = await createCall(app, { phone: BUSY_ONCE, playbook_id: await app.addPlaybook(), recall: [30] })
    await app.advanceBy(DAY)
    expect(dialled(BUSY_ONCE)).toEqual(['2026-11-23T17:50:00.000Z', '2026-11-24T09:00:00.000Z'])
    expect(await readCall(app, id)).toMatchObject({ status: 'completed', attempt_count: 2 })
  })

  test('counts from the launch time when the first dial itself was put off', async () => {
    app = await openTestApp({ start: EARLY })
    await setAccount({ calling_hours: hours('09:00', '18:00') })
    const launch_at = '2026-11-23T08:00:00Z'
    const playbook_id = await app.addPlaybook()
    await createCall(app, { phone: BUSY, playbook_id, launch_at, recall: [30, 120] })
    await createCall(app, { phone: NOBODY, playbook_id, recall: [30, 120] })
    await app.advanceBy(DAY)
    // Due at 08:30 and 10:00; the first dial was an hour late, so each keeps its distance from the dial before.
    expect(dialled(BUSY)).toEqual(['2026-11-23T09:00:00.000Z', '2026-11-23T09:30:00.000Z', '2026-11-23T11:00:00.000Z'])
    expect(dialled(NOBODY)).toEqual(dialled(BUSY))
  })
})

describe('a change of calling hours', () => {
  test('that closes them holds from the next dial on', async () => {
    app = await openTestApp({ start: Date.parse('2026-11-23T10:00:00.000Z') })
    const playbook_id = await app.addPlaybook()
    const id = await createCall(app, { phone: BUSY, playbook_id, recall: [30] })
    await app.advanceBy(MINUTE)
    await setAccount({ calling_hours: hours('14:00', '18:00') })
    await app.advanceBy(HOUR)
    expect(await readCall(app, id)).toMatchObject({ attempt_count: 1, waiting_reason: 'calling_hours' })
    await app.advanceBy(DAY)
    expect(dialled(BUSY)).toEqual(['2026-11-23T10:00:00.000Z', '2026-11-23T14:00:00.000Z'])
  })

  const openings: [string, object][] = [
    ['that opens them', { calling_hours: hours('06:00', '18:00') }],
    ['to none', { calling_hours: null }],
    ['by another time zone of the account', { timezone: 'Europe/Athens' }],
  ]
  for (const [what, change] of openings) {
    test(`${what} lets calls that wait be dialled at once`, async () => {
      app = await openTestApp({ start: EARLY })
      await setAccount({ calling_hours: hours('09:00', '18:00') })
      const playbook_id = await app.addPlaybook()
      await createCall(app, { phone: ANYBODY, playbook_id })
      await createCampaign(app, { playbook_id, contacts: [{ phone: PERSON }] })
      await createCall(app, { phone: BUSY, playbook_id, launch_at: shown(EARLY + HOUR) })
      await app.advanceBy(MINUTE)
      expect(app.dials).toHaveLength(0)
      await setAccount(change)
      await app.advanceBy(SECOND)
      expect([dialled(ANYBODY), dialled(PERSON)]).toEqual([[shown(EARLY + MINUTE)], [shown(EARLY + MINUTE)]])
      // What waits for its launch goes on waiting for it.
      await app.advanceBy(2 * HOUR)
      expect(dialled(BUSY)).toEqual([shown(EARLY + HOUR)])
    })
  }

  test("that leaves a campaign's own hours no time in common says so, and opening them again dials", async () => {
    app = await openTestApp({ start: Date.parse('2026-11-23T17:00:00.000Z') })
    const playbook_id = await app.addPlaybook()
    const body = { playbook_id, contacts: [{ phone: ANYBODY }], calling_hours: hours('18:00', '20:00') }
    await createCampaign(app, body)
    await app.settle()
    await setAccount({ calling_hours: hours('09:00', '18:00') })
    await app.advanceBy(2 * HOUR)
    const [call] = await listCalls(app)
    expect(call).toMatchObject({ status: 'scheduled', waiting_reason: 'calling_hours' })
    expect(call?.waiting_message).toMatch(/no time in common/)
    await setAccount({ calling_hours: null })
    await app.advanceBy(SECOND)
    expect(dialled(ANYBODY)).toEqual(['2026-11-23T19:00:00.000Z'])
  })

  test('of one account moves nothing of another', async () => {
    app = await openTestApp({ start: EARLY })
    const other = await app.addAccount()
    for (const as of [app.account, other]) {
      success(await app.request('PATCH', '/account', { body: { calling_hours: hours('09:00', '18:00') }, as }))
    }
    const theirs = await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook({}, other) }, other)
    await app.advanceBy(MINUTE)
    await setAccount({ calling_hours: null })
    await app.advanceBy(MINUTE)
    expect((await readCall(app, theirs, other)).next_attempt_at).toBe('2026-11-23T09:00:00.000Z')
    expect(app.dials).toHaveLength(0)
  })
})

/** Days on which the clocks of some of the zones change. */
const DST_DAYS = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']
const ZONES = [
  'Europe/Paris',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kolkata',
]
const anyTime = fc.integer({ min: 0, max: 48 }).map((half) => `${twoDigits(half >> 1)}:${half % 2 ? '30' : '00'}`)
const anyWindow = fc
  .tuple(fc.subarray(EVERY_DAY, { minLength: 3 }), anyTime, anyTime)
  .filter(([, one, other]) => one !== other)
  .map(([days, one, other]) => ({ days, from: one < other ? one : other, to: one < other ? other : one }))
const anyHours = fc.record({ windows: fc.array(anyWindow, { minLength: 1, maxLength: 3 }) })
const anyRecall = fc
  .uniqueArray(fc.constantFrom(1, 17, 60, 90, 240, 600), { minLength: 1, maxLength: 4 })
  .map((minutes) => minutes.toSorted((a, b) => a - b))
/** Numbers that reach nobody, and one that does. */
const CALLEES = [BUSY, NOBODY, '+15005550105', PERSON]
const RETRIED = 3

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

const wallClocks = new Map(
  ZONES.map((timeZone) => {
    const format = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    return [timeZone, new Intl.DateTimeFormat('en-US', format)]
  }),
)

/** Reads the wall clock without the code under test: `sun 02:30`. */
function wallClock(at: number, timeZone: string): [day: string, time: string] {
  const parts = wallClocks.get(timeZone)!.formatToParts(at)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return [of('weekday').toLowerCase(), `${of('hour')}:${of('minute')}`]
}

function isAllowed({ windows }: CallingHours, at: number, timeZone: string): boolean {
  const [day, time] = wallClock(at, timeZone)
  return windows.some(({ days, from, to }) => days.some((one) => one === day) && from <= time && time < to)
}

/** The first allowed instant, looked for minute by minute. */
function opening(all: readonly CallingHours[], from: number, timeZone: string): number {
  const isOpen = (at: number): boolean => all.every((one) => isAllowed(one, at, timeZone))
  if (isOpen(from)) return from
  for (let at = (Math.floor(from / MINUTE) + 1) * MINUTE; at < from + 15 * DAY; at += MINUTE) if (isOpen(at)) return at
  throw new Error('never open')
}

test('no dial is ever outside the hours, retries included, and each is as early as hours and policy allow', async () => {
  const anySetting = fc.record({
    day: fc.constantFrom(...DST_DAYS),
    minute: fc.integer({ min: -12 * 60, max: 24 * 60 }),
    zones: fc.array(fc.option(fc.constantFrom(...ZONES), { nil: null }), { minLength: 4, maxLength: 4 }),
    accountZone: fc.constantFrom(...ZONES),
    accountHours: anyHours,
    campaignHours: fc.option(anyHours, { nil: undefined }),
    recall: anyRecall,
    launchIn: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(anySetting, async (setting) => {
      const { accountZone, accountHours, campaignHours, recall, launchIn, zones } = setting
      const start = Date.parse(`${setting.day}T00:00:00Z`) + setting.minute * MINUTE
      app = await openTestApp({ start })
      try {
        await setAccount({ timezone: accountZone, calling_hours: accountHours })
        const due = start + (launchIn ?? 0) * MINUTE
        const answer = await app.post('/campaign', {
          playbook_id: await app.addPlaybook(),
          contacts: CALLEES.map((phone, index) => ({ phone, timezone: zones[index] })),
          recall,
          ...(campaignHours && { calling_hours: campaignHours }),
          ...(launchIn !== undefined && { launch_at: shown(due) }),
        })
        if (answer.status === 400) return expect(answer.body.error.code).toBe('invalid_calling_hours')
        const all = campaignHours ? [accountHours, campaignHours] : [accountHours]
        const expected = CALLEES.map((_phone, index) => {
          const zone = zones[index] ?? accountZone
          const dials = [opening(all, due, zone)]
          const anchor = launchIn === undefined ? dials[0]! : due
          if (index >= RETRIED) return dials
          for (const [k, delay] of recall.entries()) {
            const distance = delay - (recall[k - 1] ?? 0)
            const dueAgain = Math.max(anchor + delay * MINUTE, dials[k]! + distance * MINUTE)
            dials.push(opening(all, dueAgain, zone))
          }
          return dials
        })
        await app.advanceTo(Math.max(...expected.flat()) + 10 * MINUTE)
        for (const { to, at } of app.dials) {
          const zone = zones[CALLEES.indexOf(to)] ?? accountZone
          for (const one of all) expect(isAllowed(one, at, zone)).toBe(true)
        }
        expect(CALLEES.map(dialled)).toEqual(expected.map((dials) => dials.map(shown)))
      } finally {
        await app.close()
      }
    }),
    seeded(20),
  )
}, 120_000)
