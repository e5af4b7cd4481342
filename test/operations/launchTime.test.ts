import { afterEach, describe, expect, test } from 'bun:test'
import { START, type TestAccount, type TestApp, openTestApp } from '../support/testApp.ts'
import {
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  listCampaigns,
  MINUTE,
  NOBODY,
  PERSON,
  readCall,
  readCampaign,
  refusal,
  SECOND,
  shown,
  dialsAfter,
} from '../support/client.ts'

const DAY = 24 * HOUR

let app: TestApp
let playbook_id: string
afterEach(() => app.close())

async function open(options: Parameters<typeof openTestApp>[0] = {}): Promise<void> {
  app = await openTestApp(options)
  playbook_id = await app.addPlaybook()
}
const contacts = [{ phone: PERSON }]
const attempt = (fields: object) => app.post('/campaign', { playbook_id, contacts, ...fields })

/** When a campaign and a call with these fields start, which must be the same instant. */
async function launch(fields: object, as?: TestAccount): Promise<string | null> {
  const body = { playbook_id: as ? await app.addPlaybook({}, as) : playbook_id, ...fields }
  const campaign = await readCampaign(app, await createCampaign(app, { contacts, ...body }, as), as)
  const call = await readCall(app, await createCall(app, { phone: PERSON, ...body }, as), as)
  expect(call.launch_at).toBe(campaign.launch_at)
  return campaign.launch_at
}

describe('section 2.4: launch_at and time zones', () => {
  test('a time without an offset is local to the time zone of the request', async () => {
    await open()
    expect(await launch({ launch_at: '2027-01-15T09:30:00', timezone: 'Europe/Berlin' })).toBe(
      '2027-01-15T08:30:00.000Z',
    )
    expect(await launch({ launch_at: '2027-07-15T09:30:00', timezone: 'Europe/Berlin' })).toBe(
      '2027-07-15T07:30:00.000Z',
    )
    expect(await launch({ launch_at: '2027-01-15T09:30:00', timezone: 'Asia/Kolkata' })).toBe(
      '2027-01-15T04:00:00.000Z',
    )
  })

  test('without one in the request it is local to the time zone of the account', async () => {
    await open()
    const account = await app.addAccount({ timeZone: 'America/New_York' })
    expect(await launch({ launch_at: '2027-01-15T09:30:00' }, account)).toBe('2027-01-15T14:30:00.000Z')
    expect((await listCampaigns(app, '', account))[0]?.timezone).toBe('America/New_York')
    expect(await launch({ launch_at: '2027-01-15T09:30:00', timezone: 'Europe/Berlin' }, account)).toBe(
      '2027-01-15T08:30:00.000Z',
    )
    expect((await listCampaigns(app, '', account))[0]?.timezone).toBe('Europe/Berlin')
  })

  test('the time zone of an account is UTC unless it was set', async () => {
    await open()
    expect(await launch({ launch_at: '2027-01-15T09:30:00' })).toBe('2027-01-15T09:30:00.000Z')
  })

  test('a time with Z or an offset is that instant, whatever time zone is given', async () => {
    await open()
    for (const timezone of ['Europe/Berlin', 'Asia/Tokyo']) {
      expect(await launch({ launch_at: '2027-01-15T09:30:00Z', timezone })).toBe('2027-01-15T09:30:00.000Z')
      expect(await launch({ launch_at: '2027-01-15T09:30:00+05:30', timezone })).toBe('2027-01-15T04:00:00.000Z')
      expect(await launch({ launch_at: '2027-01-15T09:30:00-08:00', timezone })).toBe('2027-01-15T17:30:00.000Z')
    }
  })

  test('a fraction counts to the millisecond, and further digits are dropped', async () => {
    await open()
    expect(await launch({ launch_at: '2027-01-15T09:30:00.5' })).toBe('2027-01-15T09:30:00.500Z')
    expect(await launch({ launch_at: '2027-01-15T09:30:00.123999999Z' })).toBe('2027-01-15T09:30:00.123Z')
  })

  test('the time zone of a contact does not move the launch', async () => {
    await open()
    const contact = { phone: PERSON, timezone: 'Asia/Tokyo' }
    const launch_at = '2026-11-23T10:00:00'
    await createCampaign(app, { playbook_id, launch_at, contacts: [contact] })
    await app.advanceBy(3 * HOUR)
    expect(dialsAfter(app, PERSON, START)).toEqual([HOUR])
  })

  test('a time that the clocks skip in spring moves forward by the gap, and is dialled then', async () => {
    await open({ start: Date.parse('2027-03-28T00:00:00Z') })
    const spring = { launch_at: '2027-03-28T02:30:00', timezone: 'Europe/Berlin' }
    await createCampaign(app, { playbook_id, contacts, ...spring })
    await app.advanceBy(3 * HOUR)
    // Half past two does not exist; half past three is half past one in UTC.
    expect(app.dials.map(({ at }) => shown(at))).toEqual(['2027-03-28T01:30:00.000Z'])
  })

  test('a time that occurs twice in autumn means the first, and is dialled once', async () => {
    await open({ start: Date.parse('2026-10-24T23:00:00Z') })
    const autumn = { launch_at: '2026-10-25T02:30:00', timezone: 'Europe/Berlin' }
    await createCampaign(app, { playbook_id, contacts, ...autumn })
    await app.advanceBy(3 * HOUR)
    expect(app.dials.map(({ at }) => shown(at))).toEqual(['2026-10-25T00:30:00.000Z'])
  })

  test('both hold where the account has the time zone, and the change is by half an hour', async () => {
    await open({ start: Date.parse('2026-12-01T00:00:00Z') })
    const account = await app.addAccount({ timeZone: 'Australia/Lord_Howe' })
    expect(await launch({ launch_at: '2027-04-04T01:45:00' }, account)).toBe('2027-04-03T14:45:00.000Z')
    expect(await launch({ launch_at: '2027-10-03T02:15:00' }, account)).toBe('2027-10-02T15:45:00.000Z')
  })
})

describe('section 2.4: which launch times are accepted', () => {
  test('up to five minutes past starts at once, and further past is refused', async () => {
    await open()
    const launch_at = shown(START - 5 * MINUTE)
    const campaign = await attempt({ launch_at })
    expect(campaign.status).toBe(202)
    expect(campaign.body.data as object).toMatchObject({ status: 'running', launch_at })
    const call = await app.post('/call', { phone: PERSON, playbook_id, launch_at })
    expect(call.body.data as object).toMatchObject({ status: 'initiated' })
    await app.settle()
    expect(dialsAfter(app, PERSON, START)).toEqual([0, 0])
    expect(refusal(await attempt({ launch_at: shown(START - 5 * MINUTE - 1) }))).toEqual({
      status: 400,
      code: 'invalid_launch_at',
      at: ['/launch_at'],
    })
    expect(await listCampaigns(app)).toHaveLength(1)
  })

  test('retries of a launch in the past keep their distance from the first dial', async () => {
    await open()
    const launch_at = shown(START - 4 * MINUTE)
    await createCall(app, { phone: NOBODY, playbook_id, launch_at, recall: [5, 60] })
    await app.advanceBy(2 * HOUR)
    expect(dialsAfter(app, NOBODY, START)).toEqual([0, 5 * MINUTE, 60 * MINUTE])
  })

  test('up to 366 days ahead is scheduled, and further ahead is refused', async () => {
    await open()
    const last = shown(START + 366 * DAY)
    expect(await launch({ launch_at: last })).toBe(last)
    for (const launch_at of [shown(START + 366 * DAY + 1), '9999-12-31T23:59:59', '9999-12-31T23:59:59-23:59']) {
      expect(refusal(await attempt({ launch_at }))).toEqual({
        status: 400,
        code: 'invalid_launch_at',
        at: ['/launch_at'],
      })
    }
  })

  test('a time that no calendar or clock shows is refused with invalid_launch_at', async () => {
    await open()
    for (const time of ['2027-02-30T09:00:00', '2027-02-29T09:00:00', '2027-13-01T09:00:00', '2027-00-01T09:00:00']) {
      expect(refusal(await attempt({ launch_at: time }))).toMatchObject({ status: 400, code: 'invalid_launch_at' })
    }
    for (const time of ['24:00:00', '23:60:00', '23:59:60', '09:00:00+24:00', '09:00:00+05:60']) {
      const answer = await attempt({ launch_at: `2027-01-15T${time}` })
      expect([time, refusal(answer)]).toEqual([time, { status: 400, code: 'invalid_launch_at', at: ['/launch_at'] }])
    }
    expect(await listCalls(app)).toEqual([])
  })

  test('any other shape is refused with invalid_launch_at, and the message shows the accepted one', async () => {
    await open()
    const wrong: unknown[] = [
      '',
      'tomorrow',
      '2027-01-15',
      '2027-01-15T09:00',
      '2027-01-15 09:00:00',
      '2027-01-15T9:00:00',
      '2027-01-15t09:00:00',
      '2027-01-15T09:00:00z',
      '2027-01-15T09:00:00.',
      '2027-01-15T09:00:00.1234567890',
      '2027-01-15T09:00:00+01',
      '2027-01-15T09:00:00+0100',
      '2027-01-15T09:00:00[Europe/Berlin]',
      '2027-01-15T09:00:00\n',
      '20270115T090000',
      '٢٠٢٧-01-15T09:00:00',
      1800000000000,
      {},
    ]
    for (const launch_at of wrong) {
      const answer = await attempt({ launch_at })
      const expected = { status: 400, code: 'invalid_launch_at', at: ['/launch_at'] }
      expect([launch_at, refusal(answer)]).toEqual([launch_at, expected])
      expect(answer.body.error.message).toContain('YYYY-MM-DDTHH:MM:SS')
    }
    expect(await listCampaigns(app)).toEqual([])
  })

  test('a time zone that is no name in the tz database is refused with invalid_timezone, with a launch time or without', async () => {
    await open()
    for (const timezone of ['', 'Berlin', 'Mars/Base', '+01:00', 'GMT+1', 'EST5EDT4', 'Europe/Berlin ', '../UTC', 7]) {
      for (const launch_at of [undefined, '2027-01-15T09:00:00', '2027-01-15T09:00:00Z']) {
        const answer = await attempt({ timezone, launch_at })
        const expected = { status: 400, code: 'invalid_timezone', at: ['/timezone'] }
        expect([timezone, refusal(answer)]).toEqual([timezone, expected])
      }
    }
  })

  test('a launch a second ahead waits that second', async () => {
    await open()
    await createCall(app, { phone: PERSON, playbook_id, launch_at: shown(START + SECOND) })
    await app.advanceBy(SECOND - 1)
    expect(app.dials).toEqual([])
    await app.advanceBy(1)
    expect(dialsAfter(app, PERSON, START)).toEqual([SECOND])
  })
})
