/**
 * One of several processes that dial together on one Postgres server. It joins the others and says when each has its
 * share of the lines; told that calls are due, it dials with the others until all have ended. Arguments: the URL of the
 * database, and how many processes there will be.
 */
import { createScriptedAgent } from '../../../src/agents/scripted/scripted.ts'
import { compose } from '../../../src/app.ts'
import { createSimulator } from '../../../src/carriers/simulator/simulator.ts'
import { startStopwatch, systemClock } from '../../../src/clocks/systemClock.ts'
import { prepareFirstStart } from '../../../src/cli/firstStart.ts'
import { openStore } from '../../../src/store/open.ts'
import { callsEnded, LINES, SPEED, storeDueCalls } from '../dueCalls.ts'
import { answerQuestions } from '../program.ts'

export type NodeQuestion = { do: 'join' } | { do: 'store'; jobs: number; phone: string } | { do: 'dial' }

const [url = '', nodes = '1'] = process.argv.slice(2)
const store = await openStore({ kind: 'postgres', url })
await prepareFirstStart(store, { token: null, now: Date.now(), newId: () => Bun.randomUUIDv7() })
const { engine } = compose({
  store,
  clock: systemClock,
  carrier: createSimulator({ clock: systemClock, seed: 1, speed: SPEED, lines: LINES }),
  agent: createScriptedAgent(),
  log: (level, message, detail) => console.error(level, message, detail),
  node: {
    id: Bun.randomUUIDv7(),
    processName: String(process.pid),
    hasProcessEnded: () => false,
    startStopwatch,
    correctClock: async () => undefined,
  },
})

async function haveShares(): Promise<boolean> {
  const rows = await store.db.selectFrom('nodes').select('calls_per_second').execute()
  const share = Math.floor(LINES.callsPerSecond / Number(nodes))
  return rows.length === Number(nodes) && rows.every((row) => row.calls_per_second >= share)
}

/** Lines that were given up by others are used a second after they were granted. */
const SHARES_SETTLE_MS = 1_500

async function answer(question: NodeQuestion): Promise<null> {
  if (question.do === 'store') await storeDueCalls(store, question.jobs, question.phone)
  if (question.do === 'join') {
    await engine.start()
    while (!(await haveShares())) await Bun.sleep(100)
    await Bun.sleep(SHARES_SETTLE_MS)
  }
  if (question.do === 'dial') {
    engine.callsStored(Date.now())
    await callsEnded(store)
  }
  return null
}

answerQuestions(answer)
