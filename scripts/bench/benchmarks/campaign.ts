import { DEMO_PLAYBOOK_ID } from '../../../src/firstStart.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import { readMemoryBytes } from '../processes.ts'
import type { BulkAnswer, BulkQuestion } from '../programs/bulkInsert.ts'
import type { LoadResult } from '../programs/loadClient.ts'
import { startProgram } from '../program.ts'
import { LAUNCH_AT, placeCalls, readCalls, type Server, startOnDirectory } from '../servers.ts'
import { bound, compare, growth, median } from '../statistics.ts'

export const campaign: Benchmark = {
  name: 'campaign',
  about: 'POST /campaign on the embedded database',
  run,
}

const MB = 1_000_000
/** Clients who read while a campaign is taken in, and how long each of them waits between two requests. */
const ROUNDS_WITH_OTHERS = 3
const OTHERS = { connections: 4, pauseMs: 10 }

async function run(bench: Bench): Promise<Outcome> {
  const largest = bench.quick ? 1_000 : 100_000
  const sizes = [largest / 100, largest / 10, largest]
  const ours = await startOnDirectory(bench)
  const limit = startProgram<BulkQuestion, BulkAnswer>('bulkInsert', { args: [`${bench.makeFolder()}/data`] })
  bench.atEnd(() => limit.stop())
  const callIds = await placeCalls(ours, DEMO_PLAYBOOK_ID, 100)
  const idleBytes = readMemoryBytes(ours.pid)

  let number = 0
  const submit = (size: number) => {
    number += size
    return submitCampaign(ours, size, number - size)
  }
  const samples = await alternate(bench.rounds, {
    small: () => submit(sizes[0] ?? 1),
    middle: () => submit(sizes[1] ?? 1),
    large: () => submit(largest),
    limit: async (round) => (await limit.ask({ rows: largest, firstNumber: round * largest })).ms,
  })
  const times = [samples.small, samples.middle, samples.large].map((of) => of.map(({ ms }) => ms))
  const [, , largeMs = []] = times
  const peaks = samples.large.map(({ peakBytes }) => peakBytes).filter((bytes) => bytes !== null)

  const others: LoadResult[] = []
  for (let round = 0; round < Math.min(bench.rounds, ROUNDS_WITH_OTHERS); round++) {
    // Ends before the campaign does, which is slower with others about.
    const load = bench.load({
      ...readCalls(ours, callIds),
      ...OTHERS,
      warmUpMs: 50,
      measureMs: median(largeMs) * 0.9,
    })
    await submit(largest)
    others.push(await load)
  }
  const contacts = `${largest.toLocaleString('en')} contacts`
  return {
    rows: [
      compare({
        what: `POST /campaign, ${contacts}`,
        unit: 'ms',
        ours: largeMs,
        baseline: { what: 'the same rows, made in the database', values: samples.limit },
        target: { atMost: 1.5 },
      }),
      ...(idleBytes === null || peaks.length === 0
        ? []
        : [
            bound({
              what: `POST /campaign, ${contacts}: memory above idle`,
              unit: 'MB',
              ours: peaks.map((bytes) => (bytes - idleBytes) / MB),
              target: { atMost: 400 },
            }),
          ]),
      bound({
        what: 'GET /calls/{call_id} meanwhile, 99th percentile',
        unit: 'ms',
        ours: others.map(({ p99Ms }) => p99Ms),
        target: { atMost: 100 },
      }),
      bound({
        what: 'GET /calls/{call_id} meanwhile, longest',
        unit: 'ms',
        ours: others.map(({ maxMs }) => maxMs),
        target: null,
      }),
    ],
    growth: [
      growth(
        'POST /campaign, by contacts',
        'ms',
        sizes.map((size, index) => ({ size, median: median(times[index] ?? []) })),
      ),
    ],
  }
}

/** Sends a campaign to numbers that are new, and watches how much memory the service has at the most. */
async function submitCampaign(server: Server, size: number, firstNumber: number) {
  const contacts = Array.from({ length: size }, (_, index) => ({
    phone: `+49303${String(firstNumber + index).padStart(9, '0')}`,
    first_name: 'Ada',
    last_name: 'Lovelace',
    custom_fields: { plan: 'gold' },
  }))
  const body = JSON.stringify({
    playbook_id: DEMO_PLAYBOOK_ID,
    launch_at: LAUNCH_AT,
    recall: [30, 120],
    contacts,
  })
  let peakBytes: number | null = null
  const watch = setInterval(() => {
    const bytes = readMemoryBytes(server.pid)
    if (bytes !== null) peakBytes = Math.max(peakBytes ?? 0, bytes)
  }, 10)
  const began = performance.now()
  const response = await fetch(`${server.url}/campaign`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body,
  })
  const answer = await response.text()
  const ms = performance.now() - began
  clearInterval(watch)
  if (response.status !== 202) throw new Error(`the campaign was refused: ${answer}`)
  return { ms, peakBytes }
}
