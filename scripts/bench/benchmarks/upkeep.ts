import { statSync } from 'node:fs'
import { DEMO_PLAYBOOK_ID } from '../../../src/firstStart.ts'
import { startService } from '../../../test/support/service.ts'
import { alternate } from '../alternate.ts'
import { seededId } from '../callRows.ts'
import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import { startProgram } from '../program.ts'
import type { SeedQuestion } from '../programs/seedCalls.ts'
import { readCalls, type Server, serverOf } from '../servers.ts'
import { bound, compare } from '../statistics.ts'

/** Vacuum and checkpoints come by themselves when enough was written: by the calls of a campaign that are made meanwhile. */
export const upkeep: Benchmark = {
  name: 'upkeep',
  about: 'how long a request waits at most while the embedded database is vacuumed and checkpointed',
  run,
}

/** Reads one call after another, with a short rest: a wait of any length falls upon it. */
const READER = { connections: 1, pauseMs: 2 }
/** The simulated carrier takes as many dials. */
const DIALS_PER_SECOND = 200

async function run(bench: Bench): Promise<Outcome> {
  const [finished, dialled] = bench.quick ? [3_000, 100] : [1_000_000, 3_000]
  const { server, folder } = await startFilled(bench, finished)
  const callIds = Array.from({ length: 500 }, (_, index) => {
    const number = 1 + Math.floor((index * finished) / 500)
    return seededId('call', number)
  })
  const read = async (measureMs: number): Promise<number> =>
    (await bench.load({ ...readCalls(server, callIds), ...READER, measureMs })).maxMs
  let checkpoints = 0
  const samples = await alternate(bench.rounds, {
    busy: async (round) => {
      const before = lastCheckpoint(folder)
      await submitCampaign(server, dialled, round * dialled)
      const longest = await read((dialled / DIALS_PER_SECOND) * 1000)
      if (lastCheckpoint(folder) > before) checkpoints++
      return longest
    },
    quiet: () => read(bench.seconds * 1000),
  })
  bench.say(`upkeep was done in ${checkpoints} of ${bench.rounds} rounds`)
  const longest = `GET /calls/{call_id} of ${finished.toLocaleString('en')}, longest wait`
  return {
    rows: [
      compare({
        what: `${longest} during upkeep`,
        unit: 'ms',
        ours: samples.busy,
        baseline: { what: 'the same at rest', values: samples.quiet },
        target: null,
      }),
      bound({ what: `${longest} during upkeep`, unit: 'ms', ours: samples.busy, target: { atMost: 250 } }),
    ],
  }
}

async function startFilled(bench: Bench, calls: number): Promise<{ server: Server; folder: string }> {
  const folder = `${bench.makeFolder()}/data`
  const first = await startService({ env: { PLAYCALL_DATA: folder } })
  await first.stop()
  const seeder = startProgram<SeedQuestion, null>('seedCalls', { args: [folder] })
  bench.atEnd(() => seeder.stop())
  await seeder.ask({ first: 1, last: calls })
  await seeder.stop()
  const env = { PLAYCALL_DATA: folder, PLAYCALL_TOKEN: first.token }
  const service = await startService({ wideLimits: false, env })
  return { server: serverOf(bench, { ...service, token: first.token }), folder }
}

/** Postgres writes this file with every checkpoint. */
function lastCheckpoint(folder: string): number {
  return statSync(`${folder}/database/global/pg_control`).mtimeMs
}

/** Calls that are made at once, to numbers that answer and are new. */
async function submitCampaign(server: Server, size: number, firstNumber: number): Promise<void> {
  const contacts = Array.from({ length: size }, (_, index) => ({
    phone: `+49306${String(firstNumber + index).padStart(9, '0')}`,
  }))
  const response = await fetch(`${server.url}/campaign`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ playbook_id: DEMO_PLAYBOOK_ID, contacts }),
  })
  if (response.status !== 202) throw new Error(`the campaign was refused: ${await response.text()}`)
}
