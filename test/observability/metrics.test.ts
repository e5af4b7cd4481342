import { afterEach, describe, expect, test } from 'bun:test'
import type { Carrier } from '../../src/ports/Carrier.ts'
import { holdDialling } from '../../src/store/nodes/diallingHold.ts'
import { BUSY, createCall, createCampaign, HOUR, MINUTE, NOBODY, PERSON, SECOND } from '../support/client.ts'
import { START } from '../support/testApp.ts'
import { type WatchedApp, openWatchedApp } from './watchedApp.ts'

let watched: WatchedApp
afterEach(() => watched.app.close())

async function placeCall(phone: string, more: Record<string, unknown> = {}): Promise<string> {
  const { app } = watched
  return createCall(app, { phone, playbook_id: await app.addPlaybook(), ...more })
}

/** What only part of the tests turns off: the carrier says nothing, also when it is asked. */
function deaf(simulator: Carrier): Carrier {
  return { ...simulator, fetch: async () => ({ kind: 'unavailable' }), subscribe: () => {} }
}

describe('calls', () => {
  test('every attempt is counted once, by how it ended, and every call by its last status', async () => {
    watched = await openWatchedApp({ simulator: { mischief: { duplicate: 0.5, reorder: 0.5 } } })
    const { app, sample } = watched
    await createCampaign(app, {
      playbook_id: await app.addPlaybook(),
      contacts: [{ phone: PERSON }, { phone: BUSY }, { phone: NOBODY }],
      recall: [10],
    })
    await app.advanceBy(HOUR)
    expect(await sample('playcall_attempts_total{disposition="answered"}')).toBe(1)
    expect(await sample('playcall_attempts_total{disposition="busy"}')).toBe(2)
    expect(await sample('playcall_attempts_total{disposition="no_answer"}')).toBe(2)
    expect(await sample('playcall_attempts_total{disposition="failed"}')).toBe(0)
    expect(await sample('playcall_calls_total{status="completed"}')).toBe(1)
    expect(await sample('playcall_calls_total{status="busy"}')).toBe(1)
    expect(await sample('playcall_calls_total{status="no_answer"}')).toBe(1)
    expect(await sample('playcall_schedule_lag_seconds_count')).toBe(5)
    expect(await sample('playcall_deferrals_total{reason="throttled"}')).toBe(0)
  })

  test('a dial whose outcome is not known is counted when that is found, and when it is given up', async () => {
    watched = await openWatchedApp({ carrier: deaf })
    const { app, sample, said } = watched
    const callId = await placeCall('+15005550112')
    await app.advanceBy(MINUTE)
    expect(await sample('playcall_placements_unknown_total')).toBe(1)
    expect(await sample('playcall_attempts_total{disposition="unknown"}')).toBe(0)
    const warned = said.filter(({ level }) => level === 'warn')
    expect(warned).toMatchObject([{ detail: { call_id: callId, attempt_id: app.dials[0]?.attemptId } }])
    await app.advanceBy(HOUR)
    expect(await sample('playcall_placements_unknown_total')).toBe(1)
    expect(await sample('playcall_attempts_total{disposition="unknown"}')).toBe(1)
  })

  test('the lag is what lies between the instant a call was due and its dial', async () => {
    watched = await openWatchedApp()
    const { app, sample } = watched
    await placeCall(PERSON, { launch_at: '2026-11-23T09:10:00' })
    await app.restart({ after: 10 * MINUTE + 7 * SECOND })
    expect(await sample('playcall_schedule_lag_seconds_count')).toBe(1)
    expect(await sample('playcall_schedule_lag_seconds_sum')).toBe(7)
    expect(await sample('playcall_schedule_lag_seconds_bucket{le="5"}')).toBe(0)
    expect(await sample('playcall_schedule_lag_seconds_bucket{le="10"}')).toBe(1)
  })

  test('what is put off is counted by the reason, and a recall is not', async () => {
    let refusals = 2
    watched = await openWatchedApp({
      carrier: (simulator) => ({
        ...simulator,
        place: async (dial) => (refusals-- > 0 ? { kind: 'throttled', retryAfterMs: 5000 } : simulator.place(dial)),
      }),
    })
    const { app, sample } = watched
    await placeCall(BUSY, { recall: [10] })
    await app.advanceBy(5 * MINUTE)
    expect(await sample('playcall_deferrals_total{reason="throttled"}')).toBe(2)
    await app.request('PATCH', '/account', {
      body: {
        calling_hours: { windows: [{ days: ['mon'], from: '10:00', to: '18:00' }] },
        attempt_limit: { max: 1, window_hours: 2 },
      },
    })
    await app.advanceBy(20 * MINUTE)
    expect(await sample('playcall_deferrals_total{reason="attempt_limit"}')).toBe(1)
    await placeCall(PERSON)
    await app.advanceBy(SECOND)
    expect(await sample('playcall_deferrals_total{reason="calling_hours"}')).toBe(1)
    expect(await sample('playcall_deferrals_total{reason="throttled"}')).toBe(2)
  })

  test('who calls and is turned away is counted', async () => {
    watched = await openWatchedApp()
    const { app, sample } = watched
    await app.post('/simulator/inbound', { from: PERSON, to: '+15005550199' })
    await app.settle()
    expect(await sample('playcall_incoming_refused_total{reason="unknown_number"}')).toBe(1)
  })
})

describe('how things stand', () => {
  test('calls in the air, lines, and how long the call waits that is overdue most', async () => {
    watched = await openWatchedApp({ simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1 } } })
    const { app, sample } = watched
    expect(await sample('playcall_oldest_due_call_seconds')).toBe(0)
    await placeCall(NOBODY)
    await app.advanceBy(SECOND)
    await placeCall(NOBODY)
    await app.advanceBy(9 * SECOND)
    expect(await sample('playcall_calls_in_the_air')).toBe(1)
    expect(await sample('playcall_lines')).toBe(1)
    expect(await sample('playcall_events_waiting')).toBe(0)
    expect(await sample('playcall_oldest_due_call_seconds')).toBe(9)
    await app.advanceBy(HOUR)
    expect(await sample('playcall_calls_in_the_air')).toBe(0)
    expect(await sample('playcall_oldest_due_call_seconds')).toBe(0)
  })

  test('whether dialling is held since a restore', async () => {
    watched = await openWatchedApp()
    const { app, sample } = watched
    expect(await sample('playcall_dialling_held')).toBe(0)
    await app.store.transaction((tx) => holdDialling(tx, { since: START, backupAt: START - HOUR }))
    await app.restart()
    expect(await sample('playcall_dialling_held')).toBe(1)
  })

  test('a database that does not answer keeps nobody waiting, and nobody from the rest', async () => {
    const answers = [
      () => Promise.resolve(START),
      () => Promise.reject(new Error('away')),
      () => new Promise<null>(() => {}),
    ]
    watched = await openWatchedApp({ oldestDueAt: () => answers.shift()?.() ?? Promise.resolve(null) })
    const { app, sample, metrics } = watched
    expect(await sample('playcall_oldest_due_call_seconds')).toBe(0)
    expect(await sample('playcall_oldest_due_call_seconds')).toBeNaN()
    const reading = metrics.read()
    await app.advanceBy(SECOND)
    expect(await reading).toContain('\nplaycall_oldest_due_call_seconds NaN\n')
    expect(await reading).toContain('\nplaycall_lines ')
  })

  test('the process and its release are told', async () => {
    watched = await openWatchedApp()
    expect(await watched.sample('playcall_build_info{version="1.2.3",commit="sources"}')).toBe(1)
    expect(await watched.sample('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(await watched.sample('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(await watched.sample('process_start_time_seconds')).toBeGreaterThan(1e9)
  })
})

describe('requests', () => {
  test('are counted by operation and status, and transactions by whose they are and how they ended', async () => {
    watched = await openWatchedApp()
    const { app, sample } = watched
    const playbook_id = await app.addPlaybook()
    await app.post('/call', { phone: PERSON, playbook_id })
    await app.post('/call', { phone: 'nobody', playbook_id })
    await app.get('/healthz')
    await app.advanceBy(HOUR)
    const requests = 'playcall_http_request_duration_seconds_count'
    expect(await sample(`${requests}{operation="createCall",status="201"}`)).toBe(1)
    expect(await sample(`${requests}{operation="createCall",status="400"}`)).toBe(1)
    expect(await sample(`${requests}{operation="other",status="200"}`)).toBe(1)
    const transactions = 'playcall_transaction_duration_seconds_count'
    expect(await sample(`${transactions}{of="request",result="committed"}`)).toBeGreaterThan(1)
    expect(await sample(`${transactions}{of="engine",result="committed"}`)).toBeGreaterThan(1)
    await app.post('/call', { phone: PERSON, playbook_id: '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06' })
    expect(await sample(`${transactions}{of="request",result="rolled_back"}`)).toBe(1)
  })

  test('no label is ever a path, an id or a number, whatever is asked', async () => {
    watched = await openWatchedApp()
    const { app, metrics } = watched
    const callId = await placeCall(PERSON)
    for (const path of [
      `/calls/${callId}`,
      '/calls/x',
      `/nowhere/${PERSON}`,
      `/contacts?phone=${PERSON}`,
      '/%2B15005550100',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        await fetch(app.url + path, { method, headers: { authorization: `Bearer ${app.account.token}` } })
      }
    }
    await app.advanceBy(HOUR)
    const text = await metrics.read()
    const labels = [...text.matchAll(/(\w+)="([^"]*)"/g)].filter(([, name]) => name !== 'le' && name !== 'version')
    expect(labels.length).toBeGreaterThan(100)
    expect(
      [...new Set(labels.map(([, , value]) => value))].filter((value) => !/^([a-zA-Z_]+|\d{3})$/.test(value ?? '')),
    ).toEqual([])
    expect(text).not.toContain('1500555')
    expect(text).not.toContain(app.account.id)
  })

  test('are each a line of the log with its id and operation, and no path', async () => {
    watched = await openWatchedApp()
    const { app, said } = watched
    said.length = 0
    const { headers } = await app.get(`/contacts?phone=${encodeURIComponent(PERSON)}`)
    expect(said).toEqual([
      {
        // `info` for one that has taken a second.
        level: expect.any(String),
        message: 'a request was answered',
        detail: {
          request_id: headers.get('x-request-id'),
          operation: 'listContacts',
          status: expect.any(Number),
          ms: expect.any(Number),
        },
      },
    ])
  })
})
