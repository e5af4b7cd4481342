/** Calls that have been over for as long as the setting says are forgotten; nothing else is. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { MIN_KEEP_DAYS } from '../../src/config.ts'
import { DAY_MS } from '../../src/core/time.ts'
import { PAUSE_MS, REPLIES_AT_ONCE } from '../../src/engine/sweeps/pruning.ts'
import { deleteKeptReplies } from '../../src/store/idempotencyKeys.ts'
import { deleteOldCalls, deleteOldCampaigns } from '../../src/store/pruning.ts'
import document from '../../generated/openapi.json' with { type: 'json' }
import { createCall, createCampaign, HOUR, MINUTE, NOBODY, PERSON, readCall, success } from '../support/client.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

setDefaultTimeout(START_TIMEOUT_MS)

const OPTS_OUT = '+15005550109'

let app: TestApp
afterEach(() => app.close())

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(app.store.db)
  return Number(rows[0]?.count)
}
const counts = async (): Promise<number[]> => Promise.all(['campaigns', 'calls', 'attempts', 'turns'].map(count))

/** So often it is looked at what is old. */
const HALF_HOUR = 30 * MINUTE

/** Lets days pass while the service is stopped, and an hour after it has been started again. */
async function passDays(days: number): Promise<void> {
  await app.advanceBy(HOUR)
  await app.restart({ after: days * DAY_MS })
  await app.advanceBy(HOUR)
}

describe('with PLAYCALL_KEEP_DAYS', () => {
  test('calls and campaigns that ended longer ago go with all that belongs to them, and what must stay stays', async () => {
    app = await openTestApp({ keepDays: 40 })
    const playbook_id = await app.addPlaybook()
    const contacts = [PERSON, NOBODY, OPTS_OUT].map((phone) => ({ phone }))
    await createCampaign(app, { playbook_id, contacts, recall: [60] })
    const old = await createCall(app, { playbook_id, phone: PERSON })
    const launch_at = new Date(START + 70 * DAY_MS).toISOString().slice(0, 19)
    const waiting = await createCall(app, { playbook_id, phone: NOBODY, launch_at })
    await passDays(39)
    const young = await createCall(app, { playbook_id, phone: PERSON })
    expect((await counts()).slice(0, 2)).toEqual([1, 6])

    await passDays(3)
    expect(await counts()).toEqual([0, 2, 1, expect.any(Number)])
    expect((await app.get(`/calls/${old}`)).status).toBe(404)
    expect(await readCall(app, young)).toMatchObject({ status: 'completed', attempts: [expect.anything()] })
    expect(await readCall(app, waiting)).toMatchObject({ status: 'scheduled' })
    expect(await count('contacts')).toBe(3)
    expect(success<{ items: unknown[] }>(await app.get('/suppressions')).items).toHaveLength(1)
    expect((await app.get(`/playbooks/${playbook_id}`)).status).toBe(200)
    expect(app.logged).toContainEqual({
      level: 'info',
      message: 'old calls were deleted',
      detail: { calls: 4, keepDays: 40 },
    })

    await passDays(60)
    expect((await counts()).slice(0, 2)).toEqual([0, 1])
    await passDays(45)
    expect(await counts()).toEqual([0, 0, 0, 0])
  })

  test('a campaign that goes on keeps every one of its calls', async () => {
    app = await openTestApp({ keepDays: 31 })
    const playbook_id = await app.addPlaybook()
    const recall = [60 * 24 * 20]
    const campaign = await createCampaign(app, {
      playbook_id,
      contacts: [{ phone: PERSON }, { phone: NOBODY }],
      recall,
    })
    await passDays(10)
    await passDays(30)
    const progress = { completed: 1, no_answer: 1 }
    expect(success(await app.get(`/campaigns/${campaign}`))).toMatchObject({ calls: 2, progress })
    await passDays(32)
    expect((await app.get(`/campaigns/${campaign}`)).status).toBe(404)
    expect(await counts()).toEqual([0, 0, 0, 0])
  })

  test('more calls than one transaction takes go in several, each of which says where to go on', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    for (let call = 0; call < 5; call++) await createCall(app, { playbook_id, phone: PERSON })
    await app.advanceBy(HOUR)
    const endedBy = START + HOUR
    const first = await app.store.transaction((tx) => deleteOldCalls(tx, endedBy, null, 3))
    expect(first).toEqual({ deleted: 3, lastId: expect.any(String) })
    const rest = await app.store.transaction((tx) => deleteOldCalls(tx, endedBy, first.lastId, 3))
    expect(rest).toEqual({ deleted: 2, lastId: null })
  })

  test('two processes at once delete each call once', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const contacts = Array.from({ length: 30 }, (_, index) => ({ phone: `+1415555${String(1000 + index)}` }))
    await createCampaign(app, { playbook_id, contacts })
    await app.advanceBy(HOUR)
    const endedBy = START + HOUR
    const both = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all([work(), work()])
    const campaigns = await both(() => app.store.transaction((tx) => deleteOldCampaigns(tx, endedBy, 10)))
    expect(campaigns.reduce((sum, deleted) => sum + deleted)).toBe(1)
    const calls = await both(() => app.store.transaction((tx) => deleteOldCalls(tx, endedBy, null, 100)))
    expect(calls.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(30)
    expect(await counts()).toEqual([0, 0, 0, 0])
  })
})

describe('replies that are replayed no more', () => {
  const keep = (replies: number, at: number): Promise<unknown> =>
    sql`insert into idempotency_keys (account_id, key, fingerprint, status, body, created_at)
      select ${app.account.id}::uuid, ${`at ${at} `} || n, 'f', 201, '{}', ${new Date(at).toISOString()}::timestamptz
      from generate_series(1, ${replies}::integer) n`.execute(app.store.db)

  test('are forgotten in one sweep however many they are, in small steps with a pause between them', async () => {
    const steps = 25
    app = await openTestApp()
    await keep(REPLIES_AT_ONCE * steps, START)
    await keep(7, START + HOUR)
    await app.restart({ after: DAY_MS - HALF_HOUR })
    await app.advanceBy(HALF_HOUR)
    const sizes = [await count('idempotency_keys')]
    for (let step = 1; step < steps; step++) {
      await app.advanceBy(PAUSE_MS)
      sizes.push(await count('idempotency_keys'))
    }
    expect(sizes).toEqual(Array.from({ length: steps }, (_, step) => (steps - 1 - step) * REPLIES_AT_ONCE + 7))
    await app.advanceBy(HALF_HOUR)
    expect(await count('idempotency_keys')).toBe(7)
    await app.advanceBy(HOUR)
    expect(await count('idempotency_keys')).toBe(0)
  })

  test('are forgotten once by two processes, of which none waits for the other', async () => {
    app = await openTestApp()
    await keep(30, START)
    const forget = () => app.store.transaction((tx) => deleteKeptReplies(tx, null, START, 20))
    const found = await Promise.all([forget(), forget()])
    const deleted = found.reduce((sum, one) => sum + one.deleted, 0)
    expect(deleted).toBe(30 - (await count('idempotency_keys')))
    expect(deleted).toBeGreaterThanOrEqual(20)
    await keep(1, START + 1)
    await forget()
    expect(await forget()).toEqual({ deleted: 0, lastAt: null })
    expect(await count('idempotency_keys')).toBe(1)
  })
})

test('without PLAYCALL_KEEP_DAYS everything is kept', async () => {
  app = await openTestApp()
  const call = await createCall(app, { playbook_id: await app.addPlaybook(), phone: PERSON })
  await passDays(200)
  expect(await readCall(app, call)).toMatchObject({ status: 'completed' })
})

test('what the longest window of an attempt limit counts is always kept', async () => {
  app = await openTestApp({ keepDays: MIN_KEEP_DAYS })
  const longest = document.components.schemas.NullableAttemptLimit.properties.window_hours.maximum
  expect(MIN_KEEP_DAYS * 24).toBeGreaterThan(longest)
  success(await app.request('PATCH', '/account', { body: { attempt_limit: { max: 1, window_hours: longest } } }))
  const playbook_id = await app.addPlaybook()
  await createCall(app, { playbook_id, phone: PERSON })
  await passDays(29)
  const second = await createCall(app, { playbook_id, phone: PERSON })
  await app.advanceBy(HOUR)
  expect(await readCall(app, second)).toMatchObject({ status: 'scheduled', waiting_reason: 'attempt_limit' })
})
