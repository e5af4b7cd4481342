#!/usr/bin/env bun
/** The process: hands its arguments and what it lives in to the command line. */
import { runCommandLine } from './cli/program.ts'
import type { Shell } from './cli/shell.ts'
import { readConfig } from './config.ts'
import { systemClock } from './engine/systemClock.ts'
import { openStore } from './store/open.ts'
import { createLog } from './watching/log.ts'

/** Settles when what was written last, and so all of it, has been taken, or when nobody reads any more. */
let written: Promise<void> = Promise.resolve()

const shell: Shell = {
  readConfig: () => readConfig(process.env),
  clock: systemClock,
  log: createLog({ now: systemClock.now, write: (line) => console.error(line) }),
  openStore,
  write: (text) => {
    written = new Promise((resolve) => process.stdout.write(text, () => resolve()))
  },
  writeError: (text) => void process.stderr.write(text),
  isWatched: process.stderr.isTTY,
  onStop: (stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  },
  exit: (code) => process.exit(code),
}

/** In a function, because a module that waits cannot be compiled in advance. */
async function main(): Promise<void> {
  const code = await runCommandLine(process.argv.slice(2), shell)
  // A pipe takes what was written when it can: leaving before that would cut it off.
  await written
  process.exit(code)
}

void main()
