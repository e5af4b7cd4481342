/** Commits that took place though their answer was lost: what follows from the change follows all the same. */
import { afterEach, expect, test } from 'bun:test'
import { BUSY, createCall, HOUR, MINUTE, NOBODY, PERSON, readCall, SECOND } from '../support/client.ts'
import { openTestApp, START, type TestApp, type TestAppOptions } from '../support/testApp.ts'

let app: TestApp
let isLost: boolean
const wasLost = (): boolean => isLost
afterEach(() => {
  expect(isLost).toBe(true)
  return app.close()
})

/** The answer to the first commit after which a call has this status is lost, and nothing is heard of others either. */
async function openLosing(status: string, awayMs = 0, options: TestAppOptions = {}): Promise<void> {
  isLost = false
  let awayUntil = -Infinity
  const cutOff = (): Error => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  app = await openTestApp({
    ...options,
    store: (store) => ({
      ...store,
      transaction: async (work) => {
        if (app?.clock.now() < awayUntil) throw cutOff()
        const result = await store.transaction(work)
        const found = await store.db.selectFrom('calls').select('status').where('attempt_count', '>', 0).execute()
        if (isLost || !found.some((call) => call.status === status)) return result
        isLost = true
        awayUntil = app.clock.now() + awayMs
        throw cutOff()
      },
    }),
  })
}

test.each([0, 10 * SECOND])(
  'the line of an attempt that has ended is free again, with %p ms of silence',
  async (ms) => {
    await openLosing('busy', ms, { simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1 } } })
    const playbook_id = await app.addPlaybook()
    await createCall(app, { playbook_id, phone: BUSY })
    await createCall(app, { playbook_id, phone: NOBODY })
    await app.advanceBy(MINUTE)
    expect(app.dials.map(({ to }) => to)).toEqual([BUSY, NOBODY])
  },
)

test('a recall happens on its minute', async () => {
  await openLosing('scheduled')
  await createCall(app, { playbook_id: await app.addPlaybook(), phone: BUSY, recall: [5] })
  await app.advanceBy(HOUR)
  expect(app.dials.map(({ at }) => at - START)).toEqual([0, 5 * MINUTE])
})

test('who has answered is talked to, once', async () => {
  await openLosing('in_progress')
  const callId = await createCall(app, { playbook_id: await app.addPlaybook(), phone: PERSON })
  await app.advanceBy(10 * MINUTE)
  const call = await readCall(app, callId)
  expect(call.status).toBe('completed')
  expect(call.transcript?.filter(({ text }) => text === 'Hello.')).toHaveLength(1)
})

test('the phone of a call that was canceled is hung up, once', async () => {
  const hungUp: string[] = []
  await openLosing('canceled', 0, {
    carrier: (simulator) => ({
      ...simulator,
      hangup: (ref) => {
        hungUp.push(ref.to)
        simulator.hangup(ref)
      },
    }),
  })
  const callId = await createCall(app, { playbook_id: await app.addPlaybook(), phone: NOBODY })
  await app.advanceBy(10 * SECOND)
  const canceled = app.post(`/calls/${callId}/cancel`)
  while (!wasLost()) await new Promise((resolve) => setImmediate(resolve))
  await app.advanceBy(SECOND)
  expect((await canceled).status).toBe(200)
  expect(hungUp).toEqual([NOBODY])
})

test('what others have changed since is left to them, and the line is free all the same', async () => {
  await openLosing('scheduled', 10 * SECOND, { simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1 } } })
  const playbook_id = await app.addPlaybook()
  const callId = await createCall(app, { playbook_id, phone: BUSY, recall: [5] })
  await createCall(app, { playbook_id, phone: NOBODY })
  while (!wasLost()) await app.advanceBy(SECOND)
  const ending = { status: 'canceled', next_attempt_at: null, ended_at: new Date(app.clock.now()) } as const
  await app.store.db.updateTable('calls').set(ending).where('id', '=', callId).execute()
  await app.advanceBy(HOUR)
  expect(app.dials.map(({ to }) => to)).toEqual([BUSY, NOBODY])
})
