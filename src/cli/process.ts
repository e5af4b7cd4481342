/** A process of the command line: its streams, its signals and its end. */
import { readConfig } from '../config.ts'
import type { ServerClock } from '../engine/systemClock.ts'
import type { Clock } from '../ports/Clock.ts'
import { openStore } from '../store/open.ts'
import { createLog } from '../watching/log.ts'
import type { OpenCarrier } from './carrier.ts'
import { awaitEndOfLaunchers } from './launcher.ts'
import { runCommandLine } from './program.ts'
import type { Shell } from './shell.ts'

/** Runs one command of the command line and ends the process. */
export async function runProcess(parts: {
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  clock: Clock
  openSharedClock: () => ServerClock
  openCarrier: OpenCarrier
}): Promise<void> {
  const { args, env, clock, openSharedClock, openCarrier } = parts
  // From the first moment on: the launcher may end while the service starts.
  const launcherGone = awaitEndOfLaunchers(env)
  /** Settles when what was written last, and so all of it, has been taken, or when nobody reads any more. */
  let written: Promise<void> = Promise.resolve()
  const shell: Shell = {
    readConfig: () => readConfig(env),
    clock,
    openSharedClock,
    log: createLog({ now: clock.now, write: (line) => console.error(line) }),
    openStore,
    openCarrier,
    write: (text) => {
      written = new Promise((resolve) => process.stdout.write(text, () => resolve()))
    },
    writeError: (text) => void process.stderr.write(text),
    isWatched: process.stderr.isTTY,
    onStop: (stop) => {
      let asked = false
      const ask = (): void => {
        asked = true
        stop()
      }
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, ask)
      // The end of a launcher that got the same signal does not ask a second time.
      void launcherGone.then(() => !asked && ask())
    },
    exit: (code) => process.exit(code),
  }
  const code = await runCommandLine(args, shell)
  // A pipe takes what was written when it can: leaving before that would cut it off.
  await written
  process.exit(code)
}
