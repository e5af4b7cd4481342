import { createHash } from 'node:crypto'

/** JSON text with sorted keys: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isPlainObject(part) ? sortKeys(part) : part))
}

/** SHA-256, in hex, of a value's canonical text. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortKeys(value: Record<string, unknown>): Record<string, unknown> {
  // A null prototype keeps a key named __proto__ plain data.
  const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const key of Object.keys(value).toSorted()) sorted[key] = value[key]
  return sorted
}
