/** Dials that were recorded, and that the carrier was never asked for: the call is dialled all the same, and once. */
import { afterEach, describe, expect, test } from 'bun:test'
import { CREATE_TIMEOUT_MS } from '../../src/core/call.ts'
import { NONE_ON_THE_WAY_MS } from '../../src/engine/attemptChecker.ts'
import type { Dial } from '../../src/ports/Carrier.ts'
import { createCall, HOUR, MINUTE, NOBODY, PERSON, readCall, SECOND } from '../support/client.ts'
import { openTestApp, type TestApp, type TestAppOptions } from '../support/testApp.ts'

let app: TestApp
/** Create requests that have left a process and reached nobody yet. */
let onTheWay: Dial[]
let isCut: boolean
afterEach(async () => {
  await app.close()
  await app.store.db.deleteFrom('nodes').execute()
})

/** While the way to the carrier is cut, create requests stay on it. */
async function openCut(options: TestAppOptions = {}): Promise<void> {
  onTheWay = []
  isCut = true
  app = await openTestApp({
    ...options,
    carrier: (simulator) => ({
      ...simulator,
      place: (dial) => {
        if (!isCut) return simulator.place(dial)
        onTheWay.push(dial)
        return new Promise(() => {})
      },
    }),
  })
}

async function dialAndDie(phone: string, downForMs: number): Promise<string> {
  const callId = await createCall(app, { playbook_id: await app.addPlaybook(), phone, recall: [2] })
  await app.settle()
  expect(onTheWay).toHaveLength(1)
  isCut = false
  await app.restart({ after: downForMs })
  return callId
}

const oneOfSeveral = {
  id: Bun.randomUUIDv7(),
  processName: 'one of several',
  hasProcessEnded: () => false,
  startStopwatch: () => () => 0,
  correctClock: () => Promise.resolve(),
}

describe.each([
  ['alone', {}],
  ['one of several', { node: oneOfSeveral }],
])('a process, %s, that dies between the commit and the create request', (_, options) => {
  test.each([
    ['a moment', SECOND],
    ['an hour', HOUR],
  ])(
    'its call is dialled once, and keeps its recall, when the next process comes after %s',
    async (_name, downForMs) => {
      await openCut(options)
      const callId = await dialAndDie(NOBODY, downForMs)
      const startedAt = app.clock.now()
      await app.advanceBy(NONE_ON_THE_WAY_MS - 1)
      expect(app.dials).toHaveLength(0)
      await app.advanceBy(MINUTE)
      const [first] = app.dials
      expect(app.dials).toMatchObject([{ attemptNumber: 2, to: NOBODY }])
      expect(first!.at - startedAt).toBe(NONE_ON_THE_WAY_MS + SECOND)
      await app.advanceBy(4 * MINUTE)
      expect(app.dials.map(({ at }) => at - first!.at)).toEqual([0, 2 * MINUTE])
      const { status, attempts } = await readCall(app, callId)
      expect(status).toBe('no_answer')
      expect(attempts?.map(({ disposition }) => disposition)).toEqual(['failed', 'no_answer', 'no_answer'])
    },
  )
})

test('a create request of a dead process that arrives late is the only one', async () => {
  await openCut()
  const callId = await dialAndDie(PERSON, 0)
  await app.advanceBy(CREATE_TIMEOUT_MS)
  await app.carrier.place(onTheWay[0]!)
  await app.advanceBy(HOUR)
  expect(app.dials).toHaveLength(1)
  expect(await readCall(app, callId)).toMatchObject({ status: 'completed', attempt_count: 1 })
})

test('a process that lives never takes its own dial for one that was not made', async () => {
  await openCut()
  const callId = await createCall(app, { playbook_id: await app.addPlaybook(), phone: PERSON })
  await app.advanceBy(HOUR)
  expect(onTheWay).toHaveLength(1)
  expect(await readCall(app, callId)).toMatchObject({ status: 'failed', ended_reason: 'carrier_unknown' })
})

test('a request that was given up without an answer is not repeated by the next process', async () => {
  app = await openTestApp({
    carrier: (simulator) => ({ ...simulator, place: async () => ({ kind: 'unknown' }) }),
  })
  const callId = await createCall(app, { playbook_id: await app.addPlaybook(), phone: PERSON })
  await app.advanceBy(SECOND)
  await app.restart({ after: SECOND })
  await app.advanceBy(HOUR)
  expect(app.dials).toHaveLength(0)
  expect(await readCall(app, callId)).toMatchObject({
    status: 'failed',
    ended_reason: 'carrier_unknown',
    attempt_count: 1,
  })
})

test('a dial that was stored though the answer to its commit was lost is made again, and uses no recall', async () => {
  app = await openTestApp()
  const callId = await createCall(app, {
    playbook_id: await app.addPlaybook(),
    phone: NOBODY,
    recall: [30],
    launch_at: '2026-11-23T09:01:00',
  })
  const real = app.store.transaction
  let isLost = false
  app.store.transaction = async (work) => {
    const result = await real(work)
    const attempts = await app.store.db.selectFrom('attempts').select('id').execute()
    if (isLost || attempts.length === 0) return result
    isLost = true
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  }
  await app.advanceBy(20 * MINUTE)
  app.store.transaction = real
  expect(app.dials).toMatchObject([{ attemptNumber: 2 }])
  await app.advanceBy(HOUR)
  expect(app.dials).toHaveLength(2)
  const { status, attempts } = await readCall(app, callId)
  expect(status).toBe('no_answer')
  expect(attempts?.map(({ disposition }) => disposition)).toEqual(['failed', 'no_answer', 'no_answer'])
})
