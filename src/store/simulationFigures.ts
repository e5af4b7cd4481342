/** What became of the calls of a simulation. Its database holds nothing else. */
import { sql } from 'kysely'
import type { Instant } from '../core/time.ts'
import { toInstant } from './schema/moments.ts'
import type { Store } from './open.ts'

export interface SimulationFigures {
  calls: number
  byStatus: Record<string, number>
  /** Of those that have ended. */
  byEndedReason: Record<string, number>
  attempts: number
  firstDialAt: Instant | null
  lastDialAt: Instant | null
  /** The minute with the most dials, the first of several. */
  busiestMinute: { at: Instant; dials: number } | null
  /** Of all attempts together. */
  talkTimeS: number
}

/** Calls that have not ended. */
export async function countRemaining(store: Store): Promise<number> {
  const { remaining } = await store.db.selectFrom('campaigns').select('remaining').executeTakeFirstOrThrow()
  return remaining
}

export async function readFigures(store: Store): Promise<SimulationFigures> {
  const byStatus = await countCalls(store, 'status')
  const dials = await sql<{ count: number; first: Date | null; last: Date | null; talk_s: number }>`
    select count(*) as count, min(dialed_at) as first, max(dialed_at) as last,
      coalesce(round(sum(extract(epoch from (ended_at - answered_at)))), 0)::int as talk_s
    from attempts`.execute(store.db)
  const minutes = await sql<{ at: Date; dials: number }>`
    select date_trunc('minute', dialed_at) as at, count(*) as dials
    from attempts group by 1 order by 2 desc, 1 limit 1`.execute(store.db)
  const [all] = dials.rows
  const [busiest] = minutes.rows
  if (!all) throw new Error('a count has no row')
  return {
    calls: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    byStatus,
    byEndedReason: await countCalls(store, 'ended_reason'),
    attempts: all.count,
    firstDialAt: toInstant(all.first),
    lastDialAt: toInstant(all.last),
    busiestMinute: busiest ? { at: toInstant(busiest.at), dials: busiest.dials } : null,
    talkTimeS: all.talk_s,
  }
}

/** How many calls have each value of a column, the most frequent first; those without a value are left out. */
async function countCalls(store: Store, column: 'status' | 'ended_reason'): Promise<Record<string, number>> {
  const rows = await store.db
    .selectFrom('calls')
    .select((select) => [select.ref(column).$castTo<string>().as('value'), select.fn.countAll<number>().as('count')])
    .where(column, 'is not', null)
    .groupBy(column)
    .orderBy('count', 'desc')
    .orderBy('value')
    .execute()
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}
