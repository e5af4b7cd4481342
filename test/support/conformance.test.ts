import { expect, test } from 'bun:test'
import { type Exchange, findFaults } from './conformance.ts'

const ID = '01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60703'
const HEADERS = {
  'content-type': 'application/json',
  'x-request-id': ID,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ratelimit: '"burst";r=9;t=1, "standard";r=99;t=60',
  'ratelimit-policy': '"burst";q=10;w=1, "standard";q=100;w=60',
}
const CREATED = { success: true, data: { call_id: ID, status: 'initiated' } }
const REFUSED = { success: false, error: { code: 'invalid_phone', message: 'No.', request_id: ID } }

/** The faults of an answer to `POST /call`; a header that is undefined is left out. */
function faults(
  status: number,
  body: unknown,
  headers: Record<string, string | undefined> = {},
  request: Partial<Exchange> = {},
): string[] {
  const entries = Object.entries({ ...HEADERS, ...headers }).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return findFaults({ method: 'POST', path: '/call', status, headers: new Headers(entries), text, ...request })
}

test('an answer as the contract declares it has no faults', () => {
  expect(faults(201, CREATED)).toEqual([])
  expect(faults(201, CREATED, { 'idempotency-replayed': 'true', date: 'today' })).toEqual([])
  expect(faults(400, REFUSED)).toEqual([])
  expect(faults(404, { ...REFUSED, error: { ...REFUSED.error, code: 'not_found' } }, {}, { path: '/x' })).toEqual([])
})

test('a status that is not declared is a fault', () => {
  expect(faults(200, CREATED)).toEqual(['the status 200 is not declared'])
  expect(faults(405, REFUSED)).toContain('the status 405 is not declared')
})

test('a body with anything missing, wrong or added is a fault', () => {
  expect(faults(201, { success: true })).toHaveLength(1)
  expect(faults(201, { ...CREATED, data: { ...CREATED.data, status: 'done' } })).toHaveLength(1)
  expect(faults(201, { ...CREATED, data: { ...CREATED.data, account_id: ID } })).toHaveLength(1)
  expect(faults(201, { ...CREATED, data: { ...CREATED.data, call_id: 'x' } })).not.toEqual([])
  expect(faults(201, '')).not.toEqual([])
  expect(faults(201, '{')).not.toEqual([])
})

test('a header that is required and missing, malformed, or not declared is a fault', () => {
  expect(faults(201, CREATED, { ratelimit: undefined })).toEqual(['the header RateLimit is missing'])
  expect(faults(201, CREATED, { ratelimit: '9' })).toHaveLength(1)
  expect(faults(201, CREATED, { 'idempotency-replayed': 'yes' })).toHaveLength(1)
  expect(faults(201, CREATED, { 'x-powered-by': 'me' })).toEqual(['the header x-powered-by is not declared'])
  expect(faults(201, CREATED, { 'content-type': 'text/plain' })).toEqual([
    'the content type text/plain is not declared',
  ])
  expect(faults(201, CREATED, { 'x-request-id': undefined })).not.toEqual([])
})

test('an error whose code, request or waiting time is told differently in two places is a fault', () => {
  const error = (change: object) => ({ ...REFUSED, error: { ...REFUSED.error, ...change } })
  expect(faults(400, error({ code: 'not_found' }))).toEqual(['the code not_found has another status'])
  expect(faults(400, REFUSED, { 'x-request-id': ID.replace('0', '1') })).toEqual([
    'request_id is not what X-Request-Id says',
  ])
  const limited = error({ code: 'rate_limited', retry_after: 2 })
  expect(faults(429, limited, { 'retry-after': '2' })).toEqual([])
  expect(faults(429, limited, { 'retry-after': '1' })).toEqual(['retry_after is not what Retry-After says'])
})

test('a path or method without an operation is refused as such', () => {
  expect(faults(400, REFUSED, {}, { path: '/x' })).toEqual(['the status is not 404'])
  expect(faults(200, '<html>', { 'content-type': 'text/html' }, { method: 'GET', path: '/docs' })).toEqual([])
  const refused = { ...REFUSED, error: { ...REFUSED.error, code: 'method_not_allowed' } }
  expect(faults(405, refused, { allow: 'POST' }, { method: 'GET' })).toEqual([])
  expect(faults(405, refused, {}, { method: 'GET' })).toEqual(['the header Allow is missing'])
  expect(faults(200, CREATED, { allow: 'POST' }, { method: 'GET' })).not.toEqual([])
})
