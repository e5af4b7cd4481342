import { DEMO_PLAYBOOK_ID } from '../../../src/cli/firstStart.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import { CALL_ID } from '../constantAnswers.ts'
import { placeCalls, readCalls, startBareServer, startOnDirectory } from '../servers.ts'
import { compare } from '../statistics.ts'

export const getCall: Benchmark = {
  name: 'get-call',
  about: 'GET /calls/{call_id} on the embedded database',
  run,
}

const CALLS = 500

async function run(bench: Bench): Promise<Outcome> {
  const ours = await startOnDirectory(bench)
  const constant = await startBareServer(bench, 'constantService')
  const callIds = await placeCalls(ours, DEMO_PLAYBOOK_ID, CALLS)
  const samples = await alternate(bench.rounds, {
    ours: () => bench.load(readCalls(ours, callIds)),
    constant: () => bench.load(readCalls(constant, [CALL_ID])),
  })
  return {
    rows: [
      compare({
        what: 'GET /calls/{call_id}, embedded',
        unit: 'requests/s',
        ours: samples.ours.map(({ perSecond }) => perSecond),
        baseline: {
          what: 'the same way without a database',
          values: samples.constant.map(({ perSecond }) => perSecond),
        },
        target: { atLeast: 0.5 },
      }),
    ],
  }
}
