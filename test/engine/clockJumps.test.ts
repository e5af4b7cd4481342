/** What a clock that somebody sets does to dialling, to requests, and to what is kept. */
import { afterEach, expect, test } from 'bun:test'
import { SECOND_LOOK_AFTER_MS } from '../../src/core/steadyTime.ts'
import { openTestApp, START, type TestApp, type TestAppOptions } from '../support/testApp.ts'
import { createCall, listCalls } from '../support/client.ts'

let app: TestApp
afterEach(() => app.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const contacts = (count: number, from = 0): { phone: string }[] =>
  Array.from({ length: count }, (_, index) => ({ phone: `+1415${String(from + index).padStart(7, '0')}` }))

const alone: TestAppOptions = {}
/** One of several on a database: requests and paces are counted there once it has met another. */
const amongOthers = (): TestAppOptions => ({
  node: {
    id: Bun.randomUUIDv7(),
    processName: 'here',
    hasProcessEnded: () => false,
    startStopwatch: () => {
      const { clock } = app ?? {}
      const began = clock?.elapsedMs() ?? 0
      return () => (app?.clock.elapsedMs() ?? began) - began
    },
    correctClock: () => Promise.resolve(),
  },
})

async function clockAsTold(): Promise<unknown> {
  return (await app.get<{ clock: string }>('/readyz')).body.data.clock
}

/** Sets the clock, and lets it be believed. */
async function jumpAndStay(ms: number): Promise<void> {
  app.clock.jump(ms)
  await app.advanceBy(SECOND_LOOK_AFTER_MS)
}

test('an hour ahead that is corrected soon dials nothing before its time, and nothing late', async () => {
  app = await openTestApp(alone)
  const playbook_id = await app.addPlaybook()
  await createCall(app, { phone: '+14155550100', playbook_id, launch_at: '2026-11-23T09:30:00' })
  app.clock.jump(HOUR)
  expect(await clockAsTold()).toBe('in_doubt')
  await createCall(app, { phone: '+14155550101', playbook_id })
  await app.advanceBy(SECOND_LOOK_AFTER_MS / 2)
  expect(app.dials).toEqual([])
  app.clock.jump(-HOUR)
  await app.settle()
  expect(app.dials.map(({ to }) => to)).toEqual(['+14155550101'])
  expect(await clockAsTold()).toBe('steady')
  await app.advanceTo(START + 30 * MINUTE)
  expect(app.dials.map(({ to, at }) => [to, at - START])).toEqual([
    ['+14155550101', SECOND_LOOK_AFTER_MS / 2],
    ['+14155550100', 30 * MINUTE],
  ])
  expect(app.logged.filter(({ message }) => message.includes('clock')).map(({ level }) => level)).toEqual([
    'warn',
    'info',
  ])
})

test.each([['alone'], ['among others']])(
  'an hour ahead and, long after, back: dialling and requests go on either time, %s',
  async (where) => {
    app = await openTestApp({
      ...(where === 'alone' ? alone : amongOthers()),
      limits: { perSecond: 1_000, perMinute: 60 },
      simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1_000 } },
    })
    const playbook_id = await app.addPlaybook()
    const dialAll = async (from: number): Promise<void> => {
      const before = app.dials.length
      expect((await app.post('/campaign', { playbook_id, contacts: contacts(30, from) })).status).toBe(202)
      await app.advanceBy(10_000)
      expect(app.dials.length - before).toBe(30)
    }
    await dialAll(0)
    for (const [round, ms] of [HOUR, -HOUR, -HOUR, HOUR].entries()) {
      await jumpAndStay(ms)
      expect(await clockAsTold()).toBe('jumped')
      await dialAll(1_000 * (round + 1))
      for (let asked = 0; asked < 60; asked++) await app.get('/calls?limit=1')
      const refused = await app.get('/calls?limit=1')
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      await app.advanceBy(MINUTE)
      expect((await app.get('/calls?limit=1')).status).toBe(200)
    }
    expect(new Set(app.dials.map(({ to }) => to)).size).toBe(150)
  },
)

test('what was waiting for a line by a time that is taken back does not wait for it to come again', async () => {
  app = await openTestApp({ simulator: { lines: { callsPerSecond: 1, callsAtOnce: 1_000 } } })
  const playbook_id = await app.addPlaybook()
  await jumpAndStay(HOUR)
  await app.post('/campaign', { playbook_id, contacts: contacts(120) })
  await app.advanceBy(10_000)
  expect(app.dials.length).toBeLessThan(20)
  await jumpAndStay(-HOUR)
  await app.advanceBy(3 * MINUTE)
  expect(app.dials).toHaveLength(120)
})

test('a call for later is dialled at its instant by the time to which the clock has jumped', async () => {
  app = await openTestApp()
  const playbook_id = await app.addPlaybook()
  await createCall(app, { phone: '+14155550100', playbook_id, launch_at: '2026-11-23T12:00:00' })
  await jumpAndStay(-2 * HOUR)
  await app.advanceTo(START + 3 * HOUR - 1)
  expect(app.dials).toEqual([])
  await app.advanceBy(1)
  expect(app.dials.map(({ at }) => at - START)).toEqual([3 * HOUR])
})

test('a launch that was due in time that is taken back waits for its instant; a call for now does not', async () => {
  app = await openTestApp({ simulator: { lines: { callsPerSecond: 1, callsAtOnce: 1 } } })
  const playbook_id = await app.addPlaybook()
  await jumpAndStay(HOUR)
  await createCall(app, { phone: '+15005550102', playbook_id })
  await createCall(app, { phone: '+14155550101', playbook_id, launch_at: '2026-11-23T10:01:00' })
  await createCall(app, { phone: '+14155550102', playbook_id })
  await app.advanceTo(START + HOUR + MINUTE - 1)
  await jumpAndStay(-HOUR)
  await app.advanceBy(10 * MINUTE)
  expect(app.dials.map(({ to }) => to)).toEqual(['+15005550102', '+14155550102'])
  await app.advanceTo(START + 2 * HOUR)
  expect(app.dials.map(({ to }) => to)).toEqual(['+15005550102', '+14155550102', '+14155550101'])
  expect(app.dials[2]!.at - START).toBe(HOUR + MINUTE)
})

test('small steps are no jump: nothing is said, and what is due is dialled by the clock', async () => {
  app = await openTestApp()
  const playbook_id = await app.addPlaybook()
  await createCall(app, { phone: '+14155550100', playbook_id, launch_at: '2026-11-23T09:30:00' })
  for (const ms of [300, -800, 2_000, -3_000]) {
    app.clock.jump(ms)
    await app.advanceBy(MINUTE)
  }
  await app.advanceTo(START + 30 * MINUTE)
  expect(app.dials).toHaveLength(1)
  expect(app.logged.filter(({ message }) => message.includes('clock'))).toEqual([])
})

test('nothing is deleted for its age for a day after the clock has jumped', async () => {
  app = await openTestApp({ keepDays: 31 })
  await createCall(app, { phone: '+14155550100', playbook_id: await app.addPlaybook() })
  await app.advanceBy(HOUR)
  await jumpAndStay(400 * DAY)
  await app.advanceBy(23 * HOUR)
  expect(await listCalls(app)).toHaveLength(1)
  await app.advanceBy(2 * HOUR)
  expect(await listCalls(app)).toHaveLength(0)
})

test('nothing is deleted by a clock that was wrong when the machine started', async () => {
  app = await openTestApp({ keepDays: 31 })
  await createCall(app, { phone: '+14155550100', playbook_id: await app.addPlaybook() })
  await app.advanceBy(HOUR)
  await app.restart({ after: 400 * DAY })
  await app.advanceBy(MINUTE)
  await jumpAndStay(-400 * DAY)
  await app.advanceBy(2 * HOUR)
  expect(await listCalls(app)).toHaveLength(1)
})
