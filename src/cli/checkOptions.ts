import type { z } from 'zod'
import { Problem } from '../core/problem.ts'
import { toDetails } from '../http/request/problems.ts'
import { UsageError } from './shell.ts'

/** What the command line calls differently than the API. */
const OPTION_NAMES: Record<string, string> = { expires_at: 'expires' }

/** Holds options against the API's own schema and answers them. Throws a UsageError that names every one that it refuses. */
export function checkOptions<Schema extends z.ZodType>(
  schema: Schema,
  values: Record<string, unknown>,
): z.infer<Schema> {
  const result = schema.safeParse(values)
  if (result.success) return result.data
  const details = toDetails(result.error.issues, 'body', values)
  throw new UsageError(details.map(({ pointer, message }) => `${toOption(fieldOf(pointer))}: ${message}`).join('\n'))
}

/** Reads options by a function that reads requests. Throws a UsageError for its Problem, with options in place of fields. */
export function sayOptions<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const sentences = error.details.map(({ pointer, message }) => {
      const field = fieldOf(pointer)
      return message.startsWith(`${field} `) ? toOption(field) + message.slice(field.length) : message
    })
    throw new UsageError(sentences.join('\n'))
  }
}

function fieldOf(pointer: string): string {
  return pointer.split('/')[1] ?? ''
}

function toOption(field: string): string {
  return `--${OPTION_NAMES[field] ?? field}`
}
