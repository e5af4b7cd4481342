import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { START, type TestApp, openTestApp } from '../support/testApp.ts'
import {
  BUSY,
  BUSY_ONCE,
  type Call,
  type Campaign,
  commitVersion,
  createCall,
  createCampaign,
  dialsAfter,
  HOUR,
  listCalls,
  listCampaigns,
  listContacts,
  MINUTE,
  NOBODY,
  type Page,
  PERSON,
  readAllPages,
  readCampaign,
  refusal,
  SECOND,
  shown,
  success,
  UNKNOWN_ID,
} from '../support/client.ts'

let app: TestApp
let playbook_id: string
beforeEach(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook()
})
afterEach(() => app.close())

const create = (fields: object = {}) => createCampaign(app, { playbook_id, contacts: [{ phone: PERSON }], ...fields })
const attempt = (fields: object = {}) =>
  app.post('/campaign', { playbook_id, contacts: [{ phone: PERSON }], ...fields })
const callsOf = (campaignId: string) => listCalls(app, `campaign_id=${campaignId}&limit=100`)

/** That a refused campaign has left no trace. */
async function expectNothingStored(): Promise<void> {
  await app.settle()
  expect(await listCampaigns(app)).toEqual([])
  expect(await listContacts(app)).toEqual([])
  expect(await listCalls(app)).toEqual([])
  expect(app.dials).toEqual([])
}

describe('section 4.4: POST /campaign', () => {
  test('an immediate campaign is answered with 202, and campaign_id stands in data and beside it', async () => {
    const { status, body } = await attempt({ contacts: [{ phone: PERSON }, { phone: BUSY }] })
    expect(status).toBe(202)
    expect(body as object).toEqual({
      success: true,
      campaign_id: body.campaign_id,
      data: {
        campaign_id: body.campaign_id,
        status: 'running',
        launch_at: null,
        contacts: { received: 2, created: 2, updated: 0, duplicates: 0 },
        calls: 2,
      },
    })
  })

  test('a scheduled campaign is answered with 202, and the launch time in UTC', async () => {
    const { status, body } = await attempt({ launch_at: '2026-11-23T12:00:00', timezone: 'Europe/Berlin' })
    expect(status).toBe(202)
    expect(body as object).toEqual({
      success: true,
      campaign_id: body.campaign_id,
      data: {
        campaign_id: body.campaign_id,
        status: 'scheduled',
        launch_at: '2026-11-23T11:00:00.000Z',
        contacts: { received: 1, created: 1, updated: 0, duplicates: 0 },
        calls: 1,
      },
    })
  })

  test('without launch_at every contact is called at once, and once', async () => {
    await create({ contacts: [{ phone: PERSON }, { phone: BUSY }, { phone: NOBODY }] })
    await app.advanceBy(2 * HOUR)
    expect(app.dials.map(({ to, at }) => ({ to, at })).toSorted((a, b) => (a.to < b.to ? -1 : 1))).toEqual([
      { to: PERSON, at: START },
      { to: BUSY, at: START },
      { to: NOBODY, at: START },
    ])
  })

  test('with launch_at nobody is called before that time, and everybody at it', async () => {
    await create({ contacts: [{ phone: PERSON }, { phone: BUSY }], launch_at: '2026-11-23T11:30:00' })
    await app.advanceBy(150 * MINUTE - 1)
    expect(app.dials).toEqual([])
    await app.advanceBy(1)
    expect(app.dials.map(({ at }) => at - START)).toEqual([150 * MINUTE, 150 * MINUTE])
  })

  test('each contact gets one call of the campaign', async () => {
    const version_id = await commitVersion(app, playbook_id)
    const id = await create({ contacts: [{ phone: PERSON }, { phone: BUSY }], recall: '[30,60]' })
    const contacts = await listContacts(app)
    const calls = await callsOf(id)
    expect(calls).toHaveLength(2)
    for (const call of calls) {
      expect(call).toMatchObject({
        direction: 'outbound',
        campaign_id: id,
        contact_id: contacts.find(({ phone }) => phone === call.phone)?.id ?? 'none',
        playbook_id,
        version_id,
        version_source: 'production',
        params: {},
        recall: [30, 60],
      })
    }
  })

  test('version_id chooses the version, and one that the playbook lacks is no error', async () => {
    const first = await commitVersion(app, playbook_id)
    const second = await commitVersion(app, playbook_id)
    const chosen = await create({ version_id: second })
    expect(await readCampaign(app, chosen)).toMatchObject({ version_id: second, version_source: 'requested' })
    expect((await callsOf(chosen))[0]).toMatchObject({ version_id: second, version_source: 'requested' })
    const wished = await create({ version_id: 'spring' })
    const fallback = { version_id: first, version_source: 'production', requested_version_id: 'spring' } as const
    expect(await readCampaign(app, wished)).toMatchObject(fallback)
    expect((await callsOf(wished))[0]).toMatchObject(fallback)
  })

  test('the same phone twice, however written, is one contact and one call, and is counted as a duplicate', async () => {
    const contacts = [{ phone: PERSON }, { phone: '+1 (500) 555-0100' }, { phone: BUSY }, { phone: '+1.500.555.0100' }]
    const { body } = await attempt({ contacts })
    expect(body.data as object).toMatchObject({
      contacts: { received: 4, created: 2, updated: 0, duplicates: 2 },
      calls: 2,
    })
    await app.settle()
    expect(dialsAfter(app, PERSON, START)).toEqual([0])
    expect(await listContacts(app)).toHaveLength(2)
  })

  test('of the same phone twice the later fields win, and custom fields merge key by key', async () => {
    const contacts = [
      { phone: PERSON, first_name: 'Ada', company: 'Engines', city: 'London', custom_fields: { a: 1, b: 1, c: 1 } },
      { phone: '+1 500 555 0100', first_name: 'Grace', city: null, custom_fields: { b: 2, c: null, d: [1] } },
    ]
    await create({ contacts })
    expect(await listContacts(app)).toMatchObject([
      { phone: PERSON, first_name: 'Grace', company: 'Engines', city: null },
    ])
    expect((await listContacts(app))[0]?.custom_fields).toEqual({ a: 1, b: 2, d: [1] })
  })

  test('contacts are counted as created or updated', async () => {
    await create({ contacts: [{ phone: PERSON }, { phone: BUSY }] })
    const { body } = await attempt({ contacts: [{ phone: BUSY }, { phone: NOBODY }, { phone: PERSON }] })
    expect(body.data as object).toMatchObject({ contacts: { received: 3, created: 1, updated: 2, duplicates: 0 } })
  })

  test('two campaigns may call the same contact', async () => {
    await create()
    await create()
    await app.settle()
    expect(dialsAfter(app, PERSON, START)).toEqual([0, 0])
  })
})

describe('section 7.2: what POST /campaign refuses', () => {
  test('a missing playbook, missing contacts, no contact, and a contact without a phone', async () => {
    const refused: [object, string, string][] = [
      [{ contacts: [{ phone: PERSON }] }, 'invalid_request', '/playbook_id'],
      [{ playbook_id }, 'invalid_request', '/contacts'],
      [{ playbook_id, contacts: [] }, 'invalid_request', '/contacts'],
      [{ playbook_id, contacts: [{ phone: PERSON }, {}] }, 'invalid_phone', '/contacts/1/phone'],
      [{ playbook_id, contacts: [{ phone: PERSON }, { phone: null }] }, 'invalid_phone', '/contacts/1/phone'],
      [{ playbook_id, contacts: [{ phone: PERSON }, { phone: '555' }] }, 'invalid_phone', '/contacts/1/phone'],
      [{ playbook_id, contacts: [PERSON] }, 'invalid_request', '/contacts/0'],
      [{ playbook_id, contacts: { phone: PERSON } }, 'invalid_request', '/contacts'],
      [{ playbook_id: 'sales', contacts: [{ phone: PERSON }] }, 'invalid_request', '/playbook_id'],
    ]
    for (const [body, code, pointer] of refused) {
      expect([body, refusal(await app.post('/campaign', body))]).toEqual([body, { status: 400, code, at: [pointer] }])
    }
    await expectNothingStored()
  })

  test('one invalid contact refuses the whole campaign, and nothing of it is stored', async () => {
    await create({ contacts: [{ phone: PERSON, first_name: 'Ada' }], launch_at: '2026-12-24T09:00:00' })
    const before = [await listContacts(app), await listCampaigns(app), await listCalls(app)]
    await app.advanceBy(MINUTE)
    const bad = [
      { phone: 'x' },
      { phone: NOBODY, city: 7 },
      { phone: NOBODY, timezone: 'No/where' },
      { phone: '+1911911' },
    ]
    for (const contact of bad) {
      const answer = await attempt({ contacts: [{ phone: PERSON, first_name: 'Eve' }, { phone: BUSY }, contact] })
      expect(answer.status).toBe(400)
    }
    expect([await listContacts(app), await listCampaigns(app), await listCalls(app)]).toEqual(before)
    expect(app.dials).toEqual([])
  })

  test('every problem is listed with its place', async () => {
    const contacts = [{ phone: 'x' }, { phone: PERSON }, { phone: '+1', first_name: 7 }, { phone: BUSY, nickname: 'B' }]
    const { code, at } = refusal(await attempt({ contacts, name: '' }))
    expect(code).toBe('invalid_request')
    expect(at.toSorted()).toEqual([
      '/contacts/0/phone',
      '/contacts/2/first_name',
      '/contacts/2/phone',
      '/contacts/3/nickname',
      '/name',
    ])
  })

  test('problems of one kind give their code to the whole', async () => {
    const contacts = [{ phone: 'x' }, { phone: PERSON }, { phone: 'y' }]
    expect(refusal(await attempt({ contacts }))).toEqual({
      status: 400,
      code: 'invalid_phone',
      at: ['/contacts/0/phone', '/contacts/2/phone'],
    })
    const zones = [{ phone: PERSON, timezone: 'Nowhere' }, { phone: BUSY }, { phone: NOBODY, timezone: 'Mars/Base' }]
    expect(refusal(await attempt({ contacts: zones }))).toEqual({
      status: 400,
      code: 'invalid_timezone',
      at: ['/contacts/0/timezone', '/contacts/2/timezone'],
    })
  })

  test('of many problems the first 100 are listed', async () => {
    for (const contact of [{ phone: 'x' }, { phone: PERSON, timezone: 'Nowhere' }]) {
      const contacts = Array.from({ length: 150 }, () => contact)
      const { status, at } = refusal(await attempt({ contacts }))
      expect(status).toBe(400)
      expect(at).toHaveLength(100)
      expect(at[0]).toStartWith('/contacts/0/')
      expect(at[99]).toStartWith('/contacts/99/')
    }
    await expectNothingStored()
  })

  test('more than 100,000 contacts', async () => {
    const contacts = Array.from({ length: 100_001 }, () => ({ phone: PERSON }))
    expect(refusal(await attempt({ contacts }))).toEqual({ status: 400, code: 'invalid_request', at: ['/contacts'] })
    await expectNothingStored()
  })

  test('a contact with an emergency number', async () => {
    const contacts = [{ phone: PERSON }, { phone: '+1 415 911' }]
    expect(refusal(await attempt({ contacts }))).toEqual({
      status: 400,
      code: 'number_forbidden',
      at: ['/contacts/1/phone'],
    })
    await expectNothingStored()
  })

  test('a missing token', async () => {
    const body = { playbook_id, contacts: [{ phone: PERSON }] }
    const answer = await app.request('POST', '/campaign', { body, as: null })
    expect(refusal(answer)).toMatchObject({ status: 401, code: 'unauthorized' })
    await expectNothingStored()
  })

  test('a playbook that does not exist or is of another account, and the answers do not differ', async () => {
    const foreign = await app.addPlaybook({}, await app.addAccount())
    const missing = await attempt({ playbook_id: UNKNOWN_ID })
    const others = await attempt({ playbook_id: foreign })
    expect(refusal(missing)).toEqual({ status: 403, code: 'playbook_forbidden', at: [] })
    expect(refusal(others)).toEqual(refusal(missing))
    expect(others.body.error.message).toBe(missing.body.error.message)
    await expectNothingStored()
  })

  test('fields of another type, and fields that it does not have', async () => {
    const wrong: [object, string, string][] = [
      [{ name: '' }, '/name', 'invalid_request'],
      [{ name: 7 }, '/name', 'invalid_request'],
      [{ name: 'x'.repeat(201) }, '/name', 'invalid_request'],
      [{ version_id: 7 }, '/version_id', 'invalid_request'],
      [{ launch_at: 5 }, '/launch_at', 'invalid_launch_at'],
      [{ recall: '30' }, '/recall', 'invalid_recall'],
      [{ recall: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, '/recall', 'invalid_recall'],
      [{ recall: '[1,2,3,4,5,6,7,8,9,10,11]' }, '/recall', 'invalid_recall'],
      [{ recall: [0] }, '/recall/0', 'invalid_recall'],
      [{ recall: 30 }, '/recall', 'invalid_recall'],
      [{ params: {} }, '/params', 'invalid_request'],
      [{ contacts: [{ phone: PERSON, firstname: 'Ada' }] }, '/contacts/0/firstname', 'invalid_request'],
    ]
    for (const [fields, pointer, code] of wrong) {
      expect([fields, refusal(await attempt(fields))]).toEqual([fields, { status: 400, code, at: [pointer] }])
    }
    await expectNothingStored()
  })
})

describe('section 2.6: the recall of a campaign', () => {
  test('"[5,60]" dials a number where nobody answers at 0, 5 and 60 minutes, and the call ends as no_answer', async () => {
    const id = await create({ contacts: [{ phone: NOBODY }], recall: '[5,60]' })
    await app.advanceBy(3 * HOUR)
    expect(dialsAfter(app, NOBODY, START)).toEqual([0, 5 * MINUTE, 60 * MINUTE])
    expect(await callsOf(id)).toMatchObject([{ status: 'no_answer', attempt_count: 3, ended_reason: 'no_answer' }])
  })

  test('"[5,60]" stops after the second dial, when that is answered', async () => {
    const id = await create({ contacts: [{ phone: BUSY_ONCE }], recall: '[5,60]' })
    await app.advanceBy(3 * HOUR)
    expect(dialsAfter(app, BUSY_ONCE, START)).toEqual([0, 5 * MINUTE])
    expect(await callsOf(id)).toMatchObject([{ status: 'completed', attempt_count: 2, answered_by: 'human' }])
  })

  test('the delays of a scheduled campaign count from its launch time', async () => {
    const id = await create({ contacts: [{ phone: NOBODY }], recall: [5, 60], launch_at: '2026-11-23T10:00:00' })
    await app.advanceBy(3 * HOUR)
    expect(dialsAfter(app, NOBODY, START + HOUR)).toEqual([0, 5 * MINUTE, 60 * MINUTE])
    expect(await callsOf(id)).toMatchObject([{ status: 'no_answer', attempt_count: 3 }])
  })

  test('the string and the array mean the same, and every call stores the array', async () => {
    const contacts = [{ phone: PERSON }, { phone: BUSY }]
    const launch_at = '2026-12-24T09:00:00'
    for (const recall of ['[5,60]', [5, 60]]) {
      for (const more of [{}, { launch_at }]) {
        const id = await create({ contacts, recall, ...more })
        expect((await readCampaign(app, id)).recall).toEqual([5, 60])
        expect((await callsOf(id)).map((call) => call.recall)).toEqual([
          [5, 60],
          [5, 60],
        ])
      }
    }
    const without = await create()
    expect((await readCampaign(app, without)).recall).toEqual([])
    expect((await callsOf(without)).map((call) => call.recall)).toEqual([[]])
  })

  test('a retry that falls due while the line is still ringing follows at once, and the next keeps its time', async () => {
    app = await app.close().then(() => openTestApp({ simulator: { speed: 0.25 } }))
    playbook_id = await app.addPlaybook()
    await create({ contacts: [{ phone: NOBODY }], recall: [1, 30] })
    await app.advanceBy(2 * HOUR)
    const [first, second, third] = dialsAfter(app, NOBODY, START)
    expect(first).toBe(0)
    expect(second).toBeGreaterThan(MINUTE)
    expect(second).toBeLessThan(3 * MINUTE)
    expect((third ?? 0) - (second ?? 0)).toBe(29 * MINUTE)
  })

  test('an attempt that was late moves the next one, which keeps its distance', async () => {
    const id = await create({ contacts: [{ phone: NOBODY }], recall: [10, 20, 60] })
    await app.advanceBy(MINUTE)
    await app.post(`/campaigns/${id}/pause`)
    await app.advanceBy(17 * MINUTE)
    await app.post(`/campaigns/${id}/resume`)
    await app.advanceBy(2 * HOUR)
    // The first retry was due after 10 minutes and came after 18; 10 more, then 40 more.
    expect(dialsAfter(app, NOBODY, START)).toEqual([0, 18 * MINUTE, 28 * MINUTE, 68 * MINUTE])
  })
})

describe('reading campaigns', () => {
  test('a campaign shows every field', async () => {
    const version_id = await commitVersion(app, playbook_id)
    const id = await create({
      name: 'Autumn check-ups',
      launch_at: '2026-11-23T12:00:00',
      timezone: 'Europe/Berlin',
      recall: '[30,60]',
      version_id: 'spring',
      contacts: [{ phone: PERSON }, { phone: BUSY }, { phone: PERSON }],
    })
    expect(await readCampaign(app, id)).toEqual({
      id,
      name: 'Autumn check-ups',
      playbook_id,
      version_id,
      version_source: 'production',
      requested_version_id: 'spring',
      status: 'scheduled',
      timezone: 'Europe/Berlin',
      launch_at: '2026-11-23T11:00:00.000Z',
      calling_hours: null,
      recall: [30, 60],
      contacts: { received: 3, created: 2, updated: 0, duplicates: 1 },
      calls: 2,
      created_at: shown(START),
      ended_at: null,
      stored: 2,
      progress: { ...NONE, scheduled: 2 },
      skipped: { suppressed: 0 },
    })
  })

  test('what a campaign was not given shows as null, and the time zone as the one of the account', async () => {
    expect(await readCampaign(app, await create())).toMatchObject({
      name: null,
      version_id: null,
      version_source: 'current_configuration',
      requested_version_id: null,
      timezone: 'UTC',
      launch_at: null,
      recall: [],
    })
  })

  test('it is scheduled until its launch, then running, and completed when its last call has ended', async () => {
    const contacts = [{ phone: PERSON }, { phone: NOBODY }]
    const id = await create({ contacts, recall: [30], launch_at: '2026-11-23T10:00:00' })
    const status = async () => (await readCampaign(app, id)).status
    await app.advanceBy(HOUR - 1)
    expect(await status()).toBe('scheduled')
    await app.advanceBy(1)
    expect(await status()).toBe('running')
    await app.advanceBy(30 * MINUTE)
    expect(await status()).toBe('running')
    await app.advanceBy(HOUR)
    const { ended_at, ...campaign } = await readCampaign(app, id)
    const ends = (await callsOf(id)).map((call) => call.ended_at ?? '')
    expect(campaign.status).toBe('completed')
    expect(ended_at).toBe(ends.toSorted().at(-1) ?? '')
  })

  test('progress counts the calls by their status at the moment, and adds up to the calls', async () => {
    const phones = [PERSON, BUSY, NOBODY, '+15005550103', '+15005550104', '+15005550105', '+15005550111']
    const id = await create({ contacts: phones.map((phone) => ({ phone })), recall: [30] })
    const counted = async (): Promise<void> => {
      const { progress, calls } = await readCampaign(app, id)
      const tally: Record<string, number> = { ...NONE }
      for (const call of await callsOf(id)) tally[call.status] = (tally[call.status] ?? 0) + 1
      expect({ ...progress! }).toEqual(tally as typeof NONE)
      expect(Object.values(progress!).reduce((sum, count) => sum + count)).toBe(calls)
    }
    for (const ms of [0, 2 * SECOND, 3 * SECOND, 20 * SECOND, MINUTE, 10 * MINUTE]) {
      await app.advanceBy(ms)
      await app.settle()
      await counted()
    }
    expect((await readCampaign(app, id)).progress).toEqual({ ...NONE, completed: 3, failed: 1, scheduled: 3 })
    await app.advanceBy(HOUR)
    expect((await readCampaign(app, id)).progress).toEqual({ ...NONE, completed: 3, failed: 2, busy: 1, no_answer: 1 })
  })

  test('single calls and other campaigns are not counted', async () => {
    const launch_at = '2026-12-24T09:00:00'
    const id = await create({ launch_at })
    await create({ launch_at })
    await createCall(app, { phone: PERSON, playbook_id, launch_at })
    expect((await readCampaign(app, id)).progress).toEqual({ ...NONE, scheduled: 1 })
  })

  test('the list answers the campaigns of the account without their progress and what was skipped, the newest first', async () => {
    expect(success(await app.get<Page<Campaign>>('/campaigns'))).toEqual({
      items: [],
      has_more: false,
      next_cursor: null,
    })
    const ids = [await create({ name: 'first' }), await create({ name: 'second' })].toReversed()
    await app.advanceBy(10 * MINUTE)
    ids.unshift(await create({ name: 'third', launch_at: '2026-12-24T09:00:00' }))
    const items = await listCampaigns(app)
    expect(items.map(({ id, name, status }) => [id, name, status] as const)).toEqual([
      [ids[0]!, 'third', 'scheduled'],
      [ids[1]!, 'second', 'completed'],
      [ids[2]!, 'first', 'completed'],
    ])
    for (const item of items) {
      const { stored, progress, skipped, ...rest } = await readCampaign(app, item.id)
      expect([stored, progress, skipped]).not.toContain(undefined)
      expect(item).toEqual(rest)
    }
    expect(await listCampaigns(app, '', await app.addAccount())).toEqual([])
  })

  test('the list has pages of 1 to 100 campaigns, which stay stable while campaigns are added', async () => {
    for (let i = 0; i < 5; i++) await create({ launch_at: '2026-12-24T09:00:00' })
    const all = await listCampaigns(app)
    for (const limit of [1, 2, 5]) {
      expect(await readAllPages<Campaign>(app, `/campaigns?limit=${limit}`)).toEqual(all)
    }
    const first = success(await app.get<Page<Campaign>>('/campaigns?limit=2'))
    expect(first).toMatchObject({ has_more: true })
    await create({ launch_at: '2026-12-24T09:00:00' })
    const rest = await listCampaigns(app, `cursor=${first.next_cursor}`)
    expect([...first.items, ...rest]).toEqual(all)
    for (const [query, at] of [
      ['limit=0', '/limit'],
      ['limit=101', '/limit'],
      ['status=done', '/status/0'],
      ['name=first', '/name'],
      ['cursor=x', '/cursor'],
    ]) {
      expect(refusal(await app.get(`/campaigns?${query}`))).toMatchObject({ status: 400, at: [at] })
    }
    const calls = success(await app.get<Page<Call>>('/calls?limit=1'))
    expect(refusal(await app.get(`/campaigns?cursor=${calls.next_cursor}`)).code).toBe('invalid_cursor')
  })

  test('one that is unknown, malformed or of another account is 404', async () => {
    const id = await create()
    const stranger = await app.addAccount()
    for (const wrong of [id, UNKNOWN_ID, 'x']) {
      expect(refusal(await app.get(`/campaigns/${wrong}`, stranger))).toEqual({
        status: 404,
        code: 'not_found',
        at: [],
      })
    }
  })
})

const NONE = {
  scheduled: 0,
  initiated: 0,
  ringing: 0,
  in_progress: 0,
  completed: 0,
  busy: 0,
  no_answer: 0,
  failed: 0,
  canceled: 0,
}
