/** The service: settings, database, carrier, server; and its end. */
import { createScriptedAgent } from '../agents/scripted.ts'
import { compose } from '../app.ts'
import { createSimulator } from '../carriers/simulator.ts'
import { findSomePlaybook, prepareFirstStart } from '../firstStart.ts'
import { serve } from '../http/serve.ts'
import { findOldestDue } from '../store/dueCalls.ts'
import { atLevel } from '../watching/log.ts'
import { welcome } from '../welcome.ts'
import { EXIT, type Shell } from './shell.ts'
import { startWatching } from './watching.ts'

/** Serves until the process is asked to stop; then answers how that went. Throws when the service cannot start. */
export async function serveUntilStopped(shell: Shell): Promise<number> {
  const stop = await startService(shell)
  return new Promise((resolve) => {
    let stopping = false
    shell.onStop(() => {
      // Whoever asks twice does not want to wait for what is going on.
      if (stopping) return shell.exit(EXIT.failed)
      stopping = true
      stop().then(
        () => resolve(EXIT.done),
        (cause: unknown) => {
          shell.log('error', 'the service did not stop cleanly', { cause: String(cause) })
          resolve(EXIT.failed)
        },
      )
    })
  })
}

/** Answers the function that stops it. */
async function startService(shell: Shell): Promise<() => Promise<void>> {
  const { clock } = shell
  const config = shell.readConfig()
  const log = atLevel(shell.log, config.logLevel)
  const store = await shell.openStore(config.database, {
    onCrash: (crash) => {
      log('error', 'the embedded database died; Playcall must be started again', { cause: String(crash.cause) })
      shell.exit(EXIT.databaseDied)
    },
  })
  const newId = (): string => Bun.randomUUIDv7('hex', clock.now())
  const first = await prepareFirstStart(store, { token: config.token, now: clock.now(), newId })
  const carrier = createSimulator({ clock, seed: config.simulatorSeed, speed: config.simulatorSpeed })
  const watching = startWatching(config, { clock, log })
  const { answer, engine } = compose({
    store,
    clock,
    carrier,
    simulator: carrier,
    agent: createScriptedAgent(),
    log,
    watch: watching.watch,
  })
  // The port first: whoever finds it taken must not have begun to dial. Requests wait until the engine is there.
  const started = Promise.withResolvers<void>()
  const server = serve({
    answer: (request, client) => started.promise.then(() => answer(request, client)),
    hostname: config.hostname,
    port: config.port,
  })
  watching.serveMetrics({ engine: engine.state, oldestDueAt: () => findOldestDue(store.db, clock.now()) })
  await engine.start()
  started.resolve()

  const url = config.publicUrl ?? server.url
  const playbookId = first?.playbookId ?? (await findSomePlaybook(store))
  shell.write(`${welcome({ url, token: first?.newToken ?? null, playbookId })}\n`)
  return async () => {
    await server.stop()
    await engine.stop()
    carrier.close()
    await store.close()
    await watching.stop()
  }
}
