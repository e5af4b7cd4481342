import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { components } from '../../generated/types.ts'
import { DAY_MS } from '../../src/core/time.ts'
import { saveTurns } from '../../src/store/engineCalls.ts'
import { dumpTables } from '../support/dumpTables.ts'
import { openTestApp, START, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'
import {
  BUSY,
  type Call,
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  listCampaigns,
  listContacts,
  MINUTE,
  PERSON,
  readCall,
  readCampaign,
  refusal,
  SECOND,
  success,
  UNKNOWN_ID,
  waitForStatus,
} from '../support/client.ts'
import { waitFor } from '../support/waitFor.ts'

type Schemas = components['schemas']
type Suppression = Schemas['Suppression']

const FRONT_DESK = '+14155550199'
const LATER = '2026-11-24T09:00:00'
/** Found in the database, it tells who was called. */
const TRACES = [PERSON, PERSON.slice(1), 'Lovelace', 'Zuse', 'premium', 'Order-77', 'remember me', 'Marvellous']

let app: TestApp
let playbook_id: string
beforeEach(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook({ first_message: 'Marvellous, {{ last_name }}, {{ params.order }}.' })
})
afterEach(() => app.close())

/** Of the contact with a number. */
async function idOf(phone: string, as?: TestAccount): Promise<string> {
  const [contact] = await listContacts(app, `phone=${encodeURIComponent(phone)}`, as)
  return contact!.id
}

const erase = (id: string, as: TestAccount = app.account): Promise<TestAnswer<Schemas['ContactErased']>> =>
  app.request('DELETE', `/contacts/${id}`, { as })
const suppress = (phone: string): Promise<TestAnswer<Suppression>> =>
  app.post('/suppressions', { phone, note: 'remember me' })
const listSuppressions = async (query = ''): Promise<Suppression[]> =>
  success(await app.get<Schemas['SuppressionPage']>(`/suppressions?${query}`)).items

/** Where in the database something is found that tells who was called. */
async function findTraces(): Promise<string[]> {
  const found: string[] = []
  for (const [table, rows] of Object.entries(await dumpTables(app.store))) {
    // What a playbook says is no trace; it is kept as it is.
    if (table === 'configurations') continue
    for (const row of rows)
      for (const trace of TRACES) if (row.includes(trace)) found.push(`${table}: ${trace}: ${row}`)
  }
  return found
}

/** A campaign that has talked to the contact, and a call of its own that has, with all that can be known of a person. */
async function talk(): Promise<{ campaignId: string; callId: string }> {
  const contacts = [
    { phone: PERSON, last_name: 'Lovelace', custom_fields: { plan: 'premium' } },
    { phone: BUSY, last_name: 'Hopper' },
  ]
  const campaignId = await createCampaign(app, { playbook_id, contacts })
  const params = { order: 'Order-77' }
  const callId = await createCall(app, { playbook_id, phone: PERSON, lastname: 'Zuse', params })
  await app.advanceBy(HOUR)
  expect(await readCall(app, callId)).toMatchObject({ status: 'completed', params })
  return { campaignId, callId }
}

/** What remains of a call for the count. */
const counted = (call: Call): object => ({
  ...call,
  phone: 'gone',
  contact_id: 'gone',
  params: 'gone',
  summary: 'gone',
  transcript: 'gone',
})

describe('erasing a contact', () => {
  test('answers what was erased: the contact’s identifier and how many calls were cleared', async () => {
    await talk()
    const id = await idOf(PERSON)
    const answer = await erase(id)
    expect(answer.status).toBe(200)
    expect(success(answer)).toEqual({ contact_id: id, erased: true, calls: 2 })
  })

  test('removes the contact: it is neither read nor listed any more, and a second time is 404', async () => {
    await talk()
    const id = await idOf(PERSON)
    success(await erase(id))
    const gone = { status: 404, code: 'not_found', at: [] }
    expect(refusal(await app.get(`/contacts/${id}`))).toEqual(gone)
    expect(refusal(await erase(id))).toEqual(gone)
    expect((await listContacts(app)).map(({ phone }) => phone)).toEqual([BUSY])
    expect(await listCalls(app, `contact_id=${id}`)).toEqual([])
    expect(await listCalls(app, `phone=${encodeURIComponent(PERSON)}`)).toEqual([])
    expect(await listCampaigns(app, `contact_id=${id}`)).toEqual([])
  })

  test('takes from its calls what is personal and leaves what serves the count', async () => {
    const { campaignId, callId } = await talk()
    const before = await Promise.all((await listCalls(app)).map(({ id }) => readCall(app, id)))
    const campaign = await readCampaign(app, campaignId)
    success(await erase(await idOf(PERSON)))
    for (const old of before) {
      const call = await readCall(app, old.id)
      expect(counted(call)).toEqual(counted(old))
      if (old.phone === BUSY) expect(call).toEqual(old)
      else expect(call).toMatchObject({ phone: null, contact_id: null, params: {}, summary: null, transcript: [] })
    }
    expect(before.find(({ id }) => id === callId)?.transcript).not.toEqual([])
    expect(await readCampaign(app, campaignId)).toEqual(campaign)
  })

  test('leaves nothing in any table of the database that tells who it was', async () => {
    await talk()
    success(await app.post('/numbers', { phone: FRONT_DESK, playbook_id }))
    success(await app.post('/simulator/inbound', { from: PERSON, to: FRONT_DESK }))
    await app.advanceBy(HOUR)
    const headers = { 'idempotency-key': 'once' }
    const body = { phone: PERSON, note: 'remember me' }
    success(await app.request('POST', '/suppressions', { body, headers }))
    await createCall(app, { playbook_id, phone: PERSON })
    await app.advanceBy(HOUR)
    const tables = new Set((await findTraces()).map((trace) => trace.split(':')[0]))
    expect([...tables]).toEqual(['attempts', 'calls', 'contacts', 'idempotency_keys', 'suppressions', 'turns'])
    success(await erase(await idOf(PERSON)))
    expect(await findTraces()).toEqual([])
    await app.advanceBy(DAY_MS)
    expect(await findTraces()).toEqual([])
  })

  test('leaves other contacts alone, and the other account’s contact with the same number', async () => {
    await talk()
    const other = await app.addAccount()
    const theirs = await app.addPlaybook({}, other)
    const call = await createCall(app, { playbook_id: theirs, phone: PERSON, lastname: 'Byron' }, other)
    await app.advanceBy(HOUR)
    const read = async () => [await readCall(app, call, other), await listContacts(app, '', other)]
    const before = [await read(), await listContacts(app, `phone=${encodeURIComponent(BUSY)}`)]
    success(await erase(await idOf(PERSON)))
    expect([await read(), await listContacts(app, `phone=${encodeURIComponent(BUSY)}`)]).toEqual(before)
  })

  test('one that was never called is erased likewise', async () => {
    const { id } = success(await app.request<Schemas['Contact']>('PUT', '/contacts', { body: { phone: PERSON } }))
    expect(success(await erase(id))).toEqual({ contact_id: id, erased: true, calls: 0 })
    expect(await listContacts(app)).toEqual([])
  })

  test('one that is unknown, malformed or of another account is 404, and nothing is erased', async () => {
    await talk()
    const id = await idOf(PERSON)
    const stranger = await app.addAccount()
    // That its token is used shows in the database, a moment after the answer.
    await app.get('/contacts', stranger)
    await waitFor('the use to be noted', async () => {
      const used = app.store.db
        .selectFrom('tokens')
        .where('account_id', '=', stranger.id)
        .where('last_used_at', 'is not', null)
      return (await used.select('id').executeTakeFirst()) ?? null
    })
    const before = await dumpTables(app.store)
    for (const wrong of [id, UNKNOWN_ID, 'x']) {
      expect(refusal(await erase(wrong, stranger))).toEqual({ status: 404, code: 'not_found', at: [] })
    }
    expect(await dumpTables(app.store)).toEqual(before)
  })
})

describe('calls that have not ended when the contact is erased', () => {
  test.each(['scheduled', 'initiated', 'ringing', 'in_progress'] as const)(
    'one that is %s is canceled, and nobody is called any more',
    async (status) => {
      const wish = { playbook_id, phone: PERSON, recall: [5, 60], ...(status === 'scheduled' && { launch_at: LATER }) }
      const id = await createCall(app, wish)
      await (status === 'initiated' ? app.settle() : waitForStatus(app, id, status))
      expect((await readCall(app, id)).status).toBe(status)
      expect(success(await erase(await idOf(PERSON)))).toMatchObject({ erased: true, calls: 1 })
      const dialled = app.dials.length
      expect(await readCall(app, id)).toMatchObject({ status: 'canceled', ended_reason: 'canceled', phone: null })
      await app.advanceTo(Date.parse('2026-11-25T00:00:00Z'))
      expect(app.dials).toHaveLength(dialled)
      expect(await readCall(app, id)).toMatchObject({ status: 'canceled', phone: null, transcript: [], summary: null })
      expect(await findTraces()).toEqual([])
    },
  )

  test('those of campaigns are canceled too, paused ones included, and the campaigns count them', async () => {
    const create = () => createCampaign(app, { playbook_id, contacts: [{ phone: PERSON }], launch_at: LATER })
    const [running, paused] = [await create(), await create()]
    success(await app.post(`/campaigns/${paused}/pause`))
    expect(success(await erase(await idOf(PERSON)))).toMatchObject({ calls: 2 })
    for (const id of [running, paused]) {
      expect(await readCampaign(app, id)).toMatchObject({
        status: 'completed',
        progress: { canceled: 1, scheduled: 0 },
      })
    }
  })

  test('whenever in a conversation it happens, not a word of it remains', async () => {
    for (let afterS = 0; afterS < 30; afterS += 2) {
      const id = await createCall(app, { playbook_id, phone: PERSON, lastname: 'Lovelace' })
      await app.advanceBy(afterS * SECOND)
      const contact = await idOf(PERSON)
      await Promise.all([erase(contact), app.advanceBy(5 * SECOND)])
      await app.advanceBy(10 * MINUTE)
      expect(['canceled', 'completed']).toContain((await readCall(app, id)).status)
      expect({ afterS, traces: await findTraces() }).toEqual({ afterS, traces: [] })
    }
  })

  test('what reaches the database after that is dropped', async () => {
    const { callId } = await talk()
    const { id: attemptId } = await app.store.db
      .selectFrom('attempts')
      .select('id')
      .where('call_id', '=', callId)
      .executeTakeFirstOrThrow()
    const turn = { attemptId, accountId: app.account.id, callId, role: 'callee' as const, at: START }
    await app.store.transaction((tx) => saveTurns(tx, [{ ...turn, seq: 70, text: 'Before' }]))
    expect((await readCall(app, callId)).transcript).toContainEqual(expect.objectContaining({ text: 'Before' }))
    success(await erase(await idOf(PERSON)))
    await app.store.transaction((tx) => saveTurns(tx, [{ ...turn, seq: 71, text: 'After' }]))
    expect((await readCall(app, callId)).transcript).toEqual([])
  })

  test('with calls being created at the same time, whoever answered success is right: no call of an erased contact goes on', async () => {
    await createCall(app, { playbook_id, phone: PERSON, lastname: 'Lovelace', launch_at: LATER })
    const id = await idOf(PERSON)
    const wish = { playbook_id, phone: PERSON, launch_at: LATER }
    const [erased] = await Promise.all([erase(id), ...Array.from({ length: 10 }, () => createCall(app, wish))])
    expect([200, 409]).toContain(erased.status)
    if (erased.status !== 200) return
    for (const call of await listCalls(app)) {
      if (call.phone === null) expect(call).toMatchObject({ status: 'canceled', contact_id: null })
      else expect(call.contact_id).not.toBe(id)
    }
  })
})

describe('a number that is on the list of suppressions when its contact is erased', () => {
  test('stays there without being shown, and is found by its number', async () => {
    await talk()
    const before = success(await suppress(PERSON))
    success(await erase(await idOf(PERSON)))
    const hidden = { ...before, phone: null, note: null }
    expect(await listSuppressions()).toEqual([hidden])
    expect(await listSuppressions(`phone=${encodeURIComponent(PERSON)}`)).toEqual([hidden])
    expect(await listSuppressions(`phone=${encodeURIComponent(BUSY)}`)).toEqual([])
  })

  test('is not called when it is sent again, nor is one that was opted out', async () => {
    await talk()
    success(await suppress(PERSON))
    success(await erase(await idOf(PERSON)))
    const dialled = app.dials.length
    const id = await createCall(app, { playbook_id, phone: PERSON })
    const campaign = await createCampaign(app, { playbook_id, contacts: [{ phone: PERSON }] })
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(dialled)
    expect(await readCall(app, id)).toMatchObject({ status: 'canceled', ended_reason: 'suppressed' })
    expect(await readCampaign(app, campaign)).toMatchObject({ skipped: { suppressed: 1 } })
  })

  test('is kept as a keyed hash: the number cannot be found by trying', async () => {
    await talk()
    success(await suppress(PERSON))
    success(await erase(await idOf(PERSON)))
    const row = await app.store.db.selectFrom('suppressions').selectAll().executeTakeFirstOrThrow()
    for (const text of [PERSON, PERSON.slice(1), app.account.id + PERSON]) {
      expect(row.phone_hash).not.toBe(createHash('sha256').update(text).digest('hex'))
    }
    expect(row.phone_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('may be called again once it is taken off the list', async () => {
    await talk()
    const { id } = success(await suppress(PERSON))
    success(await erase(await idOf(PERSON)))
    success(await app.request('DELETE', `/suppressions/${id}`))
    const call = await createCall(app, { playbook_id, phone: PERSON })
    await app.advanceBy(HOUR)
    expect(await readCall(app, call)).toMatchObject({ status: 'completed', phone: PERSON })
  })
})

test('a number that was not suppressed makes a new contact when it is sent again, of whom nothing is known', async () => {
  await talk()
  const id = await idOf(PERSON)
  success(await erase(id))
  const call = await createCall(app, { playbook_id, phone: PERSON })
  await app.advanceBy(HOUR)
  const [contact] = await listContacts(app, `phone=${encodeURIComponent(PERSON)}`)
  expect(contact).toMatchObject({ last_name: null, custom_fields: {} })
  expect(contact!.id).not.toBe(id)
  expect(await listCalls(app, `contact_id=${contact!.id}`)).toMatchObject([{ id: call, status: 'completed' }])
})

describe('what a client has sent beside the person', () => {
  const keysLeft = async () =>
    (await app.store.db.selectFrom('idempotency_keys').select('key').orderBy('key').execute()).map(({ key }) => key)

  test('goes with it: the keys and replies of its calls, and the version it asked for', async () => {
    const send = (key: string, phone: string) =>
      app.request<{ call_id: string }>('POST', '/call', {
        body: { playbook_id, phone, ...(phone === PERSON && { version_id: 'Lovelace-test' }) },
        headers: { 'idempotency-key': key },
      })
    const { call_id } = success(await send('Order-77', PERSON))
    await app.advanceBy(HOUR)
    await send('another-one', BUSY)
    await send(`suppressed-${PERSON.slice(1)}`, BUSY)
    success(await erase(await idOf(PERSON)))
    expect(await keysLeft()).toEqual(['another-one'])
    expect(await findTraces()).toEqual([])
    expect(await readCall(app, call_id)).toMatchObject({ requested_version_id: null, status: 'completed' })
  })

  test('stays where it belongs to others of the same instant', async () => {
    const send = (phone: string) =>
      app.request('POST', '/call', {
        body: { playbook_id, phone },
        headers: { 'idempotency-key': `to-${phone === BUSY}` },
      })
    await Promise.all([send(PERSON), send(BUSY)])
    success(await erase(await idOf(PERSON)))
    expect(await keysLeft()).toEqual(['to-true'])
  })
})
