/**
 * The service as it is, but for its carrier, which is the carrier's process, and for its clock, which may be a fast one.
 * It ends with the carrier, so that a test which fails leaves no process behind.
 */
import { runProcess } from '../../../src/cli/process.ts'
import { createServerClock } from '../../../src/clocks/systemClock.ts'
import { connectCarrier } from './adapter.ts'
import { clockFromEnv, isFast } from './fastClock.ts'

const { CARRIER_URL = '', CALLS_AT_ONCE = '2000', CALLS_PER_SECOND = '200' } = process.env
const lines = { callsPerSecond: Number(CALLS_PER_SECOND), callsAtOnce: Number(CALLS_AT_ONCE) }

const clock = clockFromEnv(process.env)

void runProcess({
  args: process.argv.slice(2),
  env: process.env,
  clock,
  openSharedClock: () => (isFast(process.env) ? { ...clock, correct: () => Promise.resolve(0) } : createServerClock()),
  openCarrier: () => ({ carrier: connectCarrier(CARRIER_URL, crypto.randomUUID(), lines, () => process.exit(1)) }),
})
