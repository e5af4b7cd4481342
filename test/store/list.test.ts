import { beforeAll, afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import type { CallStatus } from '../../src/core/call.ts'
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../src/core/time.ts'
import { instantOfUuid, lowestUuidOf } from '../../src/core/uuid.ts'
import type { CallFilter } from '../../src/store/calls/list.ts'
import { listCalls } from '../../src/store/calls/read.ts'
import { listCampaigns } from '../../src/store/campaigns/campaigns.ts'
import { type ContactFilter, listContacts } from '../../src/store/contacts/contacts.ts'
import { createdWith } from '../../src/store/idBounds.ts'
import type { Tx } from '../../src/store/open.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

setDefaultTimeout(START_TIMEOUT_MS)

/** A call a second. The oldest hundred have, by tens, what no other has. */
const CALLS = 5_000
const RARE_CALLS = 100
const LIMIT = 21
/** A list may look at so many rows of a table: its page twice, or all rows of a range of time if they are few. */
const MOST_READ = 100

const idOf = (kind: string, number: number): string =>
  `${lowestUuidOf(START + number * SECOND_MS).slice(0, 13)}-7000-${kind}-${String(number).padStart(12, '0')}`
const CAMPAIGN = idOf('a000', 0)
const VERSION = idOf('a001', 0)
const FOREIGN = idOf('a002', 0)

let app: TestApp
let playbook: string
let rarePlaybook: string
beforeAll(async () => {
  app = await openTestApp()
  await app.addAccount()
  playbook = await app.addPlaybook()
  rarePlaybook = await app.addPlaybook()
  const numbers = Array.from({ length: CALLS }, (_, index) => index + 1)
  const ids = (kind: string) => numbers.map((number) => idOf(kind, number))
  const { db } = app.store
  const at = sql`${new Date(START)}::timestamptz + number * interval '1 second'`
  await sql`
    insert into contacts (id, account_id, phone, fields, custom_fields, created_at, updated_at)
    select id, ${app.account.id}::uuid, '+1415' || number, '{}', '{}', ${at}, ${at}
    from unnest(${ids('8000')}::uuid[], ${numbers}::integer[]) as new(id, number)`.execute(db)
  await sql`
    insert into versions (id, account_id, playbook_id, number, message, config_hash, created_by, created_at)
    select ${VERSION}::uuid, account_id, id, 1, 'Rare', config_hash, 'test', created_at from playbooks
    where id = ${playbook}::uuid`.execute(db)
  await sql`
    insert into campaigns (id, account_id, playbook_id, version_source, config_hash, state, time_zone, recall,
      contacts_received, contacts_created, contacts_updated, contacts_duplicate, calls, remaining, created_at)
    select ${CAMPAIGN}::uuid, account_id, id, 'current', config_hash, 'active', 'UTC', '[]', 10, 10, 0, 0, 10, 0,
      created_at from playbooks where id = ${playbook}::uuid`.execute(db)
  const rare = (tenth: number) => sql`number <= ${sql.lit(RARE_CALLS)} and number % 10 = ${sql.lit(tenth)}`
  await sql`
    insert into calls (id, account_id, direction, playbook_id, version_id, campaign_id, contact_id, version_source,
      config_hash, phone, params, names, recall, status, priority, next_attempt_at, ring_timeout_s, max_duration_s,
      created_at, ended_at)
    select new.id, account_id, case when ${rare(1)} then 'inbound' else 'outbound' end,
      case when ${rare(2)} then ${rarePlaybook}::uuid else ${playbook}::uuid end,
      case when ${rare(3)} then ${VERSION}::uuid end, case when ${rare(4)} then ${CAMPAIGN}::uuid end,
      new.contact, 'current', config_hash, '+1415' || number, '{}', '{}', '[]',
      case when ${rare(5)} then 'busy' when ${rare(6)} or ${rare(7)} then 'scheduled' when ${rare(8)} then 'initiated'
        else 'completed' end, 0,
      case when ${rare(6)} then timestamptz '2000-01-01' when ${rare(7)} then timestamptz '2100-01-01' end, 45, 300, ${at},
      case when not (${rare(6)} or ${rare(7)} or ${rare(8)}) then ${at} end
    from unnest(${ids('9000')}::uuid[], ${ids('8000')}::uuid[], ${numbers}::integer[]) as new(id, contact, number),
      playbooks where playbooks.id = ${playbook}::uuid`.execute(db)
  await sql`analyze calls, contacts, campaigns, versions, playbooks`.execute(db)
})
afterAll(() => app.close())

/** How many rows of a table the statements of `read` have the database look at. */
async function countRead(tx: Tx, table: string, read: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select seq_tup_read + coalesce(idx_tup_fetch, 0) as count
      from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
    return Number(rows[0]?.count)
  }
  const before = await count()
  await read()
  return (await count()) - before
}

const at = (second: number): Instant => START + second * SECOND_MS
const rares = (tenth: number): number[] =>
  Array.from({ length: CALLS }, (_, index) => index + 1).filter(
    (number) => number <= RARE_CALLS && number % 10 === tenth % 10,
  )
const all = Array.from({ length: CALLS }, (_, index) => index + 1)
const without = (...tenths: number[]): number[] => {
  const left = new Set(tenths.flatMap(rares))
  return all.filter((number) => !left.has(number))
}
const status = (...statuses: CallStatus[]): CallFilter => ({ statuses })

const RANGES: [name: string, range: Pick<CallFilter, 'createdAfter' | 'createdBefore'>][] = [
  ['at all times', {}],
  ['of the last minute', { createdAfter: at(CALLS - 59) }],
  ['before the last ones', { createdBefore: at(60) }],
  ['of a minute long ago', { createdAfter: at(30), createdBefore: at(90) }],
  ['of no time', { createdAfter: at(CALLS + HOUR_MS) }],
]

describe.each(RANGES)('%s', (_, range) => {
  const isWithin = (number: number) =>
    at(number) >= (range.createdAfter ?? 0) && at(number) < (range.createdBefore ?? Infinity)
  const newest = (numbers: readonly number[]) => numbers.filter(isWithin).toReversed().slice(0, LIMIT)

  const filters: [name: string, filter: () => CallFilter, numbers: readonly number[]][] = [
    ['all calls', () => ({}), all],
    ['outbound ones', () => ({ direction: 'outbound' }), without(1)],
    ['inbound ones', () => ({ direction: 'inbound' }), rares(1)],
    ['completed ones', () => status('completed'), without(5, 6, 7, 8)],
    ['busy ones', () => status('busy'), rares(5)],
    ['scheduled ones', () => status('scheduled'), rares(7)],
    [
      'initiated ones, or waiting for a line',
      () => status('initiated'),
      all.filter((n) => [6, 8].includes(n % 10) && n <= RARE_CALLS),
    ],
    ['failed ones, of which there are none', () => status('failed'), []],
    [
      'busy and scheduled ones',
      () => status('scheduled', 'busy', 'busy'),
      all.filter((n) => [5, 7].includes(n % 10) && n <= RARE_CALLS),
    ],
    ['those with the usual playbook', () => ({ playbookId: playbook }), without(2)],
    ['those with a rare playbook', () => ({ playbookId: rarePlaybook }), rares(2)],
    ['those with a version', () => ({ versionId: VERSION }), rares(3)],
    ['those of a campaign', () => ({ campaignId: CAMPAIGN }), rares(4)],
    ['those to a contact', () => ({ contactId: idOf('8000', 50) }), [50]],
    ['those to a number', () => ({ phone: '+141550' }), [50]],
    ['those to a number that nobody has', () => ({ phone: '+14150' }), []],
    ['those of a campaign that there is not', () => ({ campaignId: FOREIGN }), []],
  ]
  test.each(filters)('%s are found without looking at others', async (_name, filter, numbers) => {
    await app.store.transaction(async (tx) => {
      const read = await countRead(tx, 'calls', async () => {
        const page = { limit: LIMIT, afterId: null }
        const found = await listCalls(tx, app.account.id, { ...filter(), ...range }, page, START)
        expect(found.map(({ id }) => id)).toEqual(newest(numbers).map((number) => idOf('9000', number)))
      })
      expect(read).toBeLessThanOrEqual(MOST_READ)
    })
  })

  const contacts: [name: string, filter: ContactFilter, numbers: readonly number[]][] = [
    ['all contacts', {}, all],
    ['the contact of a number', { phone: '+141550' }, [50]],
    ['those whom a campaign calls', { campaignId: CAMPAIGN }, rares(4)],
    ['the one of a number whom a campaign calls', { phone: '+141554', campaignId: CAMPAIGN }, [54]],
  ]
  test.each(contacts)('%s are found without looking at others', async (_name, filter, numbers) => {
    await app.store.transaction(async (tx) => {
      const read = await countRead(tx, 'contacts', async () => {
        const found = await listContacts(tx, app.account.id, { ...filter, ...range }, { limit: LIMIT, afterId: null })
        expect(found.map(({ id }) => id)).toEqual(newest(numbers).map((number) => idOf('8000', number)))
      })
      expect(read).toBeLessThanOrEqual(MOST_READ)
    })
  })
})

test('the campaigns of a contact are found by his calls', async () => {
  await app.store.transaction(async (tx) => {
    const read = await countRead(tx, 'calls', async () => {
      const filter = { contactId: idOf('8000', 54) }
      const found = await listCampaigns(tx, app.account.id, filter, { limit: LIMIT, afterId: null }, START)
      expect(found.map(({ id }) => id)).toEqual([CAMPAIGN])
    })
    expect(read).toBeLessThanOrEqual(1)
  })
})

test('the pages of a filter follow one another, each call once', async () => {
  const found: string[] = []
  for (let afterId: string | null = null; ;) {
    const page = await listCalls(
      app.store.db,
      app.account.id,
      status('busy', 'initiated'),
      { limit: 7, afterId },
      START,
    )
    found.push(...page.map(({ id }) => id))
    afterId = page.at(-1)?.id ?? null
    if (afterId === null) break
  }
  const expected = all.filter((n) => [5, 6, 8].includes(n % 10) && n <= RARE_CALLS).toReversed()
  expect(found).toEqual(expected.map((number) => idOf('9000', number)))
})

test('what is stored long after it was asked for says that it was created when it was stored, nearly', () => {
  const id = Bun.randomUUIDv7('hex', START)
  expect(instantOfUuid(id)).toBe(START)
  expect(createdWith(id, START - 5 * SECOND_MS)).toBe(START - 5 * SECOND_MS)
  expect(createdWith(id, START - HOUR_MS)).toBe(START - 10 * SECOND_MS)
  expect(createdWith(id, START + MINUTE_MS)).toBe(START + 10 * SECOND_MS)
})
