import { afterEach, expect, test } from 'bun:test'
import { Problem } from '../../src/core/problem.ts'
import { call, startService, type FakeOperation, type FakeService } from './support.ts'

const DAY_MS = 86_400_000
const BODY = { phone: '+14155550123', playbook_id: '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06' }

let service: FakeService
let runs = 0
let before: () => Promise<void> | void = () => {}
let after: () => void = () => {}

const createCall: FakeOperation = async (_, { create }) => {
  await before()
  runs += 1
  const reply = await create((tx) => {
    tx.push(`call ${runs}`)
    after()
    return Promise.resolve({ status: 201, body: { success: true, data: { call_id: `call ${runs}` } } })
  })
  return reply
}

function start(operations: Record<string, FakeOperation> = { createCall }): FakeService {
  runs = 0
  before = () => {}
  after = () => {}
  service = startService({ operations })
  return service
}
afterEach(() => service.stop(true))

const post = (key: string, body: unknown = BODY) =>
  call(service, 'POST /call', { body, headers: { 'Idempotency-Key': key } })

test('a repetition gets the first answer, says so, and does nothing', async () => {
  start()
  const first = await post('key-1')
  const second = await post('key-1')
  expect(first.status).toBe(201)
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(second.status).toBe(201)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  expect(service.store.rows).toEqual(['call 1'])
})

test('without a key, or with another, a repetition is a new request', async () => {
  start()
  await call(service, 'POST /call', { body: BODY })
  await call(service, 'POST /call', { body: BODY })
  await post('key-1')
  await post('key-2')
  expect(service.store.rows).toHaveLength(4)
})

test('the same key with another body or for another operation is 422', async () => {
  start({ createCall, createPlaybook: createCall })
  await post('key-1')
  const otherBody = await post('key-1', { ...BODY, firstname: 'Ada' })
  expect(otherBody.status).toBe(422)
  expect(otherBody.body?.error?.code).toBe('idempotency_mismatch')
  const headers = { 'Idempotency-Key': 'key-1' }
  expect((await call(service, 'POST /playbooks', { body: BODY, headers })).status).toBe(422)
  expect(service.store.rows).toHaveLength(1)
})

test("the same key of another account is that account's own", async () => {
  start()
  await post('key-1')
  service.account.accountId = 'account-2'
  expect((await post('key-1')).headers.get('idempotency-replayed')).toBeNull()
  expect(service.store.rows).toHaveLength(2)
})

test('while the first is at work a repetition is 409, and afterwards it gets the answer', async () => {
  start()
  const gate = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  before = () => {
    entered.resolve()
    return gate.promise
  }
  const first = post('key-1')
  await entered.promise
  const second = await post('key-1')
  expect(second.status).toBe(409)
  expect(second.body?.error?.code).toBe('idempotency_in_progress')
  gate.resolve()
  expect((await first).status).toBe(201)
  expect((await post('key-1')).headers.get('idempotency-replayed')).toBe('true')
  expect(runs).toBe(1)
})

test('a failure is not kept: the same key may try again', async () => {
  start()
  before = () => {
    throw new Problem('playbook_forbidden', 'No such playbook.')
  }
  expect((await post('key-1')).status).toBe(403)
  before = () => {}
  const again = await post('key-1')
  expect(again.status).toBe(201)
  expect(again.headers.get('idempotency-replayed')).toBeNull()
})

test('a crash in the transaction keeps neither the reply nor the writes', async () => {
  start()
  after = () => {
    throw new Error('the power is gone')
  }
  expect((await post('key-1')).status).toBe(500)
  expect(service.store.rows).toEqual([])
  expect(service.store.replies.size).toBe(0)
})

test('a day later the key is as good as new, and not a moment earlier', async () => {
  start()
  await post('key-1')
  await service.clock.advanceBy(DAY_MS - 1)
  expect((await post('key-1')).headers.get('idempotency-replayed')).toBe('true')
  await service.clock.advanceBy(1)
  expect((await post('key-1')).headers.get('idempotency-replayed')).toBeNull()
  expect(service.store.rows).toHaveLength(2)
})

test('two processes at once: the one that commits later gives way with 409 and leaves nothing behind', async () => {
  start()
  after = () => {
    service.store.replies.set('account-1 key-1', {
      fingerprint: 'x',
      status: 201,
      body: '{}',
      createdAt: service.clock.now(),
    })
  }
  expect((await post('key-1')).status).toBe(409)
  expect(service.store.rows).toEqual([])
})

test('a replay counts against the limit like any other request', async () => {
  start()
  service.account.limits = { perSecond: 2, perMinute: 2 }
  await post('key-1')
  expect((await post('key-1')).status).toBe(201)
  expect((await post('key-1')).status).toBe(429)
})

test('a key that is none is 400 pointing at the header, together with what else is wrong', async () => {
  start()
  for (const key of ['x'.repeat(256), 'two words', 'é']) {
    const { status, body } = await post(key, { phone: '+14155550123' })
    expect(status).toBe(400)
    expect(body?.error?.details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ in: 'header', pointer: '/Idempotency-Key' }),
        expect.objectContaining({ in: 'body', pointer: '/playbook_id' }),
      ]),
    )
  }
  expect(runs).toBe(0)
})

test('an operation that creates without keeping its reply is found out', async () => {
  start({ createCall: () => Promise.resolve({ status: 201, body: {} }) })
  expect((await post('key-1')).status).toBe(500)
})
