/** What the database is asked about tokens, and by whom it can be kept busy. */
import { expect, test } from 'bun:test'
import { encodeToken, hashToken, SCOPES } from '../../src/core/apiToken.ts'
import { createVirtualClock } from '../../src/clocks/virtualClock.ts'
import { createIdentify, MAX_TRUSTED } from '../../src/http/limits/admission.ts'
import type { Principal } from '../../src/http/request/authenticate.ts'
import { createRateLimiter } from '../../src/http/limits/rateLimit.ts'

const LIMITS = { perSecond: 10, perMinute: 100 }

function someToken(): string {
  return encodeToken(crypto.getRandomValues(new Uint8Array(32)))
}

/** A desk whose database answers at once, or when `release` is called if it is slow. */
function open({ slow = false, before = [] as readonly string[] } = {}) {
  const clock = createVirtualClock(0)
  const valid = new Set(before.map(hashToken))
  const listValid = () => Promise.resolve(before.map(hashToken))
  const asked: string[] = []
  let waiting: (() => void)[] = []
  const identify = createIdentify(
    createRateLimiter(clock, LIMITS),
    async (hash): Promise<Principal | null> => {
      asked.push(hash)
      if (slow) await new Promise<void>((resolve) => waiting.push(resolve))
      if (!valid.has(hash)) return null
      const limits = { perSecond: 1_000, perMinute: 10_000 }
      return {
        accountId: 'a',
        tokenId: hash,
        tokenName: 't',
        scopes: SCOPES,
        expiresAt: null,
        timeZone: 'UTC',
        limits,
      }
    },
    listValid,
  )
  return {
    clock,
    asked,
    newToken(): string {
      const token = someToken()
      valid.add(hashToken(token))
      return token
    },
    revoke: (token: string) => valid.delete(hashToken(token)),
    /** The status that the request would be answered with. */
    async ask(token: string, address = '192.0.2.1'): Promise<number> {
      const found = await identify(new Headers({ Authorization: `Bearer ${token}` }), address, clock.now())
      if ('principal' in found) return 200
      return found.stranger.retryAfterS === null ? 401 : 429
    },
    release(): void {
      const answered = waiting
      waiting = []
      for (const resolve of answered) resolve()
    },
  }
}

async function turns(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

const times = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length

test('a flood of made-up tokens asks the database as often as its address may try, however it comes', async () => {
  const desk = open()
  const oneByOne: number[] = []
  for (let i = 0; i < 50; i++) oneByOne.push(await desk.ask(someToken()))
  expect(oneByOne).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 40 }, () => 429)])
  expect(desk.asked).toHaveLength(10)
  await desk.clock.advanceBy(1_000)
  const atOnce = await Promise.all(Array.from({ length: 500 }, () => desk.ask(someToken())))
  expect([times(atOnce, 401), times(atOnce, 429)]).toEqual([10, 490])
  expect(desk.asked).toHaveLength(20)
  for (let second = 0; second < 20; second++) {
    await desk.clock.advanceBy(1_000)
    await Promise.all(Array.from({ length: 50 }, () => desk.ask(someToken())))
  }
  expect(desk.asked).toHaveLength(LIMITS.perMinute)
})

test('a mistyped token never reaches the database; it counts for its address, and keeps no valid one out', async () => {
  const desk = open()
  const token = desk.newToken()
  const mistyped = token.slice(0, -1) + (token.endsWith('x') ? 'y' : 'x')
  for (let i = 0; i < 10; i++) expect(await desk.ask(mistyped)).toBe(401)
  expect(await desk.ask(mistyped)).toBe(429)
  expect(desk.asked).toEqual([])
  expect(await desk.ask(token)).toBe(200)
})

test('who has shown a valid token is let in although his address is flooded, and others when there is room again', async () => {
  const desk = open()
  const [known, unknown] = [desk.newToken(), desk.newToken()]
  expect(await desk.ask(known)).toBe(200)
  for (let i = 0; i < 20; i++) await desk.ask(someToken())
  expect(await desk.ask(known)).toBe(200)
  expect(await desk.ask(unknown)).toBe(429)
  expect(await desk.ask(unknown, '192.0.2.2')).toBe(200)
  desk.revoke(known)
  expect(await desk.ask(known)).toBe(429)
  const before = desk.asked.length
  expect(await desk.ask(known)).toBe(429)
  expect(desk.asked).toHaveLength(before)
})

test('hundreds of new valid tokens that come from one address at once are all let in', async () => {
  const desk = open({ slow: true })
  const tokens = Array.from({ length: 300 }, () => desk.newToken())
  let answered = 0
  const all = Promise.all(
    tokens.map(async (token) => {
      const status = await desk.ask(token)
      answered++
      return status
    }),
  )
  while (answered < tokens.length) {
    await turns()
    expect(desk.asked.length - answered).toBeLessThanOrEqual(10)
    desk.release()
  }
  expect(times(await all, 200)).toBe(300)
})

test('tokens that wait for the answers about others are refused once those have used up the room', async () => {
  const desk = open({ slow: true })
  const valid = desk.newToken()
  const all = Promise.all([...Array.from({ length: 30 }, () => desk.ask(someToken())), desk.ask(valid)])
  await turns()
  expect(desk.asked).toHaveLength(10)
  desk.release()
  const statuses = await all
  expect([times(statuses, 401), times(statuses, 429)]).toEqual([10, 21])
  await desk.clock.advanceBy(1_000)
  const later = desk.ask(valid)
  await turns()
  desk.release()
  expect(await later).toBe(200)
})

test('a database that fails keeps nobody waiting who comes after', async () => {
  const limiter = createRateLimiter(createVirtualClock(0), { perSecond: 1, perMinute: 10 })
  const identify = createIdentify(
    limiter,
    () => Promise.reject(new Error('away')),
    () => Promise.reject(new Error('away')),
  )
  const ask = () => identify(new Headers({ Authorization: `Bearer ${someToken()}` }), '192.0.2.1', 0)
  const outcomes = await Promise.allSettled([ask(), ask(), ask()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('valid tokens are remembered up to a bound: one that is forgotten is as good as new', async () => {
  const desk = open()
  const first = desk.newToken()
  await desk.ask(first)
  for (let i = 0; i < MAX_TRUSTED; i++) await desk.ask(desk.newToken())
  const last = desk.newToken()
  await desk.ask(last)
  for (let i = 0; i < 10; i++) await desk.ask(someToken())
  expect(await desk.ask(first)).toBe(429)
  expect(await desk.ask(last)).toBe(200)
})

test('addresses of one network of version 6 count as one', async () => {
  const desk = open()
  for (let i = 1; i <= 10; i++) expect(await desk.ask(someToken(), `2001:db8:0:1::${i}`)).toBe(401)
  expect(await desk.ask(someToken(), '2001:db8:0:1:ffff::1')).toBe(429)
  expect(await desk.ask(someToken(), '2001:db8:0:2::1')).toBe(401)
})

test('a flood of made-up tokens locks nobody out with a restart: who had a valid token before is let in', async () => {
  const token = someToken()
  const desk = open({ before: [token] })
  for (let i = 0; i < 50; i++) await desk.ask(someToken())
  expect(await desk.ask(someToken())).toBe(429)
  expect(await desk.ask(token)).toBe(200)
})
