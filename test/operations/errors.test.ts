import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { operationIds, type OperationId } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { routes } from '../../generated/routes.ts'
import { MINUTE_MS } from '../../src/core/time.ts'
import { sendRaw } from '../http/support.ts'
import { sampleRequest, UNKNOWN_ID } from '../support/sampleRequest.ts'
import { openTestApp, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'

const PHONE = '+15005550100'
const MIB = 1024 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Schemas = components['schemas']

let app: TestApp
let playbookId: string
beforeAll(async () => {
  app = await openTestApp()
  playbookId = await app.addPlaybook()
})
afterAll(() => app.close())

const postCall = (more: object): Promise<TestAnswer> =>
  app.post('/call', { phone: PHONE, playbook_id: playbookId, ...more })
const postCampaign = (more: object): Promise<TestAnswer> =>
  app.post('/campaign', { playbook_id: playbookId, contacts: [{ phone: PHONE }], ...more })

function expectError(answer: TestAnswer, status: number, code: string, pointers?: string[]): void {
  expect(answer).toMatchObject({ status, body: { success: false, error: { code } } })
  if (pointers) expect(pointersOf(answer)).toEqual(pointers)
}

/** Where the problems are, each as the part of the request and the pointer in it. */
function pointersOf({ body }: TestAnswer): string[] {
  return (body.error.details ?? []).map((detail) => `${detail.in} ${detail.pointer}`)
}

async function expectEmpty(account: TestAccount, ...lists: string[]): Promise<void> {
  for (const list of lists) expect((await app.get(list, account)).body).toMatchObject({ data: { items: [] } })
}

describe('section 7.1: the error envelope', () => {
  const failures: [status: number, send: () => Promise<TestAnswer>][] = [
    [400, () => postCall({ phone: 'nonsense' })],
    [401, () => app.request('GET', '/calls', { as: null })],
    [403, () => postCall({ playbook_id: UNKNOWN_ID })],
    [404, () => app.get(`/calls/${UNKNOWN_ID}`)],
    [404, () => app.get('/nowhere')],
    [405, () => app.request('DELETE', '/calls')],
    [415, () => app.request('POST', '/call', { body: '{}', headers: { 'content-type': 'text/plain' } })],
  ]

  test.each(failures)(
    'a request that failed with %d gets success false, a code and a message',
    async (status, send) => {
      const answer = await send()
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.body).toMatchObject({
        success: false,
        error: { code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringMatching(/^[A-Z].+[.>"]$/) },
      })
      expect(Object.keys(answer.body)).toEqual(['success', 'error'])
    },
  )

  test('the request id in the error is the one in the header, a new one for each request', async () => {
    const answers = [await app.get('/nowhere'), await app.get('/nowhere'), await app.get('/calls')]
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
    for (const id of ids) expect(id).toMatch(UUID)
    expect(new Set(ids).size).toBe(3)
    expect(answers[0]!.body).toMatchObject({ error: { request_id: ids[0] } })
  })

  test('an invalid phone number is invalid_phone, with its place and what is accepted', async () => {
    const answer = await postCall({ phone: '0049 30 123456' })
    expectError(answer, 400, 'invalid_phone', ['body /phone'])
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('+') } })
  })

  test('every problem is listed with its place, and problems of several kinds together are invalid_request', async () => {
    const misshapen = await postCall({ phone: '12', launch_at: 'soon', recall: [0.5], firstname: 1, color: 'red' })
    expectError(misshapen, 400, 'invalid_request')
    const places = ['/color', '/firstname', '/launch_at', '/phone', '/recall/0'].map((pointer) => `body ${pointer}`)
    expect(pointersOf(misshapen).toSorted()).toEqual(places)
    const senseless = await postCall({
      recall: '[1,2,3,4,5,6,7,8,9,10,11]',
      timezone: 'Mars/Base',
      phone: '+19115550100',
    })
    expectError(senseless, 400, 'invalid_request')
    expect(pointersOf(senseless).toSorted()).toEqual(['body /phone', 'body /recall', 'body /timezone'])
  })

  test('of many problems the first 100 are listed', async () => {
    const contacts = Array.from({ length: 150 }, () => ({ phone: 'x' }))
    const answer = await postCampaign({ contacts })
    expectError(answer, 400, 'invalid_phone')
    expect(pointersOf(answer)).toEqual(contacts.slice(0, 100).map((_, i) => `body /contacts/${i}/phone`))
  })
})

describe('section 7.2: the statuses of success', () => {
  test('reading is 200', async () => {
    expect(await app.get('/calls')).toMatchObject({ status: 200, body: { success: true, data: {} } })
  })

  test('creating a call is 201', async () => {
    expect(await postCall({})).toMatchObject({ status: 201, body: { success: true, data: {} } })
  })

  test('creating a campaign is 202', async () => {
    expect(await postCampaign({})).toMatchObject({ status: 202, body: { success: true, data: {} } })
  })
})

describe('section 7.2: invalid parameters are 400', () => {
  test.each([
    ['a phone that is none', { phone: 'x' }, 'invalid_phone', '/phone'],
    ['no phone', { phone: undefined }, 'invalid_phone', '/phone'],
    ['no playbook_id', { playbook_id: undefined }, 'invalid_request', '/playbook_id'],
    ['params that are no object', { params: [] }, 'invalid_request', '/params'],
    ['a firstname that is no string', { firstname: 7 }, 'invalid_request', '/firstname'],
    ['a field that there is not', { first_name: 'Ada' }, 'invalid_request', '/first_name'],
    ['a recall with too many delays', { recall: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, 'invalid_recall', '/recall'],
    ['a recall that is no list', { recall: 'hourly' }, 'invalid_recall', '/recall'],
    ['a launch_at of another shape', { launch_at: 'tomorrow' }, 'invalid_launch_at', '/launch_at'],
    ['a launch_at that does not exist', { launch_at: '2027-02-30T10:00:00' }, 'invalid_launch_at', '/launch_at'],
    ['a launch_at in the past', { launch_at: '2020-01-01T10:00:00' }, 'invalid_launch_at', '/launch_at'],
    ['a time zone that there is not', { timezone: 'Mars/Base' }, 'invalid_timezone', '/timezone'],
  ])('in a call: %s', async (_, more, code, pointer) => {
    expectError(await postCall(more), 400, code, [`body ${pointer}`])
  })

  test.each([
    ['/calls?limit=0', 'invalid_request', '/limit'],
    ['/calls?limit=101', 'invalid_request', '/limit'],
    ['/calls?limit=1&limit=2', 'invalid_request', '/limit'],
    ['/calls?status=done', 'invalid_request', '/status/0'],
    ['/calls?nonsense=1', 'invalid_request', '/nonsense'],
    ['/calls?phone=5', 'invalid_phone', '/phone'],
    ['/calls?cursor=AAAA', 'invalid_cursor', '/cursor'],
    ['/playbooks?cursor=!', 'invalid_cursor', '/cursor'],
  ])('in a query: %s', async (path, code, pointer) => {
    expectError(await app.get(path), 400, code, [`query ${pointer}`])
  })

  test('a configuration that does not hold together is invalid_config, every fault with its place', async () => {
    const config = { agent: 'scripted', first_message: 'Hello {{', script: [{ say: 'Hm?', else: 'nowhere' }] }
    const answer = await app.post('/playbooks', { name: 'Faulty', config })
    expectError(answer, 400, 'invalid_config')
    expect(pointersOf(answer).toSorted()).toEqual(['body /config/first_message', 'body /config/script/0/else'])
  })

  test.each([
    ['nothing', ''],
    ['half of it', '{"phone": '],
    ['a key twice', '{"phone": "+15005550100", "phone": "+15005550101"}'],
    ['33 levels', `{"params": ${'['.repeat(32)}${']'.repeat(32)}}`],
    ['the character U+0000', '{"params": {"a": "\\u0000"}}'],
    ['a number beyond doubles', '{"params": {"a": 1e999}}'],
  ])('a body that is not acceptable JSON is invalid_json: %s', async (_, body) => {
    expectError(await app.request('POST', '/call', { body }), 400, 'invalid_json')
  })

  test('a body that is JSON but no object is invalid_request', async () => {
    for (const body of ['[]', 'null', '"x"', '5', 'true']) {
      expectError(await app.request('POST', '/call', { body }), 400, 'invalid_request', ['body '])
    }
  })

  test('what was refused is not stored', async () => {
    const account = await app.addAccount()
    const playbook_id = await app.addPlaybook({}, account)
    await app.post('/call', { phone: 'x', playbook_id }, account)
    await app.post('/call', { phone: PHONE, playbook_id, recall: [0] }, account)
    await expectEmpty(account, '/calls', '/contacts')
  })
})

describe('section 7.2: errors of POST /campaign', () => {
  test.each([
    ['playbook_id is missing', { playbook_id: undefined }, 'invalid_request', '/playbook_id'],
    ['playbook_id is no UUID', { playbook_id: 'mine' }, 'invalid_request', '/playbook_id'],
    ['contacts is missing', { contacts: undefined }, 'invalid_request', '/contacts'],
    ['contacts is empty', { contacts: [] }, 'invalid_request', '/contacts'],
    ['contacts is no list', { contacts: { phone: PHONE } }, 'invalid_request', '/contacts'],
    [
      'a contact has no phone',
      { contacts: [{ phone: PHONE }, { email: 'a@b' }] },
      'invalid_phone',
      '/contacts/1/phone',
    ],
    [
      'a contact’s phone is invalid',
      { contacts: [{ phone: PHONE }, { phone: '5' }] },
      'invalid_phone',
      '/contacts/1/phone',
    ],
    ['a contact’s phone is null', { contacts: [{ phone: null }] }, 'invalid_phone', '/contacts/0/phone'],
    ['a contact is no object', { contacts: [PHONE] }, 'invalid_request', '/contacts/0'],
  ])('400 when %s', async (_, more, code, pointer) => {
    expectError(await postCampaign(more), 400, code, [`body ${pointer}`])
  })

  test('one invalid contact refuses the whole campaign, every invalid one is listed, and nothing is stored', async () => {
    const account = await app.addAccount()
    const playbook_id = await app.addPlaybook({}, account)
    const contacts = [{ phone: PHONE }, { phone: '1' }, { phone: '+15005550101' }, { phone: '' }]
    const answer = await app.post('/campaign', { playbook_id, contacts }, account)
    expectError(answer, 400, 'invalid_phone', ['body /contacts/1/phone', 'body /contacts/3/phone'])
    await expectEmpty(account, '/calls', '/campaigns', '/contacts')
  })

  test('401 when the token is missing or invalid', async () => {
    const body = { playbook_id: playbookId, contacts: [{ phone: PHONE }] }
    expectError(await app.request('POST', '/campaign', { body, as: null }), 401, 'unauthorized')
    const stranger = { id: '', token: 'x'.repeat(40) }
    expectError(await app.request('POST', '/campaign', { body, as: stranger }), 401, 'unauthorized')
  })

  test('403 when the playbook does not exist or is another account’s', async () => {
    expectError(await postCampaign({ playbook_id: UNKNOWN_ID }), 403, 'playbook_forbidden')
    const foreign = await app.addPlaybook({}, await app.addAccount())
    expectError(await postCampaign({ playbook_id: foreign }), 403, 'playbook_forbidden')
  })

  test('500 when the service fails inside, and then nothing is stored', async () => {
    const account = await app.addAccount()
    const playbook_id = await app.addPlaybook({}, account)
    const contacts = [{ phone: PHONE }, { phone: '+15005550101' }]
    const answer = await withoutTable('campaigns', () => app.post('/campaign', { playbook_id, contacts }, account))
    expectError(answer, 500, 'internal_error')
    await expectEmpty(account, '/calls', '/campaigns', '/contacts')
  })
})

test('section 7.2: a number that is never called is 400 in a call and in a campaign, however it is written', async () => {
  const account = await app.addAccount()
  const playbook_id = await app.addPlaybook({}, account)
  for (const phone of ['+19115550100', '+1 (911) 555-0100', '+1415911', '+4418000', '+1 900 555 0123']) {
    const call = await app.post('/call', { phone, playbook_id }, account)
    expectError(call, 400, 'number_forbidden', ['body /phone'])
    const campaign = await app.post('/campaign', { playbook_id, contacts: [{ phone: PHONE }, { phone }] }, account)
    expectError(campaign, 400, 'number_forbidden', ['body /contacts/1/phone'])
  }
  await expectEmpty(account, '/calls', '/campaigns', '/contacts')
})

describe('section 7.2: what does not exist is 404', () => {
  const withId = operationIds.filter((operationId) => routes[operationId].path.includes('{'))

  test.each(withId)(
    '%s: an identifier of nothing, one that is none, and another account’s alike',
    async (operationId) => {
      const theirs = await everything(await app.addAccount())
      const unknown = await app.request(...lineOf(operationId, {}))
      expectError(unknown, 404, 'not_found')
      const wrongs = [theirs, Object.fromEntries(Object.keys(theirs).map((name) => [name, 'nonsense']))]
      for (const ids of wrongs) expectError(await app.request(...lineOf(operationId, ids)), 404, 'not_found')
    },
  )

  test('a version of another playbook is not found under this one', async () => {
    const { playbook_id, version_id } = await everything(app.account)
    expect((await app.get(`/playbooks/${playbook_id}/versions/${version_id}`)).status).toBe(200)
    expectError(await app.get(`/playbooks/${playbookId}/versions/${version_id}`), 404, 'not_found')
    expectError(await app.post(`/playbooks/${playbookId}/versions/${version_id}/production`), 404, 'not_found')
  })

  test('a path that there is not', async () => {
    for (const path of ['/nowhere', '/call/x', '/campaign/x', '/calls/x/y', '/v1/calls', '/Calls']) {
      expectError(await app.get(path), 404, 'not_found')
    }
  })
})

function lineOf(operationId: OperationId, ids: Record<string, string>): [string, string, { body?: unknown }] {
  const { method, path, body } = sampleRequest(operationId, ids)
  return [method, path, { body }]
}

/** A number belongs to one account only. */
let numbers = 0

/** The identifier of one of each thing, of an account that has them all. */
async function everything(account: TestAccount): Promise<Record<string, string>> {
  const playbook_id = await app.addPlaybook({}, account)
  const message = 'First'
  const version = await app.post<Schemas['Version']>(`/playbooks/${playbook_id}/versions`, { message }, account)
  const call = await app.post<Schemas['CallCreated']>('/call', { phone: PHONE, playbook_id }, account)
  const campaign = await app.post('/campaign', { playbook_id, contacts: [{ phone: PHONE }] }, account)
  const contacts = await app.get<Schemas['ContactPage']>('/contacts', account)
  const phone = `+1415555${String(++numbers).padStart(4, '0')}`
  const number = await app.post<Schemas['PhoneNumber']>('/numbers', { phone, playbook_id }, account)
  const suppression = await app.post<Schemas['Suppression']>('/suppressions', { phone }, account)
  const tokens = await app.get<Schemas['TokenPage']>('/tokens', account)
  return {
    playbook_id,
    version_id: version.body.data.version_id,
    call_id: call.body.data.call_id,
    campaign_id: campaign.body.campaign_id,
    contact_id: contacts.body.data.items[0]!.id,
    number_id: number.body.data.id,
    suppression_id: suppression.body.data.id,
    token_id: tokens.body.data.items[0]!.id,
  }
}

describe('a method that a path does not have is 405, and Allow says which it has', () => {
  const methodsByPath = new Map<string, string[]>()
  for (const operationId of operationIds) {
    const { method, path } = sampleRequest(operationId)
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
  }

  test.each([...methodsByPath])('%s has %p', async (path, methods) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (methods.includes(method)) continue
      const answer = await app.request(method, path)
      expectError(answer, 405, 'method_not_allowed')
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(methods.toSorted())
    }
  })
})

/** Whether an operation takes a campaign with all its contacts. */
const carriesContacts = (id: OperationId): boolean => id === 'createCampaign' || id === 'planCampaign'
/** White space makes JSON longer and no different. */
const padded = (body: unknown, bytes: number): string => JSON.stringify(body).padEnd(bytes, ' ')

describe('a body has at most 1 MiB, that of a campaign 64 MiB; more is 413', () => {
  test('1 MiB is accepted', async () => {
    const body = padded({ phone: PHONE, playbook_id: playbookId }, MIB)
    expect((await app.request('POST', '/call', { body })).status).toBe(201)
  })

  test.each(operationIds.filter((id) => sampleRequest(id).body !== undefined && !carriesContacts(id)))(
    '%s refuses one byte more',
    async (operationId) => {
      const { method, path, body } = sampleRequest(operationId, { playbook_id: playbookId })
      expectError(await app.request(method, path, { body: padded(body, MIB + 1) }), 413, 'payload_too_large')
    },
  )

  test.each(operationIds.filter(carriesContacts))('%s takes more, up to 64 MiB', async (operationId) => {
    const { path, body: sample } = sampleRequest(operationId, { playbook_id: playbookId })
    const body = padded(sample, 4 * MIB)
    expect((await app.request('POST', path, { body })).status).toBeLessThan(300)
    const head = (bytes: number): string =>
      [
        `POST ${path} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${app.account.token}`,
        'Content-Type: application/json',
        `Content-Length: ${bytes}`,
        '\r\n',
      ].join('\r\n')
    const refused = await sendRaw(app, head(64 * MIB + 1))
    expect(refused).toMatchObject({ status: 413, body: { success: false, error: { code: 'payload_too_large' } } })
  })
})

const sendDeclared = (headers: Record<string, string>): Promise<TestAnswer> =>
  app.request('POST', '/call', { body: { phone: PHONE, playbook_id: playbookId }, headers })

describe('a body that is not declared as JSON in UTF-8 is 415', () => {
  test.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-type': 'application/json; charset=iso-8859-1' }],
    [{ 'content-encoding': 'gzip' }],
  ])('%j', async (headers) => {
    expectError(await sendDeclared(headers), 415, 'unsupported_media_type')
  })

  test('declared as application/json, with or without charset=utf-8, it is accepted', async () => {
    expect((await sendDeclared({ 'content-type': 'application/json' })).status).toBe(201)
    expect((await sendDeclared({ 'content-type': 'application/json; charset=utf-8' })).status).toBe(201)
  })
})

describe('what the state of a thing does not allow is 409', () => {
  test('a call that has ended cannot be canceled', async () => {
    const created = await app.post<Schemas['CallCreated']>('/call', { phone: PHONE, playbook_id: playbookId })
    const callId = created.body.data.call_id
    await app.advanceBy(15 * MINUTE_MS)
    expect((await app.get(`/calls/${callId}`)).body).toMatchObject({ data: { status: 'completed' } })
    expectError(await app.post(`/calls/${callId}/cancel`), 409, 'conflict')
    expect((await app.get(`/calls/${callId}`)).body).toMatchObject({ data: { status: 'completed' } })
  })

  test('a campaign that has ended cannot be paused or resumed', async () => {
    const created = await postCampaign({})
    const campaign = `/campaigns/${created.body.campaign_id}`
    expect((await app.post(`${campaign}/cancel`)).status).toBe(200)
    expectError(await app.post(`${campaign}/pause`), 409, 'conflict')
    expectError(await app.post(`${campaign}/resume`), 409, 'conflict')
  })
})

describe('section 7.2: an internal error is 500', () => {
  test('it tells nothing but the request id, and the log tells the cause under that id', async () => {
    app.logged.length = 0
    const answer = await withoutTable('contacts', () => app.get('/contacts'))
    expect(answer.status).toBe(500)
    const requestId = answer.headers.get('x-request-id')
    expect(answer.body).toEqual<unknown>({
      success: false,
      error: { code: 'internal_error', message: expect.any(String), request_id: requestId },
    })
    expect(JSON.stringify([...answer.headers])).not.toContain('contacts')
    expect(app.logged).toContainEqual(
      expect.objectContaining({
        level: 'error',
        detail: expect.objectContaining({ request_id: requestId, cause: expect.stringContaining('contacts') }),
      }),
    )
  })

  test('its message is the same whatever the cause', async () => {
    const answers = [
      await withoutTable('contacts', () => app.get('/contacts')),
      await withoutTable('playbooks', () => app.get('/playbooks')),
      await withoutTable('numbers', () => app.get('/numbers')),
    ]
    const messages = answers.map(({ body }) => body.error.message)
    expect(new Set(messages).size).toBe(1)
    expect(messages[0]).not.toMatch(/contacts|playbooks|tokens|relation|table|sql/i)
  })

  test('a creating request that failed so leaves nothing behind, and the service goes on', async () => {
    const account = await app.addAccount()
    const playbook_id = await app.addPlaybook({}, account)
    const body = { phone: PHONE, playbook_id }
    expectError(await withoutTable('calls', () => app.post('/call', body, account)), 500, 'internal_error')
    await expectEmpty(account, '/calls', '/contacts')
    expect((await app.post('/call', body, account)).status).toBe(201)
  })
})

/** What happens while a table of the database is away. */
async function withoutTable<T>(name: string, work: () => Promise<T>): Promise<T> {
  await app.settle()
  await sql`alter table ${sql.table(name)} rename to away`.execute(app.store.db)
  try {
    return await work()
  } finally {
    await sql`alter table away rename to ${sql.table(name)}`.execute(app.store.db)
  }
}
