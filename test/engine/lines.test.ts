import { afterEach, describe, expect, test } from 'bun:test'
import { createCampaign, listCalls, readCampaign } from '../support/client.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

const contacts = (count: number, from = 0): { phone: string }[] =>
  Array.from({ length: count }, (_, index) => ({ phone: `+1415${String(from + index).padStart(7, '0')}` }))

/** The most dials in any half-open second. */
function busiestSecond(instants: readonly number[]): number {
  return Math.max(...instants.map((start) => instants.filter((at) => at >= start && at < start + 1000).length))
}

describe('lines', () => {
  test('no second sees more dials than the carrier takes, and everything due is dialled as fast as it takes', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 40, callsAtOnce: 1000 } } })
    const playbook_id = await app.addPlaybook()
    await app.post('/campaign', { playbook_id, contacts: contacts(200) })
    await app.advanceBy(5000)
    const instants = app.dials.map((dial) => dial.at)
    expect(instants).toHaveLength(200)
    expect(busiestSecond(instants)).toBe(40)
    expect(Math.max(...instants) - START).toBeLessThan(5000)
  })

  test('there are never more calls in the air than the carrier takes; the others wait and lose nothing', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 100, callsAtOnce: 7 } } })
    const playbook_id = await app.addPlaybook()
    const id = await createCampaign(app, { playbook_id, contacts: contacts(30) })
    let most = 0
    for (let minute = 0; minute < 15; minute++) {
      await app.advanceBy(30_000)
      const live = await listCalls(app, 'status=ringing&status=in_progress&limit=100')
      most = Math.max(most, live.length)
    }
    expect(most).toBe(7)
    expect(app.dials).toHaveLength(30)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed', progress: { completed: 30 } })
  })

  test('a single call goes before the backlog of a campaign', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1000 } } })
    const playbook_id = await app.addPlaybook()
    await app.post('/campaign', { playbook_id, contacts: contacts(100) })
    await app.advanceBy(1000)
    await app.post('/call', { phone: '+14159999999', playbook_id })
    await app.advanceBy(1000)
    const single = app.dials.findIndex((dial) => dial.to === '+14159999999')
    expect(single).toBeGreaterThan(0)
    expect(single).toBeLessThan(25)
  })

  test('an account that gets a slower pace waits for the dials of the second before', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 100, callsAtOnce: 1000 } } })
    const playbook_id = await app.addPlaybook()
    await app.post('/campaign', { playbook_id, contacts: contacts(5) })
    await app.advanceBy(500)
    expect(app.dials).toHaveLength(5)
    await app.request('PATCH', '/account', { body: { lines: { calls_per_second: 2 } } })
    await app.post('/call', { phone: '+14159999999', playbook_id })
    await app.advanceBy(5000)
    const [campaign, single] = [app.dials.slice(0, 5), app.dials[5]]
    const inTheSecondBefore = campaign.filter(({ at }) => at > (single?.at ?? 0) - 1000)
    expect(single?.to).toBe('+14159999999')
    expect(inTheSecondBefore.length).toBeLessThan(2)
  })

  test('accounts take turns: the campaign of one does not keep another waiting', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 20, callsAtOnce: 1000 } } })
    const other = await app.addAccount()
    const mine = await app.addPlaybook()
    const theirs = await app.addPlaybook({}, other)
    await app.post('/campaign', { playbook_id: mine, contacts: contacts(200) })
    await app.post('/campaign', { playbook_id: theirs, contacts: contacts(10, 5000) }, other)
    await app.advanceBy(2000)
    const served = app.dials.filter((dial) => dial.to.startsWith('+14150005')).length
    expect(served).toBe(10)
    expect(app.dials.length).toBeLessThanOrEqual(60)
  })

  test('a campaign of 100,000 contacts is accepted whole, and while it is launched other requests are answered', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 200, callsAtOnce: 2000 } } })
    const playbook_id = await app.addPlaybook()
    const { status, body } = await app.post('/campaign', { playbook_id, contacts: contacts(100_000) })
    expect(status).toBe(202)
    expect(body.data).toMatchObject({ calls: 100_000, contacts: { received: 100_000, created: 100_000 } })
    // No settling in between: the launch is under way while these are answered.
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.get('/calls?limit=1')))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
    await app.advanceBy(1000)
    expect(app.dials.length).toBeGreaterThanOrEqual(200)
    const { progress } = await readCampaign(app, body.campaign_id)
    expect(Object.values(progress ?? {}).reduce((sum, count) => sum + count, 0)).toBe(100_000)
  }, 120_000)
})
