import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Attempt, Call } from '../../src/core/call.ts'
import { type EngineCall, lockCalls } from '../../src/store/calls/lock.ts'
import { saveCalls } from '../../src/store/calls/save.ts'
import { createCall, PERSON, waitForStatus } from '../support/client.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

let app: TestApp
let before: EngineCall
beforeEach(async () => {
  app = await openTestApp()
  const id = await createCall(app, { playbook_id: await app.addPlaybook(), phone: PERSON })
  await waitForStatus(app, id, 'ringing')
  before = await read(id)
})
afterEach(() => app.close())

async function read(callId: string): Promise<EngineCall> {
  const [item] = await app.store.transaction((tx) => lockCalls(tx, [callId]))
  return item!
}

const save = (changes: Partial<Call>): Promise<void> =>
  app.store.transaction((tx) =>
    saveCalls(tx, [{ before: before.call, after: { ...before, call: { ...before.call, ...changes } } }], null),
  )

/** Where the rows of the call and its attempt lie, which is elsewhere once they have been written. */
async function findPlaces(): Promise<{ call: string; attempt: string }> {
  const { rows } = await sql<{ call: string; attempt: string }>`
    select calls.ctid::text as call, attempts.ctid::text as attempt
    from calls join attempts on attempts.call_id = calls.id`.execute(app.store.db)
  return rows[0]!
}

/** Whatever may change of a call, by itself where the database allows that. */
const CALL_CHANGES: Partial<Call>[] = [
  { status: 'in_progress' },
  { status: 'scheduled', nextAttemptAt: START },
  { status: 'completed', endedAt: START },
  { recallsUsed: 2 },
  { anchorAt: START + 1 },
  { waitingReason: 'calling_hours' },
  { waitingMessage: 'Waits.' },
  { attemptCount: 1, startedAt: START + 2 },
  { answeredBy: 'machine' },
  { outcome: 'sold' },
  { summary: 'Talked.' },
  { outcome: 'NULL', summary: 'Said "{yes, no}" \\ left\nearly.' },
  { optedOut: true },
  { retryMachine: true },
  { endedReason: 'agent_hung_up' },
  { durationS: 7 },
  { answeredAt: START + 3 },
]

test('each thing that may change of a call is stored when it changes alone, and its undoing', async () => {
  for (const change of CALL_CHANGES) {
    await save(change)
    const changed = await read(before.call.id)
    expect(changed.call).toEqual({ ...before.call, ...change })
    await app.store.transaction((tx) => saveCalls(tx, [{ before: changed.call, after: before }], null))
    expect((await read(before.call.id)).call).toEqual(before.call)
  }
})

const ATTEMPT_CHANGES: Partial<Attempt>[] = [
  { carrierCallId: 'another' },
  { placement: 'unknown' },
  { ringingAt: START + 1 },
  { answeredAt: START + 2 },
  { endedAt: START + 3, disposition: 'busy', checkAt: null },
  { checkAt: START + 4 },
  { giveUpAt: START + 5 },
]

test('each thing that may change of an attempt is stored when it changes alone; the row of its call is not written', async () => {
  const { call: place } = await findPlaces()
  for (const change of ATTEMPT_CHANGES) {
    const attempt = { ...before.call.attempt!, ...change }
    await save({ attempt })
    const changed = await read(before.call.id)
    expect(changed.call).toEqual({ ...before.call, attempt })
    await app.store.transaction((tx) => saveCalls(tx, [{ before: changed.call, after: before }], null))
  }
  expect((await findPlaces()).call).toBe(place)
})

test('a change of the call alone does not write its attempt again', async () => {
  const places = await findPlaces()
  await save({ outcome: 'sold', attempt: { ...before.call.attempt! } })
  const now = await findPlaces()
  expect(now.call).not.toBe(places.call)
  expect(now.attempt).toBe(places.attempt)
})

test('calls of which different things have changed are stored together, each with its own', async () => {
  const id = await createCall(app, { playbook_id: await app.addPlaybook(), phone: '+15005550199' })
  await waitForStatus(app, id, 'ringing')
  const other = await read(id)
  before = await read(before.call.id)
  await app.store.transaction((tx) =>
    saveCalls(
      tx,
      [
        { before: before.call, after: { ...before, call: { ...before.call, outcome: 'sold' } } },
        { before: other.call, after: { ...other, call: { ...other.call, status: 'in_progress' } } },
      ],
      null,
    ),
  )
  expect((await read(before.call.id)).call).toEqual({ ...before.call, outcome: 'sold' })
  expect((await read(id)).call).toEqual({ ...other.call, status: 'in_progress' })
})
