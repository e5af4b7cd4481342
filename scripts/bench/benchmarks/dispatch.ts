import { makePostgresDatabase } from '../../../test/support/postgres.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import type { DispatchAnswer, DispatchQuestion } from '../programs/dispatchPlaycall.ts'
import { startProgram } from '../program.ts'
import { bound, compare } from '../statistics.ts'

/** One process on one Postgres server. Nodes 2 and 3 will be rows of their own once several may share a database. */
export const dispatch: Benchmark = {
  name: 'dispatch',
  about: 'attempts made in a second on one Postgres server, beside queues that do nothing but claim and finish',
  run,
}

const [BUSY, ANSWERS] = ['+15005550101', '+15005550100']

async function run(bench: Bench): Promise<Outcome> {
  const ask = async (name: string) => {
    const program = startProgram<DispatchQuestion, DispatchAnswer>(name, { args: [await makePostgresDatabase()] })
    bench.atEnd(() => program.stop())
    return async (question: DispatchQuestion) => (await program.ask(question)).perSecond
  }
  const playcall = await ask('dispatchPlaycall')
  const graphile = await ask('dispatchGraphile')
  const pgBoss = await ask('dispatchPgBoss')
  const [calls, jobs] = bench.quick ? [200, 1_000] : [3_000, 20_000]
  const samples = await alternate(bench.rounds, {
    busy: () => playcall({ jobs: calls, phone: BUSY }),
    graphile: () => graphile({ jobs }),
    pgBoss: () => pgBoss({ jobs }),
    talk: () => playcall({ jobs: Math.ceil(calls / 3), phone: ANSWERS }),
  })
  const what = 'attempts dialled and finished, one process'
  const unit = '1/s'
  const target = { atLeast: 1.2 }
  return {
    rows: [
      compare({
        what,
        unit,
        ours: samples.busy,
        baseline: { what: 'jobs of graphile-worker, batched', values: samples.graphile },
        target,
      }),
      compare({
        what,
        unit,
        ours: samples.busy,
        baseline: { what: 'jobs of pg-boss, batched', values: samples.pgBoss },
        target,
      }),
      bound({ what: 'whole conversations, one process', unit, ours: samples.talk, target: null }),
    ],
  }
}
