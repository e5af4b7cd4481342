import type { Migration } from 'kysely/migration'
import * as spine from './0001_spine.ts'

/** Every migration by name, in order. A released one is never changed again. */
export const migrations: Record<string, Migration> = {
  '0001_spine': spine,
}
