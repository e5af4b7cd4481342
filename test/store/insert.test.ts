import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { insertAccount } from '../../src/store/accounts/accounts.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { insertSingleCalls, type SingleCall } from '../../src/store/calls/insert.ts'
import { openTestStore, START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { waitFor } from '../support/waitFor.ts'

setDefaultTimeout(START_TIMEOUT_MS)

const NOW = Date.parse('2026-11-23T09:00:00.000Z')
const ACCOUNT = Bun.randomUUIDv7()

const SETTINGS = { name: 'Test', timeZone: 'UTC', requestsPerSecond: 10, requestsPerMinute: 100, at: NOW }

let store: Store
const OTHER_ACCOUNT = Bun.randomUUIDv7()
beforeEach(async () => {
  store = await openTestStore()
  for (const id of [ACCOUNT, OTHER_ACCOUNT]) await store.transaction((tx) => insertAccount(tx, { id, ...SETTINGS }))
})

const callTo = (phone: string, names: Record<string, string> = {}): SingleCall => ({
  id: Bun.randomUUIDv7(),
  accountId: ACCOUNT,
  phone,
  contactId: Bun.randomUUIDv7(),
  names,
  playbookId: Bun.randomUUIDv7(),
  version: { versionId: null, configHash: 'hash', source: 'current_configuration' },
  requestedVersionId: null,
  callerId: null,
  params: {},
  recallMinutes: [],
  launchAt: null,
  dueAt: NOW,
  ringTimeoutS: 45,
  maxDurationS: 300,
  at: NOW,
})

test('calls to one phone, stored together, share a contact, on which the later names win', async () => {
  const calls = [
    callTo('+4930111', { first_name: 'Ada', last_name: 'Byron' }),
    callTo('+4930222'),
    callTo('+4930111', { last_name: 'Lovelace' }),
    callTo('+4930111'),
  ]
  await store.transaction((tx) => insertSingleCalls(tx, calls))

  const contacts = await store.db.selectFrom('contacts').select(['id', 'phone', 'fields']).orderBy('phone').execute()
  expect(contacts).toEqual([
    { id: calls[0]!.contactId, phone: '+4930111', fields: { first_name: 'Ada', last_name: 'Lovelace' } },
    { id: calls[1]!.contactId, phone: '+4930222', fields: {} },
  ])
  const stored = await store.db.selectFrom('calls').select(['id', 'contact_id', 'names']).orderBy('id').execute()
  expect(stored).toEqual(
    calls.map(({ id, phone, names }) => ({ id, names, contact_id: calls[phone === '+4930222' ? 1 : 0]!.contactId })),
  )
})

test('calls of two accounts to one phone, stored together, have a contact each', async () => {
  const calls = [callTo('+4930111'), { ...callTo('+4930111'), accountId: OTHER_ACCOUNT }]
  await store.transaction((tx) => insertSingleCalls(tx, calls))

  const stored = await store.db.selectFrom('calls').select(['account_id', 'contact_id']).orderBy('id').execute()
  expect(stored).toEqual(calls.map(({ accountId, contactId }) => ({ account_id: accountId, contact_id: contactId })))
})

test('two who store calls to the same phones in different orders wait for each other and do not deadlock', async () => {
  const server = await openStore({ kind: 'postgres', url: await makePostgresDatabase() })
  const storeAll = (calls: readonly SingleCall[]) =>
    // Without the second chance that a deadlock gets otherwise.
    server.db.transaction().execute((tx) => insertSingleCalls(tx, calls))
  const calls = () => ['+4930111', '+4930222', '+4930333'].map((phone) => callTo(phone))
  try {
    await server.transaction((tx) => insertAccount(tx, { id: ACCOUNT, ...SETTINGS }))
    await storeAll(calls())
    const waiting: Promise<void>[] = []
    await server.transaction(async (tx) => {
      // Both come as far as this one.
      await sql`select from contacts where phone = '+4930222' for update`.execute(tx)
      waiting.push(storeAll(calls()), storeAll(calls().toReversed()))
      await waitFor('both to wait for a lock', async () => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(
          server.db,
        )
        return rows[0]?.count === 2 || null
      })
    })
    await Promise.all(waiting)
    const { rows } = await sql<{ count: number }>`select count(*) as count from calls`.execute(server.db)
    expect(rows).toEqual([{ count: 9 }])
  } finally {
    await server.close()
  }
})
