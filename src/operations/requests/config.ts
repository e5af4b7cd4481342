import type { PlaybookConfig } from '../../core/playbookConfig.ts'
import { problemOf } from '../../core/problem.ts'
import type { Context } from '../context.ts'

/**
 * Bytes of a configuration as JSON. The contract's limits of single fields leave room for tens of megabytes; what is
 * saved is read, compared and hashed as a whole, and nobody should wait for that.
 */
const MOST_BYTES = 256 * 1024

/** Makes sure that the agent can work with a configuration. Throws a Problem `invalid_config` that lists every fault. */
export function checkConfig(config: PlaybookConfig, agent: Context['agent']): void {
  const size = Buffer.byteLength(JSON.stringify(config))
  const faults = size > MOST_BYTES ? [{ pointer: '', message: tooLarge(size) }] : agent.check(config)
  if (faults.length === 0) return
  throw problemOf(
    faults.map((fault) => ({
      in: 'body' as const,
      pointer: `/config${fault.pointer}`,
      code: 'invalid_config' as const,
      message: fault.message,
    })),
  )
}

function tooLarge(size: number): string {
  return `The configuration has ${size} bytes as JSON; ${MOST_BYTES} are the most. Shorten it.`
}
