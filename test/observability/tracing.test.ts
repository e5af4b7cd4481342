import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startWatching } from '../../src/cli/watching.ts'
import { createVirtualClock } from '../../src/clocks/virtualClock.ts'
import { createTracing, type Sampling, type Tracing } from '../../src/observability/tracing.ts'
import { BUSY, createCall, createCampaign, HOUR, MINUTE, NOBODY, PERSON, readCall } from '../support/client.ts'
import { rejectionOf } from '../support/rejection.ts'
import { openTestApp, START } from '../support/testApp.ts'
import { type Collector, startCollector } from './collector.ts'
import { openWatchedApp, type WatchedApp } from './watchedApp.ts'

const ALL: Sampling = { parentBased: true, ratio: 1 }
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

let collector: Collector
let watched: WatchedApp | null
let tracing: Tracing
beforeEach(() => {
  collector = startCollector()
  watched = null
})
afterEach(async () => {
  await watched?.app.close()
  await collector.stop()
})

async function open(sampling: Sampling = ALL, options: Parameters<typeof openTestApp>[0] = {}): Promise<WatchedApp> {
  tracing = createTracing({ url: collector.url, sampling, version: '1.2.3' }, () => {})
  watched = await openWatchedApp({ ...options, tracing })
  return watched
}

describe('a request', () => {
  test('is a span with its operation, and its transactions are spans within it', async () => {
    const { app } = await open()
    const playbook_id = await app.addPlaybook()
    const { headers } = await app.post('/call', { phone: PERSON, playbook_id })
    await tracing.stop()
    const request = collector.spans.find(({ name }) => name === 'createCall')
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: null,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 201,
        'playcall.request_id': headers.get('x-request-id'),
      },
    })
    const within = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(within.length).toBeGreaterThan(0)
    for (const span of within) expect(span).toMatchObject({ name: 'transaction', traceId: request?.traceId })
    expect(collector.resource).toMatchObject({ 'service.name': 'playcall', 'service.version': '1.2.3' })
  })

  test('that comes with a trace belongs to it', async () => {
    const { app } = await open()
    await app.request('GET', '/calls', { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } })
    await app.request('GET', '/account', { headers: { traceparent: 'nonsense' } })
    await tracing.stop()
    const listed = collector.spans.find(({ name }) => name === 'listCalls')
    expect(listed).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
    expect(collector.spans.find(({ name }) => name === 'getAccount')).toMatchObject({ parentSpanId: null })
  })

  test('that fails is a span in error, without a word of the cause', async () => {
    const { app } = await open(ALL)
    const playbook_id = '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06'
    await app.post('/call', { phone: PERSON, playbook_id })
    await tracing.stop()
    const request = collector.spans.find(({ name }) => name === 'createCall')
    expect(request).toMatchObject({ status: 0, attributes: { 'http.response.status_code': 403 } })
    expect(collector.spans).toContainEqual(
      expect.objectContaining({ name: 'transaction', status: 2, parentSpanId: request?.spanId, events: [] }),
    )
  })

  test('does not become the parent of what the engine goes on to do', async () => {
    const { app } = await open()
    await createCall(app, { phone: NOBODY, playbook_id: await app.addPlaybook() })
    await app.advanceBy(MINUTE)
    expect(app.dials).toHaveLength(1)
    await tracing.stop()
    const names = collector.spans.map(({ name }) => name)
    // One for the call, one for the playbook, and one for the use of the token; none for dial and events.
    expect(names.filter((name) => name === 'transaction')).toHaveLength(3)
  })
})

describe('an attempt', () => {
  test('is a span from the dial to the end, with when it rang and was answered', async () => {
    const { app } = await open()
    const callId = await createCall(app, { phone: PERSON, playbook_id: await app.addPlaybook() })
    await app.advanceBy(HOUR)
    await tracing.stop()
    const attempt = (await readCall(app, callId)).attempts?.[0]
    const spans = collector.spans.filter(({ name }) => name === 'attempt')
    expect(spans).toHaveLength(1)
    expect(spans[0]).toMatchObject({
      parentSpanId: null,
      startMs: Date.parse(attempt?.dialed_at ?? ''),
      endMs: Date.parse(attempt?.ended_at ?? ''),
      events: [
        { name: 'ringing', atMs: Date.parse(attempt?.ringing_at ?? '') },
        { name: 'answered', atMs: Date.parse(attempt?.answered_at ?? '') },
      ],
      attributes: { 'playcall.call_id': callId, 'playcall.attempt_number': 1, 'playcall.disposition': 'answered' },
    })
  })

  test('has its span though another process than the one that dialled sees its end', async () => {
    const { app } = await open()
    const callId = await createCall(app, { phone: NOBODY, playbook_id: await app.addPlaybook() })
    await app.advanceBy(5_000)
    await app.restart({ after: 1_000 })
    await app.advanceBy(HOUR)
    await tracing.stop()
    expect(collector.spans.filter(({ name }) => name === 'attempt')).toMatchObject([
      { startMs: START, attributes: { 'playcall.call_id': callId } },
    ])
  })
})

describe('a batch of the engine', () => {
  const batches = (of: string) => collector.spans.filter(({ name }) => name === `batch of ${of}`)

  test('is a span with counts, and nobody is its parent, whoever has set it going', async () => {
    const { app } = await open()
    await createCampaign(app, {
      playbook_id: await app.addPlaybook(),
      contacts: [{ phone: PERSON }, { phone: BUSY }, { phone: NOBODY }],
    })
    await app.advanceBy(HOUR)
    await tracing.stop()
    const sum = (of: string, what: string): number =>
      batches(of).reduce((total, { attributes }) => total + Number(attributes[`playcall.${what}`]), 0)
    expect(sum('dials', 'dials')).toBe(3)
    expect(sum('dials', 'calls')).toBe(3)
    expect(sum('events', 'events')).toBeGreaterThan(sum('events', 'calls'))
    expect(sum('events', 'calls')).toBeGreaterThan(3)
    for (const span of [...batches('dials'), ...batches('events')]) {
      expect(span).toMatchObject({ parentSpanId: null, links: [], status: 0 })
    }
  })

  test('is what an attempt is linked to whose end was stored in it', async () => {
    const { app } = await open()
    await createCall(app, { phone: BUSY, playbook_id: await app.addPlaybook() })
    await app.advanceBy(HOUR)
    await tracing.stop()
    const attempt = collector.spans.find(({ name }) => name === 'attempt')
    expect(attempt?.links).toHaveLength(1)
    expect(batches('events').map(({ spanId }) => spanId)).toContain(attempt?.links[0] ?? '')
  })

  test('that fails is a span in error, without a word of the cause', async () => {
    await open()
    const failing = tracing.batch('events', async (count) => {
      count('events', 2)
      throw new Error(`no room for ${PERSON}`)
    })
    expect(await rejectionOf(failing)).toBeInstanceOf(Error)
    await tracing.stop()
    expect(batches('events')).toMatchObject([{ status: 2, attributes: { 'playcall.events': 2 }, events: [] }])
    expect(collector.bodies.join()).not.toContain('room')
  })
})

test('nothing that is sent has a number, a name or a word in it', async () => {
  const { app } = await open()
  const playbook_id = await app.addPlaybook({ first_message: 'Hello, confidential.' })
  for (const phone of [PERSON, BUSY, NOBODY])
    await createCall(app, { phone, playbook_id, firstname: 'Rumpelstilzchen' })
  await app.get(`/contacts?phone=${encodeURIComponent(PERSON)}`)
  await app.get(`/nowhere/${PERSON}`)
  await app.advanceBy(HOUR)
  await tracing.stop()
  const sent = collector.bodies.join('\n')
  expect(sent).toContain('"attempt"')
  expect(sent).not.toMatch(/1500555|Rumpelstilzchen|confidential|pc_/)
})

describe('sampling', () => {
  const traced = { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } }
  const untraced = { headers: { traceparent: `00-${TRACE}-${CALLER}-00` } }

  test.each([
    [{ parentBased: true, ratio: 0 }, ['listCalls']],
    [{ parentBased: false, ratio: 0 }, []],
    [{ parentBased: true, ratio: 1 }, ['listCalls', 'getAccount']],
    [{ parentBased: false, ratio: 1 }, ['listCalls', 'listContacts', 'getAccount']],
  ] satisfies [Sampling, string[]][])('%o traces %o', async (sampling, names) => {
    const { app } = await open(sampling)
    await app.request('GET', '/calls', traced)
    await app.request('GET', '/contacts', untraced)
    await app.request('GET', '/account')
    await tracing.stop()
    expect(collector.spans.filter(({ kind }) => kind === 2).map(({ name }) => name)).toEqual(names)
  })
})

describe('a collector in trouble', () => {
  test('that refuses what it is sent harms nobody, and is told in the log', async () => {
    await collector.stop()
    collector = startCollector(() => new Response('no', { status: 400 }))
    const said: string[] = []
    const clock = createVirtualClock(START)
    const config = { metrics: null, tracing: { url: collector.url, sampling: ALL } }
    const watching = startWatching(config, { clock, log: (level, message) => said.push(`${level} ${message}`) })
    const app = await openTestApp({ watch: watching.watch })
    expect((await app.get('/calls')).status).toBe(200)
    await app.close()
    await watching.stop()
    expect(collector.bodies).toHaveLength(1)
    expect(said).toContain('warn the last traces were not sent')
  })

  test('that never answers keeps the service from stopping for three seconds at most', async () => {
    await collector.stop()
    const asked = Promise.withResolvers<void>()
    collector = startCollector(() => {
      asked.resolve()
      return new Promise<Response>(() => {})
    })
    const said: string[] = []
    const clock = createVirtualClock(START)
    const config = { metrics: null, tracing: { url: collector.url, sampling: ALL } }
    const watching = startWatching(config, {
      clock,
      log: (level, message, detail) => said.push(`${level} ${message}: ${String(detail?.['cause'])}`),
    })
    const app = await openTestApp({ watch: watching.watch })
    await app.get('/calls')
    await app.close()
    const stopped = watching.stop()
    await asked.promise
    await clock.advanceBy(2_999)
    expect(said.filter((line) => line.startsWith('warn'))).toEqual([])
    await clock.advanceBy(1)
    await stopped
    expect(said).toContain('warn the last traces were not sent: Error: There was no answer within 3000 ms.')
  })
})
