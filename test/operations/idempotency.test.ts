import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/time.ts'
import { addToken } from '../support/addToken.ts'
import { openTestApp, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'

const PHONE = '+15005550100'

type Schemas = components['schemas']

let app: TestApp
let account: TestAccount
let playbookId: string
beforeAll(async () => {
  app = await openTestApp()
  account = app.account
  playbookId = await app.addPlaybook()
})
afterAll(() => app.close())

/** Keys that no other test has used. */
let keys = 0
const newKey = (): string => `key-${++keys}`

function send(path: string, key: string, body: unknown, as: TestAccount = account): Promise<TestAnswer> {
  return app.request('POST', path, { body, as, headers: { 'idempotency-key': key } })
}

const sendCall = (key: string, more: object = {}): Promise<TestAnswer> =>
  send('/call', key, { phone: PHONE, playbook_id: playbookId, ...more })

const isReplayed = ({ headers }: TestAnswer): boolean => headers.get('idempotency-replayed') === 'true'

async function countCalls(): Promise<number> {
  const { count } = await app.store.db
    .selectFrom('calls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function expectReplay(again: TestAnswer, first: TestAnswer): void {
  expect(isReplayed(first)).toBe(false)
  expect(isReplayed(again)).toBe(true)
  expect(again.status).toBe(first.status)
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
}

describe('a creating request with an Idempotency-Key, sent again', () => {
  test.each([
    ['POST /call', '/call', () => ({ phone: PHONE, playbook_id: playbookId }), '/calls'],
    ['POST /campaign', '/campaign', () => ({ playbook_id: playbookId, contacts: [{ phone: PHONE }] }), '/campaigns'],
    ['POST /playbooks', '/playbooks', () => ({ name: 'Once', config: { agent: 'scripted' } }), '/playbooks'],
  ])('gets the first answer, says so, and creates nothing: %s', async (_, path, bodyOf, list) => {
    const key = newKey()
    const first = await send(path, key, bodyOf())
    await app.settle()
    const before = (await app.get(`${list}?limit=100`)).body
    expectReplay(await send(path, key, bodyOf()), first)
    expect((await app.get(`${list}?limit=100`)).body).toEqual(before)
    expect((await send(path, newKey(), bodyOf())).body).not.toEqual(first.body)
  })

  test('and so does a commit of a version', async () => {
    const playbook = await app.addPlaybook()
    const key = newKey()
    const first = await send(`/playbooks/${playbook}/versions`, key, { message: 'Once' })
    expectReplay(await send(`/playbooks/${playbook}/versions`, key, { message: 'Once' }), first)
    const { body } = await app.get<Schemas['VersionPage']>(`/playbooks/${playbook}/versions`)
    expect(body.data.items).toHaveLength(1)
  })

  test('gets the answer as it was, whatever has become of what it created', async () => {
    const key = newKey()
    const body = { playbook_id: playbookId, contacts: [{ phone: PHONE }] }
    const first = await send('/campaign', key, body)
    await app.post(`/campaigns/${first.body.campaign_id}/cancel`)
    expectReplay(await send('/campaign', key, body), first)
  })

  test('gets it with any token of the account', async () => {
    const key = newKey()
    const first = await sendCall(key)
    const other = await addToken(app, account)
    expectReplay(await send('/call', key, { phone: PHONE, playbook_id: playbookId }, other), first)
  })

  test('gets it after the service was started anew', async () => {
    const key = newKey()
    const first = await sendCall(key)
    await app.restart()
    expectReplay(await sendCall(key), first)
  })

  test('is dialled once', async () => {
    const key = newKey()
    const phone = '+15005551234'
    for (let i = 0; i < 3; i++) await sendCall(key, { phone })
    await app.advanceBy(10 * MINUTE_MS)
    expect(app.dials.filter(({ to }) => to === phone)).toHaveLength(1)
  })
})

test('without a key, every sending is a request of its own', async () => {
  const body = { phone: PHONE, playbook_id: playbookId }
  const before = await countCalls()
  for (let i = 0; i < 2; i++) expect((await app.post('/call', body)).status).toBe(201)
  expect(await countCalls()).toBe(before + 2)
})

function expectMismatch(answer: TestAnswer): void {
  expect(answer).toMatchObject({ status: 422, body: { success: false, error: { code: 'idempotency_mismatch' } } })
}

describe('the same key for another request is 422', () => {
  test('with another body, and then nothing is created', async () => {
    const key = newKey()
    const first = await sendCall(key)
    const before = await countCalls()
    expectMismatch(await sendCall(key, { firstname: 'Ada' }))
    expectMismatch(await send('/call', key, {}))
    expect(await countCalls()).toBe(before)
    expectReplay(await sendCall(key), first)
  })

  test('for another operation or path', async () => {
    const [one, other] = [await app.addPlaybook(), await app.addPlaybook()]
    const key = newKey()
    await send(`/playbooks/${one}/versions`, key, { message: 'x' })
    expectMismatch(await send(`/playbooks/${other}/versions`, key, { message: 'x' }))
    expectMismatch(await send('/campaign', key, { playbook_id: playbookId, contacts: [{ phone: PHONE }] }))
  })

  test('but the same key of another account is another key', async () => {
    const key = newKey()
    await sendCall(key)
    const stranger = await app.addAccount()
    const created = await send('/playbooks', key, { name: 'Mine', config: { agent: 'scripted' } }, stranger)
    expect(created.status).toBe(201)
    expect(isReplayed(created)).toBe(false)
  })
})

describe('while the first request is still being worked on', () => {
  test.each([
    ['POST /call', '/call', () => ({ phone: PHONE, playbook_id: playbookId })],
    ['POST /campaign', '/campaign', () => ({ playbook_id: playbookId, contacts: [{ phone: PHONE }] })],
  ])('the same is 409, only one is created, and afterwards the answer is there: %s', async (_, path, bodyOf) => {
    const key = newKey()
    const before = await countCalls()
    const answers = await atOnce(5, () => send(path, key, bodyOf()))
    const [first, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect([201, 202]).toContain(first!.status)
    for (const other of others) {
      expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_in_progress' } } })
    }
    expect(await countCalls()).toBe(before + 1)
    expectReplay(await send(path, key, bodyOf()), first!)
  })
})

describe('a key is kept for 24 hours', () => {
  test('until the last millisecond the answer is given again, and then the key is as good as new', async () => {
    const key = newKey()
    const first = await sendCall(key)
    await app.advanceBy(23 * HOUR_MS)
    expectReplay(await sendCall(key), first)
    await app.advanceBy(HOUR_MS - 1)
    expectReplay(await sendCall(key), first)
    await app.advanceBy(1)
    const second = await sendCall(key)
    expect(second.status).toBe(201)
    expect(isReplayed(second)).toBe(false)
    expect(second.body).not.toEqual(first.body)
    expectReplay(await sendCall(key), second)
  })

  test('after that it may name another request', async () => {
    const key = newKey()
    await sendCall(key)
    await app.advanceBy(DAY_MS)
    const second = await sendCall(key, { firstname: 'Ada' })
    expect(second.status).toBe(201)
    expect(isReplayed(second)).toBe(false)
  })
})

describe('a failure is not kept: the same key may be used once more', () => {
  test.each([
    [400, { phone: 'x' }],
    [403, { playbook_id: '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06' }],
    [413, { params: { text: 'x'.repeat(1024 * 1024) } }],
  ])('after a %d, even for a corrected body', async (status, more) => {
    const key = newKey()
    expect((await sendCall(key, more)).status).toBe(status)
    const second = await sendCall(key)
    expect(second.status).toBe(201)
    expect(isReplayed(second)).toBe(false)
  })

  test('after a 500', async () => {
    const key = newKey()
    await app.settle()
    await sql`alter table calls rename to away`.execute(app.store.db)
    const failed = await sendCall(key)
    await sql`alter table away rename to calls`.execute(app.store.db)
    expect(failed.status).toBe(500)
    const second = await sendCall(key)
    expect(second.status).toBe(201)
    expect(isReplayed(second)).toBe(false)
  })
})

test('a key that is no key is 400: empty, longer than 255, or not visible ASCII', async () => {
  for (const key of ['', 'x'.repeat(256), 'two words', 'é']) {
    const answer = await sendCall(key)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(answer.body).toMatchObject({ error: { details: [{ in: 'header', pointer: '/Idempotency-Key' }] } })
  }
  for (const key of ['~', 'x'.repeat(255)]) expect((await sendCall(key)).status).toBe(201)
})

/** Sends requests that all come in before the first of them gets further than showing its token. */
async function atOnce(count: number, request: () => Promise<TestAnswer>): Promise<TestAnswer[]> {
  let answers: Promise<TestAnswer>[] = []
  await app.settle()
  await app.store.transaction(async (tx) => {
    await sql`lock table tokens in access exclusive mode`.execute(tx)
    answers = Array.from({ length: count }, request)
    // What was sent later and needs no database has been answered: so the others are there.
    for (let i = 0; i < count; i++) await fetch(`${app.url}/healthz`)
  })
  return Promise.all(answers)
}
