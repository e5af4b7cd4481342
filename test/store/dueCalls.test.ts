import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { DAY_MS, type Instant } from '../../src/core/time.ts'
import { FIRST_LOOK, listDueAccounts, lockDueCalls, PRIORITY } from '../../src/store/dueCalls.ts'
import type { Tx } from '../../src/store/open.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

/** Calls of a campaign: many more than a batch, due at one instant. As many others are due a day later. */
const DUE = 3000
const BATCH = 20

let app: TestApp
let ids: string[]
beforeEach(async () => {
  app = await openTestApp()
  await app.addAccount()
  await app.addPlaybook()
  const later = Array.from({ length: DUE }, () => Bun.randomUUIDv7())
  ids = Array.from({ length: DUE }, () => Bun.randomUUIDv7())
  for (const priority of Object.values(PRIORITY)) await storeCalls(later.splice(0, DUE / 2), priority, START + DAY_MS)
  await storeCalls(ids.toReversed(), PRIORITY.campaign, START)
  await sql`analyze calls`.execute(app.store.db)
})
afterEach(() => app.close())

async function storeCalls(callIds: readonly string[], priority: number, dueAt: Instant): Promise<void> {
  await sql`
    insert into calls (id, account_id, direction, playbook_id, version_source, config_hash, phone, params, names, recall,
      status, priority, next_attempt_at, ring_timeout_s, max_duration_s, created_at)
    select new.id, account_id, 'outbound', playbooks.id, 'current', config_hash, '+14155550100', '{}', '{}', '[]',
      'scheduled', ${priority}, ${new Date(dueAt)}::timestamptz, 45, 300, ${new Date(START)}::timestamptz
    from unnest(${callIds}::uuid[]) as new(id), playbooks`.execute(app.store.db)
}

/** How many calls the statements of `read` have the database look at. */
async function countCallsRead(tx: Tx, read: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select seq_tup_read + coalesce(idx_tup_fetch, 0) as count
      from pg_stat_xact_user_tables where relname = 'calls'`.execute(tx)
    return Number(rows[0]?.count)
  }
  const before = await count()
  await read()
  return (await count()) - before
}

test('calls that are due at one instant are taken by their ids', async () => {
  const taken = await app.store.transaction((tx) => lockDueCalls(tx, app.account.id, START, BATCH))
  expect(taken.map(({ call }) => call.id)).toEqual(ids.slice(0, BATCH))
})

test('a batch reads the calls that it takes, however many are due beside them', async () => {
  const read = await app.store.transaction((tx) =>
    countCallsRead(tx, () => lockDueCalls(tx, app.account.id, START, BATCH)),
  )
  expect(read).toBe(BATCH)
})

test('who has something due is found without reading all of it', async () => {
  const read = await app.store.transaction((tx) =>
    countCallsRead(tx, async () => {
      expect(await listDueAccounts(tx, START, null, 10)).toEqual([app.account.id])
    }),
  )
  // For the one account: that it has calls, that there is no other, and the first of each priority.
  expect(read).toBeLessThanOrEqual(FIRST_LOOK + 4)
})

describe('among five thousand accounts', () => {
  const ACCOUNTS = 5_000
  let accountIds: string[]
  beforeEach(async () => {
    await sql`delete from calls`.execute(app.store.db)
    accountIds = Array.from({ length: ACCOUNTS }, () => Bun.randomUUIDv7()).toSorted()
    await sql`
      insert into accounts (id, name, time_zone, requests_per_second, requests_per_minute, created_at)
      select new.id, 'Other', 'UTC', 100, 6000, ${new Date(START)}::timestamptz from unnest(${accountIds}::uuid[]) as new(id)`.execute(
      app.store.db,
    )
    await storeForEach(accountIds, START + DAY_MS)
    await sql`analyze calls, accounts`.execute(app.store.db)
  }, START_TIMEOUT_MS)

  async function storeForEach(owners: readonly string[], dueAt: Instant): Promise<void> {
    await sql`
      insert into calls (id, account_id, direction, playbook_id, version_source, config_hash, phone, params, names,
        recall, status, priority, next_attempt_at, ring_timeout_s, max_duration_s, created_at)
      select gen_random_uuid(), new.id, 'outbound', playbooks.id, 'current', config_hash, '+14155550100', '{}', '{}',
        '[]', 'scheduled', 0, ${new Date(dueAt)}::timestamptz, 45, 300, ${new Date(START)}::timestamptz
      from unnest(${owners}::uuid[]) as new(id), playbooks`.execute(app.store.db)
  }

  const dueAccounts = (tx: Tx, afterId: string | null = null) => listDueAccounts(tx, START, afterId, 100)

  test('that nothing is due shows without asking each', async () => {
    const read = await app.store.transaction((tx) =>
      countCallsRead(tx, async () => expect(await dueAccounts(tx)).toEqual([])),
    )
    expect(read).toBeLessThanOrEqual(1)
  })

  test('the one that has something due is found without asking each', async () => {
    const [one] = accountIds.slice(3_000)
    await storeForEach(one === undefined ? [] : [one], START)
    const read = await app.store.transaction((tx) =>
      countCallsRead(tx, async () => {
        expect(await dueAccounts(tx)).toEqual(one === undefined ? [] : [one])
        expect(await dueAccounts(tx, one)).toEqual([])
      }),
    )
    expect(read).toBeLessThanOrEqual(4)
  })

  test('many are listed by their ids, from the one asked for on', async () => {
    const due = accountIds.filter((_, index) => index % 20 === 0)
    await storeForEach(due, START)
    await app.store.transaction(async (tx) => {
      expect(await dueAccounts(tx)).toEqual(due.slice(0, 100))
      expect(await dueAccounts(tx, due[99])).toEqual(due.slice(100, 200))
      expect(await dueAccounts(tx, due.at(-1))).toEqual([])
    })
  })
})
