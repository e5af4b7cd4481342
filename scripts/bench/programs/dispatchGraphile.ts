/** How many jobs a second graphile-worker does that do nothing, with its batches on. Argument: the URL of an empty database. */
import { Logger, run, runMigrations } from 'graphile-worker'
import { Pool } from 'pg'
import { answerQuestions } from '../program.ts'
import type { DispatchAnswer, DispatchQuestion } from './dispatchPlaycall.ts'

/** As many connections as the service has. */
const CONNECTIONS = 10
/** The best of those that were tried. */
const [BATCH, JOBS_AT_ONCE] = [500, 24]

const pool = new Pool({ connectionString: process.argv[2] ?? '', max: CONNECTIONS })
// The server is stopped after the last question.
pool.on('error', () => undefined)
pool.on('connect', (client) => client.on('error', () => undefined))
const logger = new Logger(() => () => undefined)
await runMigrations({ pgPool: pool, logger })

async function storeJobs(jobs: number): Promise<void> {
  await pool.query(
    `select graphile_worker.add_jobs(array(
       select row('call', '{}'::json, null, now(), 25, null, null, null)::graphile_worker.job_spec
       from generate_series(1, $1::integer)))`,
    [jobs],
  )
  await pool.query('vacuum analyze')
}

async function dispatch({ jobs }: DispatchQuestion): Promise<DispatchAnswer> {
  await storeJobs(jobs)
  const finished = Promise.withResolvers<void>()
  let done = 0
  const began = performance.now()
  const runner = await run({
    pgPool: pool,
    logger,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: JOBS_AT_ONCE,
        localQueue: { size: BATCH },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    taskList: {
      call: () => {
        if (++done === jobs) finished.resolve()
      },
    },
  })
  await finished.promise
  // Jobs that were done are deleted in batches, and the last batch counts.
  while ((await pool.query('select 1 from graphile_worker.jobs limit 1')).rows.length > 0) await Bun.sleep(5)
  const perSecond = (jobs * 1000) / (performance.now() - began)
  await runner.stop()
  return { perSecond }
}

answerQuestions(dispatch)
