import { afterEach, describe, expect, test } from 'bun:test'
import { createCampaign, readCampaign } from '../support/client.ts'
import { openTestApp, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const contacts = (count: number): { phone: string }[] =>
  Array.from({ length: count }, (_, index) => ({ phone: `+1415${String(index).padStart(7, '0')}` }))

async function launch(count: number, more: Record<string, unknown> = {}): Promise<string> {
  const playbook_id = await app.addPlaybook()
  return createCampaign(app, { playbook_id, contacts: contacts(count), ...more })
}

const SLOW = { simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1000 } } }

describe('a paused campaign', () => {
  test('dials nothing while it is paused and everything, once, after it is resumed', async () => {
    app = await openTestApp(SLOW)
    const id = await launch(50)
    await app.advanceBy(1500)
    await app.post(`/campaigns/${id}/pause`)
    await app.settle()
    const dialled = app.dials.length
    expect(dialled).toBeGreaterThan(0)
    expect(dialled).toBeLessThan(50)
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(dialled)
    await app.post(`/campaigns/${id}/resume`)
    await app.advanceBy(HOUR)
    expect(new Set(app.dials.map((dial) => dial.to)).size).toBe(50)
    expect(app.dials).toHaveLength(50)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed' })
  })

  test('lets the calls in the air go on to their end', async () => {
    app = await openTestApp()
    const id = await launch(3)
    await app.advanceBy(15_000)
    await app.post(`/campaigns/${id}/pause`)
    await app.advanceBy(HOUR)
    expect(await readCampaign(app, id)).toMatchObject({ progress: { completed: 3 } })
  })

  test('does not stand in the way of other campaigns', async () => {
    app = await openTestApp(SLOW)
    const paused = await launch(100)
    await app.post(`/campaigns/${paused}/pause`)
    const playbook_id = await app.addPlaybook()
    await app.post('/campaign', { playbook_id, contacts: [{ phone: '+14159999999' }] })
    await app.advanceBy(1000)
    expect(app.dials.some((dial) => dial.to === '+14159999999')).toBe(true)
  })

  test('goes on after a restart when it was resumed a moment before the end', async () => {
    app = await openTestApp(SLOW)
    const id = await launch(30)
    await app.advanceBy(500)
    await app.post(`/campaigns/${id}/pause`)
    await app.advanceBy(MINUTE)
    await app.store.db.updateTable('campaigns').set({ state: 'active' }).where('id', '=', id).execute()
    await app.restart()
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(30)
  })
})

describe('a canceled campaign', () => {
  test('dials nothing more, hangs up what is in the air, and every call of it ends', async () => {
    app = await openTestApp(SLOW)
    const id = await launch(40)
    await app.advanceBy(2000)
    await app.post(`/campaigns/${id}/cancel`)
    await app.settle()
    const dialled = app.dials.length
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(dialled)
    expect(await readCampaign(app, id)).toMatchObject({
      status: 'canceled',
      progress: { canceled: 40, scheduled: 0, initiated: 0, ringing: 0, in_progress: 0 },
    })
  })

  test('is finished off by the next process when this one dies over it', async () => {
    app = await openTestApp(SLOW)
    const id = await launch(40, { launch_at: '2026-11-23T15:00:00' })
    await app.store.db.updateTable('campaigns').set({ state: 'canceled' }).where('id', '=', id).execute()
    await app.restart()
    await app.advanceBy(8 * HOUR)
    expect(app.dials).toHaveLength(0)
    expect(await readCampaign(app, id)).toMatchObject({ progress: { canceled: 40 } })
  })
})
