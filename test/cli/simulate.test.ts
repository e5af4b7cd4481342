import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { START } from '../support/testApp.ts'
import { run, type Ran } from './support.ts'

const MINUTE_MS = 60_000
let directory: string
beforeAll(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-simulate-'))
})
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

function simulate(body: unknown, args: string[] = ['--json'], options: Parameters<typeof run>[1] = {}): Promise<Ran> {
  const file = path.join(directory, 'campaign.json')
  fs.writeFileSync(file, typeof body === 'string' ? body : JSON.stringify(body))
  return run(['simulate', file, ...args], options)
}

async function figures(body: unknown, ...args: string[]): Promise<Record<string, unknown>> {
  const ran = await simulate(body, ['--json', ...args])
  expect(ran).toMatchObject({ code: 0, err: '' })
  return JSON.parse(ran.out) as Record<string, unknown>
}

const iso = (at: number): string => new Date(at).toISOString()
const contacts = ['0100', '0101', '0102', '0104', '0110'].map((last) => ({ phone: `+1500555${last}` }))

describe('a campaign is played through to the end of its last call', () => {
  test('with what became of the calls, when they were dialled, and how long people talked', async () => {
    const seen = await figures({ contacts, recall: [1, 30] })
    expect(seen).toMatchObject({
      seed: 1,
      began_at: iso(START),
      finished: true,
      calls: 5,
      by_status: { completed: 3, busy: 1, no_answer: 1 },
      by_ended_reason: { agent_hung_up: 2, voicemail: 1, busy: 1, no_answer: 1 },
      // Two are reached at once, one the second time, two never.
      attempts: 2 + 2 + 3 + 3,
      first_dial_at: iso(START),
      last_dial_at: iso(START + 30 * MINUTE_MS),
      busiest_minute: { at: iso(START), dials: 5 },
    })
    expect(seen['talk_time_s']).toBeGreaterThan(60)
  })

  test('alike each time, unless with another seed', async () => {
    const body = { contacts, recall: [1] }
    const first = await figures(body)
    expect(await figures(body)).toEqual(first)
    expect((await figures(body, '--seed', '2'))['talk_time_s']).not.toEqual(first['talk_time_s'])
  })

  test('at its launch time, in its time zone, within its calling hours', async () => {
    const windows = [{ days: ['fri'], from: '14:00', to: '15:00' }]
    const wanted = { contacts, launch_at: '2027-03-01T09:00:00', timezone: 'Europe/Paris', calling_hours: { windows } }
    const { first_dial_at, last_dial_at } = await figures(wanted)
    // The first Friday after that Monday; the account's time zone, by which the hours count, is UTC.
    expect([first_dial_at, last_dial_at]).toEqual(['2027-03-05T14:00:00.000Z', '2027-03-05T14:00:00.000Z'])
  })

  test('with the playbook that the file brings, whatever playbook_id it has', async () => {
    const playbook = { config: { agent: 'scripted', first_message: 'Hi.', max_duration_s: 10, end_message: 'Bye.' } }
    const playbook_id = '01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a77'
    const { by_ended_reason } = await figures({ contacts: [{ phone: '+15005550111' }], playbook, playbook_id })
    expect(by_ended_reason).toEqual({ max_duration: 1 })
  })
})

test('people get a table, and see how far it is while they watch', async () => {
  const ran = await simulate({ contacts }, [], { isWatched: true })
  expect(ran.code).toBe(0)
  expect(ran.out).toMatch(/^Calls +5$/m)
  expect(ran.out).toMatch(/^by status +busy +2\n +completed +2\n +no_answer +1$/m)
  expect(ran.out).toMatch(/^First dial +2026-11-23 09:00:00 UTC$/m)
  expect(ran.err).toMatch(/\[\.+\] 0 of 5 calls ended, 2026-11-23 \d\d:\d\d:\d\d UTC simulated/)
  expect(ran.err).toEndWith('\r\u001b[K')
})

describe('a file that POST /campaign would refuse is refused with every fault and its place', () => {
  const phone = '+15005550100'
  const bad: [string, unknown, RegExp][] = [
    ['no JSON', '{"contacts": [}', /is not valid JSON.*line 1, column 15/],
    ['no object', [], /must hold a JSON object/],
    ['no contacts', {}, /^ {2}\/contacts: /m],
    ['a phone', { contacts: [{ phone }, { phone: 'me' }] }, /^ {2}\/contacts\/1\/phone: /m],
    [
      'two faults',
      { contacts: [{ phone }], recall: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], timezone: 'Mars' },
      /\/timezone: [^]*\/recall: /,
    ],
    ['a launch in the past', { contacts: [{ phone }], launch_at: '2020-01-01T00:00:00' }, /\/launch_at: .*in the past/],
    ['a playbook that is none', { contacts: [{ phone }], playbook: 7 }, /^ {2}\/playbook: /m],
    ['a playbook without config', { contacts: [{ phone }], playbook: {} }, /^ {2}\/playbook\/config: /m],
    ['a playbook_id that is none', { contacts: [{ phone }], playbook_id: 7 }, /^ {2}\/playbook_id: /m],
    [
      'a broken template',
      { contacts: [{ phone }], playbook: { config: { agent: 'scripted', first_message: '{% if' } } },
      /^ {2}\/playbook\/config\/first_message: /m,
    ],
  ]
  for (const [what, body, place] of bad) {
    test(what, async () => {
      const ran = await simulate(body)
      expect(ran).toMatchObject({ code: 1, out: '' })
      expect(ran.err).toMatch(/campaign\.json cannot be simulated:/)
      expect(ran.err).toMatch(place)
    })
  }

  test('a file that is not there', async () => {
    const ran = await run(['simulate', '/nowhere/campaign.json'])
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toMatch(/^\/nowhere\/campaign\.json cannot be read/)
  })
})
