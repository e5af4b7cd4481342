import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { DAY_MS, type Instant } from '../../src/core/time.ts'
import { listDueAccounts, lockDueCalls, PRIORITY } from '../../src/store/calls/due.ts'
import type { Tx } from '../../src/store/open.ts'
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
  expect(read).toBeLessThanOrEqual(2)
})
