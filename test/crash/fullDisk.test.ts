/**
 * A disk without room, under the embedded database: files that would grow are refused with ENOSPC, where the database
 * writes to them. A real full disk takes a file system of one's own, and so an administrator; tried by hand on a tmpfs
 * it does the same.
 */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import fs from 'node:fs'
import { DEMO_PLAYBOOK_ID } from '../../src/cli/firstStart.ts'
import type { EngineCrashed } from '../../src/database/pglite/crash.ts'
import { openStore } from '../../src/store/open.ts'
import { run } from '../cli/support.ts'
import { makeDataDirectory, START_TIMEOUT_MS } from '../support/database.ts'
import { type DirectoryApp, makeDatabase, openApp } from './powerLoss/app.ts'
import { replace } from './powerLoss/replace.ts'

setDefaultTimeout(2 * START_TIMEOUT_MS)

/** Which files cannot grow: those of tables, those of the log, all, or none. */
let full: keyof typeof CONCERNED | null
const CONCERNED = { tables: '/base/', log: '/pg_wal/', all: '/database/' }
let directory: string
let putBack: (() => void)[]

beforeEach(async () => {
  full = null
  directory = makeDataDirectory()
  await makeDatabase(directory)
  const places = new Map<unknown, string>()
  putBack = [
    replace(fs, 'openSync', (original) => (...args) => {
      const descriptor = original(...args)
      places.set(descriptor, String(args[0]))
      return descriptor
    }),
    replace(fs, 'writeSync', (original) => (...args) => {
      const [descriptor, , , length, position] = args as [number, unknown, number, number, number]
      const place = places.get(descriptor) ?? ''
      if (full !== null && place.includes(CONCERNED[full]) && position + length > fs.fstatSync(descriptor).size) {
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      }
      return original(...args)
    }),
    replace(fs, 'statfsSync', (original) => (...args) => {
      const found = original(...args) as fs.StatsFs
      return full === 'all' ? Object.assign(found, { bavail: 0 }) : found
    }),
  ]
})

afterEach(() => {
  for (const restore of putBack) restore()
  fs.rmSync(directory, { recursive: true, force: true })
})

let phones = 0
function callOf(): object {
  const note = Array.from({ length: 1_000 }, () => crypto.randomUUID()).join(' ')
  return { phone: `+1415${String(++phones).padStart(7, '0')}`, playbook_id: DEMO_PLAYBOOK_ID, params: { note } }
}

/** Places calls until one is not taken. Answers those that were, and the answer to the one that was not. */
async function placeUntilRefused(app: DirectoryApp): Promise<{ taken: string[]; refusal: Response }> {
  const taken: string[] = []
  for (;;) {
    const response = await app.post('/call', { ...callOf(), launch_at: '2026-12-24T09:00:00Z' })
    if (response.status !== 201) return { taken, refusal: response }
    taken.push(((await response.json()) as { data: { call_id: string } }).data.call_id)
  }
}

async function listCalls(app: Pick<DirectoryApp, 'store'>): Promise<string[]> {
  const rows = await app.store.db.selectFrom('calls').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test('without room for its tables it answers 503 and does nothing by halves, and goes on when there is room', async () => {
  const app = await openApp(directory, 1)
  full = 'tables'
  const { taken, refusal } = await placeUntilRefused(app)
  expect(refusal.status).toBe(503)
  const message = expect.stringContaining("There is no room on the database's disk")
  expect(await refusal.json()).toMatchObject({ success: false, error: { code: 'unavailable', message } })
  const contacts = Array.from({ length: 500 }, (_, index) => ({ phone: `+1416${String(index).padStart(7, '0')}` }))
  const campaign = await app.post('/campaign', { playbook_id: DEMO_PLAYBOOK_ID, contacts })
  expect(campaign.status).toBe(503)
  expect(await listCalls(app)).toEqual(taken.toSorted())
  full = null
  expect((await app.post('/call', callOf())).status).toBe(201)
  await app.close()
})

test('without room for its log it dies, says so, and has everything acknowledged when it is started again', async () => {
  const { promise: died, resolve: onCrash } = Promise.withResolvers<EngineCrashed>()
  const app = await openApp(directory, 1, { onCrash })
  full = 'log'
  const { taken, refusal } = await placeUntilRefused(app)
  expect(refusal.status).toBe(503)
  await died
  await app.close().catch(() => undefined)
  full = null
  const store = await openStore({ kind: 'directory', path: directory })
  const kept = await listCalls({ store })
  await store.close()
  expect(taken.length).toBeGreaterThan(20)
  // The last one had no answer: it may be there or not.
  expect(kept.filter((id) => !taken.includes(id)).length).toBeLessThanOrEqual(1)
  expect(taken.filter((id) => !kept.includes(id))).toEqual([])
})

test('a start without room ends with a sentence that says what to do, and with room everything is there', async () => {
  const app = await openApp(directory, 1)
  const { data } = (await (await app.post('/call', callOf())).json()) as { data: { call_id: string } }
  await app.close()
  full = 'all'
  const ran = await run(['serve'], { env: { PLAYCALL_DATA: directory, PORT: '0' } })
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(
    /^Playcall could not start: The disk with the data directory \S+ has 0 MB left, .+ Make room, at least 64 MB, and start again: .+\.\n$/,
  )
  full = null
  const store = await openStore({ kind: 'directory', path: directory })
  expect(await listCalls({ store })).toEqual([data.call_id])
  await store.close()
})
