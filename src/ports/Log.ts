export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Takes what the operator should know. Never a token, never what was said on a call. The names of details are those of
 * the interface: `request_id`, `call_id`, `attempt_id`; `cause` is what went wrong.
 */
export type Log = (level: LogLevel, message: string, detail?: Record<string, unknown>) => void
