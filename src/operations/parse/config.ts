import type { components } from '../../../generated/types.ts'
import type { PlaybookConfig } from '../../core/playbookConfig.ts'
import { problemOf } from '../../core/problem.ts'
import type { Agent } from '../../ports/Agent.ts'

type SentConfig = components['schemas']['PlaybookConfig']

/**
 * Bytes of a configuration as JSON. The contract's limits of single fields leave room for tens of megabytes; what is
 * saved is read, compared and hashed as a whole, and nobody should wait for that.
 */
const MOST_BYTES = 256 * 1024

/**
 * A configuration as it is kept: what was sent as null is absent. Throws a Problem `invalid_config` that lists every
 * fault for which the agent could not work with it.
 */
export function readConfig(sent: SentConfig, agent: Pick<Agent, 'check'>): PlaybookConfig {
  const config = withoutNulls(sent)
  checkConfig(config, agent)
  return config
}

function withoutNulls({ voicemail, silence, script, ...rest }: SentConfig): PlaybookConfig {
  return {
    ...present(rest),
    ...(voicemail && { voicemail: present(voicemail) }),
    ...(silence && { silence: present(silence) }),
    ...(script && {
      script: script.map(({ expect, ...step }) => ({
        ...present(step),
        ...(expect && { expect: expect.map(present) }),
      })),
    }),
  }
}

/** The fields of an object that are not null; what they hold is left as it is. */
function present<Fields extends object>(fields: Fields): { [Key in keyof Fields]: Exclude<Fields[Key], null> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- null is optional wherever the contract takes it
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as never
}

function checkConfig(config: PlaybookConfig, agent: Pick<Agent, 'check'>): void {
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
