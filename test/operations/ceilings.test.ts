/** What an operator allows an account, whatever the account sets for itself. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { components } from '../../generated/types.ts'
import type { Ceilings } from '../../src/core/ceilings.ts'
import { listReservations, saveCeilings } from '../../src/store/accounts.ts'
import { createCampaign, HOUR, refusal, SECOND, success } from '../support/client.ts'
import { openTestApp, type TestApp } from '../support/testApp.ts'

type Account = components['schemas']['Account']

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

const change = (body: object) => app.request<Account>('PATCH', '/account', { body })
const read = async () => success(await app.get<Account>('/account'))
const allow = (limits: Partial<Ceilings['limits']>, lines: Partial<Ceilings['lines']> = {}) =>
  app.store.transaction((tx) =>
    saveCeilings(tx, app.account.id, (present) => ({
      limits: { ...present.limits, ...limits },
      lines: { ...present.lines, ...lines },
    })),
  )

describe('a ceiling', () => {
  test('cannot be passed: each setting above it is named, nothing is changed, and what it allows is accepted', async () => {
    await allow({ perSecond: 50, perMinute: 500 }, { callsPerSecond: 3, callsAtOnce: 4, reservedForInbound: 2 })
    const before = await read()
    const refused = await change({
      name: 'Changed',
      limits: { per_second: 51, per_minute: 501 },
      lines: { calls_per_second: 4, calls_at_once: 5, reserved_for_inbound: 3 },
    })
    expect(refusal(refused)).toEqual({
      status: 400,
      code: 'above_ceiling',
      at: [
        '/limits/per_second',
        '/limits/per_minute',
        '/lines/calls_per_second',
        '/lines/calls_at_once',
        '/lines/reserved_for_inbound',
      ],
    })
    expect(await read()).toEqual(before)
    const fitting = {
      limits: { per_second: 50, per_minute: 500 },
      lines: { calls_per_second: 3, calls_at_once: 4, reserved_for_inbound: 2 },
    }
    expect(success(await change(fitting))).toMatchObject({ ...fitting, ceilings: fitting })
    expect(refusal(await change({ limits: { per_second: 51, per_minute: 1 } })).at).toEqual(['/limits/per_second'])
  })

  test('that is lower than what was set holds at once, is shown, and leaves what was set for when it is lifted', async () => {
    success(
      await change({
        limits: { per_second: 80, per_minute: 900 },
        lines: { calls_at_once: 9, reserved_for_inbound: 7 },
      }),
    )
    await allow({ perSecond: 3 }, { callsAtOnce: 4, callsPerSecond: 6, reservedForInbound: 0 })
    expect(await read()).toMatchObject({
      limits: { per_second: 3, per_minute: 900 },
      lines: { calls_per_second: 6, calls_at_once: 4, reserved_for_inbound: 0 },
      ceilings: {
        limits: { per_second: 3, per_minute: null },
        lines: { calls_per_second: 6, calls_at_once: 4, reserved_for_inbound: 0 },
      },
    })
    await app.advanceBy(HOUR)
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await app.get('/calls')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    await app.advanceBy(SECOND)
    success(await change({ name: 'Another' }))
    await allow({ perSecond: null }, { callsAtOnce: null, callsPerSecond: null, reservedForInbound: null })
    expect(await read()).toMatchObject({
      name: 'Another',
      limits: { per_second: 80, per_minute: 900 },
      lines: { calls_per_second: null, calls_at_once: 9, reserved_for_inbound: 7 },
    })
  })

  test('on lines holds for the dials, also where the account asks for as many as the carrier takes', async () => {
    await allow({}, { callsAtOnce: 2 })
    expect(success(await change({ lines: { calls_at_once: null } })).lines.calls_at_once).toBe(2)
    const contacts = Array.from({ length: 6 }, (_, i) => ({ phone: `+1415555${1000 + i}` }))
    await createCampaign(app, { playbook_id: await app.addPlaybook(), contacts })
    await app.advanceBy(SECOND)
    expect(app.engineState().callsInTheAir).toBe(2)
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(6)
  })

  test('on the lines kept for incoming calls bounds what others have to leave free', async () => {
    success(await change({ lines: { reserved_for_inbound: 1_000 } }))
    success(await app.post('/numbers', { phone: '+14155550177', playbook_id: await app.addPlaybook() }))
    expect((await listReservations(app.store.db)).get(app.account.id)).toBe(1_000)
    await allow({}, { reservedForInbound: 3 })
    expect((await listReservations(app.store.db)).get(app.account.id)).toBe(3)
    await allow({}, { reservedForInbound: 0 })
    expect((await listReservations(app.store.db)).has(app.account.id)).toBe(false)
  })

  test('of one account is not another’s, and without one everything may be set', async () => {
    const other = await app.addAccount()
    await allow({ perSecond: 1 })
    const body = { limits: { per_second: 100_000, per_minute: 6_000_000 }, lines: { calls_at_once: 100_000 } }
    const answer = success(await app.request<Account>('PATCH', '/account', { body, as: other }))
    expect(answer).toMatchObject({ ...body, ceilings: { limits: { per_second: null } } })
  })
})
