/** While dialling is held everything goes on but dialling. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { holdDialling, releaseDialling } from '../../src/store/diallingHold.ts'
import {
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  MINUTE,
  NOBODY,
  PERSON,
  readCall,
  SECOND,
  shown,
  success,
} from '../support/client.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

let app: TestApp
let playbook_id: string
beforeEach(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook()
})
afterEach(() => app.close())

/** As a restore leaves it, while the service is stopped for an hour. */
async function restartHeld(): Promise<void> {
  await app.store.transaction((tx) => holdDialling(tx, { since: START, backupAt: START - HOUR }))
  await app.restart({ after: HOUR })
}
const release = (): Promise<boolean> => app.store.transaction(releaseDialling)

test('what is due, overdue, recalled or comes in by request is dialled only after the release, and then at once', async () => {
  const launch_at = new Date(START + 30 * MINUTE).toISOString().slice(0, 19)
  const soon = new Date(START + MINUTE).toISOString().slice(0, 19)
  const overdue = await createCall(app, { playbook_id, phone: PERSON, launch_at })
  const recalled = await createCall(app, { playbook_id, phone: NOBODY, recall: [90] })
  const campaign = await createCampaign(app, { playbook_id, contacts: [{ phone: PERSON }], launch_at: soon })
  await app.post(`/campaigns/${campaign}/pause`)
  await app.advanceBy(5 * MINUTE)
  expect(app.dials).toHaveLength(1)
  await restartHeld()
  const accepted = await createCall(app, { playbook_id, phone: PERSON })
  await app.post(`/campaigns/${campaign}/resume`)
  await app.advanceBy(HOUR)
  expect(app.dials).toHaveLength(1)
  await app.restart()
  await app.advanceBy(MINUTE)
  expect(app.dials).toHaveLength(1)

  const released = app.clock.now()
  expect(await release()).toBe(true)
  await app.advanceBy(5 * SECOND)
  expect(app.dials.slice(1).map(({ at }) => at <= released + 5 * SECOND)).toEqual([true, true, true, true])
  await app.advanceBy(5 * MINUTE)
  for (const id of [overdue, accepted]) expect(await readCall(app, id)).toMatchObject({ status: 'completed' })
  expect(await readCall(app, recalled)).toMatchObject({ status: 'no_answer', attempt_count: 2 })
  expect(await release()).toBe(false)
})

test('the log says so, with how many calls wait', async () => {
  await createCall(app, { playbook_id, phone: PERSON, launch_at: new Date(START + MINUTE).toISOString().slice(0, 19) })
  await createCall(app, {
    playbook_id,
    phone: PERSON,
    launch_at: new Date(START + 5 * HOUR).toISOString().slice(0, 19),
  })
  await restartHeld()
  const reminder = {
    level: 'warn' as const,
    message: 'nothing is dialled since a backup was restored; to go on: playcall resume-dialling',
    detail: { restoredAt: shown(START), backupAt: shown(START - HOUR), due: 1, later: 1 },
  }
  expect(app.logged).toContainEqual(reminder)
  await app.advanceBy(SECOND)
  const count = (): number => app.logged.filter(({ message }) => message === reminder.message).length
  const before = count()
  await app.advanceBy(30 * MINUTE)
  expect(count()).toBe(before + 1)
  await release()
  await app.advanceBy(HOUR)
  expect(count()).toBe(before + 1)
})

test('who asks whether the service is ready is told that it is, and whether dialling is held', async () => {
  const readiness = async (): Promise<unknown> => (await app.get('/readyz')).body.data
  expect(await readiness()).toEqual({ status: 'ready', dialling: 'on', clock: 'steady' })
  await restartHeld()
  expect(await readiness()).toEqual({ status: 'ready', dialling: 'held', clock: 'steady' })
  await release()
  await app.advanceBy(5 * SECOND)
  expect(await readiness()).toEqual({ status: 'ready', dialling: 'on', clock: 'steady' })
})

test('who calls us is answered, and an attempt that was live is asked about', async () => {
  const live = await createCall(app, { playbook_id, phone: PERSON })
  await app.advanceBy(SECOND)
  success(await app.post('/playbooks/' + playbook_id + '/versions', { message: 'First' }))
  success(await app.post('/numbers', { phone: '+15005550199', playbook_id }))
  await restartHeld()
  expect(await readCall(app, live)).toMatchObject({ attempt_count: 1, ended_at: expect.any(String) })
  success(await app.post('/simulator/inbound', { from: PERSON, to: '+15005550199' }))
  await app.advanceBy(5 * MINUTE)
  expect(await listCalls(app, 'direction=inbound')).toMatchObject([{ status: 'completed' }])
  expect(app.dials).toHaveLength(1)
})
