/** A shell that keeps what a command writes, and a way to run commands in this process. */
import { openCarrier } from '../../src/cli/carrier.ts'
import { runCommandLine } from '../../src/cli/program.ts'
import type { Shell } from '../../src/cli/shell.ts'
import { readConfig } from '../../src/config.ts'
import type { Instant } from '../../src/core/time.ts'
import { createVirtualClock } from '../../src/engine/virtualClock.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { START } from '../support/testApp.ts'

export interface Ran {
  code: number
  out: string
  err: string
}

/** Runs one command on `store`, or on what the settings name. A database in memory starts from the tests' snapshot. */
export async function run(
  args: string[],
  options: {
    store?: Store
    env?: Record<string, string>
    now?: Instant
    isWatched?: boolean
    shell?: Partial<Shell>
  } = {},
): Promise<Ran> {
  const { store, env = {}, now = START } = options
  const ran: Ran = { code: -1, out: '', err: '' }
  const standing = createVirtualClock(now)
  const shell: Shell = {
    readConfig: () => readConfig({ PLAYCALL_DATA: import.meta.dir, ...env }),
    clock: standing,
    log: (level, message, detail) => (ran.err += `${level} ${message} ${JSON.stringify(detail)}\n`),
    openStore: async (location, more) => {
      if (location.kind === 'memory') return openStore(location, more)
      return store ? { ...store, close: async () => {} } : openStore(location, more)
    },
    openSharedClock: () => ({ ...standing, correct: () => Promise.resolve(0) }),
    openCarrier,
    write: (text) => (ran.out += text),
    writeError: (text) => (ran.err += text),
    isWatched: options.isWatched ?? false,
    onStop: () => {},
    exit: () => {},
    ...options.shell,
  }
  ran.code = await runCommandLine(args, shell)
  return ran
}
