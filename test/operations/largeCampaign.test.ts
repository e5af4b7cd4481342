/** A campaign of more contacts than one transaction stores: accepted whole or not at all, and stored afterwards. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type PartKey, storePart } from '../../src/store/campaigns/parts.ts'
import {
  type Contact,
  createCall,
  HOUR,
  listCalls,
  listCampaigns,
  listContacts,
  MINUTE,
  readAllPages,
  readCampaign,
  SECOND,
  success,
} from '../support/client.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

const PART = 10
/** Three parts, the last of them short. */
const SIZE = 25
const LATER = '2026-11-23T11:30:00'
/** In a request: the transaction that accepts the campaign. */
const ACCEPTING = 1

/** What is done in the place of a transaction; those of a request and what follows from it are numbered from 1. */
type Interference = (number: number, run: () => Promise<unknown>) => Promise<unknown>

let app: TestApp
let playbook_id: string
let interfere: Interference | null
/** Whom the carrier was asked to call. It takes nobody, so that a call is over at once. */
let dialled: string[]
beforeEach(async () => {
  interfere = null
  dialled = []
  app = await openTestApp({
    contactsPerPart: PART,
    store: (store) => ({
      ...store,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever interferes hands on what the work answers
      transaction: (<T>(work: Parameters<typeof store.transaction<T>>[0]) =>
        interfere
          ? interfere(++number, () => store.transaction(work))
          : store.transaction(work)) as typeof store.transaction,
    }),
    carrier: (simulator) => ({
      ...simulator,
      place: ({ to }) => {
        dialled.push(to)
        return Promise.resolve({ kind: 'refused', cause: 'failed' })
      },
    }),
  })
  playbook_id = await app.addPlaybook()
  // Past the first upkeep, which would do what is to be done at once.
  await app.advanceBy(SECOND)
})
afterEach(() => app.close())

let number = 0
const phoneOf = (index: number): string => `+1415${String(index).padStart(7, '0')}`
const phones = Array.from({ length: SIZE }, (_, index) => phoneOf(index))
const contacts = phones.map((phone) => ({ phone, first_name: 'Ada', custom_fields: { plan: 'gold' } }))
/** One that the other campaign in a test is to. */
const OTHER = phoneOf(SIZE)

const failingFrom = (first: number): Interference => {
  return (at, run) => (at >= first ? Promise.reject(new Error('no')) : run())
}

/** Asks for the campaign. `act` comes between the service and the database until everything has come to rest. */
async function attempt(act: Interference | null, fields: object = {}) {
  number = 0
  interfere = act
  const answer = await app.post('/campaign', { playbook_id, contacts, ...fields })
  await app.settle()
  interfere = null
  return answer
}

/** A campaign that is accepted, and of which nothing is stored before the clock goes on. */
async function acceptOnly(fields: object = {}): Promise<string> {
  const answer = await attempt(failingFrom(ACCEPTING + 1), fields)
  expect(answer.status).toBe(202)
  return answer.body.campaign_id
}

/** A campaign of which the first part alone is stored before the clock goes on. */
async function storeFirstPart(fields: object = {}): Promise<string> {
  let id = ''
  const answer = await attempt(async (at, run) => {
    if (at === ACCEPTING) return run()
    const stored = await app.store.db.selectFrom('calls').select('id').execute()
    return stored.length > 0 ? Promise.reject(new Error('no')) : run()
  }, fields)
  id = answer.body.campaign_id
  expect(await readCampaign(app, id)).toMatchObject({ stored: PART })
  return id
}

const storeRest = (): Promise<void> => app.advanceBy(MINUTE)
const countParts = async (): Promise<number> =>
  (await app.store.db.selectFrom('campaign_parts').select('part').execute()).length
const contactTo = async (phone: string): Promise<Contact | undefined> =>
  (await listContacts(app, `phone=${encodeURIComponent(phone)}`))[0]
const put = (body: object) => app.request<Contact>('PUT', '/contacts', { body })
const keys = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${from + i}`, i]))

test('everybody is called once, the campaign is complete, and no part is left', async () => {
  success(await put({ phone: phoneOf(3) }))
  const { body } = await attempt(null, { contacts: [...contacts, contacts[0]] })
  expect(body.data).toMatchObject({
    contacts: { received: SIZE + 1, created: SIZE - 1, updated: 1, duplicates: 1 },
    calls: SIZE,
  })
  await storeRest()
  expect(dialled.toSorted()).toEqual(phones)
  expect(await readCampaign(app, body.campaign_id)).toMatchObject({
    status: 'completed',
    stored: SIZE,
    progress: { failed: SIZE, canceled: 0 },
  })
  expect(await countParts()).toBe(0)
  expect(await contactTo(phoneOf(SIZE - 1))).toMatchObject({ first_name: 'Ada', custom_fields: { plan: 'gold' } })
})

test('at a launch time nobody is called before it, and everybody after it', async () => {
  await acceptOnly({ launch_at: LATER })
  await app.advanceTo(Date.parse(`${LATER}Z`) - 1)
  expect([dialled, await countParts()]).toEqual([[], 0])
  await app.advanceBy(MINUTE)
  expect(dialled.toSorted()).toEqual(phones)
})

test('when the transaction that accepts it fails, nothing is stored', async () => {
  const { status } = await attempt(failingFrom(ACCEPTING))
  expect(status).toBe(500)
  await app.advanceBy(HOUR)
  expect([await listCampaigns(app), await listCalls(app), await listContacts(app), dialled]).toEqual([[], [], [], []])
})

test('the same request with its key again is answered alike, and is one campaign', async () => {
  const ask = () =>
    app.request('POST', '/campaign', { body: { playbook_id, contacts }, headers: { 'idempotency-key': 'once' } })
  const first = await ask()
  const second = await ask()
  expect(second.body).toEqual(first.body)
  await storeRest()
  expect(dialled.toSorted()).toEqual(phones)
})

test('a process that dies after it was accepted: its successor calls everybody once', async () => {
  await acceptOnly()
  await app.restart()
  await storeRest()
  expect(dialled.toSorted()).toEqual(phones)
})

test('a process that dies between two parts: its successor stores the rest', async () => {
  const id = await storeFirstPart({ launch_at: LATER })
  await app.restart()
  expect(await readCampaign(app, id)).toMatchObject({ stored: SIZE, progress: { scheduled: SIZE } })
  await app.advanceBy(3 * HOUR)
  expect(dialled.toSorted()).toEqual(phones)
})

test('a part that two are about to store is stored once', async () => {
  const id = await acceptOnly({ launch_at: LATER })
  const key: PartKey = { campaignId: id, part: 0 }
  const store = () => app.store.transaction((tx) => storePart(tx, key, () => Bun.randomUUIDv7()))
  const stored = await Promise.all([store(), store()])
  expect(stored.filter((terms) => terms !== null)).toHaveLength(1)
  expect(await readCampaign(app, id)).toMatchObject({ stored: PART, progress: { scheduled: SIZE } })
})

/** Makes a part unreadable. Answers how to put it right. */
async function breakPart(campaignId: string, part: number): Promise<() => Promise<unknown>> {
  const { db } = app.store
  const of = db.selectFrom('campaign_parts').select('contacts').where('campaign_id', '=', campaignId)
  const { contacts: whole } = await of.where('part', '=', part).executeTakeFirstOrThrow()
  const set = (bytes: Uint8Array) => {
    const change = db.updateTable('campaign_parts').set({ contacts: bytes }).where('campaign_id', '=', campaignId)
    return change.where('part', '=', part).execute()
  }
  await set(new Uint8Array(1))
  return () => set(whole)
}

test('one that cannot be stored keeps no other waiting, and is tried again', async () => {
  const broken = await acceptOnly({ launch_at: LATER })
  const mend = await breakPart(broken, 0)
  const other = await attempt(null, { contacts: contacts.map((_, i) => ({ phone: phoneOf(100 + i) })) })
  expect(await readCampaign(app, other.body.campaign_id)).toMatchObject({ stored: SIZE })
  expect(app.logged).toContainEqual(
    expect.objectContaining({ level: 'error', detail: expect.objectContaining({ campaign_id: broken }) }),
  )
  await mend()
  await app.advanceBy(MINUTE)
  expect(await readCampaign(app, broken)).toMatchObject({ stored: SIZE })
})

test('accounts take turns: however many campaigns one has, it keeps nobody waiting', async () => {
  for (let campaign = 0; campaign < 4; campaign++) await acceptOnly({ launch_at: LATER })
  const stranger = await app.addAccount()
  const wanted = { playbook_id: await app.addPlaybook({}, stranger), contacts, launch_at: LATER }
  number = 0
  // Six of fifteen parts: three turns of each.
  interfere = async (at, run) => (at > ACCEPTING && (await countParts()) <= 9 ? Promise.reject(new Error('no')) : run())
  const { body } = await app.post('/campaign', wanted, stranger)
  await app.settle()
  interfere = null
  expect([await countParts(), (await readCampaign(app, body.campaign_id, stranger)).stored]).toEqual([9, SIZE])
})

describe('before it is stored', () => {
  test('its calls count as waiting, it says how many are stored, and other requests are answered', async () => {
    const id = await acceptOnly()
    const campaign = await readCampaign(app, id)
    expect(campaign).toMatchObject({ status: 'running', calls: SIZE, stored: 0, progress: { initiated: SIZE } })
    expect(await listCalls(app, `campaign_id=${id}`)).toEqual([])
    await createCall(app, { phone: OTHER, playbook_id })
    await app.settle()
    expect(dialled).toEqual([OTHER])
    const scheduled = await acceptOnly({ launch_at: LATER })
    expect(await readCampaign(app, scheduled)).toMatchObject({ status: 'scheduled', progress: { scheduled: SIZE } })
    await storeRest()
    expect(await readAllPages(app, `/calls?limit=100&campaign_id=${id}`)).toHaveLength(SIZE)
  })

  test('the calls of the first part are dialled, and its counts are right', async () => {
    const id = await acceptOnly()
    const mend = await breakPart(id, 1)
    await app.advanceBy(MINUTE)
    expect(dialled.toSorted()).toEqual(phones.slice(0, PART))
    expect(await readCampaign(app, id)).toMatchObject({
      status: 'running',
      ended_at: null,
      stored: PART,
      progress: { failed: PART, initiated: SIZE - PART },
    })
    await mend()
    await storeRest()
    expect(dialled.toSorted()).toEqual(phones)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed' })
  })

  test('it may be paused: it is stored, and nobody is called until it is resumed', async () => {
    const id = await acceptOnly()
    await app.post(`/campaigns/${id}/pause`)
    await app.advanceBy(HOUR)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'paused', stored: SIZE })
    expect(dialled).toEqual([])
    await app.post(`/campaigns/${id}/resume`)
    await app.advanceBy(MINUTE)
    expect(dialled.toSorted()).toEqual(phones)
  })

  test.each([0, PART])(
    'it may be canceled when %d calls are stored: all count as canceled, nobody is called',
    async (stored) => {
      const id = await (stored === 0 ? acceptOnly : storeFirstPart)({ launch_at: LATER })
      await app.post(`/campaigns/${id}/cancel`)
      await app.advanceBy(3 * HOUR)
      expect(await readCampaign(app, id)).toMatchObject({ status: 'canceled', stored, progress: { canceled: SIZE } })
      expect([dialled, await countParts()]).toEqual([[], 0])
      expect(await readAllPages(app, '/contacts')).toHaveLength(stored)
      const row = await app.store.db.selectFrom('campaigns').select('remaining').executeTakeFirstOrThrow()
      expect(row.remaining).toBe(0)
    },
  )

  test('a number may be suppressed, and is not dialled', async () => {
    const id = await acceptOnly()
    await app.post('/suppressions', { phone: phoneOf(0) })
    await storeRest()
    expect(dialled.toSorted()).toEqual(phones.slice(1))
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed', skipped: { suppressed: 1 } })
  })

  test('the playbook may be changed: the calls are as they were accepted, and so is their instant', async () => {
    const id = await acceptOnly()
    const version = await app.post<{ version_id: string }>(`/playbooks/${playbook_id}/versions`, { message: 'New' })
    await app.request('PATCH', '/account', { body: { timezone: 'Europe/Paris' } })
    await storeRest()
    const calls = await listCalls(app, `campaign_id=${id}&limit=100`)
    expect(success(version).version_id).toBeString()
    expect(new Set(calls.map(({ version_id, created_at }) => `${version_id} ${created_at}`))).toEqual(
      new Set([`null ${new Date(START + SECOND).toISOString()}`]),
    )
  })

  test('a contact may be changed: what is newer stays, and what is missing is added', async () => {
    await acceptOnly({ contacts: contacts.map((one) => ({ ...one, city: 'London', company: null })) })
    const body = { phone: phoneOf(0), first_name: 'Grace', company: 'Navy', custom_fields: { plan: 'silver' } }
    await app.advanceBy(1)
    const { updated_at } = success(await put(body))
    await storeRest()
    expect(await contactTo(phoneOf(0))).toMatchObject({ ...body, city: 'London', updated_at })
  })

  test('a contact may get custom fields: it keeps them when with those of the campaign it had more than 100', async () => {
    success(await put({ phone: phoneOf(0), custom_fields: keys(99) }))
    await acceptOnly()
    success(await put({ phone: phoneOf(0), custom_fields: { 'one more': 1 } }))
    await storeRest()
    const contact = await contactTo(phoneOf(0))
    expect(contact).toMatchObject({ first_name: 'Ada', custom_fields: { ...keys(99), 'one more': 1 } })
    expect(Object.keys(contact?.custom_fields ?? {})).toHaveLength(100)
  })

  test('a contact may be erased: nothing of the person stays, nobody calls, and the campaign completes', async () => {
    const { id } = success(await put({ phone: phoneOf(SIZE - 1) }))
    const campaign = await acceptOnly()
    const erased = await app.request('DELETE', `/contacts/${id}`)
    expect(erased.body.data).toMatchObject({ calls: 1 })
    await storeRest()
    expect(await contactTo(phoneOf(SIZE - 1))).toBeUndefined()
    expect(await listCalls(app, `phone=${encodeURIComponent(phoneOf(SIZE - 1))}`)).toEqual([])
    expect(dialled.toSorted()).toEqual(phones.slice(0, -1))
    expect(await readCampaign(app, campaign)).toMatchObject({
      status: 'completed',
      progress: { failed: SIZE - 1, canceled: 1 },
    })
  })
})
