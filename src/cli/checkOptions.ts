import type { z } from 'zod'
import { toDetails } from '../http/request/problems.ts'
import { UsageError } from './shell.ts'

/** What the command line calls differently than the API. */
const OPTION_NAMES: Record<string, string> = { expires_at: 'expires' }

/** Holds options against the API's own schema. Throws a UsageError that names every one that it refuses. */
export function checkOptions(schema: z.ZodType, values: Record<string, unknown>): void {
  const result = schema.safeParse(values)
  if (result.success) return
  const faults = toDetails(result.error.issues, 'body', values).map(({ pointer, message }) => {
    const field = pointer.split('/')[1] ?? ''
    return `--${OPTION_NAMES[field] ?? field}: ${message}`
  })
  throw new UsageError(faults.join('\n'))
}
