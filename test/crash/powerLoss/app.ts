/** The service on a database in a directory, asked without a network, on a clock that somebody turns. */
import { createScriptedAgent } from '../../../src/agents/scripted/scripted.ts'
import { compose } from '../../../src/app.ts'
import { createSimulator } from '../../../src/carriers/simulator/simulator.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { createVirtualClock, type VirtualClock } from '../../../src/clocks/virtualClock.ts'
import { prepareFirstStart } from '../../../src/cli/firstStart.ts'
import { openStore, type Store, type OpenStoreOptions } from '../../../src/store/open.ts'

const START = Date.parse('2026-11-23T09:00:00.000Z')
const TOKEN = 'a-token-for-a-database-in-trouble'

export interface DirectoryApp {
  store: Store
  clock: VirtualClock
  engine: Engine
  post(route: string, body?: unknown): Promise<Response>
  close(): Promise<void>
}

/** Makes the database, with an account that may ask as often as it likes. */
export async function makeDatabase(directory: string): Promise<void> {
  const store = await openStore({ kind: 'directory', path: directory })
  await prepareFirstStart(store, { token: TOKEN, now: START, newId: () => Bun.randomUUIDv7() })
  const limits = { requests_per_second: 100_000, requests_per_minute: 100_000 }
  await store.transaction((tx) => tx.updateTable('accounts').set(limits).execute())
  await store.close()
}

export async function openApp(directory: string, seed: number, options: OpenStoreOptions = {}): Promise<DirectoryApp> {
  const store = await openStore({ kind: 'directory', path: directory }, options)
  const clock = createVirtualClock(START)
  const carrier = createSimulator({ clock, seed, speed: 1 })
  const { answer, engine } = compose({ store, clock, carrier, agent: createScriptedAgent(), log: () => {} })
  await engine.start()
  return {
    store,
    clock,
    engine,
    post: async (route, body) => {
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
      const request = new Request(`http://127.0.0.1${route}`, {
        method: 'POST',
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return answer(request, { address: '127.0.0.1' })
    },
    async close() {
      await engine.stop()
      carrier.close()
      await store.close()
    },
  }
}
