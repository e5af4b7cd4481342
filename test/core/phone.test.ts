import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { isForbiddenNumber, MAX_PHONE_LENGTH, parsePhone, PHONE_PATTERN } from '../../src/core/phone.ts'
import { seeded } from '../support/random.ts'

const digits = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 14 }))
  .map(([first, rest]) => [first, ...rest])

test('separators between digits are allowed, and the number comes out as E.164', () => {
  const separator = fc.constantFrom('', '', ' ', '.', '-', '(', ')', ') ')
  fc.assert(
    fc.property(digits, fc.array(separator, { minLength: 14, maxLength: 14 }), (number, separators) => {
      const written = `+${number.map((digit, i) => (i === 0 ? '' : separators[i - 1]!) + String(digit)).join('')}`
      fc.pre(written.length <= MAX_PHONE_LENGTH)
      expect(parsePhone(written) as string | null).toBe(`+${number.join('')}`)
    }),
    seeded(300),
  )
})

test('what is accepted is what the published pattern and length say', () => {
  const near = fc.string({ unit: fc.constantFrom('+', '0', '1', '5', '9', ' ', '(', ')', '-', '.', '\n', 'x', '٣') })
  fc.assert(
    fc.property(
      fc.oneof(
        near,
        near.map((text) => `+1${text}`),
      ),
      (text) => {
        const matches = new RegExp(PHONE_PATTERN, 'u').test(text) && text.length <= MAX_PHONE_LENGTH
        expect(parsePhone(text) !== null).toBe(matches)
      },
    ),
    seeded(500),
  )
})

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
  expect(parsePhone('+1234567')).not.toBeNull()
  expect(parsePhone('+123456789012345')).not.toBeNull()
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
]) {
  test(`${text} leads to an emergency service and is forbidden`, () => {
    expect(isForbiddenNumber(parsePhone(text)!)).toBe(true)
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
  '+29 1911 000',
]) {
  test(`${text} is an ordinary number`, () => {
    expect(isForbiddenNumber(parsePhone(text)!)).toBe(false)
  })
}
