import { afterEach, describe, expect, test } from 'bun:test'
import {
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  MINUTE,
  readCall,
  readCampaign,
  SECOND,
  success,
} from '../support/client.ts'
import { openTestApp, type TestAccount, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

const contacts = (count: number, from = 0): { phone: string }[] =>
  Array.from({ length: count }, (_, index) => ({ phone: `+1415${String(from + index).padStart(7, '0')}` }))

async function setLines(lines: object, as?: TestAccount): Promise<void> {
  success(await app.request('PATCH', '/account', { body: { lines }, ...(as && { as }) }))
}

/** Launches a campaign to so many numbers, those from `from` on. */
async function launch(count: number, { from = 0, as }: { from?: number; as?: TestAccount } = {}): Promise<string> {
  const playbook_id = await app.addPlaybook({}, as)
  return createCampaign(app, { playbook_id, contacts: contacts(count, from) }, as)
}

/** The most dials in any half-open second. */
function busiestSecond(instants: readonly number[]): number {
  return Math.max(...instants.map((start) => instants.filter((at) => at >= start && at < start + SECOND).length))
}

const dialledAt = (): number[] => app.dials.map(({ at }) => at)
const inTheAir = async (as?: TestAccount) =>
  (await listCalls(app, 'status=initiated&status=ringing&status=in_progress&limit=100', as)).filter(
    ({ waiting_reason }) => waiting_reason === null,
  ).length

/** The most calls that are under way at once, looked at every ten seconds. */
async function mostInTheAir(minutes: number): Promise<number> {
  let most = 0
  for (let look = 0; look < minutes * 6; look++) {
    await app.advanceBy(10 * SECOND)
    most = Math.max(most, await inTheAir())
  }
  return most
}

describe('how many calls an account dials in a second', () => {
  test('no second sees more than the account allows itself, and it is made use of', async () => {
    app = await openTestApp()
    await setLines({ calls_per_second: 5 })
    await launch(50)
    await app.advanceBy(11 * SECOND)
    expect(app.dials).toHaveLength(50)
    expect(busiestSecond(dialledAt())).toBe(5)
  })

  test('other accounts are not slowed down by it', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 40, callsAtOnce: 1000 } } })
    await setLines({ calls_per_second: 1 })
    const other = await app.addAccount()
    await launch(30)
    await launch(60, { from: 5000, as: other })
    await app.advanceBy(2 * SECOND)
    const mine = app.dials.filter(({ to }) => to < '+14150005000')
    expect(mine.length).toBeWithin(2, 4)
    expect(app.dials.length - mine.length).toBe(60)
  })

  test('more than the carrier takes changes nothing', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1000 } } })
    await setLines({ calls_per_second: 10_000 })
    await launch(30)
    await app.advanceBy(4 * SECOND)
    expect(app.dials).toHaveLength(30)
    expect(busiestSecond(dialledAt())).toBe(10)
  })

  test('a change holds at once for what waits already: faster, slower, and as the carrier likes', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 100, callsAtOnce: 1000 } } })
    await setLines({ calls_per_second: 1 })
    await launch(200)
    const inNext = async (seconds: number): Promise<number> => {
      const before = app.dials.length
      await app.advanceBy(seconds * SECOND)
      return app.dials.length - before
    }
    expect(await inNext(5)).toBeWithin(5, 7)
    await setLines({ calls_per_second: 10 })
    expect(await inNext(5)).toBeWithin(49, 52)
    await setLines({ calls_per_second: 2 })
    expect(await inNext(5)).toBeWithin(10, 13)
    await setLines({ calls_per_second: null })
    await inNext(2)
    expect(app.dials).toHaveLength(200)
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a call that waits for it says that it waits for a line', async () => {
    app = await openTestApp()
    await setLines({ calls_per_second: 1 })
    const playbook_id = await app.addPlaybook()
    await createCall(app, { phone: '+14155550100', playbook_id })
    const second = await createCall(app, { phone: '+14155550101', playbook_id })
    await app.settle()
    expect(await readCall(app, second)).toMatchObject({ status: 'initiated', waiting_reason: 'line', started_at: null })
    await app.advanceBy(SECOND)
    expect(await readCall(app, second)).toMatchObject({ waiting_reason: null, started_at: '2026-11-23T09:00:01.000Z' })
  })
})

describe('how many calls of an account are under way at once', () => {
  test('there are never more than it allows itself; the others wait and lose nothing', async () => {
    app = await openTestApp()
    await setLines({ calls_at_once: 4 })
    const id = await launch(15)
    expect(await mostInTheAir(8)).toBe(4)
    expect(app.dials).toHaveLength(15)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed', progress: { completed: 15 } })
  })

  test('other accounts have the lines that it leaves', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 100, callsAtOnce: 10 } } })
    await setLines({ calls_at_once: 2 })
    const other = await app.addAccount()
    await launch(20)
    await launch(20, { from: 5000, as: other })
    await app.advanceBy(2 * SECOND)
    expect(await inTheAir()).toBe(2)
    expect(await inTheAir(other)).toBe(8)
  })

  test('more lines are used at once; fewer are kept to as soon as calls have ended, and none is cut off', async () => {
    app = await openTestApp()
    await setLines({ calls_at_once: 2 })
    const id = await launch(30)
    await app.advanceBy(SECOND)
    expect(await inTheAir()).toBe(2)
    await setLines({ calls_at_once: 6 })
    await app.settle()
    expect(await inTheAir()).toBe(6)
    await setLines({ calls_at_once: 1 })
    await app.advanceBy(SECOND)
    expect(await inTheAir()).toBe(6)
    await app.advanceBy(3 * MINUTE)
    expect(await inTheAir()).toBeLessThanOrEqual(1)
    await setLines({ calls_at_once: null })
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(30)
    await app.advanceBy(HOUR)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed', progress: { completed: 30 } })
  })

  test('calls that are in the air when the process dies count for the next one', async () => {
    app = await openTestApp()
    await setLines({ calls_at_once: 3 })
    await launch(10)
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(3)
    await app.restart()
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(3)
    expect(await mostInTheAir(6)).toBeLessThanOrEqual(3)
    expect(app.dials).toHaveLength(10)
  })
})
