import type { PlaybookConfig } from '../../core/playbookConfig.ts'
import { problemOf } from '../../core/problem.ts'
import type { Context } from '../context.ts'

/** Makes sure that the agent can work with a configuration. Throws a Problem `invalid_config` that lists every fault. */
export function checkConfig(config: PlaybookConfig, agent: Context['agent']): void {
  const faults = agent.check(config)
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
