/** A dry run is believed when a client decides by it whom to call when. So it is held against what then happens. */
import { afterEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { components } from '../../generated/types.ts'
import type { CallingHours, Weekday } from '../../src/core/callingHours.ts'
import {
  createCampaign,
  listCalls,
  listCampaigns,
  listContacts,
  MINUTE,
  readCampaign,
  refusal,
  SECOND,
  shown,
  success,
} from '../support/client.ts'
import { seeded } from '../support/random.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

type Plan = components['schemas']['CampaignPlan']
interface Dialled {
  phone: string
  dial_at: string
}

let app: TestApp
afterEach(() => app.close())

const WORKDAYS: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri']
const EVERY_DAY: Weekday[] = [...WORKDAYS, 'sat', 'sun']
const hours = (from: string, to: string, days = EVERY_DAY): CallingHours => ({ windows: [{ days, from, to }] })
const phones = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `+1415${String(index).padStart(7, '0')}`)
const contacts = (count: number): { phone: string }[] => phones(count).map((phone) => ({ phone }))

async function setAccount(change: object): Promise<void> {
  success(await app.request('PATCH', '/account', { body: change }))
}

async function plan(body: object): Promise<Plan> {
  return success(await app.post<Plan>('/campaign/plan', body))
}

/** Asks for the plan, lets the campaign happen, and compares. Answers both. */
async function expectAsPlanned(body: object): Promise<{ planned: Plan; dialled: Dialled[] }> {
  const planned = await plan(body)
  const before = app.dials.length
  const id = await createCampaign(app, body)
  const { contacts: counts, launch_at } = await readCampaign(app, id)
  // Whoever must not be called is left out at the launch, also when nobody else is called.
  const instants = [planned.last_dial_at, launch_at].flatMap((at) => (typeof at === 'string' ? [Date.parse(at)] : []))
  await app.advanceTo(Math.max(app.clock.now(), ...instants))
  // Long enough for every call to end, and for a dial too many to be seen.
  await app.advanceBy(20 * MINUTE)
  const dialled = app.dials.slice(before).map(({ to, at }) => ({ phone: to, dial_at: shown(at) }))
  const campaign = await readCampaign(app, id)
  expect(planned.sample.map(({ phone, dial_at }) => ({ phone, dial_at }))).toEqual(dialled.slice(0, 10))
  expect({
    contacts: planned.contacts,
    calls: planned.calls,
    skipped: planned.skipped,
    first_dial_at: planned.first_dial_at,
    last_dial_at: planned.last_dial_at,
  }).toEqual({
    contacts: counts,
    calls: dialled.length,
    skipped: campaign.skipped ?? { suppressed: -1 },
    first_dial_at: dialled[0]?.dial_at ?? null,
    last_dial_at: dialled.at(-1)?.dial_at ?? null,
  })
  expect(campaign.status).toBe('completed')
  return { planned, dialled }
}

describe('a dry run', () => {
  test('stores nothing and calls nobody', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const planned = await plan({ playbook_id, contacts: contacts(3) })
    expect(planned).toMatchObject({ calls: 3, contacts: { received: 3, created: 3 } })
    await app.advanceBy(MINUTE)
    expect(app.dials).toHaveLength(0)
    expect(await listContacts(app)).toHaveLength(0)
    expect(await listCampaigns(app)).toHaveLength(0)
    expect(await listCalls(app)).toHaveLength(0)
  })

  test('does not change what is known of a contact, but tells how the contact would be known', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const [phone] = phones(1)
    await app.request('PUT', '/contacts', { body: { phone, first_name: 'Ada', timezone: 'Asia/Tokyo' } })
    const planned = await plan({ playbook_id, contacts: [{ phone, first_name: 'Grace' }] })
    expect(planned.sample).toEqual([
      {
        phone: phone!,
        first_name: 'Grace',
        timezone: 'Asia/Tokyo',
        dial_at: shown(START),
        local_time: '2026-11-23T18:00:00',
      },
    ])
    expect(planned.contacts).toEqual({ received: 1, created: 0, updated: 1, duplicates: 0 })
    expect(await listContacts(app)).toMatchObject([{ first_name: 'Ada' }])
  })

  test('with an Idempotency-Key is neither kept nor answered from a kept reply', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const headers = { 'idempotency-key': 'first-a-dry-run' }
    const body = { playbook_id, contacts: contacts(2) }
    for (const _ of [1, 2]) {
      const dry = await app.request('POST', '/campaign/plan', { body, headers })
      expect(dry.status).toBe(200)
      expect(dry.headers.get('idempotency-replayed')).toBeNull()
    }
    expect((await app.request('POST', '/campaign', { body, headers })).status).toBe(202)
    expect(await listCampaigns(app)).toHaveLength(1)
  })

  test('refuses what the campaign itself would be refused for', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    await setAccount({ calling_hours: hours('09:00', '18:00', WORKDAYS) })
    const wrong: object[] = [
      { playbook_id, contacts: [{ phone: '0415' }] },
      { playbook_id, contacts: [{ phone: '+14155550123', timezone: 'Mars/Base' }] },
      { playbook_id: '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06', contacts: contacts(1) },
      { playbook_id, contacts: contacts(1), launch_at: '2020-01-01T00:00:00' },
      { playbook_id, contacts: contacts(1), calling_hours: hours('09:00', '18:00', ['sun']) },
      { playbook_id, contacts: contacts(1), calling_hours: hours('18:00', '09:00') },
    ]
    for (const body of wrong) {
      const dry = refusal(await app.post('/campaign/plan', body))
      expect(dry).toEqual(refusal(await app.post('/campaign', body)))
    }
    expect(await listCampaigns(app)).toHaveLength(0)
  })

  test('of a campaign whose numbers are all suppressed says that nobody would be called', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    await app.post('/suppressions', { phone: '+1 (415) 000-0000' })
    const { planned } = await expectAsPlanned({ playbook_id, contacts: contacts(1) })
    expect(planned).toMatchObject({ calls: 0, skipped: { suppressed: 1 }, first_dial_at: null, sample: [] })
  })
})

describe('what happens is what the plan said', () => {
  test('for a campaign that starts at once, as fast as the carrier dials', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 20, callsAtOnce: 2000 } } })
    const { planned } = await expectAsPlanned({ playbook_id: await app.addPlaybook(), contacts: contacts(65) })
    expect(planned.calls).toBe(65)
    expect(planned.first_dial_at).toBe(shown(START))
    expect(Date.parse(planned.last_dial_at ?? '')).toBeGreaterThanOrEqual(START + 3 * SECOND)
  })

  test("for an account that is slower than the carrier, down to the tenth contact's instant", async () => {
    app = await openTestApp()
    await setAccount({ lines: { calls_per_second: 2 } })
    const { planned } = await expectAsPlanned({ playbook_id: await app.addPlaybook(), contacts: contacts(25) })
    expect(planned.last_dial_at).toBe(shown(START + 12 * SECOND))
    expect(planned.sample).toHaveLength(10)
    expect(planned.sample.at(-1)).toMatchObject({ dial_at: shown(START + 4 * SECOND + 50) })
  })

  test('for a scheduled launch, written by the clock of a time zone', async () => {
    app = await openTestApp()
    const launch = { launch_at: '2026-11-24T09:30:00.250', timezone: 'America/New_York' }
    const body = { playbook_id: await app.addPlaybook(), contacts: contacts(12), ...launch }
    const { planned } = await expectAsPlanned(body)
    expect(planned.first_dial_at).toBe('2026-11-24T14:30:00.250Z')
  })

  test('for a launch time that is just past, which means now', async () => {
    app = await openTestApp()
    const body = { playbook_id: await app.addPlaybook(), contacts: contacts(3), launch_at: shown(START - 4 * MINUTE) }
    const { planned } = await expectAsPlanned(body)
    expect(planned.first_dial_at).toBe(shown(START))
  })

  test('for contacts all over the world, in the order of time', async () => {
    app = await openTestApp()
    await setAccount({ timezone: 'Europe/Paris', calling_hours: hours('09:00', '18:00', WORKDAYS) })
    const zones = ['America/Los_Angeles', 'Asia/Tokyo', null, 'Europe/London', 'Asia/Kathmandu', 'America/St_Johns']
    const list = phones(6).map((phone, index) => ({ phone, timezone: zones[index] }))
    const { planned } = await expectAsPlanned({ playbook_id: await app.addPlaybook(), contacts: list })
    expect(planned.sample.map(({ timezone, local_time }) => [timezone, local_time])).toEqual([
      ['Europe/Paris', '2026-11-23T10:00:00'],
      ['Europe/London', '2026-11-23T09:00:00'],
      ['Asia/Kathmandu', '2026-11-23T14:45:00'],
      ['America/St_Johns', '2026-11-23T09:00:00'],
      ['America/Los_Angeles', '2026-11-23T09:00:00'],
      ['Asia/Tokyo', '2026-11-24T09:00:00'],
    ])
  })

  test("for campaign hours that narrow the account's", async () => {
    app = await openTestApp()
    await setAccount({ calling_hours: hours('08:00', '16:00') })
    const body = {
      playbook_id: await app.addPlaybook(),
      contacts: contacts(2),
      calling_hours: hours('15:00', '20:00', ['tue']),
    }
    const { planned } = await expectAsPlanned(body)
    expect(planned.first_dial_at).toBe('2026-11-24T15:00:00.000Z')
  })

  test('for hours that close before everybody has had a turn', async () => {
    app = await openTestApp({ start: Date.parse('2026-11-23T17:59:55.000Z') })
    await setAccount({ calling_hours: hours('09:00', '18:00'), lines: { calls_per_second: 1 } })
    const list = phones(12).map((phone, index) => ({ phone, timezone: index % 3 ? 'Europe/London' : 'Europe/Lisbon' }))
    const { planned, dialled } = await expectAsPlanned({ playbook_id: await app.addPlaybook(), contacts: list })
    expect(dialled.filter(({ dial_at }) => dial_at < '2026-11-24')).toHaveLength(5)
    expect(planned.last_dial_at).toBe('2026-11-24T09:00:06.000Z')
  })

  test('for duplicates, suppressed numbers and contacts that are known already', async () => {
    app = await openTestApp()
    const [known, suppressed, fresh] = phones(3)
    await app.request('PUT', '/contacts', { body: { phone: known, first_name: 'Ada' } })
    await app.post('/suppressions', { phone: suppressed })
    const list = [
      { phone: fresh },
      { phone: known },
      { phone: suppressed },
      { phone: '+1 415 000 00 02', first_name: 'Grace' },
      { phone: '+1 (415) 000-0001' },
    ]
    const { planned } = await expectAsPlanned({ playbook_id: await app.addPlaybook(), contacts: list })
    expect(planned).toMatchObject({
      contacts: { received: 5, created: 2, updated: 1, duplicates: 2 },
      calls: 2,
      skipped: { suppressed: 1 },
      sample: [
        { phone: fresh, first_name: 'Grace' },
        { phone: known, first_name: 'Ada' },
      ],
    })
  })
})

/** Instants shortly before the clocks of some zone change, or nothing happens at all, and shortly before a full hour. */
const STARTS = [
  '2026-03-28T16:59:50.000Z',
  '2026-03-29T00:58:30.000Z',
  '2026-10-24T23:59:40.000Z',
  '2026-10-31T21:30:00.123Z',
  '2026-04-04T14:29:55.000Z',
  '2026-07-01T08:59:57.000Z',
]
const ZONES = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
]
const anyZone = fc.constantFrom(...ZONES)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const anyHours = fc
  .record({
    days: fc.subarray(EVERY_DAY, { minLength: 5 }),
    from: fc.constantFrom('00:00', '02:00', '06:30', '09:00'),
    to: fc.constantFrom('09:01', '12:00', '17:00', '18:00', '24:00'),
  })
  .map((window) => ({ windows: [window] }))
const anyContact = fc.record(
  {
    phone: fc.tuple(fc.nat({ max: 30 }), fc.boolean()).map(([index, spaced]) => {
      const phone = phones(31)[index]!
      return spaced ? `${phone.slice(0, 2)} (${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}` : phone
    }),
    timezone: fc.option(anyZone, { nil: null }),
    first_name: fc.constantFrom('Ada', 'Grace'),
  },
  { requiredKeys: ['phone'] },
)
const anyCampaign = fc.record(
  {
    contacts: fc.array(anyContact, { minLength: 1, maxLength: 40 }),
    /** In milliseconds from the start. */
    launchAfter: fc.constantFrom(-MINUTE, 0, 5 * SECOND, 3 * 60 * MINUTE, 26 * 60 * MINUTE),
    calling_hours: anyHours,
  },
  { requiredKeys: ['contacts'] },
)
const anySetting = fc.record({
  start: fc.constantFrom(...STARTS),
  known: fc.array(anyContact, { maxLength: 3 }),
  suppressed: fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
  timezone: anyZone,
  calling_hours: maybe(anyHours),
  calls_per_second: maybe(fc.constantFrom(1, 2, 7, 50)),
  campaign: anyCampaign,
})

test('random campaigns go as their plans say', async () => {
  await fc.assert(
    fc.asyncProperty(anySetting, async ({ start, known, suppressed, campaign, ...account }) => {
      app = await openTestApp({ start: Date.parse(start) })
      try {
        const playbook_id = await app.addPlaybook()
        const { calls_per_second = null, calling_hours = null, timezone } = account
        await setAccount({ timezone, calling_hours, lines: { calls_per_second } })
        for (const body of known) await app.request('PUT', '/contacts', { body })
        for (const index of suppressed) await app.post('/suppressions', { phone: phones(31)[index] })
        const { launchAfter, ...rest } = campaign
        const launch = launchAfter === undefined ? {} : { launch_at: shown(Date.parse(start) + launchAfter) }
        const body = { playbook_id, ...rest, ...launch }
        const dry = await app.post('/campaign/plan', body)
        if (dry.status === 200) await expectAsPlanned(body)
        else expect(refusal(await app.post('/campaign', body))).toEqual(refusal(dry))
      } finally {
        await app.close()
      }
    }),
    seeded(30),
  )
}, 120_000)
