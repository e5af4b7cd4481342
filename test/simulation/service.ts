/** The real service in the simulated world: one process after another on the same database. */
import type { Kysely } from 'kysely'
import { createScriptedAgent } from '../../src/agents/scripted.ts'
import { type App, compose } from '../../src/app.ts'
import type { VirtualClock } from '../../src/engine/virtualClock.ts'
import { giveWay } from '../../src/pacing/giveWay.ts'
import type { Tables } from '../../src/store/tables.ts'
import { createFaultyStore, type DatabaseTrouble, type FaultyStore } from './faultyStore.ts'
import type { Network } from './phoneCall.ts'
import { createIds, type Machine, processClock } from './world.ts'

const SECOND_MS = 1000
/** Contacts of a campaign in a part: most campaigns have more, and are stored after they were accepted. */
const PART = 2

interface Process {
  number: number
  isDead: boolean
  app: App
  store: FaultyStore
}

export interface Service {
  /** Sends a request. `take` gets the answer, unless the process dies before; null means that nobody was there. */
  ask(request: Request, take: (answer: { status: number; body: unknown } | null) => void): void
  /** Lets everything that is going on come to rest, and starts a new process where the old one died. */
  settle(): Promise<void>
  /** Ends the process in good order, and starts the next after `downMs`. */
  stop(downMs: number): Promise<void>
  start(): Promise<void>
  /** How long the next death leaves nobody at work. */
  downMs: number
  /** Whether somebody is there to take a request. */
  isUp(): boolean
  /** Statements so far, of all processes. */
  asked(): number
  /** Ends the last process. */
  close(): Promise<void>
}

export function createService(deps: {
  base: Kysely<Tables>
  world: VirtualClock
  machine: Machine
  network: Network
  trouble: DatabaseTrouble
  tell: (what: string) => void
}): Service {
  const { base, world, machine, network, trouble, tell } = deps
  const processes: Process[] = []
  let running: Process | null = null
  let starting: Promise<void> | null = null
  let isWaiting = false
  /** Requests without an answer so far. */
  let underWay = 0
  const newId = createIds(() => world.now() + machine.skewMs)

  function create(): Process {
    const number = processes.length + 1
    const isDead = (): boolean => process.isDead
    const die = (): void => {
      process.isDead = true
      tell(`process ${number} dies`)
    }
    const clock = processClock(world, machine, isDead)
    const store = createFaultyStore({ base, trouble, now: world.now, isDead, die })
    const subscriber = { number, isDead, die, wall: clock.now, awakeAt: () => machine.awakeAt }
    const log = (level: string, message: string): void => {
      if (!process.isDead && level === 'error') tell(`log ${message}`)
    }
    const carrier = network.connect(subscriber)
    const app = compose({ store, clock, carrier, agent: createScriptedAgent(), log, newId, contactsPerPart: PART })
    const process: Process = { number, isDead: false, app, store }
    return process
  }

  async function start(): Promise<void> {
    const process = create()
    processes.push(process)
    running = process
    tell(`process ${process.number} starts`)
    await process.app.engine.start().catch((cause: unknown) => {
      tell(`process ${process.number} cannot start: ${String(cause)}`)
      process.isDead = true
      service.downMs = 5 * SECOND_MS
    })
  }

  /** All that is going on, in processes dead or alive, has come to an end that waits for the clock. */
  async function rest(): Promise<void> {
    for (let before = -1; before !== service.asked() || processes.some(({ store }) => store.borrowed() > 0);) {
      before = service.asked()
      for (const { app } of processes.slice(-2)) await app.engine.idle()
      await new Promise((resolve) => setImmediate(resolve))
      // A request that lets others in goes on before who asks for it after.
      if (underWay > 0) await giveWay()
    }
  }

  async function settle(): Promise<void> {
    for (;;) {
      await rest()
      if (starting) {
        await starting
        starting = null
        continue
      }
      if (!running?.isDead || isWaiting) return
      isWaiting = true
      world.wakeAt(world.now() + service.downMs, () => {
        isWaiting = false
        starting = start()
      })
    }
  }

  const service: Service = {
    downMs: SECOND_MS,
    start,
    settle,
    isUp: () => running?.isDead === false,
    asked: () => processes.reduce((sum, { store }) => sum + store.asked(), 0),
    ask(request, take) {
      const asked = running
      if (!asked || asked.isDead) return take(null)
      underWay++
      void (async () => {
        const response = await asked.app.answer(request, { address: '127.0.0.1' })
        const body: unknown = await response.json()
        underWay--
        take(asked.isDead ? null : { status: response.status, body })
      })()
    },
    async stop(downMs) {
      if (!running || running.isDead) return
      await running.app.engine.stop()
      running.isDead = true
      service.downMs = downMs
      tell('stopped')
    },
    async close() {
      if (running) running.isDead = true
      await rest()
    },
  }
  return service
}
