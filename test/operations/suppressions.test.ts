import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { components } from '../../generated/types.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'
import { type Page, readAllPages, refusal, shown, success, UNKNOWN_ID } from '../support/client.ts'

type Suppression = components['schemas']['Suppression']

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const list = async (query = 'limit=100'): Promise<Suppression[]> =>
  success(await app.get<Page<Suppression>>(`/suppressions?${query}`)).items
const suppress = async (body: object): Promise<Suppression> =>
  success(await app.post<Suppression>('/suppressions', body))
const remove = (id: string) => app.request<Suppression>('DELETE', `/suppressions/${id}`)

describe('POST /suppressions', () => {
  test('lists a number in E.164, with its note, as of now', async () => {
    const answer = await app.post<Suppression>('/suppressions', { phone: '+44 (20) 7183-8750', note: 'By letter' })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      phone: '+442071838750',
      reason: 'request',
      note: 'By letter',
      call_id: null,
      created_at: shown(START),
    })
    expect(await list()).toEqual([answer.body.data])
  })

  test('of a number that is listed already answers the entry as it was', async () => {
    const first = await suppress({ phone: '+14155550001', note: 'First' })
    const again = await app.post<Suppression>('/suppressions', { phone: '+1 415 555 0001', note: 'Second' })
    expect(again.status).toBe(201)
    expect(again.body.data).toEqual(first)
  })

  test('makes no contact of the number', async () => {
    await suppress({ phone: '+14155550002' })
    expect((await app.get<Page<unknown>>('/contacts?phone=%2B14155550002')).body.data.items).toEqual([])
  })

  test('repeats its answer under the same Idempotency-Key', async () => {
    const send = () =>
      app.request<Suppression>('POST', '/suppressions', {
        body: { phone: '+14155550003' },
        headers: { 'idempotency-key': 'suppress-once' },
      })
    const first = await send()
    const second = await send()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
  })

  const refused: [string, object, { code: string; at: string[] }, RegExp][] = [
    [
      'a number that is not international',
      { phone: '0415' },
      { code: 'invalid_phone', at: ['/phone'] },
      /\+ and 7 to 15/,
    ],
    ['no number', {}, { code: 'invalid_phone', at: ['/phone'] }, /phone/],
    ['an empty note', { phone: '+14155550009', note: '' }, { code: 'invalid_request', at: ['/note'] }, /note/],
    [
      'a long note',
      { phone: '+14155550009', note: 'x'.repeat(501) },
      { code: 'invalid_request', at: ['/note'] },
      /500/,
    ],
    ['a reason', { phone: '+14155550009', reason: 'opt_out' }, { code: 'invalid_request', at: ['/reason'] }, /reason/],
  ]
  for (const [what, body, expected, sentence] of refused) {
    test(`refuses ${what} with a sentence that helps, and lists nothing`, async () => {
      const before = await list()
      const answer = await app.post('/suppressions', body)
      expect(refusal(answer)).toEqual({ status: 400, ...expected })
      expect(answer.body.error.details?.[0]?.message).toMatch(sentence)
      expect(await list()).toEqual(before)
    })
  }
})

describe('GET /suppressions', () => {
  test('answers the newest entry first, page by page', async () => {
    const all = await list()
    expect(all.map(({ phone }) => phone)).toEqual(['+14155550003', '+14155550002', '+14155550001', '+442071838750'])
    expect(await readAllPages<Suppression>(app, '/suppressions?limit=3')).toEqual(all)
  })

  test('finds the entry of a number, however the number is written', async () => {
    const phone = encodeURIComponent('+1 (415) 555-0001')
    expect((await list(`phone=${phone}`)).map((entry) => entry.note)).toEqual(['First'])
    expect(await list(`phone=${encodeURIComponent('+14155559999')}`)).toEqual([])
  })

  test('refuses a phone that is none', async () => {
    expect(refusal(await app.get('/suppressions?phone=0415'))).toMatchObject({ status: 400, code: 'invalid_phone' })
  })

  test('finds an entry by its number also when the number was erased with its contact', async () => {
    const phone = '+14155550007'
    const contact = success(await app.request<{ id: string }>('PUT', '/contacts', { body: { phone } }))
    const { id } = await suppress({ phone, note: 'Mrs Smith, 12 Elm Street' })
    success(await app.request('DELETE', `/contacts/${contact.id}`))
    const found = await list(`phone=${encodeURIComponent(phone)}`)
    expect(found).toMatchObject([{ id, phone: null, note: null, reason: 'request' }])
    expect(await suppress({ phone })).toEqual(found[0]!)
    success(await remove(id))
  })
})

describe('DELETE /suppressions/{suppression_id}', () => {
  test('takes the number off the list and answers the entry as it was', async () => {
    const entry = await suppress({ phone: '+14155550004', note: 'For a week' })
    const answer = await remove(entry.id)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual(entry)
    expect(await list(`phone=${encodeURIComponent('+14155550004')}`)).toEqual([])
  })

  test('of an entry that does not exist, or no longer, is not found', async () => {
    const { id } = await suppress({ phone: '+14155550005' })
    await remove(id)
    for (const unknown of [id, UNKNOWN_ID]) {
      expect(refusal(await remove(unknown))).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  test('lets the number be listed anew, as another entry', async () => {
    const first = await suppress({ phone: '+14155550006' })
    await remove(first.id)
    const second = await suppress({ phone: '+14155550006', note: 'Again' })
    expect(second.id).not.toBe(first.id)
    expect(second.note).toBe('Again')
  })
})

describe('another account', () => {
  test('sees and deletes none of the entries, and may list the same number for itself', async () => {
    const mine = await suppress({ phone: '+14155550008' })
    const other = await app.addAccount()
    expect((await app.get<Page<Suppression>>('/suppressions', other)).body.data.items).toEqual([])
    expect(refusal(await app.request('DELETE', `/suppressions/${mine.id}`, { as: other })).status).toBe(404)
    const theirs = success(await app.post<Suppression>('/suppressions', { phone: mine.phone, note: 'Theirs' }, other))
    expect(theirs.id).not.toBe(mine.id)
    expect(await list(`phone=${encodeURIComponent(mine.phone!)}`)).toEqual([mine])
  })
})
