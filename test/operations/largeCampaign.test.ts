/** A campaign of more contacts than one transaction stores: whole or not at all, whatever happens between its parts. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { removeCallsWithoutCampaign } from '../../src/store/campaignParts.ts'
import { upsertContacts } from '../../src/store/contacts.ts'
import {
  type Contact,
  createCall,
  HOUR,
  listCalls,
  listCampaigns,
  listContacts,
  MINUTE,
  readAllPages,
  readCampaign,
  SECOND,
} from '../support/client.ts'
import { openTestApp, type TestApp } from '../support/testApp.ts'

/** Two parts; the last transaction stores the campaign. */
const SIZE = 300
const LAST_PART = 2
const LAST = 3
const NOTHING = { fields: {}, customFields: {} }

/** What is done in the place of a transaction; those of a request are numbered from 1. */
type Interference = (number: number, run: () => Promise<unknown>) => Promise<unknown>

let app: TestApp
let playbook_id: string
let interfere: Interference | null
/** Whom the carrier was asked to call. It takes nobody, so that a call is over at once. */
let dialled: string[]
beforeEach(async () => {
  interfere = null
  dialled = []
  app = await openTestApp({
    store: (store) => ({
      ...store,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever interferes hands on what the work answers
      transaction: (<T>(work: Parameters<typeof store.transaction<T>>[0]) =>
        interfere
          ? interfere(++number, () => store.transaction(work))
          : store.transaction(work)) as typeof store.transaction,
    }),
    carrier: (simulator) => ({
      ...simulator,
      place: ({ to }) => {
        dialled.push(to)
        return Promise.resolve({ kind: 'refused', cause: 'failed' })
      },
    }),
  })
  playbook_id = await app.addPlaybook()
  // Past the first upkeep, which would do what is to be done at once.
  await app.advanceBy(SECOND)
})
afterEach(() => app.close())

let number = 0
const phoneOf = (index: number): string => `+1415${String(index).padStart(7, '0')}`
const phones = Array.from({ length: SIZE }, (_, index) => phoneOf(index))
const contacts = phones.map((phone) => ({ phone, first_name: 'Ada' }))

/** Asks for the campaign. `act` comes between the service and the database as long as the request lasts. */
async function attempt(act: Interference | null, fields: object = {}) {
  number = 0
  interfere = act
  const answer = await app.post('/campaign', { playbook_id, contacts, ...fields })
  interfere = null
  return answer
}

const failingAt = (failing: number): Interference => {
  return (at, run) => (at === failing ? Promise.reject(new Error('no')) : run())
}
const deadFrom = (first: number): Interference => {
  return (at, run) => (at >= first ? Promise.reject(new Error('dead')) : run())
}
/** Does something after the last part was stored, before the campaign is. */
const beforeTheLast = (act: () => Promise<unknown>): Interference => {
  return async (at, run) => {
    if (at === LAST) await undisturbed(act)
    return run()
  }
}
async function undisturbed(act: () => Promise<unknown>): Promise<void> {
  const before = interfere
  interfere = null
  await act()
  interfere = before
}

async function expectNoTrace(): Promise<void> {
  await app.settle()
  expect(await listCampaigns(app)).toEqual([])
  expect(await listCalls(app)).toEqual([])
  expect(await listContacts(app)).toEqual([])
  expect(await app.store.db.selectFrom('calls').select('id').execute()).toEqual([])
  await app.advanceBy(HOUR)
  expect(dialled).toEqual([])
}

test('everybody is called once, and the campaign is complete', async () => {
  const { body } = await attempt(null)
  await app.advanceBy(MINUTE)
  expect(dialled.toSorted()).toEqual(phones)
  expect(await readCampaign(app, body.campaign_id)).toMatchObject({
    status: 'completed',
    contacts: { received: SIZE, created: SIZE, updated: 0, duplicates: 0 },
  })
})

test('at a launch time nobody is called before it, and everybody after it', async () => {
  await attempt(null, { launch_at: '2026-11-23T11:30:00' })
  await app.advanceTo(Date.parse('2026-11-23T11:30:00Z') - 1)
  expect(dialled).toEqual([])
  await app.advanceBy(MINUTE)
  expect(dialled.toSorted()).toEqual(phones)
})

describe('before the last of it is stored', () => {
  test('its calls are neither shown nor dialled, and other requests are answered', async () => {
    const seen: unknown[] = []
    const { status } = await attempt(
      beforeTheLast(async () => {
        await createCall(app, { phone: phoneOf(SIZE), playbook_id })
        await app.advanceBy(MINUTE)
        seen.push(
          (await listCalls(app)).map(({ phone }) => phone),
          await listCampaigns(app),
          [...dialled],
        )
      }),
    )
    expect(status).toBe(202)
    expect(seen).toEqual([[phoneOf(SIZE)], [], [phoneOf(SIZE)]])
    expect(await readAllPages(app, '/calls?limit=100')).toHaveLength(SIZE + 1)
  })

  test('a number may be suppressed, and is not dialled', async () => {
    const { body } = await attempt(
      beforeTheLast(async () => {
        await app.post('/suppressions', { phone: phoneOf(0) })
        await app.settle()
      }),
    )
    await app.advanceBy(MINUTE)
    expect(dialled.toSorted()).toEqual(phones.slice(1))
    expect(await readCampaign(app, body.campaign_id)).toMatchObject({ status: 'completed' })
  })

  test('calls that were removed because it took so long are missed: it is refused and nobody is called', async () => {
    const { status, body } = await attempt(
      beforeTheLast(() => {
        const storedBefore = app.clock.now() + 1
        return app.store.transaction((tx) => removeCallsWithoutCampaign(tx, { storedBefore }, 1))
      }),
    )
    expect([status, body.error.code]).toEqual([503, 'unavailable'])
    await expectNoTrace()
  })
})

describe.each([1, LAST_PART, LAST])('when transaction %d', (at) => {
  test('fails, nothing is stored', async () => {
    const { status } = await attempt(failingAt(at))
    expect(status).toBe(500)
    await expectNoTrace()
  })

  test('is the first that does not come about before the process dies, its successor removes the others', async () => {
    await attempt(deadFrom(at))
    await app.restart({ after: 1 })
    await expectNoTrace()
  })
})

test('what another process left is removed after an hour, and not before', async () => {
  await attempt(deadFrom(LAST))
  const storedCalls = () => app.store.db.selectFrom('calls').select('id').execute()
  await app.advanceBy(HOUR)
  const kept = await storedCalls()
  await app.advanceBy(HOUR)
  expect([kept.length, (await storedCalls()).length]).toEqual([SIZE, 0])
})

test('a process that dies after the last transaction has accepted it: its successor calls everybody', async () => {
  const { status } = await attempt(async (at, run) => {
    const result = at <= LAST ? await run() : await Promise.reject(new Error('dead'))
    return result
  })
  expect([status, dialled]).toEqual([202, []])
  await app.restart()
  await app.advanceBy(MINUTE)
  expect(dialled.toSorted()).toEqual(phones)
})

test('calls are put in line a second after the database failed at it', async () => {
  const { status } = await attempt(failingAt(LAST + 1))
  await app.settle()
  expect([status, dialled]).toEqual([202, []])
  await app.advanceBy(SECOND)
  expect(dialled.length).toBeGreaterThan(0)
  await app.advanceBy(MINUTE)
  expect(dialled.toSorted()).toEqual(phones)
})

test('contacts that others have calls to, that were known before or were changed since stay when it is refused', async () => {
  const remember = (index: number) =>
    app.store.transaction((tx) =>
      upsertContacts(
        tx,
        app.account.id,
        [{ id: Bun.randomUUIDv7(), phone: phoneOf(index), ...NOTHING }],
        app.clock.now(),
      ),
    )
  await remember(0)
  await app.advanceBy(MINUTE)
  await attempt(async (at, run) => {
    if (at !== LAST) return run()
    await undisturbed(async () => {
      await createCall(app, { phone: phoneOf(1), playbook_id, launch_at: '2026-11-24T09:00:00' })
      await app.advanceBy(SECOND)
      await remember(2)
    })
    throw new Error('no')
  })
  const known = await readAllPages<Contact>(app, '/contacts')
  expect(known.map(({ phone }) => phone).toSorted()).toEqual([phoneOf(0), phoneOf(1), phoneOf(2)])
})
