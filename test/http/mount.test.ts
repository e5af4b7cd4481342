import { afterAll, describe, expect, test } from 'bun:test'
import { operationIds } from '../../generated/operations.ts'
import { routes } from '../../generated/routes.ts'
import { Problem } from '../../src/core/problem.ts'
import { call, sendRaw, startService, TOKEN, type FakeOperation } from './support.ts'

const ID = '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const fail: FakeOperation = () => Promise.reject(new Error('secret: the database said no'))
const refuse: FakeOperation = () =>
  Promise.reject(new Problem('unavailable', 'Later.', { cause: new Error('the disk is full') }))
const located: FakeOperation = () =>
  Promise.resolve({ status: 200, body: { success: true }, headers: { Location: '/somewhere' } })
const service = startService({ operations: { listContacts: fail, getContact: refuse, listPlaybooks: located } })
const broken = startService({ parts: { findPrincipal: () => Promise.reject(new Error('secret: no database')) } })
afterAll(() => Promise.all([service.stop(true), broken.stop(true)]))

test('every operation of the contract is mounted: without a token each answers 401', async () => {
  for (const id of operationIds) {
    const { method, path } = routes[id]
    const { status } = await call(service, `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ID)}`, {
      token: null,
    })
    expect(`${id} ${status}`).toBe(`${id} 401`)
  }
})

test('every answer names the request, each by a new id, and a failure repeats it in the body', async () => {
  const lines = [
    'GET /calls',
    'GET /calls',
    'GET /calls?x=1',
    'GET /nowhere',
    'PUT /calls',
    'GET /docs',
    'GET /healthz',
    'GET /contacts',
  ]
  const ids = new Set<string>()
  for (const line of lines) {
    const response = await fetch(service.url + line.split(' ')[1], { method: line.split(' ')[0] ?? 'GET' })
    const id = response.headers.get('x-request-id') ?? ''
    expect(id).toMatch(UUID)
    ids.add(id)
    if (response.status >= 400)
      expect(await response.json()).toMatchObject({ success: false, error: { request_id: id } })
  }
  expect(ids.size).toBe(lines.length)
})

describe('a path that is none is 404 in the envelope', () => {
  test.each([
    '/nowhere',
    '/calls/',
    '//calls',
    '/CALLS',
    '/calls/x/y',
    '/%ZZ',
    '/%00',
    '/docs/',
    '/docs/other.js',
    '/call%73x',
  ])('%s', async (path) => {
    const { status, body } = await sendRaw(service, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(status).toBe(404)
    expect(body?.error?.code).toBe('not_found')
  })
})

describe('a method that a path lacks is 405 with those that it has', () => {
  test.each([
    ['DELETE', '/calls', 'GET, HEAD'],
    ['POST', '/calls', 'GET, HEAD'],
    ['GET', '/call', 'POST'],
    ['HEAD', '/call', 'POST'],
    ['OPTIONS', '/call', 'POST'],
    ['TRACE', '/calls', 'GET, HEAD'],
    ['QUERY', '/calls', 'GET, HEAD'],
    ['DELETE', `/playbooks/${ID}`, 'GET, HEAD, PATCH'],
    ['PUT', '/playbooks', 'GET, HEAD, POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('%s %s', async (method, path, allowed) => {
    const { status, headers, body } = await sendRaw(service, `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(status).toBe(405)
    const allow = headers.get('allow')?.split(', ') ?? []
    expect(allow.toSorted()).toEqual(allowed.split(', ').toSorted())
    if (method !== 'HEAD') expect(body?.error?.code).toBe('method_not_allowed')
  })
})

test('HEAD answers like GET, without the body', async () => {
  const { status, body } = await call(service, 'HEAD /calls')
  expect(status).toBe(200)
  expect(body).toBeUndefined()
  expect((await call(service, 'HEAD /calls', { token: null })).status).toBe(401)
})

test('what nobody foresaw is 500, tells nothing but the request id, and goes to the log', async () => {
  for (const from of [service, broken]) {
    from.logged.length = 0
    const { status, body, headers } = await call(from, 'GET /contacts')
    expect(status).toBe(500)
    expect(body?.error?.code).toBe('internal_error')
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(from.logged).toEqual([
      expect.objectContaining({
        level: 'error',
        request_id: headers.get('x-request-id'),
        cause: expect.stringContaining('secret'),
      }),
    ])
  }
})

test('a Problem’s message goes to the client and its cause to the log', async () => {
  service.logged.length = 0
  const { status, body } = await call(service, `GET /contacts/${ID}`)
  expect(status).toBe(503)
  expect(body?.error).toMatchObject({ code: 'unavailable', message: 'Later.' })
  expect(service.logged).toEqual([expect.objectContaining({ cause: expect.stringContaining('the disk is full') })])
})

test('an operation’s own headers are sent', async () => {
  expect((await call(service, 'GET /playbooks')).headers.get('location')).toBe('/somewhere')
})

test('answers are JSON', async () => {
  for (const line of ['GET /calls', 'GET /nowhere', 'GET /contacts', 'GET /healthz'])
    expect((await call(service, line)).headers.get('content-type')).toStartWith('application/json')
})

describe('every JSON answer says that nobody is to keep it and that it is nothing but JSON', () => {
  test.each([
    ['GET /calls', 200],
    ['HEAD /calls', 200],
    ['POST /call', 415],
    ['GET /nowhere', 404],
    ['PUT /calls', 405],
    ['GET /contacts', 500],
    [`GET /contacts/${ID}`, 503],
    ['GET /healthz', 200],
    ['GET /readyz', 200],
  ])('%s is %i', async (line, wanted) => {
    const { status, headers } = await call(service, line)
    expect(status).toBe(wanted)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('so does an answer to nobody, and to a Host header that is none; documents may be kept', async () => {
    const refused = [
      await call(service, 'GET /calls', { token: null }),
      await sendRaw(service, 'GET /calls HTTP/1.1\r\nHost: a b%\r\n\r\n'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 400])
    for (const { headers } of refused) expect(headers.get('cache-control')).toBe('no-store')
    for (const path of ['/openapi.json', '/openapi.yaml', '/docs', '/docs/scalar.js']) {
      const { headers } = await fetch(service.url + path, { method: 'HEAD' })
      expect(headers.get('cache-control')).not.toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

test('a Host header that is none is 400, without one Bun refuses by itself, and neither disturbs', async () => {
  for (const host of ['a b%', '[', 'x:99999']) {
    const raw = `GET /calls HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`
    const { status, body } = await sendRaw(service, raw)
    expect(status).toBe(400)
    expect(body?.error?.message).toBe('The Host header is not valid.')
  }
  expect((await sendRaw(service, 'GET /calls HTTP/1.1\r\n\r\n')).status).toBe(400)
})

test('something thrown that is no Error is 500 in the envelope, too', async () => {
  const odd = startService({ parts: { findPrincipal: () => Promise.reject('just a text') } })
  const { status, body } = await call(odd, 'GET /calls')
  await odd.stop(true)
  expect(status).toBe(500)
  expect(body?.error?.code).toBe('internal_error')
  expect(odd.logged).toHaveLength(1)
})
