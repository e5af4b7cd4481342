/** PLAYCALL_TOKEN is the first account's token, and another one takes its place. */
import { beforeEach, expect, test } from 'bun:test'
import { encodeToken, hashToken, SCOPES } from '../../src/core/apiToken.ts'
import { adoptEnvironmentToken } from '../../src/environmentToken.ts'
import { prepareFirstStart } from '../../src/firstStart.ts'
import type { Store } from '../../src/store/open.ts'
import { rememberTokenHolders, type FindTokenHolder } from '../../src/store/tokenHolders.ts'
import { revokeToken } from '../../src/store/tokens.ts'
import { openTestStore, START_TIMEOUT_MS } from '../support/database.ts'
import { START } from '../support/testApp.ts'

const [A, B, C] = [1, 2, 3].map((byte) => encodeToken(new Uint8Array(32).fill(byte))) as [string, string, string]

let store: Store
let find: FindTokenHolder
let logged: string[]
beforeEach(async () => {
  store = await openTestStore()
  find = rememberTokenHolders(store)
  logged = []
}, START_TIMEOUT_MS)

const newId = (): string => Bun.randomUUIDv7()
const first = (token: string | null) => prepareFirstStart(store, { token, now: START, newId })
const start = (token: string) =>
  adoptEnvironmentToken(store, {
    token,
    now: START,
    newId,
    log: (level, message) => logged.push(`${level} ${message}`),
  })
const isValid = async (token: string): Promise<boolean> => (await find(hashToken(token), START)) !== null

test('a start with the same one changes nothing and says nothing', async () => {
  await first(A)
  await start(A)
  expect(await isValid(A)).toBe(true)
  expect(logged).toEqual([])
})

test('a changed one may do everything, the old one is valid no longer, and the log says so', async () => {
  await first(A)
  expect(await isValid(A)).toBe(true)
  await start(B)
  expect([await isValid(A), await isValid(B)]).toEqual([false, true])
  expect(await find(hashToken(B), START)).toMatchObject({
    scopes: SCOPES,
    expiresAt: null,
    tokenName: 'PLAYCALL_TOKEN',
  })
  expect(logged).toEqual([
    'warn PLAYCALL_TOKEN has changed: the new token takes the place of the old one, which is valid no longer',
  ])
  await start(C)
  expect([await isValid(B), await isValid(C)]).toEqual([false, true])
})

test('several processes that start at once with the new one make it once', async () => {
  await first(A)
  await Promise.all([start(B), start(B), start(B)])
  expect([await isValid(A), await isValid(B)]).toEqual([false, true])
  expect(logged).toHaveLength(1)
  const rows = await store.db.selectFrom('tokens').select('hash').execute()
  expect(rows).toHaveLength(2)
})

test('a process that still has the old one neither brings it back nor ends the new one', async () => {
  await first(A)
  await start(B)
  await start(A)
  expect([await isValid(A), await isValid(B)]).toEqual([false, true])
  expect(logged.at(-1)).toBe('warn PLAYCALL_TOKEN is a token that was revoked, and stays so; give another one')
})

test('one that was revoked stays revoked', async () => {
  await first(A)
  const holder = await find(hashToken(A), START)
  await store.transaction((tx) => revokeToken(tx, holder!.accountId, holder!.tokenId, START))
  await start(A)
  expect(await isValid(A)).toBe(false)
})

test('the token that the first start has made goes on beside one that is given later, and may be given itself', async () => {
  const made = (await first(null))?.newToken ?? ''
  await start(A)
  expect([await isValid(made), await isValid(A)]).toEqual([true, true])
  expect(logged).toEqual(['info PLAYCALL_TOKEN is valid from now on'])
  await start(made)
  expect([await isValid(made), await isValid(A)]).toEqual([true, false])
})
