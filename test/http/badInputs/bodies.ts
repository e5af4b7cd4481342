/** Bad inputs in bodies: strings, JSON and numbers. */
import { bad, call, callWith, campaign, MIB, PHONE, refused, send, type BadInput } from './world.ts'

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const raw = (name: string, body: string | Uint8Array, pointer = ''): BadInput => ({
  name,
  bytes: send('POST /call', () => body),
  outcome: bad('invalid_json', pointer),
})

export const STRINGS: BadInput[] = [
  { name: '1 U+0000 in a value', bytes: callWith('"firstname":"\\u0000"'), outcome: bad('invalid_json', '/firstname') },
  { name: '2 U+0000 in a key', bytes: callWith('"params":{"\\u0000":1}'), outcome: bad('invalid_json', '/params') },
  {
    name: '4 a lone surrogate in params',
    bytes: callWith('"params":{"a":"\\ud800"}'),
    outcome: bad('invalid_json', '/params/a'),
  },
  {
    name: '4 a lone surrogate in a name',
    bytes: callWith('"lastname":"\\udc00x"'),
    outcome: bad('invalid_json', '/lastname'),
  },
  {
    name: '4 a lone surrogate in custom_fields',
    bytes: send('PUT /contacts', () => `{"phone":"${PHONE}","custom_fields":{"a":"\\udfff"}}`),
    outcome: bad('invalid_json', '/custom_fields/a'),
  },
  { name: '5 invalid UTF-8', bytes: callWith(latin1('"firstname":"\xff"')), outcome: bad('invalid_json', '') },
  { name: '6 overlong UTF-8', bytes: callWith(latin1('"firstname":"\xc0\x80"')), outcome: bad('invalid_json', '') },
  {
    name: '7 CESU-8',
    bytes: callWith(latin1('"firstname":"\xed\xa0\xbd\xed\xb8\x80"')),
    outcome: bad('invalid_json', ''),
  },
  raw('8 a byte order mark', '\ufeff{}'),
  { name: '9 a right-to-left override', bytes: call({ firstname: '\u202eAda' }), outcome: { taken: 201 } },
  { name: '10 zero-width characters', bytes: call({ firstname: 'A\u200bda\u200d' }), outcome: { taken: 201 } },
  { name: '11 a line break in a name', bytes: call({ firstname: 'Ada\r\nX-Injected: 1' }), outcome: { taken: 201 } },
  { name: '12 an empty phone', bytes: call({ phone: '' }), outcome: bad('invalid_phone', '/phone') },
  { name: '12 an empty campaign name', bytes: campaign({ name: '' }), outcome: bad('invalid_request', '/name') },
  { name: '13 a phone of spaces', bytes: call({ phone: '   ' }), outcome: bad('invalid_phone', '/phone') },
  { name: '13 a time zone of spaces', bytes: call({ timezone: '  ' }), outcome: bad('invalid_timezone', '/timezone') },
  {
    name: '14 a body over its megabyte',
    bytes: call({ firstname: 'x'.repeat(MIB) }),
    outcome: refused(413, 'payload_too_large'),
  },
  {
    name: '14 a name just under a megabyte',
    bytes: call({ firstname: 'x'.repeat(MIB - 200) }),
    outcome: bad('invalid_request', '/firstname'),
  },
  {
    name: '15 a name of 9,000 bytes',
    bytes: campaign({ name: 'é'.repeat(4_500) }),
    outcome: bad('invalid_request', '/name'),
  },
  {
    name: '15 a token name of 9,000 bytes',
    bytes: send('POST /tokens', () => JSON.stringify({ name: 'x'.repeat(9_000), scopes: ['calls:read'] })),
    outcome: bad('invalid_request', '/name'),
  },
]

/** Short ones, so that 100,000 fit into a megabyte. */
const keys = (count: number): string => Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join()

export const JSON_TEXTS: BadInput[] = [
  raw('16 nothing', ''),
  { name: '17 null', bytes: send('POST /call', () => 'null'), outcome: bad('invalid_request', '') },
  { name: '18 an array', bytes: send('POST /call', () => '[]'), outcome: bad('invalid_request', '') },
  { name: '19 a number', bytes: send('POST /call', () => '7'), outcome: bad('invalid_request', '') },
  raw('20 a text that ends too early', `{"phone":"${PHONE}"`),
  raw('21 something after the end', '{} {}'),
  { name: '22 a trailing comma', bytes: callWith('"firstname":"Ada",'), outcome: bad('invalid_json', '') },
  { name: '23 a comment', bytes: callWith('/* Ada */"firstname":"Ada"'), outcome: bad('invalid_json', '') },
  { name: '24 single quotes', bytes: callWith("'firstname':'Ada'"), outcome: bad('invalid_json', '') },
  { name: '25 a key twice', bytes: callWith(`"phone":"${PHONE}"`), outcome: bad('invalid_json', '/phone') },
  {
    name: '25 a key twice, once escaped',
    bytes: callWith('"\\u0070hone":"+15005550101"'),
    outcome: bad('invalid_json', '/phone'),
  },
  { name: '26 __proto__ as a field', bytes: callWith('"__proto__":{}'), outcome: bad('invalid_request', '/__proto__') },
  {
    name: '26 constructor as a field',
    bytes: callWith('"constructor":{}'),
    outcome: bad('invalid_request', '/constructor'),
  },
  {
    name: '26 __proto__ and constructor as data',
    bytes: callWith('"params":{"__proto__":{"a":1},"constructor":{"b":2}}'),
    outcome: { taken: 201 },
  },
  {
    name: '27 depth 33',
    bytes: callWith(`"params":{"a":${'['.repeat(31)}${']'.repeat(31)}}`),
    outcome: bad('invalid_json'),
  },
  raw('28 depth 9,000', `{"a":${'['.repeat(9_000)}`, `/a${'/0'.repeat(31)}`),
  raw('29 depth 400,000', '['.repeat(400_000), '/0'.repeat(32)),
  {
    name: '30 100,000 keys',
    bytes: callWith(`"params":{${keys(100_000)}}`),
    outcome: bad('invalid_request', '/params'),
  },
  {
    name: '30 100,000 keys where 64 MiB are taken',
    bytes: send('POST /campaign', () => `{"contacts":[{"custom_fields":{${keys(100_000)}}}]}`),
    outcome: bad('invalid_request', '/contacts/0/custom_fields'),
  },
]

export const NUMBERS: BadInput[] = [
  ...['NaN', 'Infinity', '-Infinity'].map((word): BadInput => ({
    name: `31/32 ${word}`,
    bytes: callWith(`"params":{"a":${word}}`),
    outcome: bad('invalid_json', ''),
  })),
  ...['1e400', '1e200000', String(2n ** 53n + 1n), String(2n ** 63n), `-${2n ** 63n}`].map((number): BadInput => ({
    name: `33-37 ${number}`,
    bytes: callWith(`"params":{"a":${number}}`),
    outcome: bad('invalid_json', '/params/a'),
  })),
  { name: '35 2^31 minutes', bytes: callWith('"recall":[2147483648]'), outcome: bad('invalid_recall', '/recall/0') },
  {
    name: '35 2^31 requests',
    bytes: send('PATCH /account', () => '{"limits":{"per_second":2147483648,"per_minute":10}}'),
    outcome: bad('invalid_request', '/limits/per_second'),
  },
  { name: '38 minus zero as data', bytes: callWith('"params":{"a":-0}'), outcome: { taken: 201 } },
  { name: '38 minus zero minutes', bytes: callWith('"recall":[-0]'), outcome: bad('invalid_recall', '/recall/0') },
  {
    name: '39 a fraction for a whole number',
    bytes: callWith('"recall":[1.5]'),
    outcome: bad('invalid_recall', '/recall/0'),
  },
  { name: '40 a text for a number', bytes: callWith('"recall":["1"]'), outcome: bad('invalid_recall', '/recall/0') },
]
