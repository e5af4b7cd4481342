/** Starts the carrier's process, and nodes that dial through it. */
import path from 'node:path'
import type { Carrier } from '../../../src/ports/Carrier.ts'
import { spawnService, type SpawnedService } from '../service.ts'
import { type ClockSettings, clockToEnv } from './fastClock.ts'
import { packNode } from './packNode.ts'
import type { DialRecord } from './wire.ts'

export interface CarrierProcess {
  /** Where nodes reach it. */
  url: string
  /** Every create request that a node has made, repeated ones too, oldest first. */
  dials(): Promise<DialRecord[]>
  /** How many create requests there are, after taking in what nodes have sent by now: a later one has this `order` or more. */
  dialled(): Promise<number>
  /** Starts a node: the service on the database that `env` names (`PLAYCALL_DATA` or `DATABASE_URL`), as its users have it. */
  startNode(env: Record<string, string>): SpawnedService
  stop(): Promise<void>
}

export interface CarrierOptions {
  seed: number
  /** For the carrier and for every node; the machine's own if absent. */
  clock?: ClockSettings
  /** What the nodes are told that the carrier takes. */
  lines?: Carrier['lines']
}

const MACHINE_CLOCK: ClockSettings = { speed: 1, from: 0 }
const DEFAULT_LINES = { callsPerSecond: 200, callsAtOnce: 2000 }

export async function startCarrier(options: CarrierOptions): Promise<CarrierProcess> {
  const { seed, clock = MACHINE_CLOCK, lines = DEFAULT_LINES } = options
  const node = await packNode()
  const child = Bun.spawn([process.execPath, path.join(import.meta.dir, 'main.ts')], {
    env: { PATH: process.env.PATH ?? '', CARRIER_SEED: String(seed), ...clockToEnv(clock) },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  let said = ''
  while (!said.includes('\n')) {
    const { done, value } = await reader.read()
    if (done) throw new Error('The carrier did not start.')
    said += new TextDecoder().decode(value)
  }
  const url = said.trim()
  const ask = async (route: string): Promise<unknown> => (await fetch(`${url}${route}`)).json()
  return {
    url,
    dials: async () => (await ask('/dials')) as DialRecord[],
    dialled: async () => (await ask('/dialled')) as number,
    startNode: (env) =>
      spawnService(node.program, {
        CARRIER_URL: url,
        CALLS_AT_ONCE: String(lines.callsAtOnce),
        CALLS_PER_SECOND: String(lines.callsPerSecond),
        ...clockToEnv(clock),
        ...env,
      }),
    async stop() {
      void child.stdin.end()
      await child.exited
      node.remove()
    },
  }
}
