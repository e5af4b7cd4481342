import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  encodeToken,
  hasValidChecksum,
  hashToken,
  isPlausibleToken,
  isTokenText,
  tokenPrefix,
} from '../../src/core/apiToken.ts'
import { seeded } from '../support/random.ts'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('a token is pc_, 30 base62 characters and a checksum of 6, and passes its own check', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const token = encodeToken(random)
      expect(token).toMatch(/^pc_[0-9A-Za-z]{36}$/)
      expect(hasValidChecksum(token)).toBe(true)
      expect(isPlausibleToken(token)).toBe(true)
    }),
    seeded(200),
  )
})

test('one wrong character spoils the checksum', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 3, max: 38 }), (random, at) => {
      const token = encodeToken(random)
      const wrong = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1)
      expect(hasValidChecksum(wrong)).toBe(false)
      expect(isPlausibleToken(wrong)).toBe(false)
    }),
    seeded(200),
  )
})

test('tokens stay what they were: the same bytes give the same text, and the checksum is the CRC-32 that others compute', () => {
  const token = encodeToken(new Uint8Array(32))
  expect(token).toBe('pc_0000000000000000000000000000001YuK0p')
  expect(tokenPrefix(token)).toBe('pc_00000')
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('different bytes give different tokens, in each of the bits that are kept', () => {
  const zero = encodeToken(new Uint8Array(32))
  for (let bit = 0; bit < 178; bit++) {
    const random = new Uint8Array(32)
    random[31 - (bit >> 3)] = 1 << (bit & 7)
    expect(encodeToken(random)).not.toBe(zero)
  }
})

test('too few random bytes make no token', () => {
  expect(() => encodeToken(new Uint8Array(16))).toThrow()
})

test("an operator's own token may be any visible ASCII from 24 to 256 characters", () => {
  expect(isPlausibleToken('correct-horse-battery-staple!')).toBe(true)
  expect(isTokenText('x'.repeat(23))).toBe(false)
  expect(isTokenText('x'.repeat(257))).toBe(false)
  expect(isTokenText('x'.repeat(24) + ' ')).toBe(false)
  expect(isTokenText('x'.repeat(24) + 'é')).toBe(false)
  expect(isTokenText('x'.repeat(24) + '\n')).toBe(false)
})
