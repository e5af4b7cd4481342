/** Plays a history through in a world of its own and holds every step against the invariants. */
import type { Store } from '../../src/store/open.ts'
import { isTerminal } from '../../src/core/call.ts'
import { createVirtualClock } from '../../src/clocks/virtualClock.ts'
import { type Command, historyOf } from './commands.ts'
import { emptyTables } from './emptyTables.ts'
import type { DatabaseTrouble } from './faultyStore.ts'
import { checkInvariants } from './invariants.ts'
import { createNetwork } from './network.ts'
import { createPerformer } from './perform.ts'
import { profileOf } from './profile.ts'
import { createService } from './service.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'
import type { Machine } from './world.ts'

export interface Outcome {
  seed: number
  /** Of everything that happened: two runs of one history have the same. */
  digest: string
  /** What was broken, and in which step; null when everything held. */
  failure: { message: string; step: number } | null
  /** What happened, line by line. */
  log: string[]
  /** Create requests that the carrier got. */
  dials: number
}

const HOUR_MS = 3_600_000
/** Everything ends within this once the faults are over: the longest launch, recall, limit and late event together. */
const LONGEST_END_MS = 120 * HOUR_MS
/** For a clock that was set back by an hour, and for the few lines of a small carrier. */
const LONGEST_LATE_MS = 2 * HOUR_MS
const END_STRIDE_MS = 3 * HOUR_MS

/** Runs the history of a seed, or another one in the seed's world. The store is emptied first. */
export async function simulate(base: Store, seed: number, history: Command[] = historyOf(seed)): Promise<Outcome> {
  await emptyTables(base)
  const simulation = createSimulation(base, seed)
  let step = -1
  let failure: Outcome['failure'] = null
  try {
    await simulation.begin()
    for (const command of history) {
      step++
      await simulation.play(command, step)
    }
    step++
    await simulation.end(step)
  } catch (cause) {
    failure = { message: cause instanceof Error ? cause.message : String(cause), step }
  } finally {
    await simulation.close()
  }
  const log = simulation.log
  return { seed, digest: Bun.hash(log.join('\n')).toString(16), failure, log, dials: simulation.dials() }
}

function createSimulation(base: Store, seed: number) {
  const profile = profileOf(seed)
  const world = createVirtualClock(profile.start)
  const log: string[] = []
  const tell = (what: string): void => void log.push(`${new Date(world.now()).toISOString()} ${what}`)
  const machine: Machine = { skewMs: 0, sleptMs: 0, awakeAt: 0 }
  const trouble: DatabaseTrouble = { awayUntil: 0, fullUntil: 0, losesCommit: 0, crash: null }
  const network = createNetwork({ world, seed, profile, tell })
  const service = createService({ base: base.db, world, machine, network, trouble, tell })
  const performer = createPerformer({ base, world, machine, network, service, trouble, tell })
  let before: Snapshot | null = null
  let seen = 0

  async function check(): Promise<Snapshot> {
    const after = await readSnapshot(base.db)
    const requests = network.calls
    if (before) {
      const { accepted } = performer
      checkInvariants({ before, after, requests, newRequests: requests.slice(seen), profile, accepted })
    }
    for (const call of after.calls) tell(`call ${call.id} ${call.status} ${call.next_at} ${call.attempt_count}`)
    seen = requests.length
    before = after
    return after
  }

  async function play(command: Command, step: number): Promise<void> {
    network.step = step
    tell(`-- ${step} ${JSON.stringify(command)}`)
    await performer.perform(command)
    await check()
  }

  /** The faults are over, whatever holds calls back is taken away, and time goes on until every call has ended. */
  async function end(step: number): Promise<void> {
    network.step = step
    tell('-- the end')
    await performer.heal()
    await check()
    for (let left = LONGEST_END_MS; ; left -= END_STRIDE_MS) {
      const { calls } = await check()
      const open = calls.filter(({ status }) => !isTerminal(status))
      const wall = world.now() + machine.skewMs
      const late = open.filter(({ next_at }) => next_at !== null && next_at < wall - LONGEST_LATE_MS)
      // What waited for the faults to be over has had its time after the first stride.
      if (late.length > 0 && left < LONGEST_END_MS) throw new Error(`what is due is dialled: ${JSON.stringify(late)}`)
      if (open.length === 0) break
      if (left <= 0) throw new Error(`every call ends: ${JSON.stringify(open)}`)
      await performer.wait(END_STRIDE_MS)
    }
    // The last of the late reports: they change nothing any more.
    if (profile.late > 0) await performer.wait(profile.latestMs)
    await check()
    await performer.checkProgress()
  }

  return {
    log,
    dials: () => network.calls.length,
    begin: async () => {
      await performer.begin()
      await check()
    },
    play,
    end,
    close: () => service.close(),
  }
}
