import { DEMO_PLAYBOOK_ID } from '../../../src/cli/firstStart.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import type { LimitAnswer, LimitQuestion } from '../programs/groupCommit.ts'
import { startProgram } from '../program.ts'
import { createCalls, startBareServer, startOnDirectory } from '../servers.ts'
import { compare } from '../statistics.ts'

export const createCall: Benchmark = {
  name: 'create-call',
  about: 'POST /call on the embedded database, every call on the disk before its answer',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const ours = await startOnDirectory(bench)
  const raw = await startBareServer(bench, 'rawServer')
  const limit = startProgram<LimitQuestion, LimitAnswer>('groupCommit', { args: [`${bench.makeFolder()}/data`] })
  bench.atEnd(() => limit.stop())

  let number = 0
  const samples = await alternate(bench.rounds, {
    ours: async () => {
      const result = await bench.load({ ...createCalls(ours, DEMO_PLAYBOOK_ID), firstNumber: number })
      number = result.nextNumber
      return result
    },
    raw: () => bench.load(createCalls(raw, DEMO_PLAYBOOK_ID)),
    limit: async () => {
      const { perSecond } = await limit.ask({ measureMs: bench.seconds * 1000, batch: 32 })
      return perSecond
    },
  })
  const rates = (of: readonly { perSecond: number }[]): number[] => of.map(({ perSecond }) => perSecond)
  const delays = (of: readonly { p99Ms: number }[]): number[] => of.map(({ p99Ms }) => p99Ms)
  const unit = 'requests/s'
  return {
    rows: [
      compare({
        what: 'POST /call, embedded, durable',
        unit,
        ours: rates(samples.ours),
        baseline: { what: 'Bun.serve, parses the JSON', values: rates(samples.raw) },
        target: { atLeast: 0.2 },
      }),
      compare({
        what: 'POST /call, embedded, durable',
        unit,
        ours: rates(samples.ours),
        baseline: { what: 'the same rows in the database, 32 calls a commit', values: samples.limit },
        target: { atLeast: 0.5 },
      }),
      compare({
        what: 'POST /call, 99th percentile',
        unit: 'ms',
        ours: delays(samples.ours),
        baseline: { what: 'Bun.serve, parses the JSON', values: delays(samples.raw) },
        target: { atMost: 3 },
      }),
    ],
  }
}
