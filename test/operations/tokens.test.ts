import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { components } from '../../generated/types.ts'
import { SCOPES } from '../../src/core/apiToken.ts'
import { addToken } from '../support/addToken.ts'
import { openTestApp, START, type TestAccount, type TestApp } from '../support/testApp.ts'
import {
  HOUR,
  MINUTE,
  type Page,
  readAllPages,
  refusal,
  SECOND,
  shown,
  success,
  UNKNOWN_ID,
} from '../support/client.ts'

type Token = components['schemas']['Token']
type TokenCreated = components['schemas']['TokenCreated']

const NOT_FOUND = { status: 404, code: 'not_found', at: [] }
const UNAUTHORIZED = { status: 401, code: 'unauthorized', at: [] }

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

const attempt = (fields: object = {}, as?: TestAccount) =>
  app.post<TokenCreated>('/tokens', { name: 'Reports', scopes: ['calls:read'], ...fields }, as)
const create = async (fields: object = {}, as?: TestAccount) => success(await attempt(fields, as))
const list = async (as?: TestAccount) => success(await app.get<Page<Token>>('/tokens?limit=100', as)).items
const idsOf = async () => (await list()).map(({ id }) => id)
const find = async (id: string) => (await list()).find((token) => token.id === id)
const revoke = (id: string, as?: TestAccount) => app.request<Token>('DELETE', `/tokens/${id}`, { ...(as && { as }) })
/** Notes are written beside the answer; asking again waits for them. */
async function lastUse(id: string, wanted: string | null): Promise<string | null | undefined> {
  const deadline = performance.now() + 10_000
  let found = await find(id)
  while (found?.last_used_at !== wanted && performance.now() < deadline) found = await find(id)
  return found?.last_used_at
}
/** The account with another token. */
const holderOf = ({ token }: TokenCreated): TestAccount => ({ id: app.account.id, token })

describe('creating a token', () => {
  test('it is shown with its secret, and the secret works at once', async () => {
    const answer = await attempt({ name: 'Booking system', scopes: ['calls:write', 'calls:read'] })
    expect(answer.status).toBe(201)
    const created = success(answer)
    expect(created).toEqual({
      id: created.id,
      name: 'Booking system',
      prefix: created.token.slice(0, created.prefix.length),
      scopes: ['calls:write', 'calls:read'],
      created_at: shown(START),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      token: created.token,
    })
    expect(created.token).toMatch(/^pc_[A-Za-z0-9]{30,}$/)
    expect((await app.get('/calls', holderOf(created))).status).toBe(200)
  })

  test('the secret is never shown again, and neither the database nor the log holds it', async () => {
    const { token, ...shownLater } = await create()
    expect(await find(shownLater.id)).toEqual(shownLater)
    const rest = token.slice(shownLater.prefix.length)
    expect(JSON.stringify(await list())).not.toContain(rest)
    expect(JSON.stringify(success(await revoke(shownLater.id)))).not.toContain(rest)
    const { db } = app.store
    const rows = [
      await db.selectFrom('tokens').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(rest)
    expect(JSON.stringify(app.logged)).not.toContain(rest)
  })

  test('two tokens may have one name and never have one secret', async () => {
    const [one, two] = [await create(), await create()]
    expect(one.name).toBe(two.name)
    expect(one.token).not.toBe(two.token)
    expect(one.id).not.toBe(two.id)
  })

  test('an answer that holds a secret is not kept: an Idempotency-Key has no effect', async () => {
    const send = () =>
      app.request<TokenCreated>('POST', '/tokens', {
        body: { name: 'Reports', scopes: ['calls:read'] },
        headers: { 'idempotency-key': 'one' },
      })
    const [one, two] = [success(await send()), success(await send())]
    expect(one.token).not.toBe(two.token)
  })

  test('it may do what its scopes say and nothing else', async () => {
    const reader = holderOf(await create({ scopes: ['calls:read', 'numbers:read'] }))
    expect((await app.get('/calls', reader)).status).toBe(200)
    expect((await app.get('/numbers', reader)).status).toBe(200)
    const playbook_id = await app.addPlaybook()
    const body = { phone: '+15005550100', playbook_id }
    const forbidden = { status: 403, code: 'insufficient_scope', at: [] }
    expect(refusal(await app.post('/call', body, reader))).toEqual(forbidden)
    expect(refusal(await app.post('/numbers', body, reader))).toEqual(forbidden)
    expect(refusal(await app.get('/tokens', reader))).toEqual(forbidden)
    expect(refusal(await app.get('/account', reader))).toEqual(forbidden)
  })

  test('it can have no scope that the token of the request lacks, and the refusal names what is lacking', async () => {
    const scopes = ['tokens:write', 'calls:read'] as const
    const giver = await addToken(app, app.account, { scopes })
    const before = await idsOf()
    const refused = await attempt({ scopes: ['calls:read', 'calls:write', 'account:write'] }, giver)
    expect(refusal(refused)).toEqual({ status: 403, code: 'insufficient_scope', at: [] })
    expect(refused.body.error.message).toMatch(/calls:write, account:write/)
    expect(await idsOf()).toEqual(before)
    expect((await create({ scopes }, giver)).scopes).toEqual([...scopes])
  })

  test('it can have every scope that there is', async () => {
    expect((await create({ scopes: SCOPES })).scopes).toEqual([...SCOPES])
  })

  test('a field that is missing, unknown, or not what it should be is named, and no token is created', async () => {
    const before = await idsOf()
    for (const [fields, at] of [
      [{ name: undefined }, '/name'],
      [{ name: '' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ scopes: undefined }, '/scopes'],
      [{ scopes: [] }, '/scopes'],
      [{ scopes: 'calls:read' }, '/scopes'],
      [{ scopes: ['calls:read', 'calls:read'] }, '/scopes'],
      [{ scopes: ['calls:admin'] }, '/scopes/0'],
      [{ expires_at: 7 }, '/expires_at'],
      [{ expires_at: 'tomorrow' }, '/expires_at'],
      [{ expires_at: '2027-02-30T00:00:00Z' }, '/expires_at'],
      [{ expires_at: '2027-01-01T00:00:00' }, '/expires_at'],
      [{ expires_at: shown(START) }, '/expires_at'],
      [{ expires_at: '1969-12-31T00:00:00Z' }, '/expires_at'],
      [{ account_id: UNKNOWN_ID }, '/account_id'],
    ] as const) {
      expect(refusal(await attempt(fields))).toEqual({ status: 400, code: 'invalid_request', at: [at] })
    }
    expect(await idsOf()).toEqual(before)
  })
})

describe('the end of a token', () => {
  test('it is valid until it expires, and not at that instant', async () => {
    const created = await create({ expires_at: '2026-11-23T12:00:00+01:00' })
    expect(created.expires_at).toBe('2026-11-23T11:00:00.000Z')
    await app.advanceTo(START + 2 * HOUR - 1)
    expect((await app.get('/calls', holderOf(created))).status).toBe(200)
    await app.advanceBy(1)
    expect(refusal(await app.get('/calls', holderOf(created)))).toEqual(UNAUTHORIZED)
  })

  test('it may lie a millisecond ahead, and as far as anybody can write', async () => {
    expect((await create({ expires_at: shown(START + 1) })).expires_at).toBe(shown(START + 1))
    const last = await create({ expires_at: '9999-12-31T23:59:59-23:59' })
    expect(last.expires_at).toBe('9999-12-31T23:59:59.999Z')
    expect((await app.get('/calls', holderOf(last))).status).toBe(200)
  })

  test('one that is revoked is answered with 401 from the next request on, and the others go on', async () => {
    const [one, two] = [await create(), await create()]
    expect((await app.get('/calls', holderOf(one))).status).toBe(200)
    expect(await lastUse(one.id, shown(START))).toBe(shown(START))
    await app.advanceBy(MINUTE)
    const { token: _, ...token } = one
    expect(success(await revoke(one.id))).toEqual({
      ...token,
      revoked_at: shown(START + MINUTE),
      last_used_at: shown(START),
    })
    expect(refusal(await app.get('/calls', holderOf(one)))).toEqual(UNAUTHORIZED)
    expect((await app.get('/calls', holderOf(two))).status).toBe(200)
  })

  test('revoking again changes nothing and gets the same answer', async () => {
    const { id } = await create()
    const first = await revoke(id)
    await app.advanceBy(HOUR)
    const second = await revoke(id)
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  test('a token can revoke itself and whatever may do no more, but not one that may do more', async () => {
    const giver = await create({ name: 'Keeper', scopes: ['tokens:write', 'calls:read'] })
    const [mighty, other, meek] = [
      await create({ scopes: SCOPES }),
      await create({ scopes: ['calls:write'] }),
      await create({ scopes: ['calls:read'] }),
    ]
    const refused = await revoke(mighty.id, holderOf(giver))
    expect(refusal(refused)).toEqual({ status: 403, code: 'insufficient_scope', at: [] })
    expect(refused.body.error.message).toMatch(/lacks .*calls:write.*account:write/)
    expect(refusal(await revoke(other.id, holderOf(giver))).status).toBe(403)
    expect((await app.get('/calls', holderOf(mighty))).status).toBe(200)
    expect(await find(other.id)).toMatchObject({ revoked_at: null })
    expect(success(await revoke(meek.id, holderOf(giver)))).toMatchObject({ id: meek.id })
    expect(success(await revoke(giver.id, holderOf(giver)))).toMatchObject({ revoked_at: shown(START) })
    expect(refusal(await attempt({}, holderOf(giver)))).toEqual(UNAUTHORIZED)
  })

  test('it does not outlive the token that it was made with, and the answer says when it ends', async () => {
    const end = shown(START + HOUR)
    const scopes = ['tokens:write', 'calls:read']
    const parent = holderOf(await create({ scopes, expires_at: end }))
    const child = await create({ scopes }, parent)
    expect(child.expires_at).toBe(end)
    expect((await create({ expires_at: shown(START + 24 * HOUR) }, parent)).expires_at).toBe(end)
    expect((await create({ expires_at: shown(START + MINUTE) }, parent)).expires_at).toBe(shown(START + MINUTE))
    expect((await create({}, holderOf(child))).expires_at).toBe(end)
    expect((await create()).expires_at).toBeNull()
    expect((await create({ expires_at: null })).expires_at).toBeNull()
    expect((await create({ expires_at: null }, parent)).expires_at).toBe(end)
    await app.advanceTo(START + HOUR)
    expect(refusal(await app.get('/calls', holderOf(child)))).toEqual(UNAUTHORIZED)
  })

  test('a token of another account, or of nobody, is not found and goes on', async () => {
    const created = await create()
    const stranger = await app.addAccount()
    for (const wrong of [created.id, UNKNOWN_ID, 'x']) expect(refusal(await revoke(wrong, stranger))).toEqual(NOT_FOUND)
    expect((await app.get('/calls', holderOf(created))).status).toBe(200)
    expect(await find(created.id)).toMatchObject({ revoked_at: null })
  })
})

describe('the list of tokens', () => {
  test('it has the newest first, those that are expired or revoked too, in pages', async () => {
    const [first] = await list()
    const expired = await create({ name: 'Expired', expires_at: shown(START + SECOND) })
    const revoked = await create({ name: 'Revoked' })
    await revoke(revoked.id)
    await app.advanceBy(MINUTE)
    const good = await create({ name: 'Good' })
    const all = [good.id, revoked.id, expired.id, first!.id]
    expect(await idsOf()).toEqual(all)
    expect((await readAllPages<Token>(app, '/tokens?limit=3')).map(({ id }) => id)).toEqual(all)
  })

  test('it has the tokens of one account alone', async () => {
    await create()
    const stranger = await app.addAccount()
    expect((await list(stranger)).map(({ name }) => name)).toEqual(['Test token'])
  })
})

describe('the last use of a token', () => {
  test('it is null until the token is used, and then the minute of its last use', async () => {
    const created = await create()
    expect((await find(created.id))?.last_used_at).toBeNull()
    await app.advanceBy(90 * SECOND)
    await app.get('/calls', holderOf(created))
    expect(await lastUse(created.id, shown(START + MINUTE))).toBe(shown(START + MINUTE))
    await app.advanceBy(10 * MINUTE)
    expect(await lastUse(created.id, shown(START + MINUTE))).toBe(shown(START + MINUTE))
    await app.get('/calls', holderOf(created))
    expect(await lastUse(created.id, shown(START + 11 * MINUTE))).toBe(shown(START + 11 * MINUTE))
  })

  test('a request that is refused is a use, but not of a token that has ended', async () => {
    const created = await create()
    expect((await app.get('/numbers', holderOf(created))).status).toBe(403)
    expect(await lastUse(created.id, shown(START))).toBe(shown(START))
    await revoke(created.id)
    await app.advanceBy(HOUR)
    expect((await app.get('/calls', holderOf(created))).status).toBe(401)
    expect(await lastUse(created.id, shown(START))).toBe(shown(START))
  })
})
