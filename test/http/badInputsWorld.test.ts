/** Those of the bad inputs that need another account or another hour, and what the service makes of odd ones that it takes. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { operationIds } from '../../generated/operations.ts'
import { routes } from '../../generated/routes.ts'
import { commitVersion, createCall, createCampaign, readCall, refusal, success } from '../support/client.ts'
import { dumpTables } from '../support/dumpTables.ts'
import { sampleRequest } from '../support/sampleRequest.ts'
import { openTestApp, START, type TestAccount, type TestApp } from '../support/testApp.ts'
import { LOOP } from './badInputs/meaning.ts'
import { PHONE } from './badInputs/world.ts'

let app: TestApp
let stranger: TestAccount
let playbookId: string
beforeAll(async () => {
  app = await openTestApp()
  stranger = await app.addAccount()
  playbookId = await app.addPlaybook()
})
afterAll(() => app.close())

let belongings = 0

/** One thing of each kind, of the account's own, and their identifiers by the names of the parameters. */
async function addBelongings(): Promise<Record<string, string>> {
  const post = async (path: string, body: object): Promise<string> =>
    success(await app.post<{ id: string }>(path, body)).id
  const phone = `+1415555${1_000 + ++belongings}`
  const launch_at = '2026-12-24T09:00:00'
  const playbook_id = await app.addPlaybook()
  const contact = await app.request<{ id: string }>('PUT', '/contacts', {
    body: { phone: `+1416555${1_000 + belongings}` },
  })
  return {
    playbook_id,
    version_id: await commitVersion(app, playbook_id),
    call_id: await createCall(app, { phone, playbook_id, launch_at }),
    campaign_id: await createCampaign(app, { contacts: [{ phone }], playbook_id, launch_at }),
    contact_id: success(contact).id,
    number_id: await post('/numbers', { phone, playbook_id }),
    suppression_id: await post('/suppressions', { phone: `+1417555${1_000 + belongings}` }),
    token_id: await post('/tokens', { name: 'One', scopes: ['calls:read'] }),
  }
}

const isUnauthorized = { status: 401, body: { error: { code: 'unauthorized' } } }

test('70 a revoked token is refused from the next request on', async () => {
  const made = await app.post<{ id: string; token: string }>('/tokens', { name: 'x', scopes: ['calls:read'] })
  const as = { id: app.account.id, token: made.body.data.token }
  expect((await app.get('/calls', as)).status).toBe(200)
  expect((await app.request('DELETE', `/tokens/${made.body.data.id}`)).status).toBe(200)
  expect(await app.get('/calls', as)).toMatchObject(isUnauthorized)
})

test('71 a token is refused from the instant at which it expires', async () => {
  expect(await app.get('/calls', await app.addAccount({ expiresAt: START }))).toMatchObject(isUnauthorized)
})

test('72 a token without the scope is 403', async () => {
  const narrow = await app.addAccount({ scopes: ['calls:read'] })
  const answer = await app.post('/call', { phone: PHONE, playbook_id: playbookId }, narrow)
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } })
})

describe('60 a cursor holds for the list and the account that it was given to, exactly as it was', () => {
  const lists = ['calls', 'campaigns', 'contacts', 'numbers', 'playbooks', 'suppressions', 'tokens']
  const nextCursor = async (path: string): Promise<string> => {
    const cursor = success(await app.get<{ next_cursor: string | null }>(`${path}?limit=1`)).next_cursor
    if (cursor === null) throw new Error(`${path} has no second page`)
    return cursor
  }
  const isRefused = { status: 400, code: 'invalid_cursor', at: ['/cursor'] }
  beforeAll(async () => {
    await addBelongings()
    await addBelongings()
  })

  test.each(lists)('/%s: another account and other lists refuse it', async (list) => {
    const cursor = await nextCursor(`/${list}`)
    expect((await app.get(`/${list}?cursor=${cursor}`)).status).toBe(200)
    expect(refusal(await app.get(`/${list}?cursor=${cursor}`, stranger))).toEqual(isRefused)
    for (const other of lists.filter((one) => one !== list)) {
      expect(refusal(await app.get(`/${other}?cursor=${cursor}`))).toEqual(isRefused)
    }
  })

  test('with any byte of it changed by a bit, with one more or with one less, it is refused', async () => {
    const cursor = await nextCursor('/calls')
    const bytes = Buffer.from(cursor, 'base64url')
    const changed = [...bytes.keys()].map((place) => bytes.with(place, bytes[place]! ^ 1))
    const texts = [...changed, bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, bytes.subarray(0, 1)])]
    for (const text of [...texts.map((one) => Buffer.from(one).toString('base64url')), `${cursor}=`, ` ${cursor}`]) {
      const refused = refusal(await app.get(`/calls?cursor=${encodeURIComponent(text)}`))
      expect({ text, ...refused }).toEqual({ text, ...isRefused })
    }
  })
})

describe('73 what belongs to another account does not exist', () => {
  // Out of the contract: an operation that is added is tried from that day on.
  test.each(operationIds.filter((id) => routes[id].path.includes('{')))('%s', async (operationId) => {
    const { method, path, body } = sampleRequest(operationId, await addBelongings())
    const options = body === undefined ? {} : { body }
    const stored = await dumpTables(app.store)
    const answer = await app.request(method, path, { ...options, as: stranger })
    expect(refusal(answer)).toEqual({ status: 404, code: 'not_found', at: [] })
    expect(await dumpTables(app.store)).toEqual(stored)
    const { status } = await app.request(method, path, options)
    expect([200, 201]).toContain(status)
  })

  test('a playbook to call with', async () => {
    const answer = await app.post('/call', { phone: PHONE, playbook_id: playbookId }, stranger)
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'playbook_forbidden' } } })
  })
})

describe('a time that the clocks of the zone do not show once', () => {
  test.each([
    ['96 in the gap of spring moves forward', '2027-03-28T02:30:00', '2027-03-28T01:30:00.000Z'],
    ['97 in the fold of autumn is the first', '2027-10-31T02:30:00', '2027-10-31T00:30:00.000Z'],
  ])('%s', async (_, wall, instant) => {
    const body = { phone: PHONE, playbook_id: playbookId, launch_at: wall, timezone: 'Europe/Paris' }
    const placed = await app.post<{ call_id: string }>('/call', body)
    const found = await app.get<{ launch_at: string }>(`/calls/${placed.body.data.call_id}`)
    expect(found.body.data.launch_at).toBe(instant)
  })
})

describe('87 a version_id of another playbook of the account falls back to production', () => {
  test('of a call', async () => {
    const { other, chosen } = await addTwoPlaybooks()
    const id = await createCall(app, { phone: PHONE, playbook_id: playbookId, version_id: other })
    expect(await readCall(app, id)).toMatchObject(chosen)
  })

  test('of a campaign, and of its calls', async () => {
    const { other, chosen } = await addTwoPlaybooks()
    const contacts = [{ phone: PHONE }]
    const id = await createCampaign(app, { contacts, playbook_id: playbookId, version_id: other })
    expect(success(await app.get(`/campaigns/${id}`))).toMatchObject(chosen)
    expect(success(await app.get(`/calls?campaign_id=${id}`))).toMatchObject({ items: [chosen] })
  })

  async function addTwoPlaybooks() {
    const production = await commitVersion(app, playbookId)
    success(await app.post(`/playbooks/${playbookId}/versions/${production}/production`))
    const other = await commitVersion(app, await app.addPlaybook())
    const chosen = { version_id: production, version_source: 'production', requested_version_id: other }
    return { other, chosen }
  }
})

test('93 what a contact and a call say of themselves is spoken as it is, braces and all', async () => {
  const words = [
    '{{ 1 | plus: 1 }}',
    '{% for a in (1..9) %}x{% endfor %}',
    '{{ phone }}',
    '{{ custom_fields.note }}',
    '{{',
  ]
  const [first_name, last_name, city, note, more] = words
  const contact = { phone: PHONE, first_name, last_name, city, custom_fields: { note } }
  success(await app.request('PUT', '/contacts', { body: contact }))
  const first_message = '{{ first_name }}|{{ last_name }}|{{ city }}|{{ custom_fields.note }}|{{ params.more }}'
  const quoting = await app.addPlaybook({ first_message })
  const id = await createCall(app, { phone: PHONE, playbook_id: quoting, params: { more } })
  await app.advanceBy(600_000)
  expect((await readCall(app, id)).transcript?.[0]?.text).toBe(words.join('|'))
})

test('92 a call whose template loops 10^8 times ends, and the next one works', async () => {
  const looping = await app.addPlaybook({ first_message: LOOP })
  const placed = await app.post<{ call_id: string }>('/call', { phone: PHONE, playbook_id: looping })
  await app.advanceBy(600_000)
  const found = await app.get<{ status: string }>(`/calls/${placed.body.data.call_id}`)
  expect(found.body.data.status).toBe('completed')
  expect((await app.post('/call', { phone: PHONE, playbook_id: playbookId })).status).toBe(201)
})
