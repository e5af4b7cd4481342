/** Work on a database in a directory, whose acknowledgements are kept with the place in the recording at which they were given. */
import { sql } from 'kysely'
import { DEMO_PLAYBOOK_ID } from '../../../src/cli/firstStart.ts'
import { openStore } from '../../../src/store/open.ts'
import { type Chance, chanceOf } from '../../simulation/draw.ts'
import { openApp } from './app.ts'
import type { Recording } from './recordDisk.ts'

/** What a client was told. `at`: how much had been done to the disk by then. */
export interface Acknowledged {
  at: number
  what: 'call' | 'campaign' | 'canceled call'
  id: string
}

/** What is asked for between the acknowledgements. */
const STEPS = 45
/** With its campaigns it fills two segments of the log, of 8 MB each. */
const MOST_CONTACTS = 600
const CHECKPOINTS = new Set([15, 30])
const SWITCHES = new Set([10, 22, 38])

/** Calls, campaigns, cancellations and dials, with checkpoints and new segments of the log in between. */
export async function playHistory(directory: string, seed: number, { ops }: Recording): Promise<Acknowledged[]> {
  const chance = chanceOf('history', seed)
  const app = await openApp(directory, seed)
  const acknowledged: Acknowledged[] = []
  const post = async (route: string, body?: unknown): Promise<Record<string, string>> => {
    const response = await app.post(route, body)
    if (!response.ok) throw new Error(`POST ${route}: ${await response.text()}`)
    return ((await response.json()) as { data: Record<string, string> }).data
  }
  const note = (what: Acknowledged['what'], id: string | undefined): void =>
    void acknowledged.push({ at: ops.length, what, id: id! })
  for (let step = 1; step <= STEPS; step++) {
    if (CHECKPOINTS.has(step)) await sql`checkpoint`.execute(app.store.db)
    if (SWITCHES.has(step)) await sql`select pg_switch_wal()`.execute(app.store.db)
    const draw = chance.next()
    if (draw < 0.5) note('call', (await post('/call', drawCall(step, chance))).call_id)
    else if (draw < 0.75) note('campaign', (await post('/campaign', drawCampaign(step, chance))).campaign_id)
    else if (draw < 0.9) {
      const { call_id } = await post('/call', { ...drawCall(step, chance), launch_at: '2026-12-24T09:00:00Z' })
      await post(`/calls/${call_id}/cancel`)
      note('canceled call', call_id)
    } else await app.clock.advanceBy(chance.whole(1, 20) * 1000, () => app.engine.idle())
  }
  await app.close()
  return acknowledged
}

function drawCall(step: number, chance: Chance): Record<string, unknown> {
  return { phone: phoneOf(step, chance.whole(0, 999)), playbook_id: DEMO_PLAYBOOK_ID }
}

/** Its name says how many calls it has. */
function drawCampaign(step: number, chance: Chance): Record<string, unknown> {
  const count = chance.whole(1, MOST_CONTACTS)
  const contacts = Array.from({ length: count }, (_, index) => ({ phone: phoneOf(step, 1000 + index) }))
  return { playbook_id: DEMO_PLAYBOOK_ID, name: `${count} calls`, contacts, launch_at: '2026-12-24T09:00:00Z' }
}

function phoneOf(step: number, index: number): string {
  return `+1415${String(step * 10_000 + index).padStart(7, '0')}`
}

/** Opens the database with the real store and says what is wrong with it; null when nothing is. */
export async function inspect(directory: string, acknowledged: readonly Acknowledged[]): Promise<string | null> {
  try {
    const store = await openStore({ kind: 'directory', path: directory })
    const calls = await store.db.selectFrom('calls').select(['id', 'status', 'campaign_id']).execute()
    const campaigns = await store.db.selectFrom('campaigns').select(['id', 'name']).execute()
    // Accepted, and not stored yet.
    const parts = await store.db.selectFrom('campaign_parts').select(['campaign_id', 'contact_count']).execute()
    await store.transaction((tx) => tx.updateTable('accounts').set({ name: 'Still writes' }).execute())
    await store.close()
    const statusOf = new Map(calls.map(({ id, status }) => [id, status]))
    const callsOf = Map.groupBy(calls, ({ campaign_id }) => campaign_id)
    for (const { id, name } of campaigns) {
      const waiting = parts.filter((part) => part.campaign_id === id)
      const count = (callsOf.get(id)?.length ?? 0) + waiting.reduce((sum, part) => sum + part.contact_count, 0)
      if (name !== `${count} calls`) return `a campaign of ${name} has ${count}`
    }
    const ids = new Set(campaigns.map(({ id }) => id))
    for (const { what, id } of acknowledged) {
      if (!(what === 'campaign' ? ids.has(id) : statusOf.has(id))) return `an acknowledged ${what} is lost: ${id}`
      if (what === 'canceled call' && statusOf.get(id) !== 'canceled') return `a canceled call is ${statusOf.get(id)}`
    }
    return null
  } catch (cause) {
    return `the database cannot be used: ${String(cause)}`
  }
}
