/** One of several processes, on a virtual clock: what it does when it can no longer be sure of its lease. */
import { afterEach, expect, test } from 'bun:test'
import { applyHappenings } from '../../src/engine/apply.ts'
import type { Node } from '../../src/engine/nodes/membership.ts'
import { createCall, createCampaign, NOBODY, PERSON, readCall, readCampaign, SECOND } from '../support/client.ts'
import { openTestApp, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(async () => {
  await app.close()
  await app.store.db.deleteFrom('nodes').execute()
})

/** A process whose stopwatch stands still unless it is told otherwise. */
function makeNode(): { node: Node; hasSlept: (ms: number) => void } {
  let elapsed = 0
  const node = {
    id: Bun.randomUUIDv7(),
    processName: crypto.randomUUID(),
    hasProcessEnded: () => false,
    startStopwatch: () => () => elapsed,
    correctClock: () => Promise.resolve(),
  }
  return { node, hasSlept: (ms) => (elapsed += ms) }
}

const contacts = [{ phone: '+14155550101' }, { phone: '+14155550102' }, { phone: '+14155550103' }]

test('a dial that was recorded before the lease ended and not sent is not sent; the call is dialled later', async () => {
  const { node, hasSlept } = makeNode()
  app = await openTestApp({
    node,
    carrier: (simulator) => ({
      ...simulator,
      place: (dial) => {
        // The machine falls asleep when the first of three recorded dials has been sent.
        if (app.dials.length === 0) hasSlept(60_000)
        return simulator.place(dial)
      },
    }),
  })
  const id = await createCampaign(app, { playbook_id: await app.addPlaybook(), contacts })
  await app.settle()
  expect(app.dials).toHaveLength(1)
  await app.advanceBy(600_000)
  expect(app.dials.map(({ to }) => to).toSorted()).toEqual(contacts.map(({ phone }) => phone))
  expect(await readCampaign(app, id)).toMatchObject({ progress: { completed: 3 } })
})

test('a process that was taken off the list dials nothing before it is on it again', async () => {
  const { node } = makeNode()
  app = await openTestApp({ node })
  const playbook_id = await app.addPlaybook()
  await app.store.db.deleteFrom('nodes').execute()
  await app.post('/call', { phone: '+14155550104', playbook_id })
  await app.settle()
  expect(app.dials).toHaveLength(0)
  await app.advanceBy(10_000)
  expect(app.dials).toHaveLength(1)
  expect(app.logged.map(({ message }) => message).join()).toContain('taken for dead')
})

test('calls that another process was about to put in line are put there when it is gone', async () => {
  app = await openTestApp({ node: makeNode().node })
  const { db } = app.store
  const campaign = await createCampaign(app, {
    playbook_id: await app.addPlaybook(),
    contacts,
    launch_at: '2026-11-23T09:01:00',
  })
  const other = { id: Bun.randomUUIDv7(), process_name: 'other', renewals: 1, in_the_air: 0 }
  await db
    .insertInto('nodes')
    .values({ ...other, calls_per_second: 0, calls_at_once: 0 })
    .execute()
  await app.advanceBy(10 * SECOND)
  await db.updateTable('calls').set({ held: true }).where('campaign_id', '=', campaign).execute()
  await db.deleteFrom('nodes').where('id', '=', other.id).execute()
  await app.advanceBy(50 * SECOND)
  expect(app.dials.map(({ to }) => to).toSorted()).toEqual(contacts.map(({ phone }) => phone))
})

test('a line is free again when another process has ended its call', async () => {
  app = await openTestApp({
    node: makeNode().node,
    // Nothing is hung up: it is another process's carrier that was asked to.
    carrier: (simulator) => ({ ...simulator, lines: { callsPerSecond: 10, callsAtOnce: 1 }, hangup: () => undefined }),
  })
  const playbook_id = await app.addPlaybook()
  const first = await createCall(app, { playbook_id, phone: NOBODY })
  await createCall(app, { playbook_id, phone: PERSON })
  await app.advanceBy(5 * SECOND)
  expect(await readCall(app, first)).toMatchObject({ status: 'ringing' })
  await app.store.transaction(async (tx) => {
    const item = { kind: 'event', callId: first, event: { kind: 'cancel' } } as const
    await applyHappenings(tx, [{ item, at: app.clock.now() }], Bun.randomUUIDv7)
  })
  expect(app.dials).toHaveLength(1)
  await app.advanceBy(5 * SECOND)
  expect(app.dials).toHaveLength(2)
})
