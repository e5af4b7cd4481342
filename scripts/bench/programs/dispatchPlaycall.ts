/**
 * How many attempts a second the service's engine makes on a Postgres server: claimed, dialled on the simulator, and
 * finished, with everything that a call leaves behind. Argument: the URL of an empty database.
 */
import { createScriptedAgent } from '../../../src/agents/scripted/scripted.ts'
import { compose } from '../../../src/app.ts'
import { createSimulator } from '../../../src/carriers/simulator/simulator.ts'
import { systemClock } from '../../../src/clocks/systemClock.ts'
import { prepareFirstStart } from '../../../src/cli/firstStart.ts'
import { openStore } from '../../../src/store/open.ts'
import { callsEnded, LINES, SPEED, storeDueCalls } from '../dueCalls.ts'
import { answerQuestions } from '../program.ts'

export interface DispatchQuestion {
  jobs: number
  /** What Playcall's callees do: `+15005550101` is busy, `+15005550100` answers and talks. Others have no callees. */
  phone?: string
}

export interface DispatchAnswer {
  perSecond: number
}

const store = await openStore({ kind: 'postgres', url: process.argv[2] ?? '' })
await prepareFirstStart(store, { token: null, now: Date.now(), newId: () => Bun.randomUUIDv7() })

async function dispatch({ jobs, phone = '+15005550101' }: DispatchQuestion): Promise<DispatchAnswer> {
  await storeDueCalls(store, jobs, phone)
  const carrier = createSimulator({ clock: systemClock, seed: 1, speed: SPEED, lines: LINES })
  const { engine } = compose({
    store,
    clock: systemClock,
    carrier,
    agent: createScriptedAgent(),
    log: (level, message, detail) => console.error(level, message, detail),
  })
  const began = performance.now()
  await engine.start()
  await callsEnded(store)
  const perSecond = (jobs * 1000) / (performance.now() - began)
  await engine.stop()
  carrier.close()
  return { perSecond }
}

answerQuestions(dispatch)
