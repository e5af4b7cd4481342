import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { components } from '../../generated/types.ts'
import { openTestApp, START, type TestAccount, type TestApp } from '../support/testApp.ts'
import {
  HOUR,
  MINUTE,
  type Page,
  PERSON,
  readAllPages,
  readCall,
  refusal,
  shown,
  success,
  UNKNOWN_ID,
} from '../support/client.ts'

type PhoneNumber = components['schemas']['PhoneNumber']
type Ring = components['schemas']['InboundCallSimulated']

const OURS = '+14155550199'
/** Refused in the same words, so that nobody learns which playbooks others have. */
const FORBIDDEN = { status: 403, code: 'playbook_forbidden', at: [] }
const NOT_FOUND = { status: 404, code: 'not_found', at: [] }

let app: TestApp
let playbook_id: string
beforeEach(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook()
})
afterEach(() => app.close())

const attempt = (fields: object, as?: TestAccount) => app.post('/numbers', { phone: OURS, playbook_id, ...fields }, as)
const add = async (fields: object = {}, as?: TestAccount) => success(await attempt(fields, as)) as PhoneNumber
const read = async (id: string) => success(await app.get<PhoneNumber>(`/numbers/${id}`))
const list = async (as?: TestAccount) => success(await app.get<Page<PhoneNumber>>('/numbers?limit=100', as)).items
const change = (id: string, body: unknown, as?: TestAccount) =>
  app.request<PhoneNumber>('PATCH', `/numbers/${id}`, { body, ...(as && { as }) })
const remove = (id: string, as?: TestAccount) =>
  app.request<PhoneNumber>('DELETE', `/numbers/${id}`, { ...(as && { as }) })
const ringIn = async (as?: TestAccount) =>
  success(await app.post<Ring>('/simulator/inbound', { from: PERSON, to: OURS }, as))

describe('adding a number', () => {
  test('it is stored in E.164 form with its playbook, and can be read and listed', async () => {
    const answer = await attempt({ phone: '+1 (415) 555-0199', label: 'Front desk' })
    expect(answer.status).toBe(201)
    const number = success(answer) as PhoneNumber
    expect(number).toEqual({
      id: number.id,
      phone: OURS,
      playbook_id,
      label: 'Front desk',
      created_at: shown(START),
      updated_at: shown(START),
    })
    expect(await read(number.id)).toEqual(number)
    expect(await list()).toEqual([number])
  })

  test('it needs no label', async () => {
    expect(await add()).toMatchObject({ label: null })
  })

  test('what is not an international number is refused with invalid_phone', async () => {
    for (const phone of ['4155550199', '+0155550199', '+123', '+1415555019912345', '+1415x550199', '', 7, null]) {
      const refused = refusal(await attempt({ phone }))
      expect([phone, refused]).toEqual([phone, { status: 400, code: 'invalid_phone', at: ['/phone'] }])
    }
    expect(await list()).toEqual([])
  })

  test('an emergency number is refused with number_forbidden', async () => {
    expect(refusal(await attempt({ phone: '+1415911' }))).toEqual({
      status: 400,
      code: 'number_forbidden',
      at: ['/phone'],
    })
    expect(await list()).toEqual([])
  })

  test('a field that is missing, unknown, or not what it should be is named, and nothing is stored', async () => {
    for (const [fields, at] of [
      [{ phone: undefined }, '/phone'],
      [{ playbook_id: undefined }, '/playbook_id'],
      [{ playbook_id: 7 }, '/playbook_id'],
      [{ label: '' }, '/label'],
      [{ label: 7 }, '/label'],
      [{ label: 'x'.repeat(201) }, '/label'],
      [{ account_id: app.account.id }, '/account_id'],
    ] as const) {
      expect(refusal(await attempt(fields))).toMatchObject({ status: 400, at: [at] })
    }
    expect(await list()).toEqual([])
  })

  test('a playbook that does not exist or belongs to another account is refused, both alike', async () => {
    const stranger = await app.addAccount()
    const theirs = await app.addPlaybook({}, stranger)
    expect(refusal(await attempt({ playbook_id: theirs }))).toEqual(FORBIDDEN)
    expect(refusal(await attempt({ playbook_id: UNKNOWN_ID }))).toEqual(FORBIDDEN)
    expect(await list()).toEqual([])
  })

  test('a number that an account has already, this one or another, is taken, however it is written', async () => {
    await add()
    const stranger = await app.addAccount()
    const theirs = await app.addPlaybook({}, stranger)
    const taken = { status: 409, code: 'number_taken', at: [] }
    const mine = await attempt({ phone: '+1 415 555 0199', label: 'Again' })
    const others = await attempt({ playbook_id: theirs }, stranger)
    expect([refusal(mine), refusal(others)]).toEqual([taken, taken])
    // Whose it is, is not told.
    expect({ ...mine.body.error, request_id: '' }).toEqual({ ...others.body.error, request_id: '' })
    expect(await list(stranger)).toEqual([])
    expect(await list()).toMatchObject([{ label: null }])
  })

  test('of many who want the same number at once, one gets it', async () => {
    const strangers = await Promise.all(Array.from({ length: 5 }, () => app.addAccount()))
    const theirs = await Promise.all(strangers.map((stranger) => app.addPlaybook({}, stranger)))
    const answers = await Promise.all(
      strangers.flatMap((stranger, i) => [
        attempt({ playbook_id: theirs[i] }, stranger),
        attempt({ playbook_id: theirs[i] }, stranger),
      ]),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect((await Promise.all(strangers.map((stranger) => list(stranger)))).flat()).toHaveLength(1)
  })

  test('the same request with the same Idempotency-Key gets the first answer again', async () => {
    const send = () =>
      app.request('POST', '/numbers', { body: { phone: OURS, playbook_id }, headers: { 'idempotency-key': 'one' } })
    const first = await send()
    const second = await send()
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await list()).toHaveLength(1)
  })
})

describe('reading numbers', () => {
  test('the list has the newest first, in pages', async () => {
    const phones = Array.from({ length: 5 }, (_, i) => `+1415555020${i}`)
    for (const phone of phones) await add({ phone })
    const all = await list()
    expect(all.map(({ phone }) => phone)).toEqual(phones.toReversed())
    expect(await readAllPages<PhoneNumber>(app, '/numbers?limit=2')).toEqual(all)
  })

  test('nobody sees the numbers of another account', async () => {
    const { id } = await add()
    const stranger = await app.addAccount()
    expect(await list(stranger)).toEqual([])
    for (const wrong of [id, UNKNOWN_ID, 'x']) {
      expect(refusal(await app.get(`/numbers/${wrong}`, stranger))).toEqual(NOT_FOUND)
    }
  })
})

describe('changing a number', () => {
  test('what is sent changes, what is absent stays, and updated_at tells when', async () => {
    const number = await add({ label: 'Front desk' })
    const other = await app.addPlaybook()
    await app.advanceBy(MINUTE)
    const moved = { ...number, playbook_id: other, updated_at: shown(START + MINUTE) }
    expect(success(await change(number.id, { playbook_id: other }))).toEqual(moved)
    expect(success(await change(number.id, { label: 'Back office' }))).toEqual({ ...moved, label: 'Back office' })
    expect(success(await change(number.id, { label: null }))).toEqual({ ...moved, label: null })
    expect(success(await change(number.id, { label: 'Both', playbook_id }))).toEqual({
      ...moved,
      label: 'Both',
      playbook_id,
    })
    expect(await read(number.id)).toEqual({ ...moved, label: 'Both', playbook_id })
  })

  test('the telephone number cannot be changed, a change must change something, and nothing is half done', async () => {
    const number = await add({ label: 'Front desk' })
    const theirs = await app.addPlaybook({}, await app.addAccount())
    for (const [body, at] of [
      [{}, ''],
      [{ phone: '+14155550100', label: 'New' }, '/phone'],
      [{ label: '', playbook_id }, '/label'],
      [{ playbook_id: null, label: 'New' }, '/playbook_id'],
    ] as const) {
      expect(refusal(await change(number.id, body))).toEqual({ status: 400, code: 'invalid_request', at: [at] })
    }
    for (const forbidden of [theirs, UNKNOWN_ID]) {
      expect(refusal(await change(number.id, { label: 'New', playbook_id: forbidden }))).toEqual(FORBIDDEN)
    }
    expect(await read(number.id)).toEqual(number)
  })

  test('a number of another account, or of nobody, is not found and stays as it is', async () => {
    const number = await add()
    const stranger = await app.addAccount()
    const theirs = await app.addPlaybook({}, stranger)
    for (const body of [{ label: 'Mine' }, { playbook_id: theirs }]) {
      expect(refusal(await change(number.id, body, stranger))).toEqual(NOT_FOUND)
      expect(refusal(await change(UNKNOWN_ID, body, stranger))).toEqual(NOT_FOUND)
    }
    expect(await read(number.id)).toEqual(number)
  })
})

describe('giving a number up', () => {
  test('it is answered as it was and gone, its calls are not accepted any more, and their records stay', async () => {
    const number = await add()
    const { call_id } = await ringIn()
    await app.advanceBy(HOUR)
    expect(success(await remove(number.id))).toEqual(number)
    expect(refusal(await app.get(`/numbers/${number.id}`))).toEqual(NOT_FOUND)
    expect(refusal(await remove(number.id))).toEqual(NOT_FOUND)
    expect(await list()).toEqual([])
    expect(await ringIn()).toEqual({ accepted: false, call_id: null, reason: 'unknown_number' })
    expect(await readCall(app, call_id!)).toMatchObject({ status: 'completed', from: OURS, playbook_id })
  })

  test('a conversation under way goes on to its end', async () => {
    const number = await add()
    const { call_id } = await ringIn()
    await app.advanceBy(1_000)
    expect(await readCall(app, call_id!)).toMatchObject({ status: 'in_progress' })
    success(await remove(number.id))
    await app.advanceBy(HOUR)
    expect(await readCall(app, call_id!)).toMatchObject({ status: 'completed', ended_reason: 'agent_hung_up' })
  })

  test('any account can add it again', async () => {
    const number = await add()
    success(await remove(number.id))
    const stranger = await app.addAccount()
    const theirs = await app.addPlaybook({}, stranger)
    expect((await add({ playbook_id: theirs }, stranger)).id).not.toBe(number.id)
    expect(await ringIn(stranger)).toMatchObject({ accepted: true })
    expect(await ringIn()).toMatchObject({ accepted: false, reason: 'unknown_number' })
  })

  test('nobody gives up a number of another account', async () => {
    const number = await add()
    expect(refusal(await remove(number.id, await app.addAccount()))).toEqual(NOT_FOUND)
    expect(await read(number.id)).toEqual(number)
  })
})
