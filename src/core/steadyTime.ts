/**
 * The time that the service goes by: that of a clock which somebody may set, by accident too, made steady.
 *
 * A small step is followed at once. A larger one is a jump, and is looked at twice: until the clock has shown the new
 * time for a while the service goes on by the old one, so that nothing that seems to be due is dialled, and nothing that
 * seems to be old is deleted, because of a mistake which is corrected soon. A clock that stays where it is, is followed.
 * Changes between summer and winter time are none of an instant.
 */
import { DAY_MS, type Instant, SECOND_MS } from './time.ts'

/** A step of so much is followed at once: time servers correct by less, and little becomes due by it. */
export const LARGEST_STEP_MS = 5 * SECOND_MS
/** A jump is followed when the clock has stood by it for so long. */
export const SECOND_LOOK_AFTER_MS = 30 * SECOND_MS
/** So long after a jump was followed nothing is deleted for its age: somebody may still notice, and correct the clock. */
export const JUMP_REMEMBERED_MS = DAY_MS

/**
 * `in_doubt`: somebody has set the clock, and `now` goes on as before until the new time has stood for a while;
 * `jumped`: `now` has followed such a jump within the last day.
 */
export type ClockCondition = 'steady' | 'in_doubt' | 'jumped'

/** What is told of a jump: first that there is one, then what has become of it. `byMs` is more than 0 for one ahead. */
export interface ClockNews {
  kind: 'jumped' | 'taken_back' | 'followed'
  byMs: number
}

export interface SteadyTime {
  /** The instant, when so many milliseconds have passed. */
  at(elapsedMs: number): Instant
  /** Compares with what the clock shows. Answers what is news, if anything is. */
  compare(elapsedMs: number, shown: Instant): ClockNews | null
  condition(elapsedMs: number): ClockCondition
}

/** `shown` is what the clock shows when `elapsedMs` have passed. It is believed. */
export function createSteadyTime(elapsedMs: number, shown: Instant): SteadyTime {
  let offset = shown - elapsedMs
  let doubt: { offset: number; since: number } | null = null
  let followedAt = -Infinity

  return {
    at: (elapsed) => Math.floor(offset + elapsed),
    compare(elapsed, nowShown) {
      const shownOffset = nowShown - elapsed
      const byMs = shownOffset - offset
      if (Math.abs(byMs) <= LARGEST_STEP_MS) {
        offset = shownOffset
        const wasDoubted = doubt
        doubt = null
        return wasDoubted && { kind: 'taken_back', byMs: wasDoubted.offset - offset }
      }
      if (!doubt || Math.abs(shownOffset - doubt.offset) > LARGEST_STEP_MS) {
        doubt = { offset: shownOffset, since: elapsed }
        return { kind: 'jumped', byMs }
      }
      if (elapsed - doubt.since < SECOND_LOOK_AFTER_MS) return null
      offset = shownOffset
      doubt = null
      followedAt = elapsed
      return { kind: 'followed', byMs }
    },
    condition: (elapsed) => {
      if (doubt) return 'in_doubt'
      return elapsed - followedAt < JUMP_REMEMBERED_MS ? 'jumped' : 'steady'
    },
  }
}
