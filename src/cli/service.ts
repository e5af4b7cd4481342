/** The service: settings, database, carrier, server; and its end. */
import { createScriptedAgent } from '../agents/scripted.ts'
import { compose } from '../app.ts'
import { createSimulator } from '../carriers/simulator.ts'
import { findSomePlaybook, prepareFirstStart } from '../firstStart.ts'
import { serve } from '../http/serve.ts'
import { welcome } from '../welcome.ts'
import { listenForCommands } from './control.ts'
import { serviceCommands } from './serviceCommands.ts'
import { EXIT, type Shell } from './shell.ts'

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
  const { clock, log } = shell
  const config = shell.readConfig()
  const store = await shell.openStore(config.database, {
    onCrash: (crash) => {
      log('error', 'the embedded database died; Playcall must be started again', { cause: String(crash.cause) })
      shell.exit(EXIT.databaseDied)
    },
  })
  await store.upkeep?.catchUp()
  const newId = (): string => Bun.randomUUIDv7('hex', clock.now())
  const first = await prepareFirstStart(store, { token: config.token, now: clock.now(), newId })
  const carrier = createSimulator({ clock, seed: config.simulatorSeed, speed: config.simulatorSpeed })
  const { answer, engine } = compose({
    store,
    clock,
    carrier,
    simulator: carrier,
    agent: createScriptedAgent(),
    log,
    keepDays: config.keepDays,
  })
  // The port first: whoever finds it taken must not have begun to dial. Requests wait until the engine is there.
  const started = Promise.withResolvers<void>()
  const server = serve({
    answer: (request, client) => started.promise.then(() => answer(request, client)),
    hostname: config.hostname,
    port: config.port,
  })
  await engine.start()
  started.resolve()
  const stopListening =
    config.database.kind === 'directory' && store.upkeep
      ? await listenForCommands(config.database.path, serviceCommands(store, store.upkeep), log)
      : null

  const url = config.publicUrl ?? server.url
  const playbookId = first?.playbookId ?? (await findSomePlaybook(store))
  shell.write(`${welcome({ url, token: first?.newToken ?? null, playbookId })}\n`)
  return async () => {
    await stopListening?.()
    await server.stop()
    await engine.stop()
    carrier.close()
    await store.close()
  }
}
