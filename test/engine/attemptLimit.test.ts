import { afterEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  BUSY,
  createCall,
  createCampaign,
  HOUR,
  MINUTE,
  NOBODY,
  PERSON,
  readCall,
  readCampaign,
  SECOND,
  shown,
  success,
  waitForStatus,
} from '../support/client.ts'
import { seeded } from '../support/random.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

const DAY = 24 * HOUR
const ANYBODY = '+14155550123'

async function setAccount(change: object): Promise<void> {
  success(await app.request('PATCH', '/account', { body: change }))
}
const limit = (max: number, window_hours: number): Promise<void> => setAccount({ attempt_limit: { max, window_hours } })
/** When a number was dialled, in minutes since the start. */
const dialled = (phone: string): number[] =>
  app.dials.filter(({ to }) => to === phone).map(({ at }) => (at - START) / MINUTE)

describe('the attempt limit', () => {
  test('counts the dials of a number over campaigns and single calls, and says what the next one waits for', async () => {
    app = await openTestApp()
    await limit(2, 24)
    const playbook_id = await app.addPlaybook()
    const contacts = [{ phone: ANYBODY }, { phone: PERSON }]
    await createCampaign(app, { playbook_id, contacts })
    await app.advanceBy(HOUR)
    await createCampaign(app, { playbook_id, contacts: [{ phone: '+1 (415) 555-0123' }] })
    await app.advanceBy(HOUR)
    const single = await createCall(app, { phone: '+1 415 555 0123', playbook_id })
    const third = await createCampaign(app, { playbook_id, contacts })
    await app.advanceBy(MINUTE)
    const waiting = {
      status: 'scheduled',
      attempt_count: 0,
      waiting_reason: 'attempt_limit',
      waiting_message:
        "Waits for Tue 2026-11-24 09:00 (UTC): the number was dialled as often as the account's attempt limit allows.",
      next_attempt_at: shown(START + DAY),
    } as const
    expect(await readCall(app, single)).toMatchObject(waiting)
    // The other number of the campaign is below its limit.
    expect(dialled(PERSON)).toEqual([0, 120])
    expect(await readCampaign(app, third)).toMatchObject({ progress: { scheduled: 1 } })
    await app.advanceBy(2 * DAY)
    // One place comes free a day after the first dial, for the single call; the next an hour later.
    expect(dialled(ANYBODY)).toEqual([0, 60, 24 * 60, 25 * 60])
    expect(await readCall(app, single)).toMatchObject({ status: 'completed', waiting_reason: null })
    expect(await readCampaign(app, third)).toMatchObject({ status: 'completed' })
  })

  test('counts retries, which wait and keep their distances', async () => {
    app = await openTestApp()
    await limit(2, 3)
    const id = await createCall(app, { phone: BUSY, playbook_id: await app.addPlaybook(), recall: [10, 20, 30] })
    await app.advanceBy(HOUR)
    expect(await readCall(app, id)).toMatchObject({
      attempt_count: 2,
      waiting_reason: 'attempt_limit',
      next_attempt_at: shown(START + 3 * HOUR),
    })
    await app.advanceBy(DAY)
    expect(dialled(BUSY)).toEqual([0, 10, 180, 190])
    expect(await readCall(app, id)).toMatchObject({ status: 'busy', attempt_count: 4 })
  })

  test('holds among calls to one number that are due in the same instant', async () => {
    app = await openTestApp()
    await limit(2, 1)
    const playbook_id = await app.addPlaybook()
    const launch_at = shown(START + MINUTE)
    for (let n = 0; n < 5; n++) await createCall(app, { phone: ANYBODY, playbook_id, launch_at })
    await app.advanceBy(DAY)
    expect(dialled(ANYBODY)).toEqual([1, 1, 61, 61, 121])
  })

  test('counts only what the account dialled: not incoming calls, not the dials of others', async () => {
    app = await openTestApp()
    await limit(1, 24)
    const playbook_id = await app.addPlaybook()
    const other = await app.addAccount()
    await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook({}, other) }, other)
    success(await app.post('/numbers', { phone: '+14155550100', playbook_id }))
    const rung = app.post('/simulator/inbound', { from: ANYBODY, to: '+14155550100' })
    expect((await rung).status).toBe(201)
    await app.advanceBy(HOUR)
    expect(dialled(ANYBODY)).toEqual([0])
    await createCall(app, { phone: ANYBODY, playbook_id })
    await app.advanceBy(HOUR)
    expect(dialled(ANYBODY)).toEqual([0, 60])
  })

  test('does not count what the carrier would not take, for no telephone has rung', async () => {
    app = await openTestApp({
      carrier: (simulator) => ({
        ...simulator,
        place: async (dial) =>
          dial.attemptNumber === 1 ? { kind: 'throttled', retryAfterMs: 5 * SECOND } : simulator.place(dial),
      }),
    })
    await limit(1, 24)
    await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook() })
    await app.advanceBy(HOUR)
    expect(dialled(ANYBODY)).toEqual([5 / 60])
  })

  test('together with calling hours waits for an instant that both allow', async () => {
    app = await openTestApp()
    const windows = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }]
    await setAccount({ attempt_limit: { max: 1, window_hours: 12 }, calling_hours: { windows } })
    const playbook_id = await app.addPlaybook()
    await createCall(app, { phone: ANYBODY, playbook_id })
    await app.advanceBy(HOUR)
    const id = await createCall(app, { phone: ANYBODY, playbook_id })
    await app.settle()
    // Allowed by the limit at 21:00, by the hours the day after.
    expect(await readCall(app, id)).toMatchObject({
      waiting_reason: 'attempt_limit',
      next_attempt_at: shown(START + DAY),
    })
    await app.advanceBy(2 * DAY)
    expect(dialled(ANYBODY)).toEqual([0, 24 * 60])
  })

  test('that is set later counts the dials before, and calls that ring or talk go on', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const talking = await createCall(app, { phone: ANYBODY, playbook_id })
    await waitForStatus(app, talking, 'in_progress')
    await limit(1, 5)
    const id = await createCall(app, { phone: ANYBODY, playbook_id })
    await app.advanceBy(HOUR)
    expect((await readCall(app, talking)).status).toBe('completed')
    expect(await readCall(app, id)).toMatchObject({ waiting_reason: 'attempt_limit' })
    await app.advanceBy(DAY)
    expect(dialled(ANYBODY)).toEqual([0, 300])
  })

  const changes: [string, object][] = [
    ['raised', { max: 2, window_hours: 24 }],
    ['shortened', { max: 1, window_hours: 1 }],
    ['cleared', { attempt_limit: null }],
  ]
  for (const [how, change] of changes) {
    test(`that is ${how} lets calls that wait be dialled at once`, async () => {
      app = await openTestApp()
      await limit(1, 24)
      const playbook_id = await app.addPlaybook()
      await createCall(app, { phone: ANYBODY, playbook_id })
      const id = await createCall(app, { phone: ANYBODY, playbook_id })
      await app.advanceBy(2 * HOUR)
      expect(await readCall(app, id)).toMatchObject({ waiting_reason: 'attempt_limit' })
      await setAccount('attempt_limit' in change ? change : { attempt_limit: change })
      await app.advanceBy(SECOND)
      expect(dialled(ANYBODY)).toEqual([0, 120])
    })
  }

  test('is remembered over a restart', async () => {
    app = await openTestApp()
    await limit(1, 24)
    const playbook_id = await app.addPlaybook()
    await createCall(app, { phone: ANYBODY, playbook_id })
    await app.advanceBy(HOUR)
    await app.restart()
    await createCall(app, { phone: ANYBODY, playbook_id })
    await app.advanceBy(2 * DAY)
    expect(dialled(ANYBODY)).toEqual([0, 24 * 60])
  })

  const refused: [string, object, string][] = [
    ['no dial at all', { max: 0, window_hours: 24 }, '/attempt_limit/max'],
    ['more than 100 dials', { max: 101, window_hours: 24 }, '/attempt_limit/max'],
    ['a window of no time', { max: 1, window_hours: 0 }, '/attempt_limit/window_hours'],
    ['a window of more than 30 days', { max: 1, window_hours: 721 }, '/attempt_limit/window_hours'],
    ['an hour and a half', { max: 1, window_hours: 1.5 }, '/attempt_limit/window_hours'],
  ]
  for (const [what, attempt_limit, at] of refused) {
    test(`of ${what} is refused, and the one before stays`, async () => {
      app = await openTestApp()
      await limit(3, 12)
      const answer = await app.request('PATCH', '/account', { body: { name: 'Changed', attempt_limit } })
      expect(answer.status).toBe(400)
      expect(answer.body.error.details).toMatchObject([{ pointer: at }])
      expect((await app.get('/account')).body.data).toMatchObject({
        name: 'Test',
        attempt_limit: { max: 3, window_hours: 12 },
      })
    })
  }
})

test('however calls, campaigns and retries are mixed, no window ever sees more dials of a number than the limit', async () => {
  const anyOrder = fc.record({
    phone: fc.constantFrom(BUSY, NOBODY, PERSON),
    afterMinutes: fc.integer({ min: 0, max: 90 }),
    recall: fc.option(fc.constantFrom([5], [10, 20], [30, 60, 90]), { nil: undefined }),
    inCampaign: fc.boolean(),
  })
  const anySetting = fc.record({
    max: fc.integer({ min: 1, max: 3 }),
    window_hours: fc.integer({ min: 1, max: 4 }),
    orders: fc.array(anyOrder, { minLength: 1, maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(anySetting, async ({ max, window_hours, orders }) => {
      app = await openTestApp()
      try {
        await limit(max, window_hours)
        const playbook_id = await app.addPlaybook()
        for (const { phone, afterMinutes, recall, inCampaign } of orders) {
          const common = { playbook_id, ...(recall && { recall }) }
          if (inCampaign) await createCampaign(app, { ...common, contacts: [{ phone }] })
          else await createCall(app, { ...common, phone })
          await app.advanceBy(afterMinutes * MINUTE)
        }
        // At the least all dials that there can be, each a window after the other.
        await app.advanceBy(8 * 4 * window_hours * HOUR)
        for (const phone of [BUSY, NOBODY, PERSON]) {
          const at = dialled(phone)
          const most = at.map((from) => at.filter((one) => one >= from && one < from + window_hours * 60).length)
          expect(Math.max(0, ...most)).toBeLessThanOrEqual(max)
          const wanted = orders.filter((order) => order.phone === phone)
          const retries = phone === PERSON ? 0 : wanted.reduce((sum, { recall }) => sum + (recall?.length ?? 0), 0)
          expect(at).toHaveLength(wanted.length + retries)
        }
      } finally {
        await app.close()
      }
    }),
    seeded(10),
  )
}, 120_000)
