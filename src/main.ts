/** The process: settings, database, carrier, service; and its end. */
import { createScriptedAgent } from './agents/scripted.ts'
import { compose } from './app.ts'
import { createSimulator } from './carriers/simulator.ts'
import { ConfigError, readConfig } from './config.ts'
import { systemClock } from './engine/systemClock.ts'
import { findSomePlaybook, prepareFirstStart } from './firstStart.ts'
import { serve } from './http/serve.ts'
import type { Log } from './ports/Log.ts'
import { openStore } from './store/open.ts'
import { welcome } from './welcome.ts'

const log: Log = (level, message, detail) => {
  const at = new Date(systemClock.now()).toISOString()
  console.error(JSON.stringify({ at, level, message, ...detail }))
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const clock = systemClock
  const store = await openStore(config.database)
  const newId = (): string => Bun.randomUUIDv7('hex', clock.now())
  const first = await prepareFirstStart(store, { token: config.token, now: clock.now(), newId })
  const carrier = createSimulator({ clock, seed: config.simulatorSeed, speed: config.simulatorSpeed })
  const { answer, engine } = compose({ store, clock, carrier, simulator: carrier, agent: createScriptedAgent(), log })
  await engine.start()
  const server = serve({ answer, hostname: config.hostname, port: config.port })

  const url = config.publicUrl ?? server.url
  const playbookId = first?.playbookId ?? (await findSomePlaybook(store))
  console.log(welcome({ url, token: first?.newToken ?? null, playbookId }))

  const stop = async (): Promise<void> => {
    await server.stop()
    await engine.stop()
    carrier.close()
    await store.close()
  }
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop().then(
        () => process.exit(0),
        (cause: unknown) => {
          log('error', 'the service did not stop cleanly', { cause: String(cause) })
          process.exit(1)
        },
      )
    })
  }
}

try {
  await main()
} catch (cause) {
  if (cause instanceof ConfigError) console.error(cause.message)
  else console.error(`Playcall could not start: ${cause instanceof Error ? cause.message : String(cause)}`)
  process.exit(1)
}
