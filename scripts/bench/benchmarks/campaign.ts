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
const POLL_MS = 50

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
  const answered = [samples.small, samples.middle, samples.large].map((of) => of.map(({ answeredMs }) => answeredMs))
  const [, middleMs = [], largeMs = []] = answered
  const storedMs = samples.large.map((one) => one.storedMs)
  const peaks = samples.large.map(({ peakBytes }) => peakBytes).filter((bytes) => bytes !== null)

  const others: { answering: LoadResult; storing: LoadResult }[] = []
  // Each load ends before what it is beside, which is slower with others about.
  const beside = (ms: number) =>
    bench.load({ ...readCalls(ours, callIds), ...OTHERS, warmUpMs: 50, measureMs: ms * 0.9 })
  for (let round = 0; round < Math.min(bench.rounds, ROUNDS_WITH_OTHERS); round++) {
    const whileAnswered = beside(median(largeMs))
    const campaignId = await sendCampaign(ours, largest, (number += largest) - largest)
    // Whoever makes the load makes one at a time.
    const answering = await whileAnswered
    const storing = await beside(median(storedMs) - median(largeMs))
    await waitUntilStored(ours, campaignId)
    others.push({ answering, storing })
  }
  const contactsOf = (size: number) => `POST /campaign, ${size.toLocaleString('en')} contacts`
  return {
    rows: [
      bound({
        what: `${contactsOf(largest / 10)}, until it is answered`,
        unit: 'ms',
        ours: middleMs,
        target: { atMost: 400 },
      }),
      bound({
        what: `${contactsOf(largest)}, until it is answered`,
        unit: 'ms',
        ours: largeMs,
        target: { atMost: 2_500 },
      }),
      compare({
        what: `${contactsOf(largest)}, until the last call is stored`,
        unit: 'ms',
        ours: storedMs,
        baseline: { what: 'the same rows, made in the database', values: samples.limit },
        target: { atMost: 1.5 },
      }),
      ...(idleBytes === null || peaks.length === 0
        ? []
        : [
            bound({
              what: `${contactsOf(largest)}: memory above idle`,
              unit: 'MB',
              ours: peaks.map((bytes) => (bytes - idleBytes) / MB),
              target: { atMost: 400 },
            }),
          ]),
      ...(['answering', 'storing'] as const).flatMap((phase) => {
        const what = `GET /calls/{call_id} while it is ${phase === 'answering' ? 'answered' : 'stored'}`
        const results = others.map((one) => one[phase])
        return [
          bound({
            what: `${what}, 99th percentile`,
            unit: 'ms',
            ours: results.map(({ p99Ms }) => p99Ms),
            target: { atMost: 100 },
          }),
          bound({ what: `${what}, longest`, unit: 'ms', ours: results.map(({ maxMs }) => maxMs), target: null }),
        ]
      }),
    ],
    growth: [
      growth(
        'POST /campaign, by contacts',
        'ms',
        sizes.map((size, index) => ({ size, median: median(answered[index] ?? []) })),
      ),
    ],
  }
}

/** Sends a campaign and waits until it is stored, and watches how much memory the service has at the most. */
async function submitCampaign(server: Server, size: number, firstNumber: number) {
  let peakBytes: number | null = null
  const watch = setInterval(() => {
    const bytes = readMemoryBytes(server.pid)
    if (bytes !== null) peakBytes = Math.max(peakBytes ?? 0, bytes)
  }, 10)
  const began = performance.now()
  const campaignId = await sendCampaign(server, size, firstNumber)
  const answeredMs = performance.now() - began
  await waitUntilStored(server, campaignId)
  const storedMs = performance.now() - began
  clearInterval(watch)
  return { answeredMs, storedMs, peakBytes }
}

/** Sends a campaign to numbers that are new, and answers its id. */
async function sendCampaign(server: Server, size: number, firstNumber: number): Promise<string> {
  const contacts = Array.from({ length: size }, (_, index) => ({
    phone: `+49303${String(firstNumber + index).padStart(9, '0')}`,
    first_name: 'Ada',
    last_name: 'Lovelace',
    custom_fields: { plan: 'gold' },
  }))
  const response = await fetch(`${server.url}/campaign`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ playbook_id: DEMO_PLAYBOOK_ID, launch_at: LAUNCH_AT, recall: [30, 120], contacts }),
  })
  const answer = (await response.json()) as { campaign_id?: string }
  if (answer.campaign_id === undefined) throw new Error(`the campaign was refused: ${JSON.stringify(answer)}`)
  return answer.campaign_id
}

async function waitUntilStored(server: Server, campaignId: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${server.url}/campaigns/${campaignId}`, { headers: server.headers })
    const { data } = (await response.json()) as { data?: { stored: number; calls: number } }
    if (!data) throw new Error(`the campaign cannot be read: ${response.status}`)
    if (data.stored === data.calls) return
    await Bun.sleep(POLL_MS)
  }
}
