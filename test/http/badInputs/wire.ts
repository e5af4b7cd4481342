/** Bad inputs on the wire: HTTP itself, URLs, and who asks. */
import { gzipSync } from 'node:zlib'
import { ask, bad, head, MIB, PHONE, refused, type BadInput, type World } from './world.ts'

const good = ({ playbookId }: World): string => JSON.stringify({ phone: PHONE, playbook_id: playbookId })

/** A good call with these headers in place of the usual ones. */
const framed = (headers: (length: number) => string[], body = good): BadInput['bytes'] => {
  return (world) => {
    const text = body(world)
    return [head(world, 'POST /call', ...headers(text.length)), text]
  }
}
const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = (world: World): string => `${chunk(good(world))}0\r\n\r\n`

const media = (name: string, ...types: string[]): BadInput => ({
  name,
  bytes: framed((length) => [...types, `Content-Length: ${length}`]),
  outcome: refused(415, 'unsupported_media_type'),
})

const bare = (name: string, status: 400 | 431 | 505, bytes: BadInput['bytes']): BadInput => ({
  name,
  bytes,
  outcome: { bare: status },
})

/** The identifier of nothing. */
const NOBODYS = '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06'

/** The first bytes of a request that are so many, the empty line at their end included. */
const padded = (line: string, bytes: number): BadInput['bytes'] => {
  return (world) => {
    const empty = head(world, line, 'X-A: ')
    return [head(world, line, `X-A: ${'a'.repeat(bytes - empty.length)}`)]
  }
}
/** As many headers in all; `head` sends two of them. */
const counted = (count: number): BadInput['bytes'] => ask('GET /account', ...many(count - 2))

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `X-${index}: 1`)

export const HTTP: BadInput[] = [
  media('41 no Content-Type'),
  media('42 text/plain', 'Content-Type: text/plain'),
  media('43 UTF-16', 'Content-Type: application/json; charset=utf-16'),
  media('44 compressed', JSON_TYPE, 'Content-Encoding: gzip'),
  {
    name: '44 a compressed bomb',
    bytes: (world) => {
      const bomb = gzipSync(Buffer.alloc(50 * MIB, ' '))
      return [head(world, 'POST /call', JSON_TYPE, 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`), bomb]
    },
    outcome: refused(415, 'unsupported_media_type'),
  },
  bare(
    '45 Content-Length, then Transfer-Encoding',
    400,
    framed((length) => [JSON_TYPE, `Content-Length: ${length}`, CHUNKED], chunked),
  ),
  bare(
    '45 Transfer-Encoding, then Content-Length',
    400,
    framed((length) => [JSON_TYPE, CHUNKED, `Content-Length: ${length}`], chunked),
  ),
  bare(
    '45 a transfer encoding that is unknown',
    400,
    framed(() => [JSON_TYPE, 'Transfer-Encoding: gzip']),
  ),
  bare(
    '46 two different Content-Lengths',
    400,
    framed((length) => [JSON_TYPE, `Content-Length: ${length}`, 'Content-Length: 4']),
  ),
  bare(
    '46 two Content-Lengths in one',
    400,
    framed((length) => [JSON_TYPE, `Content-Length: ${length}, 4`]),
  ),
  {
    name: '46 the same Content-Length twice is one call',
    bytes: framed((length) => [JSON_TYPE, `Content-Length: ${length}`, `Content-Length: ${length}`]),
    outcome: { taken: 201 },
  },
  bare(
    '47 a negative Content-Length',
    400,
    framed(() => [JSON_TYPE, 'Content-Length: -5']),
  ),
  bare(
    '47 a Content-Length that is no number',
    400,
    framed(() => [JSON_TYPE, 'Content-Length: 0x5']),
  ),
  bare(
    '47 a Content-Length of twenty digits',
    400,
    framed(() => [JSON_TYPE, `Content-Length: ${'9'.repeat(20)}`]),
  ),
  {
    name: '49 chunks past the limit',
    bytes: (world) => [
      head(world, 'POST /call', JSON_TYPE, CHUNKED),
      ...Array.from({ length: 34 }, () => chunk(' '.repeat(32_768))),
    ],
    outcome: refused(413, 'payload_too_large'),
  },
  bare(
    '49 a chunk without a size',
    400,
    framed(
      () => [JSON_TYPE, CHUNKED],
      () => 'zz\r\nx\r\n0\r\n\r\n',
    ),
  ),
  bare('50 a header of 20 KB', 431, ask('GET /account', `X-A: ${'a'.repeat(20_000)}`)),
  { name: '50 16,384 bytes before the body', bytes: padded('GET /account', 16_384), outcome: { taken: 200 } },
  bare('50 16,385 bytes before the body', 431, padded('GET /account', 16_385)),
  { name: '51 198 headers', bytes: counted(198), outcome: { taken: 200 } },
  bare('51 199 headers', 431, counted(199)),
  bare('51 300 headers', 431, ask('GET /account', ...many(300))),
  bare('52 a URL of 20 KB', 431, ask(`GET /calls?phone=${'1'.repeat(20_000)}`)),
  { name: '53 FOO', bytes: ask('FOO /account'), outcome: { cut: true } },
  ...['TRACE', 'QUERY', 'CONNECT'].map((method): BadInput => ({
    name: `53 ${method}`,
    bytes: ask(`${method} /account`),
    outcome: refused(405, 'method_not_allowed'),
  })),
  bare('a version of HTTP that there is none', 505, ({ token }) => [
    `GET /account HTTP/9.9\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  ]),
  bare('no Host', 400, ({ token }) => [`GET /account HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`]),
  bare('11 a folded header', 400, ask('GET /account', 'X-A: 1\r\n 2')),
  bare('11 U+0000 in a header', 400, ask('GET /account', 'X-A: a\0b')),
  {
    name: '11 an Idempotency-Key beyond ASCII',
    bytes: framed((length) => [JSON_TYPE, 'Idempotency-Key: \xe9', `Content-Length: ${length}`]),
    outcome: bad('invalid_request', '/Idempotency-Key'),
  },
]

const asked = (name: string, line: string, outcome: BadInput['outcome']): BadInput => ({
  name,
  bytes: ask(line),
  outcome,
})

export const URLS: BadInput[] = [
  asked('3 %00 in a path', 'GET /calls/%00', refused(404, 'not_found')),
  asked('3 %00 in a query', 'GET /calls?phone=%00', bad('invalid_phone', '/phone')),
  asked('54 a slash at the end', 'GET /account/', refused(404, 'not_found')),
  asked('54 a slash at the end of a list', 'GET /calls/', refused(404, 'not_found')),
  asked('54 a slash at the end of a thing', `GET /calls/${NOBODYS}/`, refused(404, 'not_found')),
  asked('54 no identifier where one belongs', 'POST /calls//cancel', refused(404, 'not_found')),
  asked('55 two slashes', 'GET //calls', refused(404, 'not_found')),
  asked('56 %2F in an identifier', 'GET /calls/..%2Faccount', refused(404, 'not_found')),
  asked('57 %ZZ in a path', 'GET /calls/%ZZ', refused(404, 'not_found')),
  asked('57 %ZZ in a query', 'GET /calls?limit=%ZZ', bad('invalid_request', '')),
  asked('58 a parameter twice', 'GET /calls?limit=1&limit=2', bad('invalid_request', '/limit')),
  ...['-1', '', '0x10', '0', '101', '1e1', '1.0'].map((limit) =>
    asked(`59 limit=${limit}`, `GET /calls?limit=${limit}`, bad('invalid_request', '/limit')),
  ),
  asked('60 a cursor of nobody', 'GET /calls?cursor=abc', bad('invalid_cursor', '/cursor')),
  asked('61 an unknown parameter', 'GET /calls?limitt=1', bad('invalid_request', '/limitt')),
]

const as = (
  name: string,
  headers: (world: World) => string[],
  outcome: BadInput['outcome'] = refused(401, 'unauthorized'),
): BadInput => ({
  name,
  bytes: (world) => [['GET /account HTTP/1.1', 'Host: x', ...headers(world), '', ''].join('\r\n')],
  outcome,
})

export const ACCESS: BadInput[] = [
  as('63 no Authorization', () => []),
  as('64 Bearer alone', () => ['Authorization: Bearer']),
  as('64 Bearer and spaces', () => ['Authorization: Bearer   ']),
  as('65 Basic', ({ token }) => [`Authorization: Basic ${Buffer.from(`x:${token}`).toString('base64')}`]),
  as('66 two Authorizations', ({ token }) => [`Authorization: Bearer ${token}`, 'Authorization: Bearer other']),
  as('67 a scheme in small letters', ({ token }) => [`authorization: bearer ${token}`], { taken: 200 }),
  as('68 a token beyond ASCII', () => ['Authorization: Bearer \xe9\xff']),
  as('69 a wrong checksum', () => [`Authorization: Bearer pc_${'a'.repeat(40)}`]),
]
