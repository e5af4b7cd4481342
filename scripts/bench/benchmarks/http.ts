import { DEMO_PLAYBOOK_ID } from '../../../src/cli/firstStart.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome, Row } from '../benchmark.ts'
import type { LoadResult } from '../programs/loadClient.ts'
import { CALL_ID } from '../constantAnswers.ts'
import { createCalls, readCalls, type Server, startBareServer } from '../servers.ts'
import { compare } from '../statistics.ts'

export const http: Benchmark = {
  name: 'http',
  about: 'the way of a request without a database: token, limits, parsing, validation, envelope',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const ours = await startBareServer(bench, 'constantService')
  const hono = await startBareServer(bench, 'honoServer')
  const raw = await startBareServer(bench, 'rawServer')
  const get = (server: Server) => () => bench.load(readCalls(server, [CALL_ID]))
  const post = (server: Server) => () => bench.load(createCalls(server, DEMO_PLAYBOOK_ID))
  const samples = await alternate(bench.rounds, {
    getOurs: get(ours),
    getHono: get(hono),
    getRaw: get(raw),
    postOurs: post(ours),
    postHono: post(hono),
    postRaw: post(raw),
  })
  return {
    rows: [
      costRow('GET without a database', samples.getOurs, 'bare Hono', samples.getHono),
      costRow('GET without a database', samples.getOurs, 'bare Bun.serve', samples.getRaw),
      costRow('POST without a database', samples.postOurs, 'bare Hono', samples.postHono),
      costRow('POST without a database', samples.postOurs, 'bare Bun.serve', samples.postRaw),
    ],
  }
}

function costRow(what: string, ours: LoadResult[], baseline: string, values: LoadResult[]): Row {
  return compare({
    what,
    unit: 'µs/request',
    ours: ours.map(costUs),
    baseline: { what: baseline, values: values.map(costUs) },
    target: null,
  })
}

/** The server's processor time; where the system does not tell it, the time in which a busy server answers one. */
function costUs({ serverCpuUs, perSecond }: LoadResult): number {
  return serverCpuUs ?? 1e6 / perSecond
}
