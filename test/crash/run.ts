/**
 * Kills the service again and again while clients are at work, and judges what has become of their calls. The process
 * is the real one (`test/support/carrierProcess`), on a fast clock, so that recalls of a minute take three seconds.
 */
import type { CarrierProcess } from '../support/carrierProcess/start.ts'
import { startCarrier } from '../support/carrierProcess/start.ts'
import { createFastClock } from '../support/carrierProcess/fastClock.ts'
import { liftLimits, type SpawnedService } from '../support/service.ts'
import { waitFor } from '../support/waitFor.ts'
import { type Chance, chanceOf } from '../simulation/draw.ts'
import { type Client, createClient } from './client.ts'
import { createJournal } from './journal.ts'
import { type Fault, goesOn, judge } from './verdict.ts'
import { createWorkload, type Workload } from './workload.ts'

/** Milliseconds of the service in one of the machine: a recall after a minute comes after three seconds. */
const SPEED = 20
/** Few, so that a process which forgets the calls of the one before it is seen to take too many lines. */
const LINES = { callsPerSecond: 200, callsAtOnce: 30 }
const CLIENTS = 4
/** Between two things that a client does. */
const PAUSE_MS = { least: 0, most: 35 }
/** How long a process lives after it has begun to serve. */
const LIFE_MS = { least: 0, most: 700 }
/** Some are killed so long after they were asked to start, whether or not they serve by then. */
const EARLY_DEATH_MS = { least: 50, most: 900 }
const EARLY_DEATHS = 0.2

export interface CrashRun {
  kills: number
  seed: number
  /** `PLAYCALL_DATA` or `DATABASE_URL`: an empty database. */
  database: Record<string, string>
  onKill?: (kills: number) => void
}

export interface CrashResult {
  faults: Fault[]
  calls: number
  dials: number
}

export async function runCrashes(run: CrashRun): Promise<CrashResult> {
  const { kills, seed, database, onKill } = run
  const settings = { speed: SPEED, from: Date.now() }
  const clock = createFastClock(settings)
  const carrier = await startCarrier({ seed, clock: settings, lines: LINES })
  const token = `test-${crypto.randomUUID()}`
  const start = (): SpawnedService => carrier.startNode({ ...database, PLAYCALL_TOKEN: token })
  const journal = createJournal()
  const workload = createWorkload(journal, carrier.dialled, clock.now)
  try {
    await prepare(start(), token)
    for (let life = 1; life <= kills; life++) {
      await live(start(), token, workload, chanceOf(seed, 'life', life))
      journal.note([...journal.numbers.keys()].slice(-NOTED), `kill ${life}`)
      onKill?.(life)
    }
    return await settle(start(), token, { workload, journal, carrier, now: clock.now })
  } finally {
    await carrier.stop()
  }
}
/** As many of the latest numbers get a line in their history about a kill. */
const NOTED = 200

async function prepare(service: SpawnedService, token: string): Promise<void> {
  await liftLimits(await service.ready, token)
  service.child.kill('SIGTERM')
  if ((await service.child.exited) !== 0) throw new Error(`the service did not stop cleanly:\n${service.log()}`)
}

/** One process from its start to its death. Throws when it ends by itself. */
async function live(service: SpawnedService, token: string, workload: Workload, chance: Chance): Promise<void> {
  const earlyDeath = chance.happens(EARLY_DEATHS) ? Bun.sleep(draw(chance, EARLY_DEATH_MS)) : null
  const url = await Promise.race([service.ready, earlyDeath ?? new Promise<void>(() => {})])
  const work = Promise.all(url === undefined ? [] : startClients(createClient(url, token), workload, chance, service))
  // Looked at when the process is dead.
  work.catch(() => undefined)
  await (earlyDeath ?? Bun.sleep(draw(chance, LIFE_MS)))
  if (service.child.exitCode !== null) throw new Error(`the service ended by itself:\n${service.log()}`)
  service.child.kill('SIGKILL')
  await service.child.exited
  await work
}

function startClients(client: Client, workload: Workload, chance: Chance, service: SpawnedService): Promise<void>[] {
  const work = async (own: Chance): Promise<void> => {
    while (!service.child.killed) {
      await workload.act(client, own)
      await Bun.sleep(draw(own, PAUSE_MS))
    }
  }
  const others = Array.from({ length: CLIENTS - 1 }, () => work(chanceOf(chance.next())))
  return [workload.askAgain(client).then(() => work(chanceOf(chance.next()))), ...others]
}

function draw(chance: Chance, { least, most }: { least: number; most: number }): number {
  return chance.whole(least, most)
}

/** Starts it a last time, lets everything come to its end, and judges. */
async function settle(
  service: SpawnedService,
  token: string,
  world: { workload: Workload; journal: ReturnType<typeof createJournal>; carrier: CarrierProcess; now: () => number },
): Promise<CrashResult> {
  const { workload, journal, carrier, now } = world
  const client = createClient(await service.ready, token)
  await waitFor('every keyed request to be answered', async () => ((await workload.askAgain(client)) ? true : null))
  await workload.resumeAll(client)
  const read = () => client.listCalls()
  // What does not come to its end is judged as it is, with its history.
  await waitFor('every call to end', async () =>
    (await read()).some((call) => goesOn(call, now())) ? null : true,
  ).catch(() => undefined)
  const calls = await read()
  const campaigns = await client.listCampaigns()
  service.child.kill('SIGTERM')
  const code = await service.child.exited
  const dials = await carrier.dials()
  const faults = judge({ journal, dials, calls, campaigns, now: now(), callsAtOnce: LINES.callsAtOnce })
  if (code !== 0) faults.push({ promise: 'the service stops when it is asked to', history: service.log() })
  return { faults, calls: calls.length, dials: dials.length }
}
