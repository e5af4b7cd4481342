import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { DEMO_PLAYBOOK_ID } from '../../src/cli/firstStart.ts'
import { connectCarrier } from './carrierProcess/adapter.ts'
import { type CarrierProcess, startCarrier } from './carrierProcess/start.ts'
import { START_TIMEOUT_MS } from './database.ts'
import { liftLimits } from './service.ts'
import { waitFor } from './waitFor.ts'

setDefaultTimeout(START_TIMEOUT_MS)

let carrier: CarrierProcess
beforeAll(async () => {
  carrier = await startCarrier({ seed: 1 })
})
afterAll(() => carrier.stop())

const LINES = { callsPerSecond: 200, callsAtOnce: 2000 }

function dialOf(attemptId: string, to = '+14155550100') {
  return { attemptId, attemptNumber: 1, to, from: null, ringTimeoutS: 30, maxDurationS: 300 }
}

function refOf(attemptId: string, to = '+14155550100') {
  return { ...dialOf(attemptId, to), carrierCallId: null, dialedAt: 0 }
}

test('a call that a node places is rung, answered and talked on by the carrier, and recorded once', async () => {
  const token = `test-${crypto.randomUUID()}`
  const node = carrier.startNode({ PLAYCALL_DATA: 'memory', PLAYCALL_TOKEN: token })
  const url = await node.ready
  await liftLimits(url, token)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const phones = Array.from({ length: 9 }, (_, index) => `+1415555020${index}`)
  for (const phone of phones) {
    const body = JSON.stringify({ phone, playbook_id: DEMO_PLAYBOOK_ID })
    expect((await fetch(`${url}/call`, { method: 'POST', headers, body })).status).toBe(201)
  }
  const calls = await waitFor('every call to end', async () => {
    const answer = await fetch(`${url}/calls`, { headers })
    const { data } = (await answer.json()) as { data: { items: { status: string; ended_at: string | null }[] } }
    return data.items.every(({ ended_at }) => ended_at !== null) ? data.items : null
  })
  node.child.kill('SIGTERM')
  expect(await node.child.exited).toBe(0)

  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['completed', 'busy', 'no_answer']))
  const dials = (await carrier.dials()).filter(({ to }) => phones.includes(to))
  expect(dials.map(({ to }) => to).toSorted()).toEqual(phones)
  expect(dials.filter(({ isRepeated, overAt }) => isRepeated || overAt === null)).toEqual([])
})

test('a repeated create request is recorded as one, and rings nobody', async () => {
  const line = connectCarrier(carrier.url, crypto.randomUUID(), LINES)
  const attemptId = crypto.randomUUID()
  const first = await line.place(dialOf(attemptId))
  expect(await line.place(dialOf(attemptId))).toEqual(first)
  line.close()
  const dials = (await carrier.dials()).filter((dial) => dial.attemptId === attemptId)
  expect(dials.map(({ isRepeated }) => isRepeated)).toEqual([false, true])
})

test('a call goes on without the node that placed it, and another node is told of its end', async () => {
  const other = connectCarrier(carrier.url, crypto.randomUUID(), LINES)
  const told: string[] = []
  other.subscribe((event) => event.kind === 'ended' && told.push(event.attemptId))
  const attemptId = await waitFor('a call that outlives its node', async () => {
    const placed = crypto.randomUUID()
    const placer = connectCarrier(carrier.url, crypto.randomUUID(), LINES)
    await placer.place(dialOf(placed))
    placer.close()
    // Whose answer comes after the carrier has seen the node go.
    await carrier.dialled()
    return (await other.fetch(refOf(placed))).kind === 'ended' ? null : placed
  })
  const ended = await waitFor('the call to end', async () => {
    const state = await other.fetch(refOf(attemptId))
    return state.kind === 'ended' ? state : null
  })
  expect(ended.report.endedAt).toBeGreaterThan(0)
  expect(told).toContain(attemptId)
  expect(await other.fetch(refOf(crypto.randomUUID()))).toEqual({ kind: 'absent' })
  other.close()
})
