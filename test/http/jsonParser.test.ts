import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { JsonFault, JsonParser, MAX_ITEMS, MAX_VALUES, parseText } from '../../src/http/jsonParser.ts'
import { MAX_TEXT_LENGTH } from '../../src/http/jsonText.ts'
import { seeded } from '../support/random.ts'

function findJsonFault(text: string): JsonFault | null {
  try {
    parseText(text)
    return null
  } catch (error) {
    if (error instanceof JsonFault) return error
    throw error
  }
}

/** What comes out when the text comes in pieces: its value, or its fault. */
function parseInPieces(pieces: readonly string[]): { value: unknown } | { message: string; pointer: string } {
  try {
    const parser = new JsonParser()
    for (const piece of pieces) parser.take(piece)
    return { value: parser.finish() }
  } catch (error) {
    if (error instanceof JsonFault) return { message: error.message, pointer: error.pointer }
    throw error
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What JSON is made of, and what it is not. */
const WORDS =
  '{ } [ ] , : "a" "b\\n" "" " \\ \\u00e9 0 - 1 01 1.5 1e3 2E-1 . true false null nul \u00a0 \u0001 \' / é +'.split(' ')

const CHARACTERS = Array.from('{}[],:"\\0-.e tn\n\u0000')

/** Texts that are nearly JSON. */
const pieces = fc.array(fc.constantFrom(...WORDS, ' ', '\n', '\t'), { maxLength: 8 }).map((parts) => parts.join(''))

test('what JSON.parse takes is taken, and what it refuses is refused', () => {
  fc.assert(
    fc.property(fc.oneof(pieces, fc.json({ maxDepth: 4 })), (text) => {
      const fault = findJsonFault(text)
      // Random JSON may hold what is refused on purpose.
      if (fault && !fault.message.startsWith('The body is not valid JSON')) return
      expect(fault === null).toBe(parses(text))
    }),
    seeded(3_000),
  )
})

test('the values are those of JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      if (findJsonFault(text)) return
      expect(JSON.stringify(parseText(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    seeded(3_000),
  )
})

test('where the text is cut into pieces makes no difference', () => {
  const cuts = fc.array(fc.nat(60), { maxLength: 6 })
  const faulty = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...CHARACTERS)).map(([text, at, put]) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + put + text.slice(place + 1)
  })
  const escapes = fc.constantFrom(
    '["\\ud83d\\ude00", "\\n\\u00e9"]',
    '["\\ud83dx"]',
    '[12.5e-3,true ,false,null\n ,"a\\"]',
  )
  fc.assert(
    fc.property(fc.oneof(fc.json({ maxDepth: 3 }), pieces, faulty, escapes), cuts, (text, places) => {
      const sorted = [0, ...places.map((place) => Math.min(place, text.length)).toSorted((a, b) => a - b), text.length]
      const parts = sorted.slice(1).map((end, index) => text.slice(sorted[index], end))
      expect(parts.join('')).toBe(text)
      expect(parseInPieces(parts)).toEqual(parseInPieces([text]))
      expect(parseInPieces(Array.from({ length: text.length }, (_, at) => text[at] ?? ''))).toEqual(
        parseInPieces([text]),
      )
    }),
    seeded(3_000),
  )
})

test('one changed character in valid JSON is judged as JSON.parse judges it', () => {
  const change = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...CHARACTERS))
  fc.assert(
    fc.property(change, ([text, at, character]) => {
      const place = at % (text.length + 1)
      const changed = text.slice(0, place) + character + text.slice(place + 1)
      const fault = findJsonFault(changed)
      if (fault && !fault.message.startsWith('The body is not valid JSON')) return
      expect(fault === null).toBe(parses(changed))
    }),
    seeded(3_000),
  )
})

describe('bad grammar is refused with its place', () => {
  test.each([
    ['', 'line 1, column 1'],
    ['{"a": 1', 'line 1, column 8'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{\n  "a": tru\n}', 'line 2, column 8'],
    ["{'a': 1}", 'line 1, column 2'],
    ['{} x', 'line 1, column 4'],
    ['// no\n{}', 'line 1, column 1'],
    ['[NaN]', 'line 1, column 2'],
    ['[1 2]', 'line 1, column 4'],
    ['"a\nb"', 'line 1, column 3'],
    ['["\\x"]', 'line 1, column 3'],
    ['["\\u12g4"]', 'line 1, column 3'],
    ['[01]', 'line 1, column 3'],
  ])('%j', (text, place) => {
    expect(findJsonFault(text)?.message).toContain(place)
    expect(findJsonFault(text)?.code).toBe('invalid_json')
  })
})

describe('what Postgres or a reader could not keep is refused with its pointer', () => {
  test.each([
    ['{"a": {"b": 1, "c": 2, "b": 3}}', '/a/b', 'twice'],
    ['{"a": 1, "\\u0061": 2}', '/a', 'twice'],
    ['{"__proto__": 1, "__proto__": 2}', '/__proto__', 'twice'],
    ['{"a/b": ["x", "\\u0000"]}', '/a~1b/1', 'U+0000'],
    ['{"a": {"\\u0000": 1}}', '/a', 'U+0000'],
    ['["\\ud800"]', '/0', 'surrogate'],
    ['["\\udc00\\ud800"]', '/0', 'surrogate'],
    ['["\\udc00\\udc00"]', '/0', 'surrogate'],
    ['["\\ud800x"]', '/0', 'surrogate'],
    ['["\\ud800\\u0041"]', '/0', 'surrogate'],
    ['[1, 1e400]', '/1', 'too large'],
    ['[-1e400]', '/0', 'too large'],
    [`[1${'0'.repeat(400)}]`, '/0', 'too large'],
    ['[9007199254740992]', '/0', '9007199254740991'],
    ['[-9007199254740993]', '/0', '9007199254740991'],
    ['[12345678901234567890]', '/0', '9007199254740991'],
    ['{"a": 0.1000000000000000055511151231257827}', '/a', 'more digits'],
    ['[0.12345678901234567]', '/0', 'more digits'],
    ['[1.00000000000000000001]', '/0', 'more digits'],
    ['[123456789012345678e2]', '/0', 'more digits'],
    ['[1e-400]', '/0', 'more digits'],
    [`[0.${'1'.repeat(2_000)}]`, '/0', '1000 characters'],
  ])('%j', (text, pointer, word) => {
    const fault = findJsonFault(text)
    expect(fault?.pointer).toBe(pointer)
    expect(fault?.message).toContain(word)
  })
})

test('whole numbers up to 2^53 - 1, fractions and paired surrogates pass', () => {
  for (const text of [
    '[9007199254740991]',
    '[-9007199254740991]',
    '[1e200]',
    '[-0]',
    '[0.1]',
    '[0.10]',
    '[0.30000000000000004]',
    '[0.10000000000000001]',
    '[1.7976931348623157e308]',
    '[2.2250738585072014e-308]',
    '[5e-324]',
    '[-1560871855753670.2]',
    '[4.9e-324]',
    '[100000000000000000000.0]',
    '[0.000000000000000000000000000001]',
    '[0e9999]',
    '["\\ud83d\\ude00"]',
    '"😀"',
  ])
    expect(findJsonFault(text)).toBeNull()
})

test('every double passes as programs write it, but for the integers that are too large', () => {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(doubles, (value) => {
      const text = JSON.stringify([value])
      fc.pre(/[.e]/.test(text) || Number.isSafeInteger(value))
      expect(findJsonFault(text)).toBeNull()
    }),
    seeded(5_000),
  )
})

test('the same key in two objects is no duplicate', () => {
  expect(findJsonFault('[{"a": 1}, {"a": {"a": 2}}]')).toBeNull()
})

function nest(depth: number): string {
  return '[{"a":'.repeat(depth / 2) + (depth % 2 ? '[]' : '1') + '}]'.repeat(depth / 2)
}

test('32 levels pass and 33 do not, of whatever kind', () => {
  expect(findJsonFault(nest(32))).toBeNull()
  expect(findJsonFault(nest(33))?.message).toContain('32 levels')
  expect(findJsonFault('['.repeat(400_000))?.message).toContain('32 levels')
})

test('a list of 100,000 items passes and one more does not', () => {
  expect(findJsonFault(`[${'1,'.repeat(MAX_ITEMS - 1)}1]`)).toBeNull()
  expect(findJsonFault(`{"contacts":[${'1,'.repeat(MAX_ITEMS)}1]}`)).toMatchObject({
    code: 'invalid_request',
    pointer: '/contacts',
  })
})

test('an object of 100,000 keys is refused', () => {
  const keys = Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`)
  expect(findJsonFault(`{${keys.join()}}`)).toMatchObject({ code: 'invalid_request', pointer: '' })
})

test('3,000,000 values pass and one more does not', () => {
  const list = `[${'1,'.repeat(99_998)}1]`
  const body = (extra: string): string => `[${`${list},`.repeat(30)}${extra}1]`
  // The list itself, thirty lists of 99,999 with themselves, and the last.
  const count = 30 * 100_000 + 2
  expect(count - 2).toBe(MAX_VALUES)
  expect(findJsonFault(`[${`${list},`.repeat(29)}[${'1,'.repeat(99_997)}1]]`)).toBeNull()
  expect(findJsonFault(body(''))).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('3000000'),
  })
})

test('a text of 1,048,576 characters passes and a longer one does not, also one that never ends', () => {
  expect(findJsonFault(JSON.stringify({ a: 'x'.repeat(MAX_TEXT_LENGTH - 1) }))).toBeNull()
  const long = { code: 'invalid_request', pointer: '/a' } as const
  expect(findJsonFault(JSON.stringify({ a: 'x'.repeat(MAX_TEXT_LENGTH + 1) }))).toMatchObject(long)
  const parser = new JsonParser()
  parser.take('{"a": "')
  expect(() => {
    for (let piece = 0; piece < 100; piece++) parser.take('x'.repeat(65_536))
  }).toThrow('1048576 characters')
})

test('16 MB are looked through', () => {
  const contact = {
    phone: '+14155550123',
    first_name: 'Zoë',
    custom_fields: { plan: 'gold', score: 17.25, tags: ['a', 'b'] },
  }
  const one = JSON.stringify({ ...contact, note: 'x'.repeat(200) })
  const text = `{"contacts":[${Array.from({ length: Math.floor(16_000_000 / (one.length + 1)) }, () => one).join()}]}`
  expect(findJsonFault(text)).toBeNull()
})
