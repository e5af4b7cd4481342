/** Those of the bad inputs that need another account or another hour, and what the service makes of odd ones that it takes. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openTestApp, START, type TestAccount, type TestApp } from '../support/testApp.ts'
import { LOOP } from './badInputs/meaning.ts'
import { PHONE } from './badInputs/world.ts'

let app: TestApp
let stranger: TestAccount
let playbookId: string
beforeAll(async () => {
  app = await openTestApp()
  stranger = await app.addAccount()
  playbookId = await app.addPlaybook()
})
afterAll(() => app.close())

const isUnauthorized = { status: 401, body: { error: { code: 'unauthorized' } } }

test('70 a revoked token is refused from the next request on', async () => {
  const made = await app.post<{ id: string; token: string }>('/tokens', { name: 'x', scopes: ['calls:read'] })
  const as = { id: app.account.id, token: made.body.data.token }
  expect((await app.get('/calls', as)).status).toBe(200)
  expect((await app.request('DELETE', `/tokens/${made.body.data.id}`)).status).toBe(200)
  expect(await app.get('/calls', as)).toMatchObject(isUnauthorized)
})

test('71 a token is refused from the instant at which it expires', async () => {
  expect(await app.get('/calls', await app.addAccount({ expiresAt: START }))).toMatchObject(isUnauthorized)
})

test('72 a token without the scope is 403', async () => {
  const narrow = await app.addAccount({ scopes: ['calls:read'] })
  const answer = await app.post('/call', { phone: PHONE, playbook_id: playbookId }, narrow)
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } })
})

describe('73 what belongs to another account does not exist', () => {
  test('a call, a contact, a campaign and a playbook', async () => {
    const placed = await app.post<{ call_id: string }>('/call', { phone: PHONE, playbook_id: playbookId })
    const made = await app.post('/campaign', { playbook_id: playbookId, contacts: [{ phone: PHONE }] })
    const contacts = await app.get<{ items: { id: string }[] }>('/contacts')
    const paths = [
      `/calls/${placed.body.data.call_id}`,
      `/campaigns/${made.body.campaign_id}`,
      `/contacts/${contacts.body.data.items[0]?.id}`,
      `/playbooks/${playbookId}`,
    ]
    for (const path of paths) {
      expect((await app.get(path)).status).toBe(200)
      expect(await app.get(path, stranger)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    }
  })

  test('a playbook to call with', async () => {
    const answer = await app.post('/call', { phone: PHONE, playbook_id: playbookId }, stranger)
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'playbook_forbidden' } } })
  })
})

describe('a time that the clocks of the zone do not show once', () => {
  test.each([
    ['96 in the gap of spring moves forward', '2027-03-28T02:30:00', '2027-03-28T01:30:00.000Z'],
    ['97 in the fold of autumn is the first', '2027-10-31T02:30:00', '2027-10-31T00:30:00.000Z'],
  ])('%s', async (_, wall, instant) => {
    const body = { phone: PHONE, playbook_id: playbookId, launch_at: wall, timezone: 'Europe/Paris' }
    const placed = await app.post<{ call_id: string }>('/call', body)
    const found = await app.get<{ launch_at: string }>(`/calls/${placed.body.data.call_id}`)
    expect(found.body.data.launch_at).toBe(instant)
  })
})

test('92 a call whose template loops 10^8 times ends, and the next one works', async () => {
  const looping = await app.addPlaybook({ first_message: LOOP })
  const placed = await app.post<{ call_id: string }>('/call', { phone: PHONE, playbook_id: looping })
  await app.advanceBy(600_000)
  const found = await app.get<{ status: string }>(`/calls/${placed.body.data.call_id}`)
  expect(found.body.data.status).toBe('completed')
  expect((await app.post('/call', { phone: PHONE, playbook_id: playbookId })).status).toBe(201)
})
