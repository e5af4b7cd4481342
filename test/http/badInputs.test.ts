/** A long list of bad inputs, each sent as raw bytes to the real process: it says what is wrong, soon, and goes on. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { expectConformance } from '../support/conformance.ts'
import { type RawAnswer, sendAndHangUp, sendBytes } from '../support/rawHttp.ts'
import { type Service, startService } from '../support/service.ts'
import { JSON_TEXTS, NUMBERS, STRINGS } from './badInputs/bodies.ts'
import { DOMAIN, LARGEST, TIMES } from './badInputs/meaning.ts'
import { ACCESS, HTTP, URLS } from './badInputs/wire.ts'
import { type BadInput, head, MIB, type Outcome, PHONE } from './badInputs/world.ts'

/**
 * How much more the process may hold at the end than before, in largest bodies. While it is worked on, one takes many
 * times its size, as bytes, as text and as values; afterwards none of it is needed. What is allowed is what the garbage
 * collector has not got round to or keeps in reserve: 0 to 10 bodies were measured.
 */
const GROWTH_IN_BODIES = 20
/** So often the largest is sent once more: if nothing but its bytes were kept, that alone would break the bound. */
const REPETITIONS = 22

let service: Service
let before: number
beforeAll(async () => {
  service = await startService()
  before = residentMib()
})
afterAll(async () => {
  await service.stop()
})

function residentMib(): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}

interface Envelope {
  data: { status: string; items: { id: string }[] }
  error: { code: string; details?: { pointer: string }[] }
}

function envelopeOf(text: string): Envelope {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its shape is held against the contract first
  return JSON.parse(text) as Envelope
}

async function get<Data>(path: string): Promise<Data> {
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${service.token}` } })
  expect(response.status).toBe(200)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at what they need
  return ((await response.json()) as { data: Data }).data
}

/** What there is: the newest of each kind. What was stored by halves would be another one. */
async function newest(): Promise<string> {
  const lists = ['calls', 'campaigns', 'contacts', 'playbooks', 'tokens', 'numbers', 'suppressions']
  const pages = await Promise.all(lists.map((list) => get<{ items: { id: string }[] }>(`/${list}?limit=1`)))
  return JSON.stringify(pages.map((page) => page.items[0]?.id))
}

/** A call right afterwards works. */
async function expectGoodCall(): Promise<void> {
  const response = await fetch(`${service.url}/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: PHONE, playbook_id: service.playbookId }),
  })
  expect(response.status).toBe(201)
}

function expectOutcome(outcome: Outcome, answer: RawAnswer, [method = '', path = '']: string[]): void {
  if ('cut' in outcome) return expect(answer).toEqual({ closed: true })
  if (answer.closed) throw new Error('the connection was closed without an answer')
  const { status, headers, text } = answer
  if ('bare' in outcome) return expect({ status, text }).toEqual({ status: outcome.bare, text: '' })
  expectConformance({ method, path, status, headers, text })
  if ('taken' in outcome) return expect({ status, text }).toEqual({ status: outcome.taken, text: expect.any(String) })
  const { status: wanted, code, pointer } = outcome.refused
  const { error } = envelopeOf(text)
  expect({ status, code: error?.code }).toEqual({ status: wanted, code })
  if (pointer !== undefined) expect(error.details?.map((detail) => detail.pointer)).toContain(pointer)
}

async function expectGoodManners({ bytes, outcome, deadlineMs, trickle }: BadInput): Promise<void> {
  const pieces = bytes(service)
  const line =
    Buffer.from(pieces[0] ?? '')
      .toString('latin1')
      .split('\r\n')[0]
      ?.split(' ') ?? []
  const stored = await newest()
  const answer = await sendBytes(service.url, pieces, {
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(trickle === undefined ? {} : { trickle }),
  })
  expectOutcome(outcome, answer, line)
  if (!('taken' in outcome)) expect(await newest()).toBe(stored)
  await expectGoodCall()
}

describe.each([
  ['strings', STRINGS],
  ['JSON', JSON_TEXTS],
  ['numbers', NUMBERS],
  ['HTTP', HTTP],
  ['URLs', URLS],
  ['access', ACCESS],
  ['domain', DOMAIN],
  ['time', TIMES],
])('%s: refused as documented or taken, and the next call works', (_, inputs) => {
  test.each(inputs.map((input) => [input.name, input] as const))('%s', async (_name, input) => {
    await expectGoodManners(input)
  })
})

test('the largest of all is refused as soon and as often as it is sent', async () => {
  for (let count = 0; count < REPETITIONS; count++) await expectGoodManners(LARGEST)
}, 120_000)

// After the largest bodies: while these wait, the process gives back what it has taken for those.
describe('a body that does not come', () => {
  test('48 the client hangs up in the middle: nothing is stored', async () => {
    const stored = await newest()
    const start = head(service, 'POST /call', 'Content-Type: application/json', 'Content-Length: 500')
    await sendAndHangUp(service.url, [start, `{"phone":"${PHONE}",`])
    expect(await newest()).toBe(stored)
    await expectGoodCall()
  })

  test('48, 62 waiting or trickling, it is refused after ten seconds', async () => {
    const start = head(service, 'POST /call', 'Content-Type: application/json', 'Content-Length: 500')
    const slow: BadInput = {
      name: '',
      bytes: () => [start, '{'],
      outcome: { refused: { status: 400, code: 'invalid_request' } },
      deadlineMs: 11_000,
    }
    const stored = await newest()
    const answers = await Promise.all(
      [false, true].map((trickle) => sendBytes(service.url, slow.bytes(service), { trickle, deadlineMs: 11_000 })),
    )
    for (const answer of answers) {
      expectOutcome(slow.outcome, answer, ['POST', '/call'])
      expect(answer.closed ? '' : answer.text).toContain('took too long')
    }
    expect(await newest()).toBe(stored)
    await expectGoodCall()
  })
})

test('81 one phone in two spellings is one call', async () => {
  const body = { playbook_id: service.playbookId, contacts: [{ phone: '+1 (500) 555-0100' }, { phone: PHONE }] }
  const response = await fetch(`${service.url}/campaign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(202)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the status says so
  const { campaign_id: id } = (await response.json()) as { campaign_id: string }
  expect((await get<{ items: unknown[] }>(`/calls?campaign_id=${id}`)).items).toHaveLength(1)
})

test('the process has not grown by more than a few bodies, however many it has read', () => {
  const bodyMib = Buffer.concat(LARGEST.bytes(service).map((piece) => Buffer.from(piece))).length / MIB
  const grownMib = residentMib() - before
  const message = `${Math.round(grownMib)} MiB more than the ${Math.round(before)} MiB before, with bodies of ${bodyMib.toFixed(1)} MiB`
  expect(grownMib, message).toBeLessThan(GROWTH_IN_BODIES * bodyMib)
})

test('its log holds no failure of its own', () => {
  expect(service.log()).not.toContain('"level":"error"')
})
