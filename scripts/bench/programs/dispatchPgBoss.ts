/**
 * How many jobs a second pg-boss hands out and takes back, in batches and without its `work`, which polls. Argument:
 * the URL of an empty database.
 */
import { PgBoss } from 'pg-boss'
import { answerQuestions } from '../program.ts'
import { queryPostgres } from '../servers.ts'
import type { DispatchAnswer, DispatchQuestion } from './dispatchPlaycall.ts'

/** The best of those that were tried. */
const [BATCH, LOOPS] = [500, 4]
const CONNECTIONS = 10
const QUEUE = 'call'

const database = process.argv[2] ?? ''
const boss = new PgBoss({ connectionString: database, max: CONNECTIONS, supervise: false, schedule: false })
boss.on('error', (cause) => console.error(cause))
await boss.start()
await boss.createQueue(QUEUE)

async function storeJobs(jobs: number): Promise<void> {
  for (let left = jobs; left > 0; left -= BATCH) {
    await boss.insert(
      QUEUE,
      Array.from({ length: Math.min(left, BATCH) }, () => ({ data: {} })),
    )
  }
  await queryPostgres(database, 'vacuum analyze')
}

async function workOff(): Promise<number> {
  let done = 0
  for (;;) {
    const jobs = await boss.fetch(QUEUE, { batchSize: BATCH })
    if (jobs.length === 0) return done
    await boss.complete(
      QUEUE,
      jobs.map(({ id }) => id),
    )
    done += jobs.length
  }
}

async function dispatch({ jobs }: DispatchQuestion): Promise<DispatchAnswer> {
  await boss.deleteAllJobs(QUEUE)
  await storeJobs(jobs)
  const began = performance.now()
  const counts = await Promise.all(Array.from({ length: LOOPS }, workOff))
  const done = counts.reduce((sum, count) => sum + count, 0)
  return { perSecond: (done * 1000) / (performance.now() - began) }
}

answerQuestions(dispatch)
