/** The service: settings, database, carrier, server; and its end. */
import { createScriptedAgent } from '../agents/scripted.ts'
import { compose } from '../app.ts'
import type { Node } from '../engine/membership.ts'
import { startStopwatch } from '../engine/systemClock.ts'
import { adoptEnvironmentToken } from '../environmentToken.ts'
import { findSomePlaybook, prepareFirstStart } from '../firstStart.ts'
import { serve } from '../http/serve.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import { readServerTime } from '../store/nodes.ts'
import type { Store } from '../store/open.ts'
import { SECOND_MS } from '../core/time.ts'
import { findOldestDue } from '../store/dueCalls.ts'
import { settleSecrets } from '../store/secrets.ts'
import { atLevel } from '../watching/log.ts'
import { welcome } from '../welcome.ts'
import { hasProcessEnded, nameThisProcess } from './processName.ts'
import { listenForCommands } from './control.ts'
import { serviceCommands } from './serviceCommands.ts'
import { EXIT, type Shell } from './shell.ts'
import { startWatching } from './watching.ts'

/** Two clocks that are kept by the network are nearer to each other. */
const FAR_OFF_MS = SECOND_MS

/** How long each part of the stop may take; after that the next one follows. The largest campaign needs some seconds. */
const REQUESTS_END_WITHIN_MS = 15 * SECOND_MS
const CALLS_END_WITHIN_MS = 5 * SECOND_MS
const DATABASE_ENDS_WITHIN_MS = 5 * SECOND_MS

/** A signal to a group of processes comes twice at once: by itself, and handed on by the `bun run` above. */
const SAME_SIGNAL_MS = 500

/** Serves until the process is asked to stop; then answers how that went. Throws when the service cannot start. */
export async function serveUntilStopped(shell: Shell): Promise<number> {
  const stop = await startService(shell)
  return new Promise((resolve) => {
    let sinceAsked: (() => number) | null = null
    shell.onStop(() => {
      if (sinceAsked) {
        // Whoever asks twice does not want to wait for what is going on.
        if (sinceAsked() >= SAME_SIGNAL_MS) shell.exit(EXIT.failed)
        return
      }
      sinceAsked = startStopwatch()
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
  const config = shell.readConfig()
  const log = atLevel(shell.log, config.logLevel)
  const store = await shell.openStore(config.database, {
    secretKey: config.secretKey,
    onCrash: (crash) => {
      log('error', 'the embedded database died; Playcall must be started again', { cause: String(crash.cause) })
      shell.exit(EXIT.databaseDied)
    },
  })
  await store.upkeep?.catchUp()
  if ((await settleSecrets(store)).areOpen) {
    log(
      'warn',
      'PLAYCALL_SECRET_KEY is not set: the key of the suppressed numbers lies in the database, beside their hashes',
    )
  }
  const shared = config.database.kind === 'postgres' ? await shareDatabase(store, shell) : null
  const clock = shared?.clock ?? shell.clock
  const newId = (): string => Bun.randomUUIDv7('hex', clock.now())
  const first = await prepareFirstStart(store, { token: config.token, now: clock.now(), newId })
  if (!first && config.token !== null) {
    await adoptEnvironmentToken(store, { token: config.token, now: clock.now(), newId, log })
  }
  const watching = startWatching(config, { clock, log })
  const opened = shell.openCarrier(config, clock)
  const { answer, engine, drain } = compose({
    store,
    clock,
    ...opened,
    ...(shared && { node: shared.node }),
    agent: createScriptedAgent(),
    log,
    watch: watching.watch,
    keepDays: config.keepDays,
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
  const stopListening =
    config.database.kind === 'directory' && store.upkeep
      ? await listenForCommands(
          config.database.path,
          serviceCommands(store, store.upkeep, () => engine.callsStored(clock.now())),
          log,
        )
      : null

  const url = config.publicUrl ?? server.url
  const playbookId = first?.playbookId ?? (await findSomePlaybook(store))
  shell.write(`${welcome({ url, token: first?.newToken ?? null, playbookId })}\n`)
  return async () => {
    drain()
    server.drain()
    await stopListening?.()
    await sleep(clock, config.drainS * SECOND_MS)
    await within(clock, REQUESTS_END_WITHIN_MS, server.stop(), 'requests are still at work; they are cut off', log)
    await server.stop(true)
    await within(clock, CALLS_END_WITHIN_MS, engine.stop(), 'what was going on did not come to its end', log)
    opened.carrier.close()
    await within(clock, DATABASE_ENDS_WITHIN_MS, store.close(), 'the database was not closed in time', log)
    await watching.stop()
  }
}

function sleep(clock: Clock, ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => clock.wakeAfter(ms, resolve))
}

/** Waits for the end of something, but not longer: what comes after it has to be done too. */
async function within(clock: Clock, ms: number, end: Promise<void>, otherwise: string, log: Log): Promise<void> {
  let takeBack = (): void => undefined
  const deadline = new Promise<'late'>((resolve) => {
    takeBack = clock.wakeAfter(ms, () => resolve('late'))
  })
  const outcome = await Promise.race([end, deadline])
  takeBack()
  if (outcome === 'late') log('warn', otherwise)
}

/** Where other processes may use the same database, its server's clock is the one that counts. */
async function shareDatabase(store: Store, { log, openSharedClock }: Shell): Promise<{ clock: Clock; node: Node }> {
  const clock = openSharedClock()
  const correct = (): Promise<number> => clock.correct(() => readServerTime(store.db))
  const offBy = await correct()
  if (Math.abs(offBy) > FAR_OFF_MS) {
    log('warn', "this machine's clock and the database server's differ; the server's counts", {
      aheadOfServerMs: -Math.round(offBy),
    })
  }
  const id = Bun.randomUUIDv7('hex', clock.now())
  const correctClock = async (): Promise<void> => void (await correct())
  return { clock, node: { id, processName: nameThisProcess(), hasProcessEnded, startStopwatch, correctClock } }
}
