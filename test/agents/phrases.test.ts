import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { asksToOptOut, matchesPhrases } from '../../src/agents/scripted/phrases.ts'
import { seeded } from '../support/random.ts'

test('a phrase matches whole words, whatever the case and the punctuation', () => {
  expect(matchesPhrases('YES, please!', 'yes')).toBe(true)
  expect(matchesPhrases('Well… of  course.', 'no|of course')).toBe(true)
  expect(matchesPhrases('Yesterday', 'yes')).toBe(false)
  expect(matchesPhrases('course of', 'of course')).toBe(false)
  expect(matchesPhrases('Don’t', "don't")).toBe(true)
  expect(matchesPhrases('Über Straße', 'über')).toBe(true)
  expect(matchesPhrases('E\u0301te\u0301', 'été')).toBe(true)
})

test('a star matches anything, alone or between words', () => {
  expect(matchesPhrases('', '*')).toBe(true)
  expect(matchesPhrases('what?', 'yes|*')).toBe(true)
  expect(matchesPhrases('call me a little later, please', 'call * later')).toBe(true)
  expect(matchesPhrases('call later', 'call * later')).toBe(true)
  expect(matchesPhrases('later, call', 'call * later')).toBe(false)
})

test('a phrase without words matches nothing', () => {
  for (const phrases of ['', '|', ' ?! ', 'no||']) expect(matchesPhrases('yes', phrases)).toBe(false)
})

test('signs that mean something elsewhere are punctuation here', () => {
  expect(matchesPhrases('a.c', 'a c')).toBe(true)
  expect(matchesPhrases('abc', 'a.c')).toBe(false)
  expect(matchesPhrases('aaa', '(a+)+$')).toBe(false)
})

test('a phrase is found wherever its words stand', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/)
  const words = fc.array(word, { maxLength: 6 })
  fc.assert(
    fc.property(words, fc.array(word, { minLength: 1, maxLength: 3 }), words, (before, phrase, after) => {
      const text = [...before, ...phrase.map((part) => part.toUpperCase()), ...after].join(', ')
      expect(matchesPhrases(text, `never so|${phrase.join(' ')}`)).toBe(true)
    }),
    seeded(300),
  )
})

test('wishes not to be called again are understood', () => {
  for (const wish of [
    'Do not call me again!',
    'Please don’t call this number',
    'DONT CALL ME',
    'You must stop calling.',
    'remove me from this',
    'Could you take me off your list?',
    'I do not want to be called',
    'Never call again',
    'please delete my number',
    'unsubscribe',
  ]) {
    expect({ wish, understood: asksToOptOut(wish) }).toEqual({ wish, understood: true })
  }
})

test('other words are not taken for such a wish', () => {
  for (const text of [
    'Yes, call me tomorrow.',
    'I will stop by',
    'Who is calling?',
    'No, thank you.',
    'My list is off',
    '',
  ]) {
    expect({ text, understood: asksToOptOut(text) }).toEqual({ text, understood: false })
  }
})
