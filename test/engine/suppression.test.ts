import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import {
  BUSY,
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  MINUTE,
  type Page,
  readCall,
  readCampaign,
  SECOND,
  shown,
  success,
  waitForStatus,
} from '../support/client.ts'
import { insertSuppression } from '../../src/store/contacts/suppressions.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

type Suppression = components['schemas']['Suppression']

let app: TestApp
afterEach(() => app.close())

/** Answers, and asks not to be called again. */
const UNWILLING = '+15005550109'
const MACHINE = '+15005550104'
const ANYBODY = '+14155550123'
const ANYBODY_SPACED = '+1 (415) 555-0123'

const suppress = async (phone: string): Promise<Suppression> =>
  success(await app.post<Suppression>('/suppressions', { phone }))
const listSuppressions = async (): Promise<Suppression[]> =>
  success(await app.get<Page<Suppression>>('/suppressions')).items
const dialsOf = (phone: string): number => app.dials.filter((dial) => dial.to === phone).length
const contacts = (count: number): { phone: string }[] =>
  Array.from({ length: count }, (_, index) => ({ phone: `+1415${String(index).padStart(7, '0')}` }))

const NEVER_DIALLED = {
  status: 'canceled',
  ended_reason: 'suppressed',
  attempt_count: 0,
  next_attempt_at: null,
  waiting_reason: null,
  attempts: [],
} as const

describe('a suppressed number', () => {
  test('is not dialled by a call that is created later, which ends at once', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    await suppress(ANYBODY_SPACED)
    const id = await createCall(app, { phone: ANYBODY, playbook_id, recall: [30] })
    await app.settle()
    expect(await readCall(app, id)).toMatchObject({ ...NEVER_DIALLED, ended_at: shown(START) })
    await app.advanceBy(2 * HOUR)
    expect(app.dials).toHaveLength(0)
  })

  test('is recognised in another spelling, whichever comes first', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    await suppress('+14155550123')
    await suppress('+44 20 7183.8750')
    const spellings = [ANYBODY_SPACED, '+1-415-555-0123', '+442071838750', '+44 (20) 7183 8750']
    const ids = await Promise.all(spellings.map((phone) => createCall(app, { phone, playbook_id })))
    await app.advanceBy(MINUTE)
    for (const id of ids) expect(await readCall(app, id)).toMatchObject(NEVER_DIALLED)
    expect(app.dials).toHaveLength(0)
  })

  test('is recognised when it was stored with a trunk prefix, as before 1.0.0', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const old = {
      id: Bun.randomUUIDv7(),
      accountId: app.account.id,
      phone: '+4402071838750',
      reason: 'request' as const,
      note: null,
      callId: null,
      createdAt: START,
    }
    await app.store.transaction((tx) => insertSuppression(tx, old))
    const id = await createCall(app, { phone: '+44 (0)20 7183 8750', playbook_id })
    await app.advanceBy(MINUTE)
    expect(await readCall(app, id)).toMatchObject(NEVER_DIALLED)
    const found = success(await app.get<Page<Suppression>>('/suppressions?phone=%2B442071838750')).items
    expect(found).toMatchObject([{ id: old.id, phone: old.phone }])
  })

  test('is left out of a campaign, which counts it and is completed without it', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    await suppress('+1 415 0000001')
    await suppress('+1 415 0000003')
    const id = await createCampaign(app, { playbook_id, contacts: contacts(5) })
    await app.advanceBy(HOUR)
    expect(app.dials.map(({ to }) => to).toSorted()).toEqual(['+14150000000', '+14150000002', '+14150000004'])
    expect(await readCampaign(app, id)).toMatchObject({
      status: 'completed',
      skipped: { suppressed: 2 },
      progress: { completed: 3, canceled: 2 },
    })
  })

  test('is not told from others by an account that has not suppressed it', async () => {
    app = await openTestApp()
    const other = await app.addAccount()
    await suppress(ANYBODY)
    await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook({}, other) }, other)
    await app.advanceBy(MINUTE)
    expect(dialsOf(ANYBODY)).toBe(1)
  })

  test('stays suppressed over a restart', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const id = await createCall(app, { phone: ANYBODY, playbook_id, launch_at: shown(START + HOUR) })
    await suppress('+1 415 5550100')
    await app.restart()
    await createCall(app, { phone: '+14155550100', playbook_id })
    await app.advanceBy(2 * HOUR)
    expect(app.dials.map(({ to }) => to)).toEqual([ANYBODY])
    expect((await readCall(app, id)).status).toBe('completed')
  })
})

describe('suppressing a number', () => {
  test('ends calls that wait for their launch, at once and without a dial', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const launch = { launch_at: shown(START + HOUR) }
    const single = await createCall(app, { phone: ANYBODY_SPACED, playbook_id, ...launch })
    const campaign = await createCampaign(app, {
      playbook_id,
      contacts: [{ phone: ANYBODY }, { phone: BUSY }],
      ...launch,
    })
    await app.advanceBy(MINUTE)
    await suppress('+1.415.555.0123')
    await app.settle()
    expect(await readCall(app, single)).toMatchObject({ ...NEVER_DIALLED, ended_at: shown(START + MINUTE) })
    expect(await readCampaign(app, campaign)).toMatchObject({
      status: 'scheduled',
      skipped: { suppressed: 1 },
      progress: { scheduled: 1, canceled: 1 },
    })
    await app.advanceBy(2 * HOUR)
    expect(dialsOf(ANYBODY)).toBe(0)
  })

  test('in the very instant in which a call is due lets nobody answer it, and from its answer on nobody dials', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const at = START + MINUTE
    const id = await createCall(app, { phone: ANYBODY, playbook_id, launch_at: shown(at), recall: [30] })
    // Not settled: the dispatcher has been woken, and is on its way when the request comes.
    await app.clock.advanceTo(at)
    await suppress(ANYBODY)
    const dialled = dialsOf(ANYBODY)
    await app.advanceBy(HOUR)
    expect(dialsOf(ANYBODY)).toBe(dialled)
    expect(await readCall(app, id)).toMatchObject({
      status: 'canceled',
      ended_reason: 'suppressed',
      answered_at: null,
      ended_at: shown(at),
    })
  })

  test('ends calls that are due and wait for a line', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 1, callsAtOnce: 100 } } })
    const playbook_id = await app.addPlaybook()
    const id = await createCampaign(app, { playbook_id, contacts: contacts(10) })
    await app.settle()
    const last = '+14150000009'
    const [call] = await listCalls(app, `phone=${encodeURIComponent(last)}`)
    expect(call).toMatchObject({ status: 'initiated', waiting_reason: 'line' })
    await suppress(last)
    await app.settle()
    expect(await readCall(app, call!.id)).toMatchObject({ ...NEVER_DIALLED, ended_at: shown(START) })
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(9)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed', skipped: { suppressed: 1 } })
  })

  test('of a paused campaign ends its calls too, and resuming dials the others', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const launch = { launch_at: shown(START + MINUTE) }
    const id = await createCampaign(app, { playbook_id, contacts: contacts(3), ...launch })
    await app.post(`/campaigns/${id}/pause`)
    await app.advanceBy(2 * MINUTE)
    await suppress('+14150000001')
    await app.settle()
    expect(await readCampaign(app, id)).toMatchObject({ status: 'paused', skipped: { suppressed: 1 } })
    await app.post(`/campaigns/${id}/resume`)
    await app.advanceBy(HOUR)
    expect(app.dials.map(({ to }) => to)).toEqual(['+14150000000', '+14150000002'])
  })

  test('takes away the retries of a call that waits for one', async () => {
    app = await openTestApp()
    const id = await createCall(app, { phone: BUSY, playbook_id: await app.addPlaybook(), recall: [30, 60] })
    await app.advanceBy(MINUTE)
    expect((await readCall(app, id)).status).toBe('scheduled')
    await suppress(BUSY)
    await app.advanceBy(2 * HOUR)
    expect(await readCall(app, id)).toMatchObject({
      status: 'canceled',
      ended_reason: 'suppressed',
      attempt_count: 1,
      ended_at: shown(START + MINUTE),
    })
    expect(dialsOf(BUSY)).toBe(1)
  })

  test('stops ringing a moment later when the database refused that at first', async () => {
    app = await openTestApp()
    const id = await createCall(app, { phone: ANYBODY, playbook_id: await app.addPlaybook() })
    await waitForStatus(app, id, 'ringing')
    const { db } = app.store
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db)
    try {
      await sql`create trigger refuse before update on calls for each row execute function refuse()`.execute(db)
      await suppress(ANYBODY)
      await app.settle()
    } finally {
      await sql`drop function refuse cascade`.execute(db)
    }
    expect((await readCall(app, id)).status).toBe('ringing')
    await app.advanceBy(SECOND)
    expect(await readCall(app, id)).toMatchObject({ status: 'canceled', ended_reason: 'suppressed' })
  })

  for (const status of ['initiated', 'ringing'] as const) {
    test(`hangs up a call that is ${status}, and frees its line`, async () => {
      app = await openTestApp({ simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1 } } })
      const playbook_id = await app.addPlaybook()
      const id = await createCall(app, { phone: ANYBODY, playbook_id, recall: [30] })
      const waiting = await createCall(app, { phone: '+14155550199', playbook_id })
      const before = await waitForStatus(app, id, status)
      expect(before.attempt_count).toBe(1)
      await suppress(ANYBODY)
      await app.advanceBy(SECOND)
      const call = await readCall(app, id)
      expect(call).toMatchObject({
        status: 'canceled',
        ended_reason: 'suppressed',
        answered_at: null,
        duration: 0,
        transcript: [],
        attempts: [{ disposition: 'canceled' }],
      })
      expect(dialsOf('+14155550199')).toBe(1)
      await app.advanceBy(2 * HOUR)
      expect(await readCall(app, id)).toEqual(call)
      expect(dialsOf(ANYBODY)).toBe(1)
      expect((await readCall(app, waiting)).status).toBe('completed')
    })
  }

  test('lets a conversation that is under way go on to its end, and others to the number end', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook({ end_message: 'Thank you, goodbye.' })
    const id = await createCall(app, { phone: ANYBODY, playbook_id, recall: [30] })
    const later = await createCall(app, { phone: ANYBODY, playbook_id, launch_at: shown(START + HOUR) })
    await waitForStatus(app, id, 'in_progress')
    await suppress(ANYBODY)
    await app.settle()
    expect((await readCall(app, id)).status).toBe('in_progress')
    expect((await readCall(app, later)).ended_reason).toBe('suppressed')
    await app.advanceBy(HOUR)
    expect(await readCall(app, id)).toMatchObject({ status: 'completed', ended_reason: 'agent_hung_up' })
    expect(dialsOf(ANYBODY)).toBe(1)
  })

  test('while a machine listens leaves no retry to be dialled', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook({ voicemail: { action: 'hangup', retry: true } })
    const id = await createCall(app, { phone: MACHINE, playbook_id, recall: [30] })
    await waitForStatus(app, id, 'in_progress')
    await suppress(MACHINE)
    await app.advanceBy(2 * HOUR)
    expect(dialsOf(MACHINE)).toBe(1)
    expect(await readCall(app, id)).toMatchObject({ status: 'canceled', ended_reason: 'suppressed', attempt_count: 1 })
  })

  test('loses against no dial of a stream of calls to the number', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 50, callsAtOnce: 1000 } } })
    const playbook_id = await app.addPlaybook()
    const create = () => createCall(app, { phone: ANYBODY, playbook_id })
    const answers = [...Array.from({ length: 20 }, create), suppress(ANYBODY), ...Array.from({ length: 20 }, create)]
    await Promise.all(answers)
    await app.settle()
    const dialled = dialsOf(ANYBODY)
    await app.advanceBy(HOUR)
    expect(dialsOf(ANYBODY)).toBe(dialled)
    const calls = await listCalls(app)
    expect(calls).toHaveLength(40)
    expect(new Set(calls.map(({ ended_reason, answered_at }) => `${ended_reason} ${answered_at}`))).toEqual(
      new Set(['suppressed null']),
    )
  })
})

describe('deleting a suppression', () => {
  test('lets new calls be dialled again; those that it ended stay ended', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const { id } = await suppress(ANYBODY)
    const ended = await createCall(app, { phone: ANYBODY, playbook_id })
    await app.settle()
    success(await app.request('DELETE', `/suppressions/${id}`))
    await app.advanceBy(MINUTE)
    expect(app.dials).toHaveLength(0)
    await createCall(app, { phone: ANYBODY, playbook_id })
    await app.advanceBy(HOUR)
    expect(dialsOf(ANYBODY)).toBe(1)
    expect(await readCall(app, ended)).toMatchObject(NEVER_DIALLED)
  })

  test('before a call is due that was created meanwhile lets it be dialled', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const { id } = await suppress(ANYBODY)
    const call = await createCall(app, { phone: ANYBODY, playbook_id, launch_at: shown(START + HOUR) })
    await app.advanceBy(MINUTE)
    success(await app.request('DELETE', `/suppressions/${id}`))
    await app.advanceBy(2 * HOUR)
    expect(await readCall(app, call)).toMatchObject({ status: 'completed', attempt_count: 1 })
  })
})

describe('a callee who asks not to be called again', () => {
  test('is suppressed there and then, with the call that it was said in', async () => {
    app = await openTestApp()
    const id = await createCall(app, { phone: UNWILLING, playbook_id: await app.addPlaybook(), recall: [30] })
    await app.advanceBy(HOUR)
    const call = await readCall(app, id)
    expect(call).toMatchObject({ status: 'completed', outcome: 'opt_out', ended_reason: 'opted_out', attempt_count: 1 })
    const [entry, ...others] = await listSuppressions()
    expect(others).toEqual([])
    expect(entry).toMatchObject({ phone: UNWILLING, reason: 'opt_out', note: null, call_id: id })
    const wish = call.transcript?.find(({ role }) => role === 'callee')
    expect(entry!.created_at).toBe(wish!.at)
  })

  test('is called by no other campaign and no other call, whether they wait or are created later', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const later = { launch_at: shown(START + HOUR) }
    const list = [{ phone: UNWILLING }, { phone: ANYBODY }]
    const first = await createCampaign(app, { playbook_id, contacts: list })
    const waiting = await createCampaign(app, { playbook_id, contacts: list, ...later })
    const single = await createCall(app, { phone: '+1 500 555 0109', playbook_id, ...later })
    await app.advanceBy(10 * MINUTE)
    expect(await readCampaign(app, first)).toMatchObject({ skipped: { suppressed: 0 }, progress: { completed: 2 } })
    expect(await readCall(app, single)).toMatchObject(NEVER_DIALLED)
    const created = await createCampaign(app, { playbook_id, contacts: list })
    await app.advanceBy(2 * HOUR)
    for (const id of [waiting, created]) {
      expect(await readCampaign(app, id)).toMatchObject({
        status: 'completed',
        skipped: { suppressed: 1 },
        progress: { completed: 1, canceled: 1 },
      })
    }
    expect(dialsOf(UNWILLING)).toBe(1)
    expect(dialsOf(ANYBODY)).toBe(3)
  })

  test('keeps the entry that a request made before, should the wish come in a call under way', async () => {
    app = await openTestApp()
    const id = await createCall(app, { phone: UNWILLING, playbook_id: await app.addPlaybook() })
    await waitForStatus(app, id, 'in_progress')
    const entry = await suppress(UNWILLING)
    await app.advanceBy(HOUR)
    expect(await readCall(app, id)).toMatchObject({ outcome: 'opt_out' })
    expect(await listSuppressions()).toEqual([entry])
  })

  test('goes on being recognised after the contact was erased', async () => {
    app = await openTestApp()
    const playbook_id = await app.addPlaybook()
    const id = await createCall(app, { phone: UNWILLING, playbook_id })
    await app.advanceBy(HOUR)
    const { contact_id } = await readCall(app, id)
    success(await app.request('DELETE', `/contacts/${contact_id}`))
    expect(await listSuppressions()).toMatchObject([{ phone: null, reason: 'opt_out', call_id: id }])
    await createCall(app, { phone: UNWILLING, playbook_id })
    await app.advanceBy(HOUR)
    expect(dialsOf(UNWILLING)).toBe(1)
  })
})
