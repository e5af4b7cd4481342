import { afterAll, describe, expect, test } from 'bun:test'
import { encodeToken } from '../../src/core/apiToken.ts'
import { call, READ_TOKEN, sendRaw, startService, TOKEN } from './support.ts'

const asked: string[] = []
const service = startService()
const counting = startService({
  parts: {
    findPrincipal: (hash) => {
      asked.push(hash)
      return Promise.resolve(null)
    },
  },
})
afterAll(() => Promise.all([service.stop(true), counting.stop(true)]))

test('a valid token is let in, whatever the case of the scheme', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const { status } = await call(service, 'GET /calls', {
      token: null,
      headers: { Authorization: `${scheme} ${TOKEN}` },
    })
    expect(status).toBe(200)
  }
})

describe('everything else is 401 with a challenge and tells nothing', () => {
  const other = encodeToken(new Uint8Array(32).fill(9))
  test.each([
    ['no header', ''],
    ['an empty one', 'Authorization: \r\n'],
    ['the scheme alone', 'Authorization: Bearer\r\n'],
    ['the scheme and spaces', 'Authorization: Bearer   \r\n'],
    ['another scheme', `Authorization: Basic ${TOKEN}\r\n`],
    ['no scheme', `Authorization: ${TOKEN}\r\n`],
    ['something after it', `Authorization: Bearer ${TOKEN} x\r\n`],
    ['two headers', `Authorization: Bearer ${TOKEN}\r\nAuthorization: Bearer ${TOKEN}\r\n`],
    ['two headers with one empty', `Authorization: Bearer ${TOKEN}\r\nAuthorization:\r\n`],
    ['bytes beyond ASCII', `Authorization: Bearer ${TOKEN}\xe9\r\n`],
    ['a wrong checksum', `Authorization: Bearer ${TOKEN.slice(0, -1)}!\r\n`],
    ['an unknown token', `Authorization: Bearer ${other}\r\n`],
    ['a token of 10,000 characters', `Authorization: Bearer ${'x'.repeat(10_000)}\r\n`],
  ])('%s', async (_, header) => {
    const { status, headers, body } = await sendRaw(service, `GET /calls HTTP/1.1\r\nHost: x\r\n${header}\r\n`)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(body).toEqual({
      success: false,
      error: {
        code: 'unauthorized',
        message: 'A valid API token is required. Send one header of the form "Authorization: Bearer <token>".',
        request_id: headers.get('x-request-id') ?? 'missing',
      },
    })
  })
})

test('a mistyped token does not reach the database, and a plausible one does by its hash', async () => {
  await call(counting, 'GET /calls', { token: `${TOKEN.slice(0, -1)}!` })
  await call(counting, 'GET /calls', { token: 'short' })
  expect(asked).toEqual([])
  await call(counting, 'GET /calls')
  expect(asked).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})

test('a token without the scope is 403 and the answer names the scope', async () => {
  expect((await call(service, 'GET /calls', { token: READ_TOKEN })).status).toBe(200)
  const refused = await call(service, 'POST /call', { token: READ_TOKEN, body: '{"nonsense' })
  expect(refused.status).toBe(403)
  expect(refused.body?.error).toMatchObject({
    code: 'insufficient_scope',
    message: expect.stringContaining('calls:write'),
  })
})
