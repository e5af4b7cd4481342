/** Whom a token belongs to may be remembered, but never longer than it is true. */
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { sql } from 'kysely'
import { findAccount, insertAccount, lockAccount, saveAccount, saveCeilings } from '../../src/store/accounts.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { type FindTokenHolder, rememberTokenHolders } from '../../src/store/tokenHolders.ts'
import { insertToken, makeToken, type NewToken, revokeToken, touchToken } from '../../src/store/tokens.ts'
import { openTestStore, START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'

setDefaultTimeout(START_TIMEOUT_MS)

const NOW = Date.parse('2026-11-23T09:00:00.000Z')
const ACCOUNT = Bun.randomUUIDv7()

let store: Store
let find: FindTokenHolder
let token: NewToken
beforeEach(async () => {
  store = await openTestStore()
  await addAccount(store)
  token = await addToken(store)
  find = rememberTokenHolders(store)
})

const NEW_ACCOUNT = {
  id: ACCOUNT,
  name: 'Test',
  timeZone: 'UTC',
  requestsPerSecond: 10,
  requestsPerMinute: 100,
  at: NOW,
}
const addAccount = (to: Store) => to.transaction((tx) => insertAccount(tx, NEW_ACCOUNT))

async function addToken(to: Store, expiresAt: number | null = null): Promise<NewToken> {
  const fields = {
    id: Bun.randomUUIDv7(),
    accountId: ACCOUNT,
    name: 'Test',
    scopes: ['calls:read'],
    at: NOW,
    expiresAt,
  }
  const made = makeToken(fields)
  await to.transaction((tx) => insertToken(tx, made.token))
  return made.token
}

const holder = (now = NOW) => find(token.hash, now)

/** How often the embedded database is called while `work` runs. */
async function countCalls(work: () => Promise<unknown>): Promise<number> {
  const spy = spyOn(PGlite.prototype, 'execProtocolRawStream')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

describe('it is forgotten at once', () => {
  test('when the token is revoked', async () => {
    expect(await holder()).toMatchObject({ tokenId: token.id, accountId: ACCOUNT })
    await store.transaction((tx) => revokeToken(tx, ACCOUNT, token.id, NOW))
    expect(await holder()).toBeNull()
  })

  test('when the token is revoked in the middle of other transactions', async () => {
    const touch = () => store.transaction((tx) => touchToken(tx, token.id, NOW))
    await holder()
    const revoked = store.transaction((tx) => revokeToken(tx, ACCOUNT, token.id, NOW)).then(() => holder())
    const asked = Array.from({ length: 20 }, () => holder())
    await Promise.all([touch(), revoked, touch(), ...asked])
    expect(await revoked).toBeNull()
    expect(await holder()).toBeNull()
  })

  test('when the settings of the account change', async () => {
    await holder()
    await store.transaction(async (tx) => {
      const account = await lockAccount(tx, ACCOUNT)
      const own = { ...account.own, limits: { perSecond: 7, perMinute: 70 } }
      await saveAccount(tx, { ...account, timeZone: 'Europe/Paris', own })
    })
    expect(await holder()).toMatchObject({ timeZone: 'Europe/Paris', limits: { perSecond: 7, perMinute: 70 } })
  })

  test('when the operator sets a ceiling', async () => {
    await holder()
    await store.transaction((tx) =>
      saveCeilings(tx, ACCOUNT, ({ lines }) => ({ limits: { perSecond: 2, perMinute: null }, lines })),
    )
    expect((await holder())?.limits.perSecond).toBe(2)
  })

  test.each([
    ['a statement', sql`update tokens set revoked_at = now()`],
    ['a part of another', sql`with gone as (update "tokens" set revoked_at = now() returning id) select id from gone`],
    ['a block', sql`do $$ begin update public.tokens set revoked_at = now(); end $$`],
  ])('when it is changed by SQL that nobody thought of: %s', async (_, statement) => {
    await holder()
    await statement.execute(store.db)
    expect(await holder()).toBeNull()
    await sql`update tokens set revoked_at = null`.execute(store.db)
    expect(await holder()).not.toBeNull()
    // Now it is prepared.
    await statement.execute(store.db)
    expect(await holder()).toBeNull()
  })

  test('when the token expires', async () => {
    token = await addToken(store, NOW + 1000)
    expect(await holder(NOW + 999)).not.toBeNull()
    expect(await holder(NOW + 1000)).toBeNull()
  })
})

test('a change that is rolled back changes nothing', async () => {
  await holder()
  await store
    .transaction(async (tx) => {
      await revokeToken(tx, ACCOUNT, token.id, NOW)
      throw new Error('changed my mind')
    })
    .catch(() => undefined)
  expect(await holder()).not.toBeNull()
})

test('a token that is not known is asked for again: it may be made at any moment', async () => {
  const made = makeToken({
    id: Bun.randomUUIDv7(),
    accountId: ACCOUNT,
    name: 'Late',
    scopes: [],
    at: NOW,
    expiresAt: null,
  })
  expect(await find(made.token.hash, NOW)).toBeNull()
  await store.transaction((tx) => insertToken(tx, made.token))
  expect(await find(made.token.hash, NOW)).toMatchObject({ tokenName: 'Late' })
})

test('a Postgres server is not known to be written to by one process alone, the embedded database is', () => {
  expect(store.gateVersion === undefined).toBe(process.env.TEST_DATABASE === 'postgres')
})

test('those who ask at the same moment are told each what is true of his token at his instant', async () => {
  const end = NOW + 1000
  const [expiring, other, revoked] = [await addToken(store, end), await addToken(store), await addToken(store)]
  await store.transaction((tx) => revokeToken(tx, ACCOUNT, revoked.id, NOW))
  const asked: [hash: string, now: number][] = [
    [expiring.hash, end - 1],
    [expiring.hash, end],
    [other.hash, end],
    [revoked.hash, NOW],
    ['unknown', NOW],
    [token.hash, NOW],
    [expiring.hash, NOW],
  ]
  const holders = await Promise.all(asked.map(([hash, now]) => find(hash, now)))
  expect(holders.map((found) => found?.tokenId ?? null)).toEqual([
    expiring.id,
    null,
    other.id,
    null,
    null,
    token.id,
    expiring.id,
  ])
})

test('another process on the same server refuses a token from the moment on that it was revoked', async () => {
  const url = await makePostgresDatabase()
  const [here, there] = await Promise.all([0, 1].map(() => openStore({ kind: 'postgres', url })))
  if (!here || !there) throw new Error('two were opened')
  await addAccount(here)
  find = rememberTokenHolders(here)
  try {
    token = await addToken(there)
    expect(await holder()).not.toBeNull()
    await there.transaction((tx) => revokeToken(tx, ACCOUNT, token.id, NOW))
    expect(await holder()).toBeNull()
  } finally {
    await Promise.all([here.close(), there.close()])
  }
})

test('a token that is revoked while an answer about it is on its way is refused to whoever comes then', async () => {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const read: Store['read'] = async (work) => {
    const answer = await store.read(work)
    asked.resolve()
    await gate.promise
    return answer
  }
  find = rememberTokenHolders({ ...store, read })
  const early = holder()
  await asked.promise
  await store.transaction((tx) => revokeToken(tx, ACCOUNT, token.id, NOW))
  const late = holder()
  gate.resolve()
  expect((await early)?.tokenId).toBe(token.id)
  expect(await late).toBeNull()
})

describe('the database is asked', () => {
  let memory: Store
  beforeAll(async () => {
    memory = await openStore({ kind: 'memory' })
    await addAccount(memory)
  })
  beforeEach(async () => {
    token = await addToken(memory)
    find = rememberTokenHolders(memory)
  })
  afterAll(() => memory.close())

  test('once, and again only after a change', async () => {
    expect(await countCalls(holder)).toBe(1)
    expect(await countCalls(holder)).toBe(0)
    expect(await countCalls(() => findAccount(memory.db, ACCOUNT))).toBe(1)
    expect(await countCalls(holder)).toBe(0)
    await memory.transaction((tx) => touchToken(tx, token.id, NOW))
    expect(await countCalls(holder)).toBe(1)
  })

  test('again when a change came while it was answering', async () => {
    const { gateVersion } = memory
    let changes = 0
    find = rememberTokenHolders({ ...memory, gateVersion: () => gateVersion!() + changes })
    const early = holder()
    changes++
    void find('of another token', NOW)
    expect(await early).not.toBeNull()
    expect(await countCalls(holder)).toBe(1)
  })

  test('each time where others may write to it', async () => {
    const { gateVersion: _, ...server } = memory
    find = rememberTokenHolders(server)
    expect(await countCalls(holder)).toBe(1)
    expect(await countCalls(holder)).toBe(1)
  })

  test('again for a token that has made room for others', async () => {
    await holder()
    const hashes = await memory.db.transaction().execute(async (tx) => {
      const made = Array.from({ length: 1_000 }, () => makeToken({ ...token, id: Bun.randomUUIDv7() }).token)
      for (const other of made) await insertToken(tx, other)
      return made.map(({ hash }) => hash)
    })
    await holder()
    for (const hash of hashes) await find(hash, NOW)
    expect(await countCalls(holder)).toBe(1)
  })
})
