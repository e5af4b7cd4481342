import { isStalePlan } from './postgresSession.ts'
import { codeOf } from './unavailable.ts'

/** Serialization failure and deadlock. */
const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01'])

/** True when the database has rolled back because of what others did, and the same again may succeed. So it is with a stale plan. */
export function isConflict(error: unknown): boolean {
  return CONFLICT_CODES.has(codeOf(error)) || isStalePlan(error)
}
