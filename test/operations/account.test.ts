import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { verifyCallerId, withdrawCallerId } from '../../src/store/callerIds.ts'
import type { components } from '../../generated/types.ts'
import { addToken } from '../support/addToken.ts'
import { openTestApp, START, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'
import {
  BUSY,
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  MINUTE,
  PERSON,
  readCall,
  refusal,
  SECOND,
  shown,
  success,
} from '../support/client.ts'

type Account = components['schemas']['Account']

const OURS = '+14155550199'
const HOURS = {
  windows: [
    { days: ['mon', 'tue'], from: '09:00', to: '18:00' },
    { days: ['sat'], from: '10:00', to: '12:30' },
  ],
}
const EVERYTHING = {
  name: 'Clinic at the park',
  timezone: 'Europe/Paris',
  limits: { per_second: 500, per_minute: 5_000 },
  lines: { calls_per_second: 5, calls_at_once: 50, reserved_for_inbound: 3 },
  calling_hours: HOURS,
  attempt_limit: { max: 3, window_hours: 24 },
  caller_id: OURS,
}

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
  await app.store.transaction((tx) => verifyCallerId(tx, app.account.id, OURS, START))
})
afterEach(() => app.close())

const read = async (as?: TestAccount) => success(await app.get<Account>('/account', as))
const attempt = (body: unknown, as?: TestAccount): Promise<TestAnswer<Account>> =>
  app.request('PATCH', '/account', { body, ...(as && { as }) })
const change = async (body: unknown, as?: TestAccount) => success(await attempt(body, as))

describe('the settings of an account', () => {
  test('a new one calls at any time, as the carrier likes, and keeps five lines for incoming calls', async () => {
    expect(await read()).toEqual({
      id: app.account.id,
      name: 'Test',
      timezone: 'UTC',
      limits: { per_second: 100_000, per_minute: 6_000_000 },
      lines: { calls_per_second: null, calls_at_once: null, reserved_for_inbound: 5 },
      ceilings: {
        limits: { per_second: null, per_minute: null },
        lines: { calls_per_second: null, calls_at_once: null, reserved_for_inbound: null },
      },
      calling_hours: null,
      attempt_limit: null,
      caller_id: null,
      created_at: shown(START),
    })
  })

  test('all can be changed together, and are read as they were set', async () => {
    const { id, ceilings, created_at } = await read()
    await app.advanceBy(HOUR)
    const changed = await change(EVERYTHING)
    expect(changed as object).toEqual({ id, ...EVERYTHING, ceilings, created_at })
    expect(await read()).toEqual(changed)
  })

  test('each can be changed alone, and the others stay', async () => {
    const expected: Record<string, unknown> = { ...(await read()) }
    for (const [name, value] of Object.entries(EVERYTHING)) {
      expected[name] = value
      expect((await change({ [name]: value })) as object).toEqual(expected)
    }
  })

  test('in limits and lines what is absent stays; calling hours and attempt limit are replaced whole', async () => {
    await change(EVERYTHING)
    expect((await change({ limits: { per_second: 7_000 } })).limits).toEqual({ per_second: 7_000, per_minute: 5_000 })
    expect((await change({ limits: { per_minute: 7_000 } })).limits).toEqual({ per_second: 7_000, per_minute: 7_000 })
    for (const [name, value] of [
      ['calls_per_second', 9],
      ['calls_at_once', 9],
      ['reserved_for_inbound', 0],
    ] as const) {
      const { lines } = await read()
      expect((await change({ lines: { [name]: value } })).lines).toEqual({ ...lines, [name]: value })
    }
    const windows = [{ days: ['sun'], from: '00:00', to: '24:00' }]
    expect((await change({ calling_hours: { windows } })).calling_hours as object).toEqual({ windows })
    const attempt_limit = { max: 1, window_hours: 720 }
    expect((await change({ attempt_limit })).attempt_limit).toEqual(attempt_limit)
  })

  test('null clears what can be absent', async () => {
    await change(EVERYTHING)
    const cleared = await change({
      calling_hours: null,
      attempt_limit: null,
      caller_id: null,
      lines: { calls_per_second: null, calls_at_once: null },
    })
    expect(cleared).toMatchObject({
      calling_hours: null,
      attempt_limit: null,
      caller_id: null,
      lines: { calls_per_second: null, calls_at_once: null, reserved_for_inbound: 3 },
    })
    expect(await read()).toEqual(cleared)
  })

  test('a caller id is kept in E.164 form', async () => {
    expect((await change({ caller_id: '+1 (415) 555-0199' })).caller_id).toBe(OURS)
  })

  test('changes that come at once all hold', async () => {
    await Promise.all([
      change({ name: 'At once' }),
      change({ limits: { per_second: 50_000 } }),
      change({ limits: { per_minute: 500_000 } }),
      change({ lines: { calls_at_once: 9 } }),
      change({ lines: { reserved_for_inbound: 1 } }),
      change({ caller_id: OURS }),
    ])
    expect(await read()).toMatchObject({
      name: 'At once',
      limits: { per_second: 50_000, per_minute: 500_000 },
      lines: { calls_per_second: null, calls_at_once: 9, reserved_for_inbound: 1 },
      caller_id: OURS,
    })
  })

  test('they are those of one account: another sees and changes only its own', async () => {
    const stranger = await app.addAccount()
    const theirs = await read(stranger)
    await change(EVERYTHING)
    expect(await read(stranger)).toEqual(theirs)
    await change({ name: 'Stranger' }, stranger)
    expect(await read()).toMatchObject({ name: 'Clinic at the park' })
    const other = await addToken(app, app.account, {})
    expect(await read(other)).toEqual(await read())
  })
})

describe('a change that is not accepted', () => {
  const window = (over: object) => ({
    calling_hours: { windows: [{ days: ['mon'], from: '09:00', to: '18:00', ...over }] },
  })
  const first = '/calling_hours/windows/0'
  test.each([
    [{}, 'invalid_request', ''],
    [{ name: '' }, 'invalid_request', '/name'],
    [{ name: null }, 'invalid_request', '/name'],
    [{ timezone: null }, 'invalid_timezone', '/timezone'],
    [{ timezone: 'Berlin' }, 'invalid_timezone', '/timezone'],
    [{ timezone: '+01:00' }, 'invalid_timezone', '/timezone'],
    [{ limits: {} }, 'invalid_request', '/limits'],
    [{ limits: { per_second: 0 } }, 'invalid_request', '/limits/per_second'],
    [{ limits: { per_second: 100_001 } }, 'invalid_request', '/limits/per_second'],
    [{ limits: { per_minute: 1.5 } }, 'invalid_request', '/limits/per_minute'],
    [{ limits: { per_minute: null } }, 'invalid_request', '/limits/per_minute'],
    [{ limits: { per_hour: 1 } }, 'invalid_request', '/limits/per_hour'],
    [{ lines: {} }, 'invalid_request', '/lines'],
    [{ lines: { calls_per_second: 0 } }, 'invalid_request', '/lines/calls_per_second'],
    [{ lines: { calls_at_once: 0 } }, 'invalid_request', '/lines/calls_at_once'],
    [{ lines: { reserved_for_inbound: -1 } }, 'invalid_request', '/lines/reserved_for_inbound'],
    [{ lines: { reserved_for_inbound: null } }, 'invalid_request', '/lines/reserved_for_inbound'],
    [{ calling_hours: {} }, 'invalid_calling_hours', '/calling_hours/windows'],
    [{ calling_hours: { windows: [] } }, 'invalid_calling_hours', '/calling_hours/windows'],
    [window({ days: [] }), 'invalid_calling_hours', `${first}/days`],
    [window({ days: ['monday'] }), 'invalid_calling_hours', `${first}/days/0`],
    [window({ from: '9:00' }), 'invalid_calling_hours', `${first}/from`],
    [window({ to: '24:01' }), 'invalid_calling_hours', `${first}/to`],
    [window({ from: '18:00', to: '09:00' }), 'invalid_calling_hours', `${first}/to`],
    [window({ to: '09:00' }), 'invalid_calling_hours', `${first}/to`],
    [{ attempt_limit: { max: 3 } }, 'invalid_request', '/attempt_limit/window_hours'],
    [{ attempt_limit: { max: 0, window_hours: 1 } }, 'invalid_request', '/attempt_limit/max'],
    [{ attempt_limit: { max: 1, window_hours: 721 } }, 'invalid_request', '/attempt_limit/window_hours'],
    [{ caller_id: '4155550199' }, 'invalid_phone', '/caller_id'],
    [{ caller_id: '' }, 'invalid_phone', '/caller_id'],
    [{ id: 'x' }, 'invalid_request', '/id'],
    [{ created_at: shown(START) }, 'invalid_request', '/created_at'],
  ] as const)('%j is refused with %s at its place, and nothing of the request is done', async (body, code, at) => {
    const before = await read()
    const refused = await attempt(Object.keys(body).length === 0 ? body : { name: 'Half done', ...body })
    expect(refusal(refused)).toEqual({ status: 400, code, at: [at] })
    expect(refused.body.error.message).toMatch(/^[A-Z].*\.$|^[a-z_]+ .*\.$/)
    expect(await read()).toEqual(before)
  })

  test('several faults of several kinds are all named', async () => {
    const body = { timezone: '+01:00', caller_id: '12', limits: { per_second: 0 } }
    const { status, code, at } = refusal(await attempt(body))
    expect({ status, code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(at.toSorted()).toEqual(['/caller_id', '/limits/per_second', '/timezone'])
  })
})

describe('the caller id is a number of the account', () => {
  const MAIN = '+442071838750'
  const UNVERIFIED = { status: 400, code: 'unverified_caller_id', at: ['/caller_id'] }
  const add = async (as?: TestAccount) => {
    const playbook_id = await app.addPlaybook({}, as)
    return success(await app.post<{ id: string }>('/numbers', { phone: MAIN, playbook_id }, as)).id
  }
  const remove = async (id: string) => success(await app.request('DELETE', `/numbers/${id}`))

  test('one of its numbers, or one that the operator has verified for it', async () => {
    expect(refusal(await attempt({ caller_id: MAIN }))).toEqual(UNVERIFIED)
    await add()
    expect((await change({ caller_id: '+44 (0)20 7183 8750' })).caller_id).toBe(MAIN)
    expect((await change({ caller_id: OURS })).caller_id).toBe(OURS)
  })

  test('one of another account is refused in the same words as one of nobody', async () => {
    const stranger = await app.addAccount()
    const nobodys = await attempt({ name: 'Half done', caller_id: MAIN })
    await add(stranger)
    const theirs = await attempt({ name: 'Half done', caller_id: MAIN })
    expect(refusal(theirs)).toEqual(UNVERIFIED)
    expect(theirs.body.error.message).toBe(nobodys.body.error.message)
    expect(refusal(await attempt({ caller_id: OURS }, stranger))).toEqual(UNVERIFIED)
    expect(await read()).toMatchObject({ name: 'Test', caller_id: null })
  })

  test.each([
    ['+1 911 555 0100', 'number_forbidden'],
    ['+1 900 555 0123', 'number_forbidden'],
    ['+1234567', 'invalid_phone'],
  ])('%s cannot be shown: %s', async (caller_id, code) => {
    expect(refusal(await attempt({ caller_id }))).toEqual({ status: 400, code, at: ['/caller_id'] })
  })

  test('a number that is given up is not shown any more, unless the operator has verified it', async () => {
    const id = await add()
    await change({ caller_id: MAIN })
    await remove(id)
    expect((await read()).caller_id).toBeNull()
    expect(refusal(await attempt({ caller_id: MAIN }))).toEqual(UNVERIFIED)

    const again = await add()
    await change({ caller_id: MAIN })
    await app.store.transaction((tx) => verifyCallerId(tx, app.account.id, MAIN, START))
    await remove(again)
    expect((await read()).caller_id).toBe(MAIN)
  })

  test('one that is shown already may be sent again with other changes', async () => {
    await change({ caller_id: OURS })
    await app.store.transaction((tx) => withdrawCallerId(tx, app.account.id, OURS))
    expect(await change({ name: 'Renamed', caller_id: OURS })).toMatchObject({ name: 'Renamed', caller_id: OURS })
  })
})

describe('a change takes effect at once', () => {
  const statuses = async (count: number, as?: TestAccount): Promise<number[]> => {
    const found: number[] = []
    for (let i = 0; i < count; i++) found.push((await app.get('/numbers', as)).status)
    return found
  }

  test('lower request limits hold from the next request on, over all tokens, and count what came before', async () => {
    const other = await addToken(app, app.account, {})
    await change({ limits: { per_second: 3 } })
    const answer = await app.get('/numbers', other)
    expect(answer.headers.get('ratelimit-policy')).toBe('"burst";q=3;w=1, "standard";q=6000000;w=60')
    expect(answer.headers.get('ratelimit')).toStartWith('"burst";r=1;')
    expect(await statuses(2)).toEqual([200, 429])
    expect(await statuses(1, other)).toEqual([429])
    await app.advanceBy(SECOND)
    expect(await statuses(4, other)).toEqual([200, 200, 200, 429])
  })

  test('higher request limits hold from the next request on', async () => {
    await change({ limits: { per_second: 2, per_minute: 2 } })
    await app.advanceBy(MINUTE)
    expect(await statuses(1)).toEqual([200])
    await change({ limits: { per_second: 5, per_minute: 6 } })
    expect(await statuses(4)).toEqual([200, 200, 200, 429])
    await app.advanceBy(SECOND)
    expect(await statuses(2)).toEqual([200, 429])
  })

  test('one account’s limits are not another’s', async () => {
    const stranger = await app.addAccount()
    await change({ limits: { per_second: 1 } })
    expect(await statuses(3, stranger)).toEqual([200, 200, 200])
  })

  test('a launch time is read in the new time zone from the next request on; one that was read stays', async () => {
    const call = { phone: PERSON, playbook_id: await app.addPlaybook(), launch_at: '2026-12-01T12:00:00' }
    const before = await createCall(app, call)
    await change({ timezone: 'Asia/Tokyo' })
    const after = await createCall(app, call)
    expect(await readCall(app, after)).toMatchObject({ launch_at: '2026-12-01T03:00:00.000Z' })
    expect(await readCall(app, before)).toMatchObject({ launch_at: '2026-12-01T12:00:00.000Z' })
  })

  test('the caller id is shown to the callees of calls and campaigns that are created from now on', async () => {
    const playbook_id = await app.addPlaybook()
    const contacts = [{ phone: BUSY }]
    const launch_at = shown(START + HOUR)
    const early = await createCall(app, { phone: PERSON, playbook_id, launch_at })
    await change({ caller_id: OURS })
    const late = await createCall(app, { phone: '+14155550100', playbook_id })
    await createCampaign(app, { playbook_id, contacts })
    await change({ caller_id: null })
    const last = await createCall(app, { phone: '+14155550101', playbook_id })
    await app.advanceBy(2 * HOUR)
    expect(await readCall(app, early)).toMatchObject({ direction: 'outbound', from: null })
    expect(await readCall(app, late)).toMatchObject({ from: OURS })
    expect(await readCall(app, last)).toMatchObject({ from: null })
    expect((await listCalls(app)).find(({ phone }) => phone === BUSY)).toMatchObject({ from: OURS })
    expect(Object.fromEntries(app.dials.map(({ to, from }) => [to, from]))).toEqual({
      [PERSON]: null,
      '+14155550100': OURS,
      [BUSY]: OURS,
      '+14155550101': null,
    })
  })

  test('calling hours hold for calls that wait already, and so does doing away with them', async () => {
    const playbook_id = await app.addPlaybook()
    const callId = await createCall(app, { phone: PERSON, playbook_id, launch_at: shown(START + HOUR) })
    await change({ calling_hours: { windows: [{ days: ['mon'], from: '15:00', to: '16:00' }] } })
    await app.advanceBy(2 * HOUR)
    expect(app.dials).toEqual([])
    expect(await readCall(app, callId)).toMatchObject({
      status: 'scheduled',
      waiting_reason: 'calling_hours',
      next_attempt_at: '2026-11-23T15:00:00.000Z',
    })
    await change({ calling_hours: null })
    await app.settle()
    expect(app.dials.map(({ at }) => at)).toEqual([START + 2 * HOUR])
  })

  test('the attempt limit counts dials that were made before it was set, and doing away with it frees who waits', async () => {
    const playbook_id = await app.addPlaybook()
    await createCall(app, { phone: BUSY, playbook_id })
    await app.advanceBy(MINUTE)
    await change({ attempt_limit: { max: 1, window_hours: 2 } })
    const second = await createCall(app, { phone: BUSY, playbook_id })
    await app.advanceBy(MINUTE)
    expect(await readCall(app, second)).toMatchObject({
      waiting_reason: 'attempt_limit',
      next_attempt_at: shown(START + 2 * HOUR),
    })
    await change({ attempt_limit: null })
    await app.settle()
    expect(app.dials.map(({ at }) => at - START)).toEqual([0, 2 * MINUTE])
  })
})
