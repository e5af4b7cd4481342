/** What the embedded database needs to stay small and quick is done as it is written to. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { openStore, type Store } from '../../src/store/open.ts'
import type { Upkeep } from '../../src/database/database.ts'
import { createUpkeep } from '../../src/database/pglite/upkeep.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { rejectionOf } from '../support/rejection.ts'

setDefaultTimeout(START_TIMEOUT_MS)

const MB = 1024 * 1024
const ROWS = 1_000
const WEEKS_KEPT = 3

let store: Store
let upkeep: Upkeep
beforeAll(async () => {
  store = await openStore({ kind: 'memory' })
  if (!store.upkeep) throw new Error('the embedded database has no upkeep')
  upkeep = store.upkeep
  await sql`create table visits (id integer primary key, week integer not null, status text, note text)`.execute(
    store.db,
  )
  await sql`create index visits_by_status on visits (status, id)`.execute(store.db)
})
afterAll(() => store.close())

/** Rows come, change three times as a call does, and the oldest go: each step in many transactions. */
async function liveThroughWeek(week: number): Promise<void> {
  const first = week * ROWS
  const write = (statement: ReturnType<typeof sql>): Promise<unknown> =>
    store.transaction((tx) => statement.execute(tx))
  for (let from = first; from < first + ROWS; from += 50) {
    const until = from + 49
    await write(sql`insert into visits select n, ${week}, 'scheduled', repeat('x', 800)
      from generate_series(${from}::integer, ${until}::integer) n`)
    for (const status of ['initiated', 'ringing', 'completed']) {
      await write(sql`update visits set status = ${status} where id between ${from} and ${until}`)
    }
  }
  await write(sql`delete from visits where week <= ${week - WEEKS_KEPT}`)
}

async function measure(): Promise<{ logBytes: number; logFiles: number; table: number; indexes: number }> {
  const { rows } = await sql<{ logBytes: number; logFiles: number; table: number; indexes: number }>`
    select (pg_current_wal_insert_lsn() - redo_lsn)::bigint as "logBytes",
      (select sum(size)::bigint from pg_ls_waldir()) as "logFiles",
      pg_relation_size('visits') as table, pg_indexes_size('visits') as indexes
    from pg_control_checkpoint()`.execute(store.db)
  if (!rows[0]) throw new Error('nothing was measured')
  return rows[0]
}

async function logPosition(): Promise<number> {
  const { rows } = await sql<{ at: number }>`select (pg_current_wal_insert_lsn() - '0/0')::bigint as at`.execute(
    store.db,
  )
  return rows[0]?.at ?? 0
}

test('through months of calls that come, change and go, the log and the tables stay as they were', async () => {
  const begun = await logPosition()
  const sizes = []
  for (let week = 0; week < 22; week++) {
    await liveThroughWeek(week)
    await upkeep.cleanIndexes()
    sizes.push(await measure())
  }
  // The log is checked now and then, and is then 32 MB at least.
  expect(Math.max(...sizes.map(({ logBytes }) => logBytes))).toBeLessThan(40 * MB)
  expect(Math.max(...sizes.map(({ logFiles }) => logFiles))).toBeLessThan(100 * MB)
  expect((await logPosition()) - begun).toBeGreaterThan(80 * MB)
  const settled = sizes.slice(8)
  for (const what of ['table', 'indexes'] as const) {
    const values = settled.map((size) => size[what])
    expect(Math.max(...values)).toBeLessThan(2 * Math.min(...values))
  }
})

test('whoever copies the files keeps the log until he lets go', async () => {
  const release = await upkeep.holdLog(() => {})
  expect((await measure()).logBytes).toBeLessThan(MB)
  for (let week = 40; (await measure()).logBytes < 34 * MB; week++) await liveThroughWeek(week)
  await upkeep.run()
  expect((await measure()).logBytes).toBeGreaterThan(34 * MB)
  expect((await rejectionOf(upkeep.holdLog(() => {}))).message).toContain('being copied already')
  release()
  await upkeep.run()
  expect((await measure()).logBytes).toBeLessThan(MB)
})

test('a log that is kept for too long is let go, and its holder is told', async () => {
  const impatient = createUpkeep(store.db, 33 * MB).upkeep
  let lost = 0
  const other = await upkeep.holdLog(() => {})
  await impatient.holdLog(() => lost++)
  for (let week = 60; (await measure()).logBytes < 33 * MB; week++) await liveThroughWeek(week)
  expect(lost).toBe(0)
  await impatient.run()
  expect(lost).toBe(1)
  expect((await measure()).logBytes).toBeLessThan(MB)
  other()
})
