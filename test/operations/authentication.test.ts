import { listTokens, revokeToken } from '../../src/store/tokens/tokens.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { operationIds, operationScopes, type OperationId, type Scope } from '../../generated/operations.ts'
import { encodeToken, SCOPES } from '../../src/core/apiToken.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time.ts'
import { addToken } from '../support/addToken.ts'
import { sampleRequest, UNKNOWN_ID } from '../support/sampleRequest.ts'
import { openTestApp, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'

const PHONE = '+15005550100'
/** Of the form that the service makes, but nobody's. */
const UNKNOWN_TOKEN = encodeToken(new Uint8Array(32).fill(7))

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Asks for the calls with this header, or with none. */
async function ask(authorization: string | null): Promise<TestAnswer> {
  await app.advanceBy(SECOND_MS)
  return app.request('GET', '/calls', { as: null, headers: authorization === null ? {} : { authorization } })
}

/** Everything but what tells one request from another. */
function essence({ status, body }: TestAnswer): unknown {
  return { status, body: { ...body, error: { ...body.error, request_id: 'any' } } }
}

/** What a scope calls a resource, where that is not the plural. Who may call may also simulate being called. */
const PLURALS: Record<string, string> = { account: 'account', simulator: 'calls' }

function expectRefusal(answer: TestAnswer, status: number, code: string): void {
  expect(answer).toMatchObject({ status, body: { success: false, error: { code } } })
}

describe('section 5: every request requires a bearer token', () => {
  // Those who show no valid token are counted by their address; nobody is to meet that limit here.
  beforeEach(() => app.advanceBy(MINUTE_MS))

  test.each(operationIds)('%s is refused with 401 without a token', async (operationId) => {
    const { method, path, body } = sampleRequest(operationId)
    expectRefusal(await app.request(method, path, { body, as: null }), 401, 'unauthorized')
  })

  test('Authorization: Bearer and the token let a request in, whatever the case of the word Bearer', async () => {
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      expect((await ask(`${word} ${app.account.token}`)).status).toBe(200)
    }
  })

  test('a valid token in another form of the header is 401', async () => {
    const { token } = app.account
    const forms = [
      '',
      'Bearer',
      token,
      `Token ${token}`,
      `Basic ${token}`,
      `Basic ${Buffer.from(`user:${token}`).toString('base64')}`,
      `Bearer${token}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer "${token}"`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}0`,
      `Bearer ${token.toUpperCase()}`,
    ]
    for (const form of forms) expectRefusal(await ask(form), 401, 'unauthorized')
  })

  test('a token counts in the header only, not in the address or in a cookie', async () => {
    const { token } = app.account
    for (const name of ['access_token', 'token', 'api_key']) {
      expectRefusal(await app.request('GET', `/calls?${name}=${token}`, { as: null }), 401, 'unauthorized')
    }
    const headers = { cookie: `token=${token}`, 'x-api-key': token }
    expectRefusal(await app.request('GET', '/calls', { as: null, headers }), 401, 'unauthorized')
  })

  test('a token that nobody has been given is 401', async () => {
    expectRefusal(await ask(`Bearer ${UNKNOWN_TOKEN}`), 401, 'unauthorized')
  })

  test('a token holds until the instant at which it expires, and not at that instant', async () => {
    const short = await app.addAccount({ expiresAt: app.clock.now() + HOUR_MS })
    await app.advanceBy(HOUR_MS - 1)
    expect((await app.get('/calls', short)).status).toBe(200)
    await app.advanceBy(1)
    expectRefusal(await app.get('/calls', short), 401, 'unauthorized')
  })

  test('a token that is revoked is 401 from the next request on, and the account’s other tokens go on', async () => {
    const other = await addToken(app, app.account, { name: 'To be revoked' })
    expect((await app.get('/calls', other)).status).toBe(200)
    const tokens = await listTokens(app.store.db, app.account.id, { limit: 100, afterId: null })
    const id = tokens.find(({ name }) => name === 'To be revoked')?.id ?? ''
    await app.store.transaction((tx) => revokeToken(tx, app.account.id, id, app.clock.now()))
    expectRefusal(await app.get('/calls', other), 401, 'unauthorized')
    expect((await app.get('/calls')).status).toBe(200)
  })

  test('which of these it was is not told', async () => {
    const expired = await app.addAccount({ expiresAt: app.clock.now() })
    const answers = [
      await ask(null),
      await ask('Bearer short'),
      await ask(`Bearer ${UNKNOWN_TOKEN}`),
      await ask(`Bearer ${expired.token}`),
    ]
    for (const answer of answers) expect(essence(answer)).toEqual(essence(answers[0]!))
  })

  test('the refusal names the way to authenticate', async () => {
    expect((await ask(null)).headers.get('www-authenticate')).toBe('Bearer')
  })

  test('who shows no token learns nothing about the request, and nothing of it is done', async () => {
    const playbook = await app.addPlaybook()
    const contacts = [{ phone: PHONE }]
    await app.request('POST', '/call', { body: { phone: PHONE, playbook_id: playbook }, as: null })
    await app.request('POST', '/campaign', { body: { playbook_id: playbook, contacts }, as: null })
    const faulty = await app.request('POST', '/call', { body: '{"phone": 1', as: null })
    expect(essence(faulty)).toEqual(essence(await ask(null)))
    for (const list of ['/calls', '/campaigns', '/contacts']) {
      expect((await app.get(list)).body).toMatchObject({ data: { items: [] } })
    }
  })
})

test('section 5: the token is secret: neither the database nor the log holds it', async () => {
  const { token } = app.account
  await ask(`Bearer ${token}`)
  await ask(`Bearer ${token}x`)
  const rows = await app.store.db.selectFrom('tokens').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  const secret = token.slice('pc_'.length + 8)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(app.logged)).not.toContain(secret)
})

describe('section 5: insufficient permissions are 403', () => {
  let playbookId: string
  beforeAll(async () => {
    playbookId = await app.addPlaybook()
  })
  const sendAs = (operationId: OperationId, as: TestAccount): Promise<TestAnswer> => {
    const { method, path, body } = sampleRequest(operationId, { playbook_id: playbookId })
    return app.request(method, path, { body, as })
  }

  test('an operation with GET needs the scope to read its resource, every other one the scope to write it', () => {
    for (const operationId of operationIds) {
      const { method, path } = sampleRequest(operationId)
      const resource = /^\/(\w+?)s?(?=[/?]|$)/.exec(path)?.[1] ?? ''
      const scope = `${PLURALS[resource] ?? `${resource}s`}:${method === 'GET' ? 'read' : 'write'}`
      expect(`${operationId} ${operationScopes[operationId]}`).toBe(`${operationId} ${scope}`)
    }
  })

  test.each(operationIds)('%s is refused without its scope, whatever else the token may do', async (operationId) => {
    const scope: Scope = operationScopes[operationId]
    const others = await addToken(app, app.account, { scopes: SCOPES.filter((one) => one !== scope) })
    const refused = await sendAs(operationId, others)
    expectRefusal(refused, 403, 'insufficient_scope')
    expect(refused.body).toMatchObject({ error: { message: expect.stringContaining(scope) } })
  })

  test.each(operationIds)('%s needs no other scope than its own', async (operationId) => {
    const single = await addToken(app, app.account, { scopes: [operationScopes[operationId]] })
    expect([200, 201, 202, 404]).toContain((await sendAs(operationId, single)).status)
  })

  test('without the scope nothing of a request is done, and nothing is told about what it says', async () => {
    const reader = await addToken(app, await app.addAccount(), { scopes: ['calls:read', 'playbooks:read'] })
    expectRefusal(await sendAs('createPlaybook', reader), 403, 'insufficient_scope')
    expectRefusal(await app.post('/call', { phone: 'nonsense' }, reader), 403, 'insufficient_scope')
    expectRefusal(await app.post(`/calls/${UNKNOWN_ID}/cancel`, undefined, reader), 403, 'insufficient_scope')
    for (const list of ['/playbooks', '/calls']) {
      expect((await app.get(list, reader)).body).toMatchObject({ data: { items: [] } })
    }
  })
})

describe('section 5: a playbook that does not exist or is not the account’s', () => {
  test.each([
    ['POST /campaign', (playbook_id: string) => ({ playbook_id, contacts: [{ phone: PHONE }] })],
    ['POST /call', (playbook_id: string) => ({ playbook_id, phone: PHONE })],
  ] as const)('is 403 on %s, both alike, and nothing is stored', async (line, bodyFor) => {
    const path = line.split(' ')[1]!
    const caller = await app.addAccount()
    const foreign = await app.addPlaybook({}, app.account)
    const missing = await app.post(path, bodyFor(UNKNOWN_ID), caller)
    expectRefusal(missing, 403, 'playbook_forbidden')
    expect(essence(await app.post(path, bodyFor(foreign), caller))).toEqual(essence(missing))
    for (const list of ['/calls', '/campaigns', '/contacts']) {
      expect((await app.get(list, caller)).body).toMatchObject({ data: { items: [] } })
    }
  })

  test('is 400 on both when the identifier cannot be one, with the same answer', async () => {
    for (const playbook_id of ['x', '0', UNKNOWN_ID.slice(1), `${UNKNOWN_ID}0`, "'; drop table playbooks; --"]) {
      const call = await app.post('/call', { phone: PHONE, playbook_id })
      expectRefusal(call, 400, 'invalid_request')
      const campaign = await app.post('/campaign', { contacts: [{ phone: PHONE }], playbook_id })
      expect(essence(campaign)).toEqual(essence(call))
    }
  })
})
