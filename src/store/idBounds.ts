/** Between which ids the rows of a page are: ids rise with the time. */
import { type Instant, SECOND_MS } from '../core/time.ts'
import { HIGHEST_UUID, instantOfUuid, LOWEST_UUID, lowestUuidOf } from '../core/uuid.ts'

/**
 * How far an id may be from the instant at which its row says that it was created: a large campaign notes the instant
 * of the request in all calls, whose ids are made as they are stored. `createdWith` keeps what is stored within that.
 */
const OFF_BY_MS = 10 * SECOND_MS

export interface IdBounds {
  from: string
  /** Exclusive. */
  before: string
}

/** Of the rows that fit the range of time all are within the bounds, and few others. */
export function idBounds(range: { createdAfter?: Instant; createdBefore?: Instant }, afterId: string | null): IdBounds {
  const { createdAfter, createdBefore } = range
  const latest = createdBefore === undefined ? HIGHEST_UUID : lowestUuidOf(createdBefore + OFF_BY_MS)
  return {
    from: createdAfter === undefined ? LOWEST_UUID : lowestUuidOf(createdAfter - OFF_BY_MS),
    before: afterId !== null && afterId < latest ? afterId : latest,
  }
}

/** When a row says that it was created: at `at`, but near to its id's instant where that is another one. */
export function createdWith(id: string, at: Instant): Instant {
  const made = instantOfUuid(id)
  return Math.min(made + OFF_BY_MS, Math.max(made - OFF_BY_MS, at))
}
