/** The one that talks: told what happens on the line, it answers with what to do next. */
import type { AnsweredBy } from '../core/call.ts'
import type { PlaybookConfig } from '../core/playbookConfig.ts'

/** Something wrong in a configuration: where (a JSON pointer into it) and what. */
export interface ConfigFault {
  pointer: string
  message: string
}

export type AgentInput =
  { kind: 'answered'; answeredBy: AnsweredBy } | { kind: 'heard'; text: string } | { kind: 'silence' }

/** What the agent wants. `outcome` and `optOut` are findings to keep, whatever becomes of the call afterwards. */
export interface AgentTurn {
  /** The text to say; empty for none. */
  say: string
  then: { kind: 'listen' } | { kind: 'transfer'; to: string } | { kind: 'hangup'; reason: HangupReason }
  outcome?: string
  optOut?: true
}

export type HangupReason = 'agent_hung_up' | 'voicemail' | 'silence' | 'opted_out' | 'agent_failed'

/** One call's conversation. Holds where it is; lives as long as the call. */
export interface Conversation {
  reply(input: AgentInput): AgentTurn | Promise<AgentTurn>
}

export interface Agent {
  /** Everything that would keep this agent from working with the configuration; templates are parsed, not run. */
  check(config: PlaybookConfig): ConfigFault[]
  /** Opens a conversation. `variables` are what the templates may use; they are data and never evaluated. */
  begin(config: PlaybookConfig, variables: Readonly<Record<string, unknown>>): Conversation
}
