#!/usr/bin/env bun
/** The process: hands its arguments and what it lives in to the command line. */
import { openCarrier } from './cli/carrier.ts'
import { runProcess } from './cli/process.ts'
import { createServerClock, systemClock } from './clocks/systemClock.ts'

void runProcess({
  args: process.argv.slice(2),
  env: process.env,
  clock: systemClock,
  openSharedClock: createServerClock,
  openCarrier,
})
