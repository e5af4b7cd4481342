import { DEMO_PLAYBOOK_ID } from '../../../src/cli/firstStart.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import type { PostgresAnswer, PostgresQuestion } from '../programs/postgresClients.ts'
import { startProgram } from '../program.ts'
import { createCalls, placeCalls, readCalls, startOnPostgres } from '../servers.ts'
import { compare } from '../statistics.ts'

export const postgres: Benchmark = {
  name: 'postgres',
  about: 'POST /call and GET /calls/{call_id} on a Postgres server',
  run,
}

const CALLS = 500

async function run(bench: Bench): Promise<Outcome> {
  const ours = await startOnPostgres(bench)
  const callIds = await placeCalls(ours, DEMO_PLAYBOOK_ID, CALLS)
  const clients = startProgram<PostgresQuestion, PostgresAnswer>('postgresClients', { args: [ours.database] })
  bench.atEnd(() => clients.stop())
  const measureMs = bench.seconds * 1000

  let number = 0
  const samples = await alternate(bench.rounds, {
    post: async () => {
      const result = await bench.load({ ...createCalls(ours, DEMO_PLAYBOOK_ID), firstNumber: number })
      number = result.nextNumber
      return result.perSecond
    },
    insert: async () => (await clients.ask({ kind: 'insert', measureMs })).perSecond,
    get: async () => (await bench.load(readCalls(ours, callIds))).perSecond,
    select: async () => (await clients.ask({ kind: 'select', callIds, measureMs })).perSecond,
  })
  const unit = 'requests/s'
  return {
    rows: [
      compare({
        what: 'POST /call, Postgres, durable',
        unit,
        ours: samples.post,
        baseline: { what: '32 bare clients, both rows in one exchange', values: samples.insert },
        target: { atLeast: 0.5 },
      }),
      compare({
        what: 'GET /calls/{call_id}, Postgres',
        unit,
        ours: samples.get,
        baseline: { what: '32 bare clients, one row by its key', values: samples.select },
        target: { atLeast: 0.5 },
      }),
    ],
  }
}
