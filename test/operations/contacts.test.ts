import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { START, type TestApp, openTestApp } from '../support/testApp.ts'
import {
  BUSY,
  type Contact,
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  listCampaigns,
  listContacts,
  MINUTE,
  NOBODY,
  type Page,
  PERSON,
  readAllPages,
  readCall,
  refusal,
  shown,
  success,
  UNKNOWN_ID,
} from '../support/client.ts'

/** Every field of a contact but the phone, with a value. */
const FIELDS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines Ltd',
  job_title: 'Chief mathematician',
  address: "12 St James's Square",
  city: 'London',
  state: 'England',
  country: 'United Kingdom',
  postal_code: 'SW1Y 4JH',
  timezone: 'Europe/London',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'autumn',
  utm_term: 'dentist',
  utm_content: 'button-top',
}
const NAMES = Object.keys(FIELDS)
const NOTHING = Object.fromEntries(NAMES.map((name) => [name, null]))

let app: TestApp
let playbook_id: string
beforeEach(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook()
})
afterEach(() => app.close())

/** Sends contacts in a campaign that is still to come. */
const send = (...contacts: object[]) => createCampaign(app, { playbook_id, contacts, launch_at: '2026-12-24T09:00:00' })
const attempt = (contact: object) => app.post('/campaign', { playbook_id, contacts: [contact] })
async function onlyContact(): Promise<Contact> {
  const contacts = await listContacts(app)
  expect(contacts).toHaveLength(1)
  return contacts[0]!
}

describe('section 2.5: the contacts of a campaign', () => {
  test('every field is stored and shown', async () => {
    const custom_fields = { plan: 'premium', visits: 3, vip: true, tags: ['a', { b: null }], '': 'no name' }
    await send({ phone: '+1 (500) 555-0100', ...FIELDS, custom_fields })
    const contact = await onlyContact()
    expect(contact).toEqual({
      id: contact.id,
      phone: PERSON,
      ...FIELDS,
      custom_fields,
      created_at: shown(START),
      updated_at: shown(START),
    })
  })

  test('only the phone is required; what is not known shows as null', async () => {
    await send({ phone: PERSON })
    expect(await onlyContact()).toMatchObject({ phone: PERSON, ...NOTHING, custom_fields: {} })
  })

  test('a field that is sent replaces the stored one', async () => {
    await send({ phone: PERSON, ...FIELDS })
    const others = Object.fromEntries(
      Object.entries({ ...FIELDS, timezone: 'Asia' }).map(([k, v]) => [k, `${v}/Tokyo`]),
    )
    await send({ phone: PERSON, ...others })
    expect(await onlyContact()).toMatchObject(others)
  })

  test('a field that is absent stays', async () => {
    for (const [name, value] of Object.entries(FIELDS)) await send({ phone: PERSON, [name]: value })
    expect(await onlyContact()).toMatchObject(FIELDS)
  })

  test('a field that is null is cleared, and may be set again', async () => {
    await send({ phone: PERSON, ...FIELDS })
    await send({ phone: PERSON, ...NOTHING })
    expect(await onlyContact()).toMatchObject(NOTHING)
    await send({ phone: PERSON, city: 'Paris' })
    expect(await onlyContact()).toMatchObject({ ...NOTHING, city: 'Paris' })
  })

  test('null for a field of a new contact means that nothing is known', async () => {
    await send({ phone: PERSON, ...NOTHING, custom_fields: { plan: null } })
    expect(await onlyContact()).toMatchObject({ ...NOTHING, custom_fields: {} })
  })

  test('custom fields merge key by key: sent replaces, absent stays, null removes', async () => {
    const merged = async (custom_fields: object) => {
      await send({ phone: PERSON, custom_fields })
      return (await onlyContact()).custom_fields as object
    }
    expect(await merged({ plan: 'basic', visits: 1, tags: { a: 1, b: 1 } })).toEqual({
      plan: 'basic',
      visits: 1,
      tags: { a: 1, b: 1 },
    })
    expect(await merged({ plan: 'premium' })).toEqual({ plan: 'premium', visits: 1, tags: { a: 1, b: 1 } })
    expect(await merged({ tags: { b: 2 } })).toEqual({ plan: 'premium', visits: 1, tags: { b: 2 } })
    expect(await merged({ visits: null, tags: { c: null } })).toEqual({ plan: 'premium', tags: { c: null } })
    expect(await merged({})).toEqual({ plan: 'premium', tags: { c: null } })
  })

  test('a contact is known by its phone, however written, and keeps its id', async () => {
    await send({ phone: PERSON, city: 'London' })
    const { id } = await onlyContact()
    await app.advanceBy(MINUTE)
    await send({ phone: '+1 500-555 (01)00', country: 'England' })
    expect(await onlyContact()).toMatchObject({
      id,
      city: 'London',
      country: 'England',
      created_at: shown(START),
      updated_at: shown(START + MINUTE),
    })
  })

  test('each account has its own contact for a number', async () => {
    const stranger = await app.addAccount()
    const theirs = await app.addPlaybook({}, stranger)
    await send({ phone: PERSON, city: 'London' })
    const contacts = [{ phone: PERSON, city: 'Paris' }]
    await createCampaign(app, { playbook_id: theirs, contacts, launch_at: '2026-12-24T09:00:00' }, stranger)
    const [other] = await listContacts(app, '', stranger)
    expect(other?.city).toBe('Paris')
    expect(await onlyContact()).toMatchObject({ city: 'London' })
    expect((await onlyContact()).id).not.toBe(other?.id ?? '')
  })

  test('every field personalises the call', async () => {
    const first_message = [...NAMES, 'custom_fields.plan', 'phone'].map((name) => `{{ ${name} }}`).join('|')
    playbook_id = await app.addPlaybook({ first_message, variables: { city: 'Nowhere' } })
    const contacts = [{ phone: PERSON, ...FIELDS, custom_fields: { plan: 'premium' } }]
    await createCampaign(app, { playbook_id, contacts })
    await app.advanceBy(HOUR)
    const { transcript } = await readCall(app, (await listCalls(app))[0]!.id)
    expect(transcript?.[0]?.text).toBe([...Object.values(FIELDS), 'premium', PERSON].join('|'))
  })

  test('every field but custom_fields is a string', async () => {
    for (const name of NAMES) {
      for (const value of [7, true, ['x'], { x: 1 }]) {
        const code = name === 'timezone' ? 'invalid_timezone' : 'invalid_request'
        const refused = refusal(await attempt({ phone: PERSON, [name]: value }))
        expect([name, refused]).toEqual([name, { status: 400, code, at: [`/contacts/0/${name}`] }])
      }
    }
    expect(await listContacts(app)).toEqual([])
  })

  test('custom_fields is an object of at most 100 keys', async () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i}`, i]))
    for (const custom_fields of ['x', ['x'], 7, keys(101)]) {
      const { status, at } = refusal(await attempt({ phone: PERSON, custom_fields }))
      expect({ status, at }).toEqual({ status: 400, at: ['/contacts/0/custom_fields'] })
    }
    await send({ phone: PERSON, custom_fields: keys(100) })
    expect((await onlyContact()).custom_fields).toEqual(keys(100))
  })

  test('a text that is too long is refused, and the longest is kept whole', async () => {
    const longest = Object.fromEntries(
      Object.entries({ ...FIELDS, timezone: undefined, email: 320, address: 500 }).map(([name, length]) => {
        const isLong = name === 'address' || name.startsWith('utm_')
        return [name, length === undefined ? undefined : '🐘'.repeat(name === 'email' ? 320 : isLong ? 500 : 200)]
      }),
    )
    await send({ phone: PERSON, ...longest })
    expect(await onlyContact()).toMatchObject(JSON.parse(JSON.stringify(longest)) as Partial<Contact>)
    for (const [name, text] of Object.entries(longest)) {
      if (text === undefined) continue
      const { status, at } = refusal(await attempt({ phone: PERSON, [name]: `${text}x` }))
      expect({ status, at }).toEqual({ status: 400, at: [`/contacts/0/${name}`] })
    }
  })

  test('a time zone is a name in the tz database, and anything else is refused with invalid_timezone', async () => {
    for (const timezone of ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5']) {
      await send({ phone: PERSON, timezone })
      expect((await onlyContact()).timezone).toBe(timezone)
    }
    for (const timezone of [
      '',
      'Berlin',
      'Europe/Nowhere',
      '+01:00',
      'GMT+1',
      'ABC3',
      'Europe/Berlin\n',
      'x'.repeat(65),
    ]) {
      const refused = refusal(await attempt({ phone: PERSON, timezone }))
      expect([timezone, refused]).toEqual([
        timezone,
        { status: 400, code: 'invalid_timezone', at: ['/contacts/0/timezone'] },
      ])
    }
  })

  test('an e-mail address is kept as it is given and not checked', async () => {
    await send({ phone: PERSON, email: 'not an address' })
    expect((await onlyContact()).email).toBe('not an address')
  })
})

describe('reading contacts', () => {
  test('the list answers the contacts of the account, the newest first', async () => {
    expect(success(await app.get<Page<Contact>>('/contacts'))).toEqual({
      items: [],
      has_more: false,
      next_cursor: null,
    })
    await send({ phone: BUSY })
    await app.advanceBy(MINUTE)
    await send({ phone: PERSON }, { phone: NOBODY }, { phone: BUSY, city: 'London' })
    expect((await listContacts(app)).map(({ phone }) => phone)).toEqual([NOBODY, PERSON, BUSY])
    expect(await listContacts(app, '', await app.addAccount())).toEqual([])
  })

  test('with phone it answers the one contact with that number, or none', async () => {
    await send({ phone: PERSON }, { phone: BUSY })
    const find = async (phone: string) =>
      (await listContacts(app, `phone=${encodeURIComponent(phone)}`)).map((c) => c.phone)
    expect(await find(PERSON)).toEqual([PERSON])
    expect(await find('+1 (500) 555-0101')).toEqual([BUSY])
    expect(await find(NOBODY)).toEqual([])
    for (const phone of ['15005550100', '%2B1', '']) {
      expect(refusal(await app.get(`/contacts?phone=${phone}`))).toEqual({
        status: 400,
        code: 'invalid_phone',
        at: ['/phone'],
      })
    }
  })

  test('the list has pages of 1 to 100 contacts, which stay stable while contacts are added', async () => {
    await send(...Array.from({ length: 25 }, (_, i) => ({ phone: `+14155550${100 + i}` })))
    const all = await listContacts(app)
    expect(all).toHaveLength(25)
    expect(await listContacts(app, '')).toEqual(all.slice(0, 20))
    for (const limit of [6, 25]) expect(await readAllPages<Contact>(app, `/contacts?limit=${limit}`)).toEqual(all)
    const first = success(await app.get<Page<Contact>>('/contacts?limit=10'))
    await send({ phone: PERSON })
    expect([...first.items, ...(await listContacts(app, `limit=100&cursor=${first.next_cursor}`))]).toEqual(all)
    for (const [query, at] of [
      ['limit=0', '/limit'],
      ['limit=101', '/limit'],
      ['city=London', '/city'],
      ['cursor=x', '/cursor'],
    ]) {
      expect(refusal(await app.get(`/contacts?${query}`))).toMatchObject({ status: 400, at: [at!] })
    }
    const calls = success(await app.get<Page<unknown>>('/calls?limit=1'))
    expect(refusal(await app.get(`/contacts?cursor=${calls.next_cursor}`)).code).toBe('invalid_cursor')
  })

  test('one is read by its id, in either case', async () => {
    await send({ phone: PERSON, ...FIELDS })
    const contact = await onlyContact()
    expect(success(await app.get<Contact>(`/contacts/${contact.id}`))).toEqual(contact)
    expect(success(await app.get<Contact>(`/contacts/${contact.id.toUpperCase()}`))).toEqual(contact)
  })

  test('one that is unknown, malformed or of another account is 404', async () => {
    await send({ phone: PERSON })
    const { id } = await onlyContact()
    const stranger = await app.addAccount()
    for (const wrong of [id, UNKNOWN_ID, 'x']) {
      expect(refusal(await app.get(`/contacts/${wrong}`, stranger))).toEqual({ status: 404, code: 'not_found', at: [] })
    }
  })
})

describe('finding contacts', () => {
  const phonesOf = async (query: string): Promise<string[]> =>
    (await listContacts(app, query)).map(({ phone }) => phone)

  test('by campaign: those that it has a call to, and none for a campaign that there is not', async () => {
    const first = await send({ phone: PERSON }, { phone: BUSY })
    const second = await send({ phone: BUSY }, { phone: NOBODY })
    expect(await phonesOf(`campaign_id=${first}`)).toEqual([BUSY, PERSON])
    expect(await phonesOf(`campaign_id=${second}`)).toEqual([NOBODY, BUSY])
    expect(await phonesOf(`campaign_id=${UNKNOWN_ID}`)).toEqual([])
    expect(refusal(await app.get('/contacts?campaign_id=x'))).toMatchObject({ status: 400, at: ['/campaign_id'] })
  })

  test('the campaigns that a contact was in are listed by the contact, each once, the newest first', async () => {
    const first = await send({ phone: PERSON }, { phone: PERSON })
    await send({ phone: BUSY })
    const last = await send({ phone: PERSON })
    const [{ id } = { id: '' }] = await listContacts(app, `phone=${encodeURIComponent(PERSON)}`)
    expect((await listCampaigns(app, `contact_id=${id}`)).map((campaign) => campaign.id)).toEqual([last, first])
    expect(await listCampaigns(app, `contact_id=${UNKNOWN_ID}`)).toEqual([])
  })

  test('by when they were created: from an instant on, up to before another one, in whatever offset', async () => {
    await send({ phone: PERSON })
    await app.advanceBy(HOUR)
    await send({ phone: BUSY }, { phone: PERSON })
    const [then, later] = [shown(START), shown(START + HOUR)]
    expect(await phonesOf(`created_after=${then}`)).toEqual([BUSY, PERSON])
    expect(await phonesOf(`created_after=${later}`)).toEqual([BUSY])
    expect(await phonesOf(`created_after=${shown(START + HOUR + 1)}`)).toEqual([])
    expect(await phonesOf(`created_before=${later}`)).toEqual([PERSON])
    expect(await phonesOf(`created_before=${then}`)).toEqual([])
    expect(await phonesOf(`created_after=${encodeURIComponent('2026-11-23T11:00:00+01:00')}`)).toEqual([BUSY])
    for (const wrong of ['yesterday', '2026-11-23', '2026-11-23T09:00:00', '2026-02-30T09:00:00Z']) {
      expect(refusal(await app.get(`/contacts?created_after=${wrong}`))).toMatchObject({
        status: 400,
        at: ['/created_after'],
      })
    }
  })

  test('filters combine, and hold for every page', async () => {
    const phones = Array.from({ length: 7 }, (_, i) => `+1415555010${i}`)
    const campaign = await send(...phones.map((phone) => ({ phone })))
    await send({ phone: PERSON })
    const found = await readAllPages<Contact>(app, `/contacts?campaign_id=${campaign}&limit=3`)
    expect(found.map(({ phone }) => phone)).toEqual(phones.toReversed())
    expect(await phonesOf(`campaign_id=${campaign}&phone=${encodeURIComponent(phones[3]!)}`)).toEqual([phones[3]!])
    expect(await phonesOf(`campaign_id=${campaign}&phone=${encodeURIComponent(PERSON)}`)).toEqual([])
  })
})

describe('creating or updating a single contact', () => {
  const put = (body: object) => app.request<Contact>('PUT', '/contacts', { body })

  test('a number that is not known makes a contact, with every field, and the answer shows it', async () => {
    const answer = await put({ phone: '+1 (500) 555-0100', ...FIELDS, custom_fields: { plan: 'premium' } })
    expect(answer.status).toBe(200)
    const contact = success(answer)
    const times = { created_at: shown(START), updated_at: shown(START) }
    expect(contact).toEqual({
      id: contact.id,
      phone: PERSON,
      ...FIELDS,
      custom_fields: { plan: 'premium' },
      ...times,
    })
    expect(await onlyContact()).toEqual(contact)
  })

  test('a known one keeps its id: what is sent replaces, what is absent stays, null clears, custom fields merge', async () => {
    const { id } = success(await put({ phone: PERSON, ...FIELDS, custom_fields: { plan: 'basic', visits: 1 } }))
    await app.advanceBy(MINUTE)
    const change = { city: 'Paris', company: null, custom_fields: { plan: 'premium', visits: null } }
    expect(success(await put({ phone: PERSON, ...change }))).toEqual({
      id,
      phone: PERSON,
      ...FIELDS,
      city: 'Paris',
      company: null,
      custom_fields: { plan: 'premium' },
      created_at: shown(START),
      updated_at: shown(START + MINUTE),
    })
  })

  test('it is the contact that campaigns and calls know, and what is changed is said in the next call', async () => {
    await send({ phone: PERSON, first_name: 'Ada' })
    const { id } = await onlyContact()
    expect(success(await put({ phone: PERSON, first_name: 'Grace' })).id).toBe(id)
    const playbook = await app.addPlaybook({ first_message: 'Hello {{ first_name }}' })
    const call = await createCall(app, { phone: PERSON, playbook_id: playbook })
    await app.advanceBy(HOUR)
    const { contact_id, transcript } = await readCall(app, call)
    expect([contact_id, transcript?.[0]?.text]).toEqual([id, 'Hello Grace'])
  })

  test('can be repeated without harm, and nobody is called', async () => {
    const once = success(await put({ phone: PERSON, ...FIELDS }))
    expect(success(await put({ phone: PERSON, ...FIELDS }))).toEqual(once)
    await app.advanceBy(HOUR)
    expect(app.dials).toEqual([])
    expect(await listCalls(app)).toEqual([])
  })

  test('20 at the same time for one number make one contact that has what all of them sent', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => put({ phone: PERSON, custom_fields: { [`key ${i}`]: i } })),
    )
    expect(new Set(answers.map((answer) => success(answer).id)).size).toBe(1)
    expect(Object.keys((await onlyContact()).custom_fields as object)).toHaveLength(20)
  })

  test.each([
    ['no number', {}, 'invalid_phone', '/phone'],
    ['a number that is none', { phone: '0170 1234567' }, 'invalid_phone', '/phone'],
    ['null for the number', { phone: null }, 'invalid_phone', '/phone'],
    ['an unknown field', { phone: PERSON, firstname: 'Ada' }, 'invalid_request', '/firstname'],
    ['a field that is no text', { phone: PERSON, city: 7 }, 'invalid_request', '/city'],
    ['a time zone that there is not', { phone: PERSON, timezone: 'Mars/Base' }, 'invalid_timezone', '/timezone'],
    ['custom fields that are no object', { phone: PERSON, custom_fields: [] }, 'invalid_request', '/custom_fields'],
  ])('%s is refused with its place and a sentence, and nothing is stored', async (_, body, code, pointer) => {
    const answer = await put(body)
    expect(refusal(answer)).toEqual({ status: 400, code, at: [pointer] })
    expect(answer.body.error.details?.[0]?.message).toMatch(/\.$/)
    expect(await listContacts(app)).toEqual([])
  })
})
