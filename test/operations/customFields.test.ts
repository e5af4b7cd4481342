/** How custom fields merge, and that merging never goes beyond what one request may send. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openTestApp, type TestApp } from '../support/testApp.ts'
import {
  BUSY,
  type Contact,
  createCall,
  createCampaign,
  listCalls,
  listCampaigns,
  listContacts,
  MINUTE,
  NOBODY,
  PERSON,
  refusal,
  success,
} from '../support/client.ts'

let app: TestApp
let playbook_id: string
beforeEach(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook()
})
afterEach(() => app.close())

/** So many custom fields, numbered from an index on. */
const keys = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${from + i}`, i]))

/** Sends contacts in a campaign that is still to come. */
const send = (...contacts: object[]) => createCampaign(app, { playbook_id, contacts, launch_at: '2026-12-24T09:00:00' })
async function onlyContact(): Promise<Contact> {
  const contacts = await listContacts(app)
  expect(contacts).toHaveLength(1)
  return contacts[0]!
}

describe('merging never makes more than 100 custom fields', () => {
  const cleared = (count: number, from = 0) =>
    Object.fromEntries(Object.keys(keys(count, from)).map((key) => [key, null]))
  const put = (custom_fields: object) =>
    app.request<Contact>('PUT', '/contacts', { body: { phone: PERSON, custom_fields } })
  const campaignOf = (contacts: object[]) => app.post('/campaign', { playbook_id, contacts })
  const tooMany = (...at: string[]) => ({ status: 400, code: 'invalid_request', at })

  test('PUT /contacts: the hundredth is kept, one more is refused and nothing of it is stored', async () => {
    success(await put(keys(60)))
    const before = success(await put(keys(40, 60)))
    expect(before.custom_fields).toEqual({ ...keys(60), ...keys(40, 60) })
    await app.advanceBy(MINUTE)
    const answer = await put({ 'key 0': 'new', 'one more': 1 })
    expect(refusal(answer)).toEqual(tooMany('/custom_fields'))
    expect(answer.body.error.message).toContain('more than 100 custom fields')
    expect(await onlyContact()).toEqual(before)
    success(await put({ 'key 0': 'new' }))
  })

  test('what null clears makes room, in the same request too', async () => {
    success(await put(keys(100)))
    expect(success(await put({ 'key 0': null, 'one more': 1 })).custom_fields).toHaveProperty('one more')
    expect(refusal(await put({ another: 1 }))).toEqual(tooMany('/custom_fields'))
    expect(success(await put(cleared(100))).custom_fields).toEqual({ 'one more': 1 })
    expect(Object.keys(success(await put(keys(99))).custom_fields)).toHaveLength(100)
  })

  test('a cleared key leaves the row, and one that never was does not come into it', async () => {
    await send({ phone: PERSON, city: 'London', custom_fields: { kept: { inner: null }, gone: 1, never: null } })
    await send({ phone: PERSON, city: null, custom_fields: { gone: null, unknown: null } })
    await send({ phone: BUSY, city: null, custom_fields: { never: null } })
    const rows = await app.store.db
      .selectFrom('contacts')
      .select(['fields', 'custom_fields'])
      .orderBy('phone')
      .execute()
    expect(rows).toEqual([
      { fields: {}, custom_fields: { kept: { inner: null } } },
      { fields: {}, custom_fields: {} },
    ])
  })

  test('POST /campaign: each contact that would have too many is named, nothing is stored, and a plan says the same', async () => {
    await send({ phone: PERSON, custom_fields: keys(100) }, { phone: NOBODY, custom_fields: keys(50) })
    const [contacts, calls] = [await listContacts(app), await listCalls(app)]
    const wanted = [
      { phone: BUSY, custom_fields: keys(100) },
      { phone: PERSON, custom_fields: { 'key 0': 'new' } },
      { phone: NOBODY, custom_fields: keys(51, 50) },
      { phone: '+1 (500) 555-0100', custom_fields: { 'one more': 1 } },
      { phone: PERSON, city: 'Paris' },
    ]
    for (const path of ['/campaign/plan', '/campaign']) {
      const refused = refusal(await app.post(path, { playbook_id, contacts: wanted }))
      expect(refused).toEqual(tooMany('/contacts/2/custom_fields', '/contacts/3/custom_fields'))
    }
    expect([await listContacts(app), await listCalls(app)]).toEqual([contacts, calls])
    expect(await listCampaigns(app)).toHaveLength(1)
  })

  test('one in the second thousand is found, and those before it are not stored either', async () => {
    await send({ phone: PERSON, custom_fields: keys(100) })
    const others = Array.from({ length: 1_100 }, (_, i) => ({ phone: `+1500777${1_000 + i}`, city: 'London' }))
    const refused = refusal(await campaignOf([...others, { phone: PERSON, custom_fields: { 'one more': 1 } }]))
    expect(refused).toEqual(tooMany('/contacts/1100/custom_fields'))
    await onlyContact()
  })

  test('what one campaign says of a contact in several places counts together', async () => {
    const halves = [
      { phone: PERSON, custom_fields: keys(50) },
      { phone: PERSON, custom_fields: keys(51, 50) },
    ]
    expect(refusal(await campaignOf(halves))).toEqual(tooMany('/contacts/1/custom_fields'))
    expect(await listContacts(app)).toEqual([])
    const made = await campaignOf([halves[0]!, { phone: PERSON, custom_fields: keys(50, 50) }])
    expect(made.status).toBe(202)
    expect((await onlyContact()).custom_fields).toEqual({ ...keys(50), ...keys(50, 50) })
  })

  test('a phone that a campaign mentions a thousand times with other keys each time is refused', async () => {
    const mentions = Array.from({ length: 1_000 }, (_, i) => ({ phone: PERSON, custom_fields: keys(100, i * 100) }))
    const { status, at } = refusal(await campaignOf(mentions))
    expect({ status, first: at[0], count: at.length }).toEqual({
      status: 400,
      first: '/contacts/1/custom_fields',
      count: 100,
    })
  })

  test('64 KiB of them are kept, one byte more is refused, and so is what a merge makes', async () => {
    // Two bytes a letter, and nine for the rest of the JSON: {"a":"…x"}.
    const full = { a: 'é'.repeat((65_536 - 8) / 2) }
    expect(Buffer.byteLength(JSON.stringify(full))).toBe(65_536)
    expect(refusal(await put({ a: `${full.a}x` }))).toEqual(tooMany('/custom_fields'))
    expect(await listContacts(app)).toEqual([])
    const stored = success(await put(full))
    expect(refusal(await put({ b: 1 }))).toEqual(tooMany('/custom_fields'))
    for (const path of ['/campaign/plan', '/campaign']) {
      const contacts = [
        { phone: BUSY },
        { phone: PERSON, custom_fields: { b: 1 } },
        { phone: NOBODY, custom_fields: { a: `${full.a}x` } },
      ]
      const alone = contacts.slice(0, 2)
      expect(refusal(await app.post(path, { playbook_id, contacts }))).toEqual(tooMany('/contacts/2/custom_fields'))
      expect(refusal(await app.post(path, { playbook_id, contacts: alone }))).toEqual(
        tooMany('/contacts/1/custom_fields'),
      )
    }
    expect(await onlyContact()).toEqual(stored)
    expect(success(await put({ a: null, b: 1 })).custom_fields).toEqual({ b: 1 })
  })

  test('params have at most 64 KiB', async () => {
    const call = (params: object) => app.post('/call', { phone: PERSON, playbook_id, params })
    expect((await call({ a: 'x'.repeat(65_528) })).status).toBe(201)
    expect(refusal(await call({ a: 'x'.repeat(65_529) }))).toEqual(tooMany('/params'))
  })

  test('a page of large contacts ends early, and the cursor leads on to all of them', async () => {
    const contacts = Array.from({ length: 40 }, (_, i) => ({
      phone: `+1500555${2_000 + i}`,
      custom_fields: { note: 'x'.repeat(60_000) },
    }))
    await send(...contacts)
    interface Page {
      items: Contact[]
      has_more: boolean
      next_cursor: string | null
    }
    const seen: string[] = []
    const sizes: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: Page = success(await app.get<Page>(`/contacts?limit=100${next && `&cursor=${next}`}`))
      expect(JSON.stringify(page).length).toBeLessThan(1_100_000)
      seen.push(...page.items.map(({ phone }) => phone))
      sizes.push(page.items.length)
      expect(page.has_more).toBe(page.next_cursor !== null)
      next = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(contacts.map(({ phone }) => phone).toSorted())
    expect(sizes).toEqual([17, 17, 6])
  })

  test('a call to a contact that has 100 goes through', async () => {
    success(await put(keys(100)))
    await createCall(app, { phone: PERSON, playbook_id, firstname: 'Ada' })
    const contact = await onlyContact()
    expect(contact.first_name).toBe('Ada')
    expect(Object.keys(contact.custom_fields)).toHaveLength(100)
  })

  test('two that together send too many at the same time: one of them is refused', async () => {
    success(await put(keys(98)))
    const answers = await Promise.all([put(keys(2, 200)), put(keys(2, 300))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(Object.keys((await onlyContact()).custom_fields)).toHaveLength(100)
  })
})
