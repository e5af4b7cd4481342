import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { insertAccount } from '../../src/store/accounts.ts'
import { openStore, type Store, type StoreLocation } from '../../src/store/open.ts'
import { createSecretKey, isSealed } from '../../src/store/secretKey.ts'
import { findLockedSecrets, settleSecrets } from '../../src/store/secrets.ts'
import { findSuppressed, insertSuppression } from '../../src/store/suppressions.ts'
import { makeDataDirectory, START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { rejectionOf } from '../support/rejection.ts'

const PHONE = '+14155550666'
const ACCOUNT = '01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a02'
const ONE_KEY = 'one key that is as long as it has to be'
const OTHER_KEY = 'another key that is as long as it has to be'
const OLD_PHONE_KEY = '5a'.repeat(32)

let directory: string
const opened: Store[] = []
beforeEach(() => {
  directory = makeDataDirectory()
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  fs.rmSync(directory, { recursive: true })
})

async function open(location: StoreLocation, secretKey: string | null = null): Promise<Store> {
  const store = await openStore(location, { secretKey })
  opened.push(store)
  return store
}
const openData = (): Promise<Store> => open({ kind: 'directory', path: path.join(directory, 'data') })
async function close(): Promise<void> {
  for (const store of opened.splice(0)) await store.close()
}

async function addAccount(store: Store): Promise<void> {
  const limits = { requestsPerSecond: 10, requestsPerMinute: 100 }
  await store.transaction((tx) => insertAccount(tx, { id: ACCOUNT, name: 'A', timeZone: 'UTC', ...limits, at: 0 }))
}
const suppress = (store: Store) =>
  store.transaction((tx) =>
    insertSuppression(tx, {
      id: Bun.randomUUIDv7(),
      accountId: ACCOUNT,
      phone: PHONE,
      reason: 'request',
      note: null,
      callId: null,
      createdAt: 0,
    }),
  )
const find = (store: Store) => store.transaction((tx) => findSuppressed(tx, ACCOUNT, [PHONE]))
const storedKey = async (store: Store) =>
  (await store.db.selectFrom('secrets').select('value').where('name', '=', 'phone key').executeTakeFirstOrThrow()).value

/** A database as it was before there was a secret key: the phone is erased, and its hash's key lies open. */
async function addOldSuppression(store: Store): Promise<void> {
  await addAccount(store)
  const hash = createHmac('sha256', Buffer.from(OLD_PHONE_KEY, 'hex')).update(PHONE).digest('hex')
  await store.db.insertInto('secrets').values({ name: 'phone key', value: OLD_PHONE_KEY }).execute()
  await sql`insert into suppressions (id, account_id, phone_hash, reason, created_at)
    values (${Bun.randomUUIDv7()}::uuid, ${ACCOUNT}::uuid, ${hash}, 'request', now())`.execute(store.db)
}

describe('a data directory', () => {
  test(
    'has a key of its own, for its owner alone, and the database holds nothing that opens without it',
    async () => {
      const store = await openData()
      const file = path.join(directory, 'data', 'secret-key')
      expect(fs.statSync(file).mode & 0o777).toBe(0o600)
      expect(fs.readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
      await addAccount(store)
      await suppress(store)
      expect(isSealed(await storedKey(store))).toBe(true)
      expect(await find(store)).toEqual(new Set([PHONE]))
      await close()
      expect(await find(await openData())).toEqual(new Set([PHONE]))
    },
    START_TIMEOUT_MS,
  )

  test(
    'locks up at the start what an earlier version left open, and the numbers go on being recognised',
    async () => {
      const store = await openData()
      await addOldSuppression(store)
      expect(await settleSecrets(store)).toEqual({ areOpen: false })
      expect(isSealed(await storedKey(store))).toBe(true)
      expect(await find(store)).toEqual(new Set([PHONE]))
      await settleSecrets(store)
      await close()
      const again = await openData()
      await settleSecrets(again)
      expect(await find(again)).toEqual(new Set([PHONE]))
    },
    START_TIMEOUT_MS,
  )

  test(
    'without its key, and with a damaged one, is refused with what to do',
    async () => {
      const store = await openData()
      await addOldSuppression(store)
      await settleSecrets(store)
      await close()
      const file = path.join(directory, 'data', 'secret-key')
      const kept = fs.readFileSync(file, 'utf8')
      fs.rmSync(file)
      const another = await openData()
      expect((await rejectionOf(settleSecrets(another))).message).toContain(
        'were locked with another secret key. Set PLAYCALL',
      )
      expect(await findLockedSecrets(another)).toContain('were locked with another secret key')
      await close()
      fs.writeFileSync(file, '')
      expect((await rejectionOf(openData())).message).toContain('holds no secret key')
      const set = await open({ kind: 'directory', path: path.join(directory, 'data') }, kept)
      expect(await findLockedSecrets(set)).toBeNull()
      expect(await find(set)).toEqual(new Set([PHONE]))
    },
    START_TIMEOUT_MS,
  )
})

test(
  'processes on one Postgres go by the setting; without it the secrets lie open, until it is there',
  async () => {
    const location: StoreLocation = { kind: 'postgres', url: await makePostgresDatabase() }
    const without = await open(location)
    expect(await settleSecrets(without)).toEqual({ areOpen: true })
    await addAccount(without)
    await suppress(without)
    expect(isSealed(await storedKey(without))).toBe(false)

    const [one, two] = [await open(location, ONE_KEY), await open(location, ONE_KEY)]
    expect(await Promise.all([settleSecrets(one), settleSecrets(two)])).toEqual([
      { areOpen: false },
      { areOpen: false },
    ])
    expect(isSealed(await storedKey(one))).toBe(true)
    for (const store of [one, two]) expect(await find(store)).toEqual(new Set([PHONE]))

    expect((await rejectionOf(find(without))).message).toContain('Set PLAYCALL_SECRET_KEY, in every process alike.')
    const wrong = await open(location, OTHER_KEY)
    expect((await rejectionOf(settleSecrets(wrong))).message).toContain('were locked with another secret key')
  },
  START_TIMEOUT_MS,
)

test('what is sealed for one purpose opens for no other, and not when it was changed', () => {
  const key = createSecretKey(ONE_KEY)
  const sealed = key.seal('one', 'Zoë')
  expect(key.open('one', sealed)).toBe('Zoë')
  expect(createSecretKey(` ${ONE_KEY}\n`).open('one', sealed)).toBe('Zoë')
  expect(key.seal('one', 'Zoë')).not.toBe(sealed)
  expect(() => key.open('two', sealed)).toThrow('another secret key')
  expect(() => createSecretKey(OTHER_KEY).open('one', sealed)).toThrow('another secret key')
  expect(() => key.open('one', sealed.slice(0, -4))).toThrow('another secret key')
  expect(() => key.open('one', 'sealed:1:')).toThrow('another secret key')
})
