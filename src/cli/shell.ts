/** What a command is given besides its arguments. The process and the tests make one each. */
import type { Config } from '../config.ts'
import type { ServerClock } from '../clocks/systemClock.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { openStore } from '../store/open.ts'
import type { OpenCarrier } from './carrier.ts'

export interface Shell {
  /** Throws a ConfigError. */
  readConfig(): Config
  clock: Clock
  /** Opens the clock to be used in place of `clock` where several machines go by the time of one database server. */
  openSharedClock(): ServerClock
  log: Log
  openStore: typeof openStore
  openCarrier: OpenCarrier
  /** Writes to standard output what was asked for, as it is. */
  write(text: string): void
  /** Writes to standard error, as it is. */
  writeError(text: string): void
  /** Whether a person watches standard error. */
  isWatched: boolean
  /** Calls `stop` whenever the process is asked to end. */
  onStop(stop: () => void): void
  /** Ends the process at once. */
  exit(code: number): void
}

export const EXIT = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  /** The embedded database has died, and only a new process helps. The number is that of BSD's `EX_SOFTWARE`. */
  databaseDied: 70,
} as const

/** An argument that cannot be used: the message is a sentence that names it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What was asked for cannot be had: the message is a sentence, and there is no trace to show. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export function writeJson(shell: Shell, value: unknown): void {
  shell.write(`${JSON.stringify(value, null, 2)}\n`)
}
