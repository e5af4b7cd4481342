import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { operationIds, operationScopes } from '../../generated/operations.ts'
import { createScriptedAgent } from '../../src/agents/scripted/scripted.ts'
import { compose } from '../../src/app.ts'
import { MINUTE_MS, SECOND_MS, type Instant } from '../../src/core/time.ts'
import { addToken } from '../support/addToken.ts'
import { seeded } from '../support/random.ts'
import { sampleRequest, UNKNOWN_ID } from '../support/sampleRequest.ts'
import { openTestApp, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'

const STANDARD = { perSecond: 10, perMinute: 100 }
const PHONE = '+15005550100'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ simulator: { lines: { callsPerSecond: 1, callsAtOnce: 1 } } })
})
afterAll(() => app.close())

const newAccount = (limits = STANDARD): Promise<TestAccount> => app.addAccount({ limits })

/** The statuses of so many requests, one after the other at this instant. */
async function statuses(count: number, as: TestAccount | null): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push((await app.request('GET', '/contacts', { as })).status)
  return found
}

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status)

function retryAfterS(answer: TestAnswer): number {
  expect(answer).toMatchObject({ status: 429, body: { success: false, error: { code: 'rate_limited' } } })
  const seconds = answer.headers.get('retry-after') ?? ''
  expect(seconds).toMatch(/^[1-9][0-9]*$/)
  expect(answer.body).toMatchObject({ error: { retry_after: Number(seconds) } })
  return Number(seconds)
}

describe('section 8: 10 requests in any second', () => {
  test('the eleventh is 429, and once Retry-After is over it is accepted', async () => {
    const account = await newAccount()
    expect(await statuses(10, account)).toEqual(times(10, 200))
    const seconds = retryAfterS(await app.get('/contacts', account))
    expect(seconds).toBe(1)
    await app.advanceBy(seconds * SECOND_MS)
    expect(await statuses(11, account)).toEqual([...times(10, 200), 429])
  })

  test('the second slides: ten at its end and one at the beginning of the next are too many', async () => {
    const account = await newAccount()
    await app.advanceTo(Math.ceil(app.clock.now() / SECOND_MS) * SECOND_MS + 990)
    expect(await statuses(10, account)).toEqual(times(10, 200))
    await app.advanceBy(20)
    expect(await statuses(1, account)).toEqual([429])
  })

  test('a request counts for exactly one second: the millisecond before its end it does, at its end it does not', async () => {
    const account = await newAccount()
    await statuses(9, account)
    await app.advanceBy(500)
    await statuses(1, account)
    await app.advanceBy(499)
    expect(await statuses(1, account)).toEqual([429])
    await app.advanceBy(1)
    expect(await statuses(10, account)).toEqual([...times(9, 200), 429])
  })

  test('of 40 that come at once, exactly ten are accepted', async () => {
    const account = await newAccount()
    const answers = await Promise.all(Array.from({ length: 40 }, () => app.get('/contacts', account)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })
})

describe('section 8: 100 requests in any minute', () => {
  test('the 101st is 429 however slowly they come, and once Retry-After is over it is accepted', async () => {
    const account = await newAccount()
    for (let burst = 0; burst < 10; burst++) {
      expect(await statuses(10, account)).toEqual(times(10, 200))
      await app.advanceBy(3 * SECOND_MS)
    }
    const seconds = retryAfterS(await app.get('/contacts', account))
    expect(seconds).toBe(30)
    await app.advanceBy(seconds * SECOND_MS - 1)
    expect(await statuses(1, account)).toEqual([429])
    await app.advanceBy(1)
    expect(await statuses(11, account)).toEqual([...times(10, 200), 429])
  })
})

/** What the limits say, in so many words: an accepted request counts for a second and for a minute. */
function isAllowed(accepted: readonly Instant[], now: Instant): boolean {
  const within = (ms: number): number => accepted.filter((at) => at > now - ms).length
  return within(SECOND_MS) < STANDARD.perSecond && within(MINUTE_MS) < STANDARD.perMinute
}

describe('section 8: whatever the rhythm of the requests', () => {
  const gapMs = fc.oneof(
    { weight: 12, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 120 }) },
    { weight: 2, arbitrary: fc.constantFrom(999, 1_000, 1_001) },
    { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 20_000 }) },
    { weight: 1, arbitrary: fc.constant('as long as Retry-After says' as const) },
  )

  test('exactly those within the limits are accepted, and Retry-After is true to the second', async () => {
    const gaps = fc.array(gapMs, { minLength: 220, maxLength: 260, size: 'max' })
    await fc.assert(
      fc.asyncProperty(gaps, async (waits) => {
        const account = await newAccount()
        const accepted: Instant[] = []
        let announcedMs = 0
        for (const wait of waits) {
          await app.clock.advanceBy(typeof wait === 'number' ? wait : announcedMs)
          const now = app.clock.now()
          const answer = await app.get('/contacts', account)
          expect(answer.status).toBe(isAllowed(accepted, now) ? 200 : 429)
          if (answer.status === 200) {
            accepted.push(now)
            announcedMs = 0
          } else {
            announcedMs = retryAfterS(answer) * SECOND_MS
            expect(isAllowed(accepted, now + announcedMs)).toBe(true)
            expect(isAllowed(accepted, now + announcedMs - SECOND_MS)).toBe(false)
          }
        }
      }),
      seeded(3),
    )
  })
})

describe('section 8: what the limits apply to', () => {
  test('all API requests count: every operation is refused when the limit is reached', async () => {
    const account = await newAccount({ perSecond: 1, perMinute: 1_000 })
    for (const operationId of operationIds) {
      await app.advanceBy(SECOND_MS)
      const { method, path, body } = sampleRequest(operationId)
      expect((await app.request(method, path, { body, as: account })).status).not.toBe(429)
      retryAfterS(await app.request(method, path, { body, as: account }))
      expect(await statuses(1, account)).toEqual([429])
    }
  })

  test('a request that fails counts too', async () => {
    const account = await newAccount()
    const reader = await addToken(app, account, { scopes: [operationScopes.listCalls] })
    await app.get('/calls?nonsense=1', account)
    await app.get(`/calls/${UNKNOWN_ID}`, account)
    await app.get('/contacts', reader)
    await app.request('POST', '/call', { body: '{', as: account })
    expect(await statuses(7, account)).toEqual([...times(6, 200), 429])
  })

  test('a request that was refused does not count, and is not carried out', async () => {
    const account = await newAccount()
    const playbook_id = await app.addPlaybook({}, account)
    await statuses(9, account)
    for (let i = 0; i < 25; i++) {
      await app.advanceBy(30)
      retryAfterS(await app.post('/call', { phone: PHONE, playbook_id }, account))
    }
    await app.advanceBy(250)
    expect((await app.get('/calls', account)).body).toMatchObject({ data: { items: [] } })
    expect(await statuses(10, account)).toEqual([...times(9, 200), 429])
  })

  test('the limits are the account’s: its tokens share them', async () => {
    const account = await newAccount()
    const second = await addToken(app, account)
    expect(await statuses(6, account)).toEqual(times(6, 200))
    expect(await statuses(5, second)).toEqual([...times(4, 200), 429])
    expect(await statuses(1, account)).toEqual([429])
  })

  test('another account has its own', async () => {
    const [one, other] = [await newAccount(), await newAccount()]
    expect(await statuses(11, one)).toEqual([...times(10, 200), 429])
    expect(await statuses(10, other)).toEqual(times(10, 200))
  })

  test('they are a setting of the account', async () => {
    const small = await newAccount({ perSecond: 2, perMinute: 3 })
    expect(await statuses(3, small)).toEqual([200, 200, 429])
    await app.advanceBy(SECOND_MS)
    expect(await statuses(2, small)).toEqual([200, 429])
    expect(retryAfterS(await app.get('/contacts', small))).toBe(59)
  })

  test('calls that wait for a free line wait in a queue and cause no 429', async () => {
    const account = await newAccount()
    const playbook_id = await app.addPlaybook({}, account)
    const contacts = Array.from({ length: 50 }, (_, i) => ({ phone: `+15005560${100 + i}` }))
    const campaign = await app.post('/campaign', { playbook_id, contacts }, account)
    expect(campaign.status).toBe(202)
    expect((await app.post('/call', { phone: PHONE, playbook_id }, account)).status).toBe(201)
    expect((await app.get('/calls?status=initiated', account)).body).toMatchObject({ data: { has_more: true } })
    await app.post(`/campaigns/${campaign.body.campaign_id}/cancel`, undefined, account)
  })
})

describe('section 8: every answer tells where the account stands', () => {
  test('what is left of either limit, and when the oldest request that counts will be gone', async () => {
    const account = await newAccount()
    const first = await app.get('/contacts', account)
    expect(first.headers.get('ratelimit-policy')).toBe('"burst";q=10;w=1, "standard";q=100;w=60')
    expect(first.headers.get('ratelimit')).toBe('"burst";r=9;t=1, "standard";r=99;t=60')
    await app.advanceBy(2_500)
    const failed = await app.get('/contacts?nonsense=1', account)
    expect(failed.headers.get('ratelimit')).toBe('"burst";r=9;t=1, "standard";r=98;t=58')
    await statuses(9, account)
    const refused = await app.get('/contacts', account)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit')).toBe('"burst";r=0;t=1, "standard";r=89;t=58')
  })
})

/** The same service, asked from any address that one likes. */
function fromAddresses(): (address: string, token?: string) => Promise<number> {
  const { store, clock, carrier } = app
  const { answer } = compose({ store, clock, carrier, agent: createScriptedAgent(), log: () => {} })
  return async (address, token = 'wrong') => {
    const headers = { authorization: `Bearer ${token}` }
    return (await answer(new Request('http://localhost/contacts', { headers }), { address })).status
  }
}

describe('section 8: requests without a valid token', () => {
  test('count for the address they come from, by the standard limits: then the answer is 429', async () => {
    await app.advanceBy(MINUTE_MS)
    expect(await statuses(11, null)).toEqual([...times(10, 401), 429])
    expect(await statuses(1, { id: '', token: 'x'.repeat(40) })).toEqual([429])
    const seconds = retryAfterS(await app.request('GET', '/contacts', { as: null }))
    await app.advanceBy(seconds * SECOND_MS)
    expect(await statuses(1, null)).toEqual([401])
  })

  test('at most 100 in a minute', async () => {
    const ask = fromAddresses()
    const found: number[] = []
    for (let i = 0; i < 101; i++) {
      await app.clock.advanceBy(150)
      found.push(await ask('203.0.113.1'))
    }
    expect(found).toEqual([...times(100, 401), 429])
  })

  test('do not count for others: neither for another address nor for an account at the same one', async () => {
    const ask = fromAddresses()
    for (let i = 0; i < 10; i++) await ask('203.0.113.1')
    expect(await ask('203.0.113.1')).toBe(429)
    expect(await ask('203.0.113.2')).toBe(401)
    const account = await newAccount()
    expect(await ask('203.0.113.1', account.token)).toBe(200)
  })

  test('an account’s requests do not count for the address', async () => {
    const ask = fromAddresses()
    const account = await newAccount()
    for (let i = 0; i < 10; i++) await ask('203.0.113.3', account.token)
    expect(await ask('203.0.113.3')).toBe(401)
  })
})

describe('section 8: the size of a campaign', () => {
  test('more than 100,000 contacts are 400, and nothing is stored', async () => {
    const account = await app.addAccount()
    const playbook_id = await app.addPlaybook({}, account)
    const contacts = Array.from({ length: 100_001 }, (_, i) => ({ phone: `+1500${String(i).padStart(7, '0')}` }))
    const answer = await app.post('/campaign', { playbook_id, contacts }, account)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(answer.body).toMatchObject({ error: { details: [{ in: 'body', pointer: '/contacts' }] } })
    expect((await app.get('/campaigns', account)).body).toMatchObject({ data: { items: [] } })
  })
})
