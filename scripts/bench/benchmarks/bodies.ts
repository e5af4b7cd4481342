import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import { type LargeBody, largeBodies } from '../largeBodies.ts'
import { readMemoryBytes } from '../processes.ts'
import { type Server, startOnDirectory } from '../servers.ts'
import { bound } from '../statistics.ts'

export const bodies: Benchmark = {
  name: 'bodies',
  about: 'how long others wait while a large body is read',
  run,
}

const MB = 1_000_000
/** What no body may make another request wait. */
const LONGEST_WAIT_MS = 250

async function run(bench: Bench): Promise<Outcome> {
  const server = await startOnDirectory(bench)
  const rows: Outcome['rows'] = []
  for (const body of largeBodies(bench.quick ? 0.02 : 1)) {
    const samples: Sample[] = []
    for (let round = 0; round < bench.rounds; round++) samples.push(await send(server, body))
    bench.say(`${body.what}: answered after ${samples.map(({ ms }) => Math.round(ms)).join(', ')} ms`)
    rows.push(
      bound({
        what: `GET /healthz meanwhile, longest: ${body.what}`,
        unit: 'ms',
        ours: samples.map(({ longestMs }) => longestMs),
        target: { atMost: LONGEST_WAIT_MS },
      }),
      bound({
        what: `memory at the most: ${body.what}`,
        unit: 'MB',
        ours: samples.map(({ peakBytes }) => peakBytes / MB),
        target: null,
      }),
    )
  }
  return { rows }
}

interface Sample {
  ms: number
  longestMs: number
  peakBytes: number
}

/** Sends a body, and asks for something small again and again until it is answered. */
async function send(server: Server, { what, text, status }: LargeBody): Promise<Sample> {
  let isDone = false
  const began = performance.now()
  const answer = fetch(`${server.url}/campaign`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: text,
  }).then(async (response) => {
    isDone = true
    if (response.status !== status) throw new Error(`${what}: ${response.status} ${await response.text()}`)
  })
  const isOver = (): boolean => isDone
  let longestMs = 0
  let peakBytes = 0
  const keepAsking = async (): Promise<void> => {
    while (!isOver()) {
      const asked = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      longestMs = Math.max(longestMs, performance.now() - asked)
      peakBytes = Math.max(peakBytes, readMemoryBytes(server.pid) ?? 0)
    }
  }
  await Promise.all([answer, keepAsking()])
  return { ms: performance.now() - began, longestMs, peakBytes }
}
