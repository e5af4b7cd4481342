import { afterAll, expect, test } from 'bun:test'
import { createRateLimiter, MAX_ADDRESSES } from '../../src/http/rateLimit.ts'
import { admitTogether, type SharedWindows } from '../../src/http/sharedRateLimit.ts'
import { createVirtualClock } from '../../src/engine/virtualClock.ts'
import { call, startService, type FakeService } from './support.ts'

const STANDARD = { perSecond: 10, perMinute: 100 }
const services: FakeService[] = []
afterAll(() => Promise.all(services.map((service) => service.stop(true))))

function start(limits = STANDARD): FakeService {
  const service = startService({ limits })
  services.push(service)
  return service
}

async function statuses(service: FakeService, count: number, token?: string): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push((await call(service, 'GET /calls', token ? { token } : {})).status)
  return found
}

test('ten in one second are let in and the eleventh is 429 with everything that a client needs to come back', async () => {
  const service = start()
  expect(await statuses(service, 10)).toEqual(Array.from({ length: 10 }, () => 200))
  await service.clock.advanceBy(400)
  const refused = await call(service, 'GET /calls')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('ratelimit')).toBe('"burst";r=0;t=1, "standard";r=90;t=60')
  expect(refused.headers.get('ratelimit-policy')).toBe('"burst";q=10;w=1, "standard";q=100;w=60')
  expect(refused.body?.error).toMatchObject({ code: 'rate_limited', retry_after: 1 })
})

test('an accepted answer says what is left', async () => {
  const service = start()
  const { headers } = await call(service, 'GET /calls')
  expect(headers.get('ratelimit')).toBe('"burst";r=9;t=1, "standard";r=99;t=60')
  expect(headers.get('ratelimit-policy')).toBe('"burst";q=10;w=1, "standard";q=100;w=60')
})

test('waiting as long as Retry-After says is always enough, and a refused request costs nothing', async () => {
  const service = start()
  await statuses(service, 10)
  await service.clock.advanceBy(999)
  expect(await statuses(service, 5)).toEqual([429, 429, 429, 429, 429])
  await service.clock.advanceBy(1)
  expect(await statuses(service, 11)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('the window slides: ten at the end of one second and ten at the beginning of the next are refused', async () => {
  const service = start()
  await service.clock.advanceBy(990)
  await statuses(service, 10)
  await service.clock.advanceBy(20)
  expect(await statuses(service, 1)).toEqual([429])
})

test('a hundred in a minute are let in, however slowly, and Retry-After then counts to the end of the oldest', async () => {
  const service = start()
  for (let second = 0; second < 10; second++) {
    expect(await statuses(service, 10)).toEqual(Array.from({ length: 10 }, () => 200))
    await service.clock.advanceBy(1_000)
  }
  const refused = await call(service, 'GET /calls')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('50')
  await service.clock.advanceBy(50_000)
  expect(await statuses(service, 1)).toEqual([200])
})

test("the limits are the account's, changed ones hold from the next request on, and what was accepted stays counted", async () => {
  const service = start()
  await statuses(service, 10)
  service.account.limits = { perSecond: 12, perMinute: 100 }
  expect(await statuses(service, 3)).toEqual([200, 200, 429])
  service.account.limits = { perSecond: 5, perMinute: 100 }
  expect(await statuses(service, 1)).toEqual([429])
  await service.clock.advanceBy(1_000)
  expect(await statuses(service, 6)).toEqual([200, 200, 200, 200, 200, 429])
})

test('requests without a valid token count for their address, with 429 in place of 401, and cost the account nothing', async () => {
  const service = start()
  expect(await statuses(service, 11, 'wrong')).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  expect(await statuses(service, 1)).toEqual([200])
})

test('a request refused for its scope, its content or its path counts; documents do not', async () => {
  const service = start()
  await call(service, 'GET /calls?nonsense=1')
  await call(service, 'GET /calls/nonsense')
  for (let i = 0; i < 20; i++) expect((await call(service, 'GET /healthz')).status).toBe(200)
  expect((await call(service, 'GET /calls')).headers.get('ratelimit')).toStartWith('"burst";r=7')
})

test('addresses are remembered up to a bound, and the one unseen longest is forgotten first', () => {
  const limiter = createRateLimiter(createVirtualClock(0), { perSecond: 1, perMinute: 1 })
  limiter.admitStranger('first')
  limiter.admitStranger('second')
  expect(limiter.admitStranger('first').retryAfterS).toBe(60)
  for (let i = 0; i < MAX_ADDRESSES - 1; i++) limiter.admitStranger(`address ${i}`)
  expect(limiter.admitStranger('first').retryAfterS).toBe(60)
  expect(limiter.admitStranger('second').retryAfterS).toBeNull()
})

test('forgetting idle accounts forgets no account that has something in its windows', async () => {
  const clock = createVirtualClock(0)
  const limiter = createRateLimiter(clock, STANDARD)
  const once = { perSecond: 1, perMinute: 1 }
  for (let i = 0; i < 600; i++) limiter.admitAccount(`old ${i}`, once)
  await clock.advanceBy(30_000)
  for (let i = 0; i < 600; i++) limiter.admitAccount(`young ${i}`, once)
  await clock.advanceBy(30_000)
  for (let i = 0; i < 2_000; i++) limiter.admitAccount(`new ${i}`, once)
  expect(limiter.admitAccount('young 0', once).retryAfterS).toBe(30)
  expect(limiter.admitAccount('old 0', once).retryAfterS).toBeNull()
})

test('what an account used is not forgotten when the database refuses to count it', async () => {
  const clock = createVirtualClock(0)
  const limiter = createRateLimiter(clock, STANDARD)
  for (let i = 0; i < 7; i++) limiter.admitAccount('a', STANDARD)
  const carried: number[][] = []
  let refuses = true
  const shared: SharedWindows = {
    areUsed: () => true,
    take: (_, windows) => {
      carried.push(windows.map((window) => window.carried))
      if (refuses) return Promise.reject(new Error('the database is away'))
      return Promise.resolve({ taken: 1, windows: windows.map(() => ({ used: 8, oldestUntil: 1_000 })) })
    },
  }
  const send = () => admitTogether(shared, limiter, clock, 'a', STANDARD)
  const outcomes = await Promise.allSettled([send(), send(), send()])
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  await clock.advanceBy(500)
  limiter.admitAccount('a', STANDARD)
  await Promise.allSettled([send()])
  refuses = false
  expect((await send()).retryAfterS).toBeNull()
  expect((await send()).retryAfterS).toBeNull()
  expect(carried).toEqual([
    [7, 7],
    [0, 0],
    [0, 0],
    [8, 8],
    [8, 8],
    [0, 0],
  ])
})

test('what is taken back never exceeds limits that have become lower meanwhile', () => {
  const limiter = createRateLimiter(createVirtualClock(0), STANDARD)
  const lower = { perSecond: 2, perMinute: 3 }
  limiter.takeBack('a', lower, { burst: 7, standard: 7 })
  expect(limiter.handOver('a')).toEqual({ burst: 2, standard: 3 })
})
