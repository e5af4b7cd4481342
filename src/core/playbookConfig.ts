/** What an agent is and does. The contract's schema `PlaybookConfig` is its definition; this is the same shape for code that does not know the contract. */
export interface PlaybookConfig {
  agent: 'scripted' | 'llm'
  first_message?: string
  prompt?: string
  model?: string
  temperature?: number
  language?: string
  voice?: string
  end_message?: string
  error_message?: string
  voicemail?: { action: 'hangup' | 'message'; message?: string; retry?: boolean }
  max_duration_s?: number
  silence?: { prompt_after_s?: number; message?: string; max?: number }
  interruptible?: boolean
  transfer_number?: string
  outcomes?: string[]
  variables?: Record<string, unknown>
  tools?: Record<string, unknown>[]
  script?: ScriptStep[]
}

/** Says something, listens, and goes where the answer leads. */
export interface ScriptStep {
  /** Names the step so that `goto` and `else` can lead to it. */
  id?: string
  say: string
  expect?: { match: string; goto?: string; outcome?: string }[]
  /** Where to go when nothing matches; the next step when absent. */
  else?: string
}

export const DEFAULT_MAX_DURATION_S = 600
export const RING_TIMEOUT_S = 30
