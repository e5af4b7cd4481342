import { afterAll, describe, expect, test } from 'bun:test'
import { call, sendRaw, startService, TOKEN, type Answered } from './support.ts'

const service = startService()
afterAll(() => service.stop(true))

const ID = '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06'
const contact = { phone: '+14155550123' }

const details = ({ body }: Answered) => body?.error?.details ?? []
const problems = (answered: Answered): string[] =>
  details(answered).map(({ in: part, pointer, code }) => `${part} ${pointer} ${code}`)

test('every problem is reported at once, each with its place and code', async () => {
  const answered = await call(service, 'POST /campaign?dry=1', {
    headers: { 'Idempotency-Key': 'two words' },
    body: {
      contacts: [contact, { phone: 'x', colour: 1, shape: 2 }, {}],
      recall: [0],
      launch_at: 'soon',
      timezone: '+05:30',
    },
  })
  expect(answered.status).toBe(400)
  expect(answered.body?.error?.code).toBe('invalid_request')
  expect(problems(answered).toSorted()).toEqual(
    [
      'body /contacts/1/colour invalid_request',
      'body /contacts/1/phone invalid_phone',
      'body /contacts/1/shape invalid_request',
      'body /contacts/2/phone invalid_phone',
      'body /launch_at invalid_launch_at',
      'body /playbook_id invalid_request',
      'body /recall/0 invalid_recall',
      'body /timezone invalid_timezone',
      'header /Idempotency-Key invalid_request',
      'query /dry invalid_request',
    ].toSorted(),
  )
  expect(answered.body?.error?.message).toBe('The request has 10 problems; each is listed in details.')
})

describe('the code of the whole is the code of all its details when they agree', () => {
  test.each([
    [{ phone: '123' }, 'invalid_phone'],
    [{ phone: '+1415555012٣' }, 'invalid_phone'],
    [{ phone: '+14155550123\n' }, 'invalid_phone'],
    [{ phone: 5 }, 'invalid_phone'],
    [{ recall: '30' }, 'invalid_recall'],
    [{ recall: true }, 'invalid_recall'],
    [{ recall: [0] }, 'invalid_recall'],
    [{ recall: [1.5] }, 'invalid_recall'],
    [{ recall: ['30'] }, 'invalid_recall'],
    [{ launch_at: '2026-11-21' }, 'invalid_launch_at'],
    [{ timezone: '' }, 'invalid_timezone'],
    [{ firstname: 5 }, 'invalid_request'],
  ])('%j', async (fields, code) => {
    const body = { phone: '+14155550123', playbook_id: ID, ...fields }
    const answered = await call(service, 'POST /call', { body })
    expect(answered.status).toBe(400)
    expect(answered.body?.error?.code).toBe(code)
    expect(answered.body?.error?.message).toBe(details(answered)[0]?.message ?? 'missing')
    expect(details(answered)).toHaveLength(1)
  })
})

test('a configuration’s problems are invalid_config, whatever the field is called', async () => {
  const config = { agent: 'robot', transfer_number: 'x', script: [{ say: 1 }], phone: 1 }
  const answered = await call(service, 'POST /playbooks', { body: { name: 'n', config } })
  expect(answered.body?.error?.code).toBe('invalid_config')
  expect(problems(answered)).toEqual(
    expect.arrayContaining([
      'body /config/agent invalid_config',
      'body /config/script/0/say invalid_config',
      'body /config/phone invalid_config',
    ]),
  )
})

describe('the sentence says what is accepted', () => {
  test.each([
    ['POST /call', { playbook_id: ID }, 'phone is required. Write + and 7 to 15 digits, for example "+14155550123".'],
    ['POST /call', { phone: 'x', playbook_id: ID }, 'Write + and 7 to 15 digits, for example "+14155550123".'],
    ['POST /call', contact, 'playbook_id is required.'],
    ['POST /call', { ...contact, playbook_id: ID, firstname: 5 }, 'firstname must be a string.'],
    ['POST /call', { ...contact, playbook_id: ID, params: [] }, 'params must be an object.'],
    ['POST /call', { ...contact, playbook_id: ID, colour: 1 }, 'colour is not a known field here.'],
    ['POST /call', [], 'The body must be an object.'],
    ['POST /call', null, 'The body must be an object.'],
    ['POST /call', { ...contact, playbook_id: '' }, 'playbook_id must be a UUID.'],
    ['POST /suppressions', { ...contact, note: '' }, 'note must have at least 1 characters.'],
    ['POST /campaign', { playbook_id: ID, contacts: [] }, 'contacts must have at least 1 items.'],
    ['POST /campaign', { playbook_id: ID, contacts: [5] }, 'Item 0 of contacts must be an object.'],
    ['POST /campaign', { playbook_id: 'x', contacts: [contact] }, 'playbook_id must be a UUID.'],
    ['GET /calls?limit=0', undefined, 'limit must be at least 1.'],
    ['GET /calls?limit=101', undefined, 'limit must be at most 100.'],
    ['GET /calls?limit=1&limit=2', undefined, 'limit may be given only once.'],
    ['GET /calls?direction=inbound&direction=inbound', undefined, 'direction may be given only once.'],
    ['GET /calls?direction=up', undefined, 'direction must be one of outbound, inbound.'],
    ['GET /calls?status=done', undefined, 'Item 0 of status must be one of '],
    ['GET /calls?created_after=yesterday', undefined, 'created_after must be a date and time'],
    ['GET /calls?cursor=', undefined, 'Write the next_cursor of an earlier answer exactly as it was given.'],
    ['GET /calls?created_before=2026-02-30T00:00:00Z', undefined, 'created_before must be a date and time'],
    ['GET /calls?sort=up', undefined, 'sort is not a query parameter of this operation.'],
    ['GET /calls?%FF=1', undefined, 'The query is not percent-encoded UTF-8.'],
  ])('%s %j', async (line, body, message) => {
    const answered = await call(service, line, body === undefined ? {} : { body })
    expect(answered.status).toBe(400)
    expect(answered.body?.error?.message).toStartWith(message)
  })
})

test('a limit is digits only', async () => {
  for (const limit of ['', '0x10', '1e1', '-1', '1.0', ' 5', '٣', '9'.repeat(400), 'NaN'])
    expect((await call(service, `GET /calls?limit=${encodeURIComponent(limit)}`)).status).toBe(400)
})

test('query values reach the operation in their types, with defaults filled in', async () => {
  const { body } = await call(service, 'GET /calls?status=busy&status=failed&phone=%2B1%20415%20555%200123')
  expect(body?.data).toEqual({
    path: {},
    query: { status: ['busy', 'failed'], phone: '+1 415 555 0123', limit: 20 },
    headers: {},
  })
  const one = await call(service, 'GET /calls?status=busy&limit=7&')
  expect(one.body?.data).toMatchObject({ query: { status: ['busy'], limit: 7 } })
})

describe('an identifier in the path that cannot be one is 404, like one that does not exist', () => {
  test.each([
    'nonsense',
    '%00',
    '%ZZ',
    '%FF',
    'a%2Fb',
    `${ID}x`,
    '..%2f..',
    encodeURIComponent('é'),
    'x'.repeat(5_000),
  ])('%s', async (id) => {
    const { status, body } = await sendRaw(
      service,
      `GET /calls/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
    )
    expect(status).toBe(404)
    expect(body?.error?.code).toBe('not_found')
  })
})

test('an identifier reaches the operation', async () => {
  expect((await call(service, `GET /calls/${ID}`)).body?.data).toMatchObject({ path: { call_id: ID } })
})

test('a body that fits reaches the operation as it was sent, whatever its keys are called', async () => {
  const body =
    `{"timezone":"Europe/Paris","params":{"__proto__":{"a":1},"constructor":[null],"":-0.5,"toString":"😀"},` +
    `"recall":"[30,60]","playbook_id":"${ID}","firstname":"${'😀'.repeat(200)}","phone":"+14155550123"}`
  const answered = await call(service, 'POST /call', { body })
  expect(answered.status).toBe(200)
  expect(JSON.stringify(Object(answered.body?.data).body)).toBe(body)
})

test('what a body may not have, its prototype does not lend it', async () => {
  for (const key of ['__proto__', 'constructor', 'toString']) {
    const answered = await call(service, 'POST /call', {
      body: `{"phone":"+14155550123","playbook_id":"${ID}","${key}":{}}`,
    })
    expect(problems(answered)).toEqual([`body /${key} invalid_request`])
  }
})

test('of more than a hundred problems the first hundred are told', async () => {
  const contacts = Array.from({ length: 1_000 }, () => ({ phone: 'x' }))
  const answered = await call(service, 'POST /campaign', { body: { playbook_id: ID, contacts } })
  expect(details(answered)).toHaveLength(100)
  expect(details(answered)[99]?.pointer).toBe('/contacts/99/phone')
})

test('100,001 contacts are refused, and the one bad phone among 100,000 is named', async () => {
  const contacts = Array.from({ length: 100_000 }, () => contact)
  const over = await call(service, 'POST /campaign', { body: { playbook_id: ID, contacts: [...contacts, contact] } })
  expect(over.status).toBe(400)
  expect(problems(over)).toEqual(['body /contacts invalid_request'])
  contacts[99_999] = { phone: '12' }
  const one = await call(service, 'POST /campaign', { body: { playbook_id: ID, contacts } })
  expect(problems(one)).toEqual(['body /contacts/99999/phone invalid_phone'])
})
