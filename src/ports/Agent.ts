/**
 * The one that talks: told what happens on the line, it answers with acts, as they come to it.
 *
 * A reply is a stream, so that the first words are spoken while the last are still being thought of, and it can be cut
 * off at any moment. A scripted agent yields its acts at once; one with a language model yields words as they are made.
 */
import type { AnsweredBy } from '../core/call.ts'
import type { PlaybookConfig } from '../core/playbookConfig.ts'

/** Something wrong in a configuration: where (a JSON pointer into it) and what. */
export interface ConfigFault {
  pointer: string
  message: string
}

export type AgentInput =
  { kind: 'answered'; answeredBy: AnsweredBy } | { kind: 'heard'; text: string } | { kind: 'silence' }

/** What a call came to. */
export interface Findings {
  outcome?: string
  optOut?: true
}

export type AgentAct =
  /** Words to speak; what follows one another is one utterance. */
  | { kind: 'say'; text: string }
  /** Kept as soon as it is yielded, whatever becomes of the call afterwards. */
  | { kind: 'found'; findings: Findings }
  /** The last act: nothing follows. What was said before is spoken to its end. */
  | { kind: 'hangup'; reason: HangupReason }
  | { kind: 'transfer'; to: string }

export type HangupReason = 'agent_hung_up' | 'voicemail' | 'silence' | 'opted_out' | 'agent_failed'

/** One call's conversation. Holds where it is; lives as long as the call. */
export interface Conversation {
  /**
   * What to do about `input`. A stream that ends without a last act means: listen. It never throws: what goes wrong is
   * spoken of, and ends with `hangup` for `agent_failed`. One reply at a time: the next one is asked for when the stream
   * has ended. When `signal` is aborted the stream ends within a turn of the event loop and yields nothing more.
   */
  reply(input: AgentInput, signal: AbortSignal): AsyncIterable<AgentAct>
  /**
   * The callee cut in: of the words of the last reply only `heard` came out. Told after the signal was aborted, or after
   * the stream's end while the voice was still speaking; always before the next reply is asked for.
   */
  interrupted(heard: string): void
}

export interface Agent {
  /** Everything that would keep this agent from working with the configuration; templates are parsed, not run. */
  check(config: PlaybookConfig): ConfigFault[]
  /** Opens a conversation. `variables` are what the templates may use; they are data and never evaluated. */
  begin(config: PlaybookConfig, variables: Readonly<Record<string, unknown>>): Conversation
}
