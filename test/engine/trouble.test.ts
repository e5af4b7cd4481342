import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Carrier } from '../../src/ports/Carrier.ts'
import { createCall, createCampaign, listCalls, readCall, readCampaign } from '../support/client.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function placeCall(phone: string, more: Record<string, unknown> = {}): Promise<string> {
  return createCall(app, { phone, playbook_id: await app.addPlaybook(), ...more })
}

describe('a carrier in trouble', () => {
  test('a create request that times out though the phone rings is never repeated, and the call completes', async () => {
    app = await openTestApp()
    const callId = await placeCall('+15005550112')
    await app.advanceBy(10 * MINUTE)
    expect(app.dials).toHaveLength(1)
    expect(await readCall(app, callId)).toMatchObject({ status: 'completed', attempt_count: 1 })
  })

  test('an attempt of which nothing is ever heard is closed as unknown, once, and the call ends as failed', async () => {
    app = await openTestApp({ carrier: deaf })
    const callId = await placeCall('+15005550112')
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(1)
    const call = await readCall(app, callId)
    expect(call).toMatchObject({ status: 'failed', ended_reason: 'carrier_unknown' })
    expect(call.attempts?.[0]).toMatchObject({ disposition: 'unknown' })
  })

  test('an attempt of unknown fate goes on to the next recall, never to a second dial before it', async () => {
    app = await openTestApp({ carrier: deaf })
    const callId = await placeCall('+15005550112', { recall: [30] })
    await app.advanceBy(29 * MINUTE)
    expect(app.dials).toHaveLength(1)
    await app.advanceBy(2 * MINUTE)
    expect(app.dials.map((dial) => dial.at - START)).toEqual([0, 30 * MINUTE])
    await app.advanceBy(HOUR)
    expect(await readCall(app, callId)).toMatchObject({ status: 'failed', attempt_count: 2 })
  })

  test('a carrier that throws at a dial may have made it: the attempt is unknown, and not repeated', async () => {
    let asked = 0
    app = await openTestApp({
      carrier: (simulator) => ({
        ...deaf(simulator),
        place: () => {
          asked++
          throw new Error('a mistake in the adapter')
        },
      }),
    })
    const callId = await placeCall('+15005550100')
    await app.advanceBy(HOUR)
    expect(await readCall(app, callId)).toMatchObject({ status: 'failed', ended_reason: 'carrier_unknown' })
    expect(asked).toBe(1)
  })

  test('a carrier that throws when it is to hang up one call hangs up the others', async () => {
    let asked = 0
    app = await openTestApp({
      carrier: (simulator) => ({
        ...simulator,
        hangup: (ref) => {
          if (++asked === 1) throw new Error('a mistake in the adapter')
          simulator.hangup(ref)
        },
      }),
    })
    const campaignId = await createCampaign(app, {
      playbook_id: await app.addPlaybook(),
      contacts: [{ phone: '+15005550102' }, { phone: '+14155550102' }, { phone: '+14155550103' }],
    })
    await app.advanceBy(2_000)
    await app.post(`/campaigns/${campaignId}/cancel`)
    await app.settle()
    expect(asked).toBe(3)
    expect((await listCalls(app)).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled'])
  })

  test('a carrier that wants to be asked later is asked later, and no recall is used up', async () => {
    let refusals = 2
    app = await openTestApp({
      carrier: (simulator) => ({
        ...simulator,
        place: async (dial) => (refusals-- > 0 ? { kind: 'throttled', retryAfterMs: 5000 } : simulator.place(dial)),
      }),
    })
    const callId = await placeCall('+15005550100')
    await app.advanceBy(10 * MINUTE)
    expect(app.dials.map((dial) => dial.at - START)).toEqual([10_000])
    expect(await readCall(app, callId)).toMatchObject({ status: 'completed' })
  })

  test('a number that the carrier refuses for good is not tried again', async () => {
    app = await openTestApp({
      carrier: (simulator) => ({ ...simulator, place: async () => ({ kind: 'refused', cause: 'invalid_number' }) }),
    })
    const callId = await placeCall('+15005550100', { recall: [1, 2] })
    await app.advanceBy(HOUR)
    expect(await readCall(app, callId)).toMatchObject({
      status: 'failed',
      ended_reason: 'invalid_number',
      attempt_count: 1,
    })
  })

  test('reports that come twice and out of order lead to the same end as orderly ones', async () => {
    const ends: unknown[] = []
    const numbers = ['0100', '0101', '0102', '0103', '0104', '0105', '0106', '0110'].map((end) => `+1500555${end}`)
    for (const mischief of [undefined, { duplicate: 0.5, reorder: 0.5 }]) {
      app = await openTestApp({ simulator: { ...(mischief && { mischief }) } })
      const playbook_id = await app.addPlaybook()
      const contacts = numbers.map((phone) => ({ phone }))
      await app.post('/campaign', { playbook_id, contacts, recall: [10] })
      await app.advanceBy(HOUR)
      const calls = await listCalls(app)
      ends.push(
        calls.map(({ phone, status, attempt_count, ended_reason }) => ({ phone, status, attempt_count, ended_reason })),
      )
      if (mischief === undefined) await app.close()
    }
    expect(ends[1]).toEqual(ends[0])
  })

  test('reports that never come are made up for by asking', async () => {
    app = await openTestApp({ simulator: { mischief: { drop: 1 } } })
    const answered = await placeCall('+15005550100')
    const busy = await placeCall('+15005550101')
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(2)
    expect(await readCall(app, answered)).toMatchObject({ status: 'completed' })
    expect(await readCall(app, busy)).toMatchObject({ status: 'busy' })
  })
})

describe('a process that dies', () => {
  test('calls in the air when it dies are neither lost nor dialled again', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const contacts = Array.from({ length: 50 }, (_, index) => ({ phone: `+1415000${String(index).padStart(4, '0')}` }))
    const id = await createCampaign(app, { playbook_id, contacts })
    await app.advanceBy(20_000)
    await app.restart({ after: 3000 })
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(50)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed', progress: { completed: 50 } })
  })

  test('a call that was scheduled before is dialled at its time after', async () => {
    app = await openTestApp()
    await placeCall('+15005550100', { launch_at: '2026-11-23T15:00:00' })
    await app.restart({ after: HOUR })
    await app.advanceTo(Date.parse('2026-11-23T14:59:59.999Z'))
    expect(app.dials).toHaveLength(0)
    await app.advanceBy(1)
    expect(app.dials.map((dial) => dial.at)).toEqual([Date.parse('2026-11-23T15:00:00Z')])
  })

  test('a recall that came due while no process ran is dialled at once, and the next keeps its distance', async () => {
    app = await openTestApp()
    await placeCall('+15005550102', { recall: [10, 20] })
    await app.advanceBy(MINUTE)
    await app.restart({ after: HOUR })
    const late = app.clock.now()
    await app.advanceBy(HOUR)
    expect(app.dials.map((dial) => dial.at)).toEqual([START, late, late + 10 * MINUTE])
  })

  test.each([
    ['is away', 'ECONNREFUSED'],
    ['has no room on its disk', '53100'],
  ])('a database that %s for a while loses no report', async (_, code) => {
    app = await openTestApp()
    const callId = await placeCall('+15005550100')
    await app.advanceBy(1000)
    const breakUntil = app.clock.now() + 20_000
    const real = app.store.transaction
    app.store.transaction = (work) =>
      app.clock.now() < breakUntil ? Promise.reject(Object.assign(new Error('not now'), { code })) : real(work)
    await app.advanceBy(10 * MINUTE)
    app.store.transaction = real
    expect(app.dials).toHaveLength(1)
    expect(await readCall(app, callId)).toMatchObject({ status: 'completed' })
  })
})

test.each(['40001', '40P01'])(
  'events that lose one conflict (%s) after the other are stored in the end, in their order, and no other is lost',
  async (code) => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const contacts = Array.from({ length: 5 }, (_, index) => ({ phone: `+1500555010${index === 3 ? 8 : 0}`, index }))
    const calls: string[] = []
    for (const { phone } of contacts) calls.push(await createCall(app, { phone, playbook_id }))
    await app.advanceBy(1000)
    const loseUntil = app.clock.now() + 20_000
    const real = app.store.transaction
    app.store.transaction = (work) =>
      app.clock.now() < loseUntil ? Promise.reject(Object.assign(new Error('lost'), { code })) : real(work)
    await app.advanceBy(10 * MINUTE)
    app.store.transaction = real
    expect(app.dials).toHaveLength(calls.length)
    for (const callId of calls) {
      const call = await readCall(app, callId)
      expect(call).toMatchObject({ status: 'completed', attempt_count: 1 })
      const instants = call.transcript?.map(({ at }) => at) ?? []
      expect(instants).toEqual(instants.toSorted())
    }
    expect(app.logged.filter(({ message }) => message === 'an event could not be stored')).toEqual([])
    expect(app.engineState().eventsWaiting).toBe(0)
  },
)

test('a callee with whom nobody talks, since the answer to the commit of his answer was lost, is not kept waiting', async () => {
  app = await openTestApp()
  const callId = await placeCall('+15005550108')
  const real = app.store.transaction
  let isLost = false
  app.store.transaction = async (work) => {
    const result = await real(work)
    const { status } = await app.store.db.selectFrom('calls').select('status').executeTakeFirstOrThrow()
    if (isLost || status !== 'in_progress') return result
    isLost = true
    // Had nobody changed the call since, the talk would begin when the event is tried again.
    await app.store.db.updateTable('calls').set({ summary: 'Changed by others.' }).execute()
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  }
  await app.advanceBy(MINUTE)
  app.store.transaction = real
  expect(isLost).toBe(true)
  const { transcript, ended_at } = await readCall(app, callId)
  expect({ transcript, ended_at }).toEqual({ transcript: [], ended_at: expect.any(String) })
})

test('calls that a resumed campaign could not be given back at once are given back a moment later', async () => {
  app = await openTestApp()
  const campaign = await createCampaign(app, {
    playbook_id: await app.addPlaybook(),
    contacts: [{ phone: '+15005550100' }],
    launch_at: '2026-11-23T09:01:00',
  })
  await app.post(`/campaigns/${campaign}/pause`)
  await app.advanceBy(2 * MINUTE)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    app.store.db,
  )
  await sql`create trigger refuse before update of held on calls for each row execute function refuse()`.execute(
    app.store.db,
  )
  try {
    await app.post(`/campaigns/${campaign}/resume`)
    await app.settle()
  } finally {
    await sql`drop function refuse cascade`.execute(app.store.db)
  }
  expect(app.dials).toHaveLength(0)
  await app.advanceBy(1000)
  expect(app.dials).toHaveLength(1)
})

/** The carrier answers nothing and tells nothing, though it has taken the call. */
function deaf(simulator: Carrier): Carrier {
  return { ...simulator, fetch: async () => ({ kind: 'unavailable' }), subscribe: () => {} }
}
