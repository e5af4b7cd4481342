import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { encodeToken, TOKEN_RANDOM_BYTES } from '../../src/core/apiToken.ts'
import type { Log } from '../../src/ports/Log.ts'
import { atLevel, createLog } from '../../src/observability/log.ts'
import { mask } from '../../src/observability/mask.ts'
import { seeded } from '../support/random.ts'
import { START } from '../support/testApp.ts'

const MAX_LINE = 16_000

function open(): { log: Log; lines: string[] } {
  const lines: string[] = []
  return { lines, log: createLog({ now: () => START, write: (line) => lines.push(line) }) }
}

const digits = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 14 }))
  .map(([first, rest]) => [first, ...rest].join(''))
const token = fc
  .uint8Array({ minLength: TOKEN_RANDOM_BYTES, maxLength: TOKEN_RANDOM_BYTES })
  .map((bytes) => encodeToken(bytes))
/** Texts around it that do not make the number another one: neither digits nor what stands between digits. */
const around = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\d .()-]/g, '_'))
/** As long as one with a country's code is, and none that begins with 1 but those of eleven digits. */
const plusless = fc.oneof(
  fc.stringMatching(/^[2-9]\d{9,14}$/),
  fc.stringMatching(/^1[2-9]\d{9}$/),
  fc.stringMatching(/^00[1-9]\d{7,14}$/),
  fc.stringMatching(/^0[1-9]\d{8,12}$/),
)
const beforeIt = fc.constantFrom('', ' ', 'to=', 'sip:', 'tel:', '"', '(', '<', 'a:', 'a/', 'call-', '?to=%20', '…, ')
const afterIt = fc.constantFrom('', ' ', '@host', '.', ',', ';x=1', '"', ')', '>', ':5060', '/', '&a', ' - 1')

describe('what must not be read', () => {
  test('no number is in a line, wherever in the message and its details it was', () => {
    fc.assert(
      fc.property(digits, around, around, fc.nat(5_000), (number, before, after, padding) => {
        const text = `${before}+${number}${after}`
        const { log, lines } = open()
        log('error', text, {
          cause: text,
          long: 'x'.repeat(padding) + text,
          nested: [{ deep: text }],
          [`name ${text}`]: 1,
          address: encodeURIComponent(`+${number}`),
        })
        expect(lines).toHaveLength(1)
        expect(lines[0]).not.toMatch(/(\+|%2B)\d{3}/i)
        expect(lines[0]).toContain(`+${number.slice(0, 2)}…${number.slice(-2)}`)
        JSON.parse(lines[0] ?? '')
      }),
      seeded(500),
    )
  })

  test('nor when it is written as people write numbers', () => {
    fc.assert(
      fc.property(
        digits,
        fc.array(fc.constantFrom('', ' ', '-', '.', ' (', ') '), { minLength: 15 }),
        (number, gaps) => {
          const spaced = Array.from(number, (digit, place) => (place === 0 ? '' : (gaps[place] ?? '')) + digit)
          const written = spaced.join('')
          expect(mask(`to +${written}.`)).toBe(`to +${number.slice(0, 2)}…${number.slice(-2)}.`)
        },
      ),
      seeded(300),
    )
  })

  test('nor without its plus, in one piece', () => {
    fc.assert(
      fc.property(plusless, beforeIt, afterIt, (number, left, right) => {
        const text = `${left}${number}${right}`
        const { log, lines } = open()
        log('error', text, { cause: text, [`name ${text}`]: 1, told: JSON.stringify({ text: `\n${text}` }) })
        expect(lines[0]).not.toContain(number)
        expect(lines[0]?.split(`${number.slice(0, 2)}…${number.slice(-2)}`)).toHaveLength(5)
        JSON.parse(lines[0] ?? '')
      }),
      seeded(500),
    )
  })

  test('nor one that is too short to be known but by the address it is in', () => {
    fc.assert(
      fc.property(digits, fc.constantFrom('sip:', 'sips:', 'tel:', 'SIP:'), (number, scheme) => {
        expect(mask(`<${scheme}${number}@host>`)).toBe(`<${scheme}${number.slice(0, 2)}…${number.slice(-2)}@host>`)
      }),
      seeded(200),
    )
  })

  test('no token, no Authorization header and no password of an address is in a line', () => {
    fc.assert(
      fc.property(token, around, (secret, before) => {
        const { log, lines } = open()
        log('warn', `${before} ${secret}`, {
          header: `Authorization: Bearer ${secret}x`,
          other: 'bearer abcdefgh-12345678',
          url: `postgres://me:${secret}@host/name`,
          password: 'could not connect to postgres://me:hunter2@host/name',
        })
        expect(lines[0]).not.toContain(secret.slice(3))
        expect(lines[0]).not.toContain('abcdefgh')
        expect(lines[0]).not.toContain('hunter2')
        expect(lines[0]).toContain('@host/name')
      }),
      seeded(100),
    )
  })

  test('what is none of that is left as it is', () => {
    const text = 'call 01a1fe85-5350-76c1-92c9-372025aa202e at 2026-11-23T09:00:00.000+01:00, 1+1, +123, port 12345678'
    expect(mask(text)).toBe(text)
    expect(mask(mask('+4930123456'))).toBe('+49…56')
  })
})

describe('digits that are no number', () => {
  const text = fc.oneof(
    fc.uuid(),
    // As it may come out, with nothing but digits.
    fc.stringMatching(/^\d{8}-\d{4}-7\d{3}-[89]\d{3}-\d{12}$/),
    fc.stringMatching(/^[0-9a-f]{32}$/),
    fc
      .date({ min: new Date('2014-06-01'), max: new Date('2033-01-01'), noInvalidDate: true })
      .chain((date) =>
        fc.constantFrom(date.toISOString(), `${date.getTime()}`, `${Math.floor(date.getTime() / 1_000)}`),
      ),
    fc.nat(999_999_999).map(String),
    fc.ipV4().map((address) => `${address}:65535`),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((number) => number.toFixed(12)),
  )

  test('are left as they are in a text: ids, instants, ports, counts, fractions', () => {
    fc.assert(
      fc.property(text, beforeIt, afterIt, (shown, left, right) => {
        fc.pre(!/^(sips?|tel):/.test(left))
        expect(mask(`${left}${shown}${right}`)).toBe(`${left}${shown}${right}`)
      }),
      seeded(1_000),
    )
  })

  test('are left as they are where a detail is a count', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        const { log, lines } = open()
        log('info', 'said', { count, counts: [count] })
        expect(JSON.parse(lines[0] ?? '')).toMatchObject({ count, counts: [count] })
      }),
      seeded(200),
    )
  })
})

describe('a line', () => {
  test('is one JSON object with its instant, level, message and details', () => {
    const { log, lines } = open()
    log('info', 'said', { call_id: 'a', text: 'two\nlines' })
    expect(lines).toEqual([
      '{"at":"2026-11-23T09:00:00.000Z","level":"info","message":"said","call_id":"a","text":"two\\nlines"}',
    ])
  })

  test('is bounded, and says that something is missing', () => {
    const { log, lines } = open()
    log('error', 'x'.repeat(1_000_000))
    log('error', 'many', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`d${at}`, 'y'.repeat(1_000)])))
    expect(lines.map((line) => line.length <= MAX_LINE)).toEqual([true, true])
    expect(lines[0]).toEndWith('x…"}')
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ message: 'many', detail: 'left out' })
  })

  test('is written though its details are no JSON', () => {
    const { log, lines } = open()
    const round: Record<string, unknown> = { big: 1n }
    round['self'] = round
    log('warn', 'odd', round)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', message: 'odd', detail: 'left out' })
  })

  test('is written when it is grave enough', () => {
    for (const [least, written] of [
      ['debug', 4],
      ['info', 3],
      ['warn', 2],
      ['error', 1],
    ] as const) {
      const { log, lines } = open()
      for (const level of ['debug', 'info', 'warn', 'error'] as const) atLevel(log, least)(level, 'said')
      expect(lines).toHaveLength(written)
    }
  })
})
