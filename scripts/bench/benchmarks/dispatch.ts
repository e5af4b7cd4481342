import { makePostgresDatabase } from '../../../test/support/postgres.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import type { DispatchAnswer, DispatchQuestion } from '../programs/dispatchPlaycall.ts'
import type { NodeQuestion } from '../programs/dispatchNode.ts'
import { startProgram } from '../program.ts'
import { bound, compare } from '../statistics.ts'

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
  const nodes = [await startNodes(bench, 1), await startNodes(bench, 2), await startNodes(bench, 3)] as const
  const [calls, jobs] = bench.quick ? [200, 1_000] : [3_000, 20_000]
  const samples = await alternate(bench.rounds, {
    busy: () => playcall({ jobs: calls, phone: BUSY }),
    graphile: () => graphile({ jobs }),
    pgBoss: () => pgBoss({ jobs }),
    one: () => nodes[0](calls),
    two: () => nodes[1](calls),
    three: () => nodes[2](calls),
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
      ...[samples.two, samples.three].map((ours, index) =>
        compare({
          what: `attempts dialled and finished, ${index + 2} processes`,
          unit,
          ours,
          baseline: { what: 'one process', values: samples.one },
          target: null,
        }),
      ),
      bound({ what: 'whole conversations, one process', unit, ours: samples.talk, target: null }),
    ],
  }
}

/** Processes that share a database, and wait for calls. Answers a function that has so many dialled: attempts a second. */
async function startNodes(bench: Bench, count: number): Promise<(calls: number) => Promise<number>> {
  const url = await makePostgresDatabase()
  const programs = Array.from({ length: count }, () =>
    startProgram<NodeQuestion, null>('dispatchNode', { args: [url, String(count)] }),
  )
  for (const program of programs) bench.atEnd(() => program.stop())
  await Promise.all(programs.map((program) => program.ask({ do: 'join' })))
  return async (calls) => {
    await programs[0]?.ask({ do: 'store', jobs: calls, phone: BUSY })
    const began = performance.now()
    await Promise.all(programs.map((program) => program.ask({ do: 'dial' })))
    return (calls * 1000) / (performance.now() - began)
  }
}
