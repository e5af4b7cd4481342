/** Takes what the operator should know. Never a token, never what was said on a call. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, detail?: Record<string, unknown>) => void
