import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import metadata from 'libphonenumber-js/max/metadata'
import { askLibrary, readByPlan } from '../../src/core/numberingPlan.ts'
import {
  isWrittenAsPhone,
  MAX_PHONE_LENGTH,
  parsePhone,
  PHONE_PATTERN,
  readPhone,
  storedSpellings,
} from '../../src/core/phone.ts'
import { seeded } from '../support/random.ts'

const callingCodes = [...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)]
const randomDigits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((digits) => digits.join(''))

/** Numbers under every calling code, with one zero or more in front at times, and premium numbers among them. */
const planned = fc
  .tuple(
    fc.constantFrom(...callingCodes),
    fc.constantFrom('', '', '', '0', '00', '8', '900', '909'),
    randomDigits(3, 12),
  )
  .map(([code, first, rest]) => `+${code}${first}${rest}`)
  .filter(isWrittenAsPhone)

test('a number that is recognised quickly is read as the library reads it', () => {
  fc.assert(
    fc.property(planned, (digits) => expect(readByPlan(digits)).toEqual(askLibrary(digits))),
    seeded(5_000),
  )
})

test('what a number is read as reads as itself', () => {
  fc.assert(
    fc.property(planned, (digits) => {
      const { phone, fault } = readPhone(digits)
      if (fault !== 'impossible') expect(readPhone(phone)).toEqual({ phone, fault })
    }),
    seeded(5_000),
  )
})

test('separators between digits are allowed, and the number comes out as E.164', () => {
  const separator = fc.constantFrom('', '', ' ', '.', '-', '(', ')', ') ')
  fc.assert(
    fc.property(randomDigits(7, 7), fc.array(separator, { minLength: 10, maxLength: 10 }), (last, separators) => {
      const digits = `1415${last}`
      const pieces = digits.split('').map((digit, at) => (at === 0 ? '' : separators[at - 1]!) + digit)
      const written = `+${pieces.join('')}`
      fc.pre(written.length <= MAX_PHONE_LENGTH)
      expect(parsePhone(written) as string | null).toBe(`+${digits}`)
    }),
    seeded(300),
  )
})

test('the form that is accepted is what the published pattern and length say', () => {
  const near = fc.string({ unit: fc.constantFrom('+', '0', '1', '5', '9', ' ', '(', ')', '-', '.', '\n', 'x', '٣') })
  fc.assert(
    fc.property(
      fc.oneof(
        near,
        near.map((text) => `+1${text}`),
      ),
      (text) => {
        const matches = new RegExp(PHONE_PATTERN, 'u').test(text) && text.length <= MAX_PHONE_LENGTH
        expect(isWrittenAsPhone(text)).toBe(matches)
        if (!matches) expect(parsePhone(text)).toBeNull()
      },
    ),
    seeded(500),
  )
})

describe('a trunk prefix is left out, where the country has one', () => {
  for (const [text, phone] of [
    ['+44 (0)20 7183 8750', '+442071838750'],
    ['+4402071838750', '+442071838750'],
    ['+49 (0)30 123456', '+4930123456'],
    ['+33 (0)1 45 67 89 01', '+33145678901'],
    ['+7 (8) 495 123-45-67', '+74951234567'],
    ['+54 11 15 1234 5678', '+5491112345678'],
    // In Italy and on the Ivory Coast the zero belongs to the number.
    ['+39 06 1234567', '+39061234567'],
    ['+39 (0)6 1234567', '+39061234567'],
    ['+225 01 23 45 67 89', '+2250123456789'],
  ] as const) {
    test(`${text} is ${phone}`, () => expect(readPhone(text)).toEqual({ phone, fault: null } as never))
  }

  test('but only once, and not where there is none', () => {
    expect(parsePhone('+44 (00)20 7183 8750')).toBeNull()
    expect(parsePhone('+34 (0)91 123 45 67')).toBeNull()
  })
})

test('a number is looked for as it may have been stored while trunk prefixes were kept', () => {
  expect(storedSpellings('+442071838750')).toEqual(['+442071838750', '+4402071838750'])
  expect(storedSpellings('+4402071838750')).toEqual(['+4402071838750', '+442071838750'])
  expect(storedSpellings('+34911234567')).toEqual(['+34911234567'])
  expect(storedSpellings('+123456789012345')).toEqual(['+123456789012345', '+1123456789012345'])
})

for (const text of [
  '+999 1234567',
  '+210 1234567',
  '+1234567',
  '+123456789012345',
  '+1 415 555 012',
  '+1 415 555 01234',
  '+44 20 7946',
  '+41 112 11',
]) {
  test(`${text} is no possible number`, () => expect(readPhone(text).fault).toBe('impossible'))
}

for (const text of [
  // Reserved for examples, for films, and by the simulated carrier.
  '+1 202 555 0123',
  '+44 1632 960960',
  '+44 20 7946 0000',
  '+33 1 99 00 12 34',
  '+61 2 5550 0123',
  '+15005550100',
  '+15005559999',
  // Of a length that its country has, and in no range that was assigned when the metadata was made.
  '+1 415 000 0001',
  '+44 21 1234 5678',
  // Toll free, of shared cost, personal, by satellite.
  '+1 800 555 0123',
  '+49 180 1234567',
  '+44 300 123 4567',
  '+8816 1234 5678',
]) {
  test(`${text} may be called`, () => expect(readPhone(text).fault).toBeNull())
}

for (const text of ['+1 900 555 1234', '+44 909 879 0000', '+44 871 234 5678', '+49 900 1234567', '+979 1234 56789']) {
  test(`${text} costs a premium rate`, () => expect(readPhone(text).fault).toBe('premium'))
}

const refused = [
  '',
  '+',
  '15005550100',
  '0015005550100',
  '+05005550100',
  '+123456',
  '+1234567890123456',
  '+1500555010x',
  '+1800FLOWERS',
  '+15005550100 ext 5',
  '+15005550100;ext=5',
  '+15005550100,,1',
  'tel:+15005550100',
  '+15005550100\n',
  '\n+15005550100',
  ' +15005550100',
  '+15005550100 ',
  '+ 15005550100',
  '+(1)5005550100',
  '++15005550100',
  '+1500\t5550100',
  '+1500\u00a05550100',
  '+١٥٠٠٥٥٥٠١٠٠',
  '+\uff11\uff15005550100',
  '112',
  '911',
  `+1${' '.repeat(MAX_PHONE_LENGTH)}5005550100`,
]

for (const text of refused) {
  test(`${JSON.stringify(text)} is no phone number`, () => {
    expect(parsePhone(text)).toBeNull()
  })
}

test('seven and fifteen digits are the least and the most', () => {
  // On Niue, and in Austria.
  expect(parsePhone('+683 4000')).not.toBeNull()
  expect(parsePhone('+43 1234567890123')).not.toBeNull()
})

test('forty characters are the most', () => {
  expect(parsePhone(`+1${' '.repeat(28)}5005550100`)).not.toBeNull()
  expect(parsePhone(`+1${' '.repeat(29)}5005550100`)).toBeNull()
})

for (const text of [
  '+1911000',
  '+1 911 555 0100',
  '+1 (212) 911',
  '+86 10 110',
  '+86 571 120',
  '+91 22 100',
  '+44 18000',
  '+1 (1) 911 555 0100',
]) {
  test(`${text} leads to an emergency service and is forbidden`, () => {
    expect(readPhone(text).fault).toBe('emergency')
  })
}

for (const text of [
  '+1 500 555 0100',
  '+1 212 555 0911',
  '+1 212 911 0000',
  '+44 1800 000000',
  '+86 10 1101 0000',
  '+91 22 1000 0000',
  '+49 30 112112',
  '+299 191 100',
]) {
  test(`${text} is an ordinary number`, () => {
    expect(readPhone(text).fault).toBeNull()
  })
}
