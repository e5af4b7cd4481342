import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { START, type TestAnswer, type TestApp, openTestApp } from '../support/testApp.ts'
import {
  BUSY,
  type Call,
  commitVersion,
  createCall,
  createCampaign,
  listCalls,
  MINUTE,
  NOBODY,
  type Page,
  PERSON,
  readAllPages,
  readCall,
  readCampaign,
  refusal,
  shown,
  success,
  UNKNOWN_ID,
} from '../support/client.ts'

const LATER = '2026-12-24T09:00:00'

describe('section 4.2: the filters of GET /calls', () => {
  let app: TestApp
  let plain: string
  let versioned: string
  let version_id: string
  let campaign_id: string
  /** The ids of the calls by the names that the tests give them, the oldest first. */
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    app = await openTestApp()
    plain = await app.addPlaybook()
    versioned = await app.addPlaybook({ end_message: 'Goodbye.' })
    version_id = await commitVersion(app, versioned)
    ids.busy = await createCall(app, { phone: BUSY, playbook_id: plain })
    await app.advanceBy(MINUTE)
    ids.talked = await createCall(app, { phone: PERSON, playbook_id: versioned, version_id })
    await app.advanceBy(MINUTE)
    ids.waiting = await createCall(app, { phone: PERSON, playbook_id: versioned, launch_at: LATER })
    await app.advanceBy(MINUTE)
    const contacts = [{ phone: NOBODY }, { phone: '+1 (415) 555-0001' }]
    campaign_id = await createCampaign(app, { playbook_id: plain, launch_at: LATER, contacts })
    const [second, first] = await listCalls(app, `campaign_id=${campaign_id}`)
    Object.assign(ids, { first: first?.id, second: second?.id })
    await app.advanceBy(MINUTE)
    const stranger = await app.addAccount()
    await createCall(app, { phone: PERSON, playbook_id: await app.addPlaybook({}, stranger) }, stranger)
  })
  afterAll(() => app.close())

  const nameOf = ({ id }: Call): string => Object.keys(ids).find((name) => ids[name] === id) ?? id
  const find = async (query: string): Promise<string[]> => (await listCalls(app, query)).map(nameOf)
  const refuse = async (query: string) => refusal(await app.get(`/calls?${query}`))

  test('without a filter it answers all calls of the account and no others, the newest first', async () => {
    expect(await find('')).toEqual(['second', 'first', 'waiting', 'talked', 'busy'])
  })

  test('an item is the record of the call without attempts and transcript', async () => {
    for (const item of await listCalls(app)) {
      const { attempts, transcript, ...record } = await readCall(app, item.id)
      expect(attempts).toBeArray()
      expect(transcript).toBeArray()
      expect(item).toEqual(record)
    }
  })

  test('status keeps those with the status, and may be repeated for any of several', async () => {
    expect(await find('status=busy')).toEqual(['busy'])
    expect(await find('status=scheduled')).toEqual(['second', 'first', 'waiting'])
    expect(await find('status=busy&status=completed')).toEqual(['talked', 'busy'])
    expect(await find('status=busy&status=busy')).toEqual(['busy'])
    expect(await find('status=failed')).toEqual([])
    const all = ['scheduled', 'initiated', 'ringing', 'in_progress', 'completed', 'busy', 'no_answer', 'failed']
    expect(await find([...all, 'canceled'].map((status) => `status=${status}`).join('&'))).toHaveLength(5)
  })

  test('direction keeps outbound or inbound calls', async () => {
    expect(await find('direction=outbound')).toHaveLength(5)
    expect(await find('direction=inbound')).toEqual([])
  })

  test('playbook, version and campaign keep those that run with them', async () => {
    expect(await find(`playbook_id=${versioned}`)).toEqual(['waiting', 'talked'])
    expect(await find(`version_id=${version_id}`)).toEqual(['waiting', 'talked'])
    expect(await find(`campaign_id=${campaign_id}`)).toEqual(['second', 'first'])
  })

  test('contact keeps those made for the contact', async () => {
    const { contact_id } = await readCall(app, ids['first'] ?? '')
    expect(await find(`contact_id=${contact_id}`)).toEqual(['first'])
  })

  test('phone keeps those to the number, however it is written', async () => {
    expect(await find(`phone=${encodeURIComponent(PERSON)}`)).toEqual(['waiting', 'talked'])
    expect(await find(`phone=${encodeURIComponent('+1 415-555.00(0)1')}`)).toEqual(['second'])
    expect(await find(`phone=${encodeURIComponent('+14155550002')}`)).toEqual([])
  })

  test('created_after includes its instant, and created_before does not', async () => {
    const at = shown(START + MINUTE)
    expect(await find(`created_after=${at}`)).toEqual(['second', 'first', 'waiting', 'talked'])
    expect(await find(`created_before=${at}`)).toEqual(['busy'])
    expect(await find(`created_after=${shown(START + MINUTE + 1)}`)).toEqual(['second', 'first', 'waiting'])
    expect(await find(`created_before=${shown(START + MINUTE + 1)}`)).toEqual(['talked', 'busy'])
    expect(await find(`created_after=${at}&created_before=${shown(START + 2 * MINUTE)}`)).toEqual(['talked'])
    expect(await find(`created_after=${at}&created_before=${at}`)).toEqual([])
  })

  test('an instant may have an offset, and digits beyond milliseconds are dropped', async () => {
    expect(await find(`created_before=${encodeURIComponent('2026-11-23T10:01:00+01:00')}`)).toEqual(['busy'])
    expect(await find('created_after=2026-11-23T09:03:00.000999999Z')).toEqual(['second', 'first'])
  })

  test('any year may be asked for', async () => {
    expect(await find('created_after=0000-01-01T00:00:00Z')).toHaveLength(5)
    expect(await find('created_before=0000-01-01T00:00:00Z')).toEqual([])
    expect(await find('created_before=9999-12-31T23:59:59-23:59')).toHaveLength(5)
  })

  test('filters combine: a call is listed when it fits all of them', async () => {
    expect(await find(`status=scheduled&playbook_id=${versioned}`)).toEqual(['waiting'])
    expect(await find(`status=scheduled&phone=${encodeURIComponent(NOBODY)}&campaign_id=${campaign_id}`)).toEqual([
      'first',
    ])
    expect(await find(`status=busy&playbook_id=${versioned}`)).toEqual([])
  })

  test('what is unknown or of another account yields an empty list', async () => {
    for (const name of ['playbook_id', 'version_id', 'campaign_id', 'contact_id']) {
      expect(await find(`${name}=${UNKNOWN_ID}`)).toEqual([])
    }
    expect(success(await app.get<Page<Call>>(`/calls?playbook_id=${UNKNOWN_ID}`))).toEqual({
      items: [],
      has_more: false,
      next_cursor: null,
    })
    const stranger = await app.addAccount()
    expect(await listCalls(app, `playbook_id=${plain}`, stranger)).toEqual([])
    expect(await listCalls(app, `campaign_id=${campaign_id}`, stranger)).toEqual([])
  })

  test('a malformed filter is refused at its place', async () => {
    for (const name of ['playbook_id', 'version_id', 'campaign_id', 'contact_id']) {
      expect(await refuse(`${name}=7`)).toEqual({ status: 400, code: 'invalid_request', at: [`/${name}`] })
    }
    for (const phone of ['15005550100', '+15005550100', '%2B1', '']) {
      expect(await refuse(`phone=${phone}`)).toEqual({ status: 400, code: 'invalid_phone', at: ['/phone'] })
    }
    for (const at of ['', 'now', '2026-11-23', '2026-11-23T09:00:00', '2026-02-30T00:00:00Z', '2026-11-23T24:00:00Z']) {
      expect(await refuse(`created_after=${at}`)).toMatchObject({ status: 400, at: ['/created_after'] })
      expect(await refuse(`created_before=${at}`)).toMatchObject({ status: 400, at: ['/created_before'] })
    }
    expect(await refuse('direction=up')).toMatchObject({ status: 400, at: ['/direction'] })
    for (const status of ['status=ended', 'status=busy&status=ended', 'status=']) {
      expect(await refuse(status)).toMatchObject({ status: 400, code: 'invalid_request' })
    }
  })

  test('a parameter that is unknown, or repeated though it takes one value, is refused', async () => {
    expect(await refuse('colour=red')).toEqual({ status: 400, code: 'invalid_request', at: ['/colour'] })
    expect(await refuse('Status=busy')).toEqual({ status: 400, code: 'invalid_request', at: ['/Status'] })
    for (const name of ['direction=outbound', `playbook_id=${UNKNOWN_ID}`, 'limit=5', `created_after=${LATER}Z`]) {
      expect(await refuse(`${name}&${name}`)).toMatchObject({ status: 400, at: [`/${name.split('=')[0]}`] })
    }
  })
})

describe('section 4.2: the pages of GET /calls', () => {
  let app: TestApp
  afterEach(() => app.close())

  /** An app with a campaign of so many calls. */
  async function openWithCalls(count: number): Promise<{ playbook_id: string; campaign_id: string }> {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const contacts = Array.from({ length: count }, (_, i) => ({ phone: `+1415555${String(i).padStart(4, '0')}` }))
    return { playbook_id, campaign_id: await createCampaign(app, { playbook_id, contacts, launch_at: LATER }) }
  }
  const readPage = async (query: string): Promise<Page<Call>> => success(await app.get<Page<Call>>(`/calls?${query}`))
  const refuse = async (query: string) => refusal(await app.get(`/calls?${query}`))

  test('a page has 20 calls unless the request says otherwise, and at most 100', async () => {
    await openWithCalls(101)
    expect((await readPage('')).items).toHaveLength(20)
    expect((await readPage('limit=1')).items).toHaveLength(1)
    expect((await readPage('limit=100')).items).toHaveLength(100)
  })

  test('any other limit is refused', async () => {
    await openWithCalls(1)
    for (const limit of ['0', '101', '-1', '1.5', '1e1', '010', ' 5', '', 'all', '99999999999999999999']) {
      const refused = await refuse(`limit=${encodeURIComponent(limit)}`)
      expect([limit, refused]).toEqual([limit, { status: 400, code: 'invalid_request', at: ['/limit'] }])
    }
  })

  test('pages of any size hold every call once, the newest first, and say when they end', async () => {
    await openWithCalls(6)
    const all = await listCalls(app)
    const created = all.map(({ created_at, id }) => `${created_at} ${id}`)
    expect(created).toEqual(created.toSorted().toReversed())
    for (let limit = 1; limit <= 7; limit++) {
      const first = await readPage(`limit=${limit}`)
      expect(first.items).toHaveLength(Math.min(limit, 6))
      expect(first.has_more).toBe(limit < 6)
      expect(first.next_cursor === null).toBe(limit >= 6)
      expect(await readAllPages<Call>(app, `/calls?limit=${limit}`)).toEqual(all)
    }
  })

  test('calls that are made one after the other are listed in that order, even at the same instant', async () => {
    const { playbook_id } = await openWithCalls(1)
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.unshift(await createCall(app, { phone: PERSON, playbook_id, launch_at: LATER }))
    expect((await listCalls(app)).slice(0, 5).map(({ id }) => id)).toEqual(made)
  })

  test('while calls are being added, the pages after the first leave nothing out and repeat nothing', async () => {
    const { playbook_id } = await openWithCalls(7)
    const before = await listCalls(app)
    const seen: Call[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page<Call> = await readPage(`limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items)
      cursor = page.next_cursor
      await createCall(app, { phone: PERSON, playbook_id, launch_at: LATER })
      await app.advanceBy(MINUTE)
    }
    expect(seen).toEqual(before)
  })

  test('a filter holds on every page when it is sent with the cursor', async () => {
    const { playbook_id, campaign_id } = await openWithCalls(5)
    await createCall(app, { phone: PERSON, playbook_id, launch_at: LATER })
    const paged = await readAllPages<Call>(app, `/calls?limit=2&campaign_id=${campaign_id}`)
    expect(paged).toHaveLength(5)
    expect(new Set(paged.map((call) => call.campaign_id))).toEqual(new Set([campaign_id]))
  })

  test('a cursor may be used again', async () => {
    await openWithCalls(3)
    const { next_cursor } = await readPage('limit=1')
    expect(await readPage(`limit=1&cursor=${next_cursor}`)).toEqual(await readPage(`limit=1&cursor=${next_cursor}`))
  })

  test('anything but a cursor that this list has answered to this account is refused', async () => {
    const { playbook_id } = await openWithCalls(3)
    await createCampaign(app, { playbook_id, contacts: [{ phone: PERSON }], launch_at: LATER })
    const cursorOf = (answer: TestAnswer<Page<unknown>>): string => success(answer).next_cursor ?? ''
    const mine = cursorOf(await app.get('/calls?limit=1'))
    const stranger = await app.addAccount()
    const theirs = await app.addPlaybook({}, stranger)
    for (let i = 0; i < 2; i++) {
      await createCall(app, { phone: PERSON, playbook_id: theirs, launch_at: LATER }, stranger)
    }
    const wrong = [
      cursorOf(await app.get('/campaigns?limit=1')),
      cursorOf(await app.get('/contacts?limit=1')),
      cursorOf(await app.get('/calls?limit=1', stranger)),
      `${mine.slice(0, -1)}${mine.endsWith('A') ? 'B' : 'A'}`,
      `${mine.startsWith('A') ? 'B' : 'A'}${mine.slice(1)}`,
      mine.slice(0, -1),
      `${mine}A`,
      `${mine}%3D`,
      UNKNOWN_ID,
      'null',
      '',
      'A'.repeat(200),
      'A'.repeat(201),
    ]
    for (const cursor of wrong) {
      const refused = await refuse(`cursor=${cursor}`)
      expect([cursor, refused]).toEqual([cursor, { status: 400, code: 'invalid_cursor', at: ['/cursor'] }])
    }
    expect((await readPage(`cursor=${mine}`)).items).toHaveLength(3)
  })
})

describe('section 3: the status that a list shows', () => {
  test('a call whose instant has come is initiated, not scheduled, while it waits for a line', async () => {
    const app = await openTestApp({ simulator: { lines: { callsPerSecond: 1, callsAtOnce: 1 } } })
    const playbook_id = await app.addPlaybook()
    const contacts = [{ phone: PERSON }, { phone: NOBODY }]
    const campaign_id = await createCampaign(app, { playbook_id, contacts, launch_at: '2026-11-23T09:01:00' })
    const count = async (status: string) => (await listCalls(app, `status=${status}`)).length
    expect([await count('scheduled'), await count('initiated')]).toEqual([2, 0])
    await app.advanceBy(MINUTE)
    expect(app.dials).toHaveLength(1)
    expect([await count('scheduled'), await count('initiated')]).toEqual([0, 2])
    for (const call of await listCalls(app)) {
      expect(call).toMatchObject({ status: 'initiated', next_attempt_at: null })
      expect((await readCall(app, call.id)).status).toBe('initiated')
    }
    expect((await readCampaign(app, campaign_id)).progress).toMatchObject({ scheduled: 0, initiated: 2 })
    await app.close()
  })
})
