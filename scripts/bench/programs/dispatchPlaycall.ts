/**
 * How many attempts a second the service's engine makes on a Postgres server: claimed, dialled on the simulator, and
 * finished, with everything that a call leaves behind. Argument: the URL of an empty database.
 */
import { sql } from 'kysely'
import { createScriptedAgent } from '../../../src/agents/scripted.ts'
import { compose } from '../../../src/app.ts'
import { createSimulator } from '../../../src/carriers/simulator.ts'
import { systemClock } from '../../../src/engine/systemClock.ts'
import { prepareFirstStart } from '../../../src/firstStart.ts'
import { openStore } from '../../../src/store/open.ts'
import { type Ids, IDS_QUERY } from '../callRows.ts'
import { answerQuestions } from '../program.ts'

export interface DispatchQuestion {
  jobs: number
  /** What Playcall's callees do: `+15005550101` is busy, `+15005550100` answers and talks. Others have no callees. */
  phone?: string
}

export interface DispatchAnswer {
  perSecond: number
}

/** Out of the way, as the other queues have no such limits. */
const LINES = { callsPerSecond: 1_000_000, callsAtOnce: 1_000_000 }
/** As fast as the setting allows. */
const SPEED = 1_000

const store = await openStore({ kind: 'postgres', url: process.argv[2] ?? '' })
await prepareFirstStart(store, { token: null, now: Date.now(), newId: () => Bun.randomUUIDv7() })
const ids = (await sql.raw<Ids>(IDS_QUERY).execute(store.db)).rows[0]

async function storeCalls(jobs: number, phone: string): Promise<void> {
  await sql`truncate calls, attempts, turns`.execute(store.db)
  await sql`
    insert into calls (id, account_id, direction, playbook_id, version_id, version_source, config_hash, phone, params,
      names, recall, status, priority, next_attempt_at, ring_timeout_s, max_duration_s, created_at)
    select uuidv7(), ${ids?.account_id}::uuid, 'outbound', ${ids?.playbook_id}::uuid, ${ids?.version_id}::uuid,
      'production', ${ids?.config_hash}, ${phone}, '{}', '{}', '[]', 'scheduled', 1, now(), 45, 300, now()
    from generate_series(1, ${jobs}::integer)`.execute(store.db)
  await sql`vacuum analyze calls, attempts, turns`.execute(store.db)
}

async function isDone(): Promise<boolean> {
  const { rows } = await sql`select 1 from calls where ended_at is null limit 1`.execute(store.db)
  return rows.length === 0
}

async function dispatch({ jobs, phone = '+15005550101' }: DispatchQuestion): Promise<DispatchAnswer> {
  await storeCalls(jobs, phone)
  const carrier = createSimulator({ clock: systemClock, seed: 1, speed: SPEED, lines: LINES })
  const { engine } = compose({
    store,
    clock: systemClock,
    carrier,
    agent: createScriptedAgent(),
    log: (level, message, detail) => console.error(level, message, detail),
  })
  const began = performance.now()
  await engine.start()
  while (!(await isDone())) await Bun.sleep(50)
  const perSecond = (jobs * 1000) / (performance.now() - began)
  await engine.stop()
  carrier.close()
  return { perSecond }
}

answerQuestions(dispatch)
