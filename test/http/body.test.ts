import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'bun:test'
import { call, sendRaw, startService, TOKEN } from './support.ts'

const service = startService()
afterAll(() => service.stop(true))

const MIB = 1024 * 1024
const ID = '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06'
const GOOD = { phone: '+14155550123', playbook_id: ID }

const head = (...lines: string[]): string =>
  [`POST /call HTTP/1.1`, 'Host: x', `Authorization: Bearer ${TOKEN}`, ...lines, '', ''].join('\r\n')

function post(body: string | Uint8Array, ...lines: string[]) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return sendRaw(service, head('Content-Type: application/json', `Content-Length: ${bytes.length}`, ...lines), bytes)
}

describe('a body that is not plain UTF-8 JSON is 415', () => {
  test.each([
    [''],
    ['Content-Type: text/plain'],
    ['Content-Type: application/jsonp'],
    ['Content-Type: application/json; charset=utf-16'],
    ['Content-Type: application/json; charset=utf-8; charset=latin1'],
    ['Content-Type: application/json\r\nContent-Type: application/json'],
    ['Content-Type: multipart/form-data; boundary=x'],
  ])('%j', async (line) => {
    const { status, body } = await sendRaw(service, head(...(line ? [line] : []), 'Content-Length: 2'), '{}')
    expect(status).toBe(415)
    expect(body?.error?.code).toBe('unsupported_media_type')
  })

  test('compressed, a gzip bomb included', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * MIB))
    const { status } = await post(bomb, 'Content-Encoding: gzip')
    expect(status).toBe(415)
  })
})

test('charset=utf-8 in any spelling and Content-Encoding: identity are taken', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json ; v=1',
  ]) {
    const headers = { 'Content-Type': type, 'Content-Encoding': 'identity' }
    expect((await call(service, 'POST /call', { body: GOOD, headers })).status).toBe(200)
  }
})

describe('bytes that are no UTF-8 and JSON that is refused are 400 invalid_json', () => {
  test.each([
    ['nothing', ''],
    ['spaces', '  \n'],
    ['a byte order mark', '\ufeff{}'],
    ['a truncated text', '{"phone": "+1415'],
    ['bytes after the end', '{} {}'],
    ['a trailing comma', '{"phone": "x",}'],
    ['NaN', '{"params": {"a": NaN}}'],
    ['a duplicate key', '{"phone": "x", "phone": "y"}'],
    ['U+0000', '{"params": {"a": "\\u0000"}}'],
    ['a lone surrogate', '{"params": {"a": "\\ud800"}}'],
    ['depth 33', '{"params":' + '['.repeat(32) + ']'.repeat(32) + '}'],
    ['depth 400,000', '['.repeat(400_000)],
    ['1e200000', '{"params": {"a": 1e200000}}'],
    ['2^53 + 1', '{"params": {"a": 9007199254740993}}'],
    ['invalid UTF-8', Buffer.from('{"firstname": "\xff"}', 'latin1')],
    ['overlong UTF-8', Buffer.from('{"firstname": "\xc0\x80"}', 'latin1')],
    ['CESU-8', Buffer.from('{"firstname": "\xed\xa0\xbd\xed\xb8\x80"}', 'latin1')],
  ])('%s', async (_, body) => {
    const { status, body: answer } = await post(body)
    expect(status).toBe(400)
    expect(answer?.error?.code).toBe('invalid_json')
    expect(answer?.error?.details).toHaveLength(1)
    expect(answer?.error?.details?.[0]).toMatchObject({ in: 'body', message: answer?.error?.message })
  })
})

test('a fault in the JSON says where it is', async () => {
  const grammar = await post('{\n  "phone": +1\n}')
  expect(grammar.body?.error?.message).toContain('(line 2, column 12)')
  const duplicate = await post('{"params": {"a": {"b": 1, "b": 2}}}')
  expect(duplicate.body?.error?.details?.[0]?.pointer).toBe('/params/a/b')
})

test('__proto__ and constructor are plain data in free objects, at any depth, and change no prototype', async () => {
  const params = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"a":{"__proto__":1}}'
  const { status, body } = await post(`{"phone":"+14155550123","playbook_id":"${ID}","params":${params}}`)
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain(params)
  expect('polluted' in {}).toBe(false)
})

test('__proto__ is an unknown field in a closed object', async () => {
  const { status, body } = await post(`{"phone":"+14155550123","playbook_id":"${ID}","__proto__":{}}`)
  expect(status).toBe(400)
  expect(body?.error?.details?.[0]?.pointer).toBe('/__proto__')
})

test('right-to-left marks, zero-width characters and line breaks in a name are the sender’s own affair', async () => {
  const names = { firstname: '\u202eAda\u200b', lastname: 'Love\r\nlace' }
  const { status, body } = await call(service, 'POST /call', { body: { ...GOOD, ...names } })
  expect(status).toBe(200)
  expect(body?.data).toMatchObject({ body: names })
})

/** A valid request of so many bytes. */
function filled(bytes: number): string {
  const empty = JSON.stringify({ ...GOOD, params: { a: '' } })
  return JSON.stringify({ ...GOOD, params: { a: 'x'.repeat(bytes - empty.length) } })
}

function chunked(body: string) {
  const chunks = [body.slice(0, 1_000), body.slice(1_000)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
  return sendRaw(service, head('Content-Type: application/json', 'Transfer-Encoding: chunked'), ...chunks, '0\r\n\r\n')
}

describe('one byte too many is 413', () => {
  test('announced: refused before the body has come', async () => {
    const { status, body } = await sendRaw(
      service,
      head('Content-Type: application/json', `Content-Length: ${MIB + 1}`),
      '{',
    )
    expect(status).toBe(413)
    expect(body?.error).toMatchObject({ code: 'payload_too_large', message: expect.stringContaining('1048576') })
  })

  test('chunked: refused as soon as the limit is passed, though the body never ends', async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
    const chunks = Array.from({ length: 34 }, () => chunk)
    const { status } = await sendRaw(
      service,
      head('Content-Type: application/json', 'Transfer-Encoding: chunked'),
      ...chunks,
    )
    expect(status).toBe(413)
  })

  test('exactly 1 MiB is read', async () => {
    expect((await post(filled(MIB))).status).toBe(200)
    expect((await post(filled(MIB + 1))).status).toBe(413)
  })

  test('chunked, too, exactly 1 MiB is read', async () => {
    expect((await chunked(filled(MIB))).status).toBe(200)
    expect((await chunked(filled(MIB + 1))).status).toBe(413)
  })

  test('a campaign may have 64 MiB', async () => {
    const start = `POST /campaign HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`
    const over = await sendRaw(service, `${start}Content-Length: ${64 * MIB + 1}\r\n\r\n{`)
    expect(over.status).toBe(413)
    const body = Buffer.from('{"contacts": [' + ' '.repeat(2 * MIB))
    const cut = await sendRaw(service, `${start}Content-Length: ${body.length}\r\n\r\n`, body)
    expect(cut.body?.error?.code).toBe('invalid_json')
  })
})

test('a body that trickles is given up after ten seconds, and the connection is not held', async () => {
  const slow = sendRaw(service, head('Content-Type: application/json', 'Content-Length: 100'), '{')
  while (service.clock.nextDueAt() === null) await new Promise((resolve) => setImmediate(resolve))
  await service.clock.advanceBy(10_000)
  const { status, body } = await slow
  expect(status).toBe(400)
  expect(body?.error?.message).toContain('took too long')
})

test('after all of this the next good request works', async () => {
  expect((await call(service, 'POST /call', { body: GOOD })).status).toBe(200)
})
