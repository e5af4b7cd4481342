/** How parameters are read from text, and what the formats accept. */
import { afterAll, describe, expect, test } from 'bun:test'
import { FORMATS } from '../../src/http/keywords.ts'
import { judgeByZod } from './oracle.ts'
import { generateSample } from './samples/generateSample.ts'

const sample = await generateSample()
afterAll(sample.remove)

const query = sample.routes.listThings?.request.query
const headers = sample.routes.createThing?.request.headers
const path = sample.routes.getThing?.request.params
if (!query || !headers || !path) throw new Error('the sample contract has lost a route')

const ID = '0198c0de-0000-7000-8000-000000000000'

test('parameters become what the contract says they are, and defaults are filled in', () => {
  expect(query.parse({})).toEqual({ limit: 20 })
  const asked = {
    limit: '5',
    color: ['red', 'no'],
    broken: 'false',
    min_weight: '0.5',
    made_after: '2026-01-01T00:00:00Z',
  }
  const read = { limit: 5, color: ['red', 'no'], broken: false, min_weight: 0.5, made_after: '2026-01-01T00:00:00Z' }
  expect(query.parse(asked)).toEqual(read)
})

test('a parameter that may be repeated may also come once', () => {
  expect(query.parse({ color: 'red' })).toEqual({ color: ['red'], limit: 20 })
})

test.each(['', ' 5', '5 ', '+5', '05', '5.0', '5e0', '0x5', '٥', 'NaN', 'Infinity', '0', '101', '-5'])(
  'a limit of "%s" is refused',
  (limit) => expect(judgeByZod(query, { limit })).toEqual(['/limit']),
)

test.each(['', 'TRUE', '1', 'yes'])('a flag of "%s" is refused', (broken) => {
  expect(judgeByZod(query, { broken })).toEqual(['/broken'])
})

test.each(['', '.5', '5.', '1e3', '1,5', '-1'])('a weight of "%s" is refused', (min_weight) => {
  expect(judgeByZod(query, { min_weight })).toEqual(['/min_weight'])
})

test('all problems of a query are told at once: unknown names, repetitions, single items', () => {
  const asked = { limit: ['1', '2'], color: ['red', 'blue'], page: '2', __proto: '1' }
  expect(judgeByZod(query, asked)).toEqual(['/__proto', '/color/1', '/limit', '/page'])
})

test('headers are read by their names in small letters, and others are let pass', () => {
  expect(headers.parse({ 'idempotency-key': 'k', accept: '*/*' })).toEqual({ 'idempotency-key': 'k' })
  expect(judgeByZod(headers, { 'idempotency-key': '' })).toEqual(['/idempotency-key'])
})

test('an identifier in the path is a UUID in either case', () => {
  expect(path.parse({ thing_id: ID.toUpperCase() })).toEqual({ thing_id: ID.toUpperCase() })
  for (const thing_id of [`urn:uuid:${ID}`, `{${ID}}`, ID.slice(1), `${ID}\n`, ''])
    expect(judgeByZod(path, { thing_id })).toEqual(['/thing_id'])
})

test('a route says how Hono writes its path, and what scope it needs', () => {
  expect(sample.routes.getThing?.getRoutingPath()).toBe('/things/:thing_id')
  expect(sample.routes.getThing?.scope).toBe('things:read')
})

describe('a date-time', () => {
  test.each([
    '2026-01-01T00:00:00Z',
    '2024-02-29T23:59:59.999999999Z',
    '2000-02-29T00:00:00+14:00',
    '2026-12-31T23:59:59-00:00',
    '0000-01-01T00:00:00Z',
  ])('%s is one, and JavaScript knows it', (text) => {
    expect(FORMATS['date-time'](text)).toBe(true)
    expect(Date.parse(text)).not.toBeNaN()
  })

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+0100',
    '2026-01-01 00:00:00Z',
    '2026-01-01t00:00:00Z',
    '2026-01-01T00:00:00z',
    '2026-01-01T00:00:00.0123456789Z',
    '2026-01-01T00:00:00Z\n',
    '２026-01-01T00:00:00Z',
    '2026-01-01',
  ])('%s is none', (text) => expect(FORMATS['date-time'](text)).toBe(false))
})
