import type { ClockCondition, ClockNews } from '../core/steadyTime.ts'
import type { Instant } from '../core/time.ts'

/** The only source of time. Production reads the machine's clock; tests turn the hands themselves. */
export interface Clock {
  /**
   * The present instant, in epoch milliseconds: for what is stored, and for what is due. It may go back, or leap, when
   * somebody sets the clock; not before the new time has stood for a while.
   */
  now(): Instant
  /**
   * Milliseconds that have passed since some moment, whole ones: for windows, for paces and for waiting. Goes on evenly,
   * whatever becomes of `now`, and counts what the machine was asleep.
   */
  elapsedMs(): number
  /** Calls `wake` once, at `at` or as soon afterwards as possible, never before. Any distance is allowed. Returns a function that takes it back. */
  wakeAt(at: Instant, wake: () => void): () => void
  /** The same when so many milliseconds have passed. */
  wakeAfter(ms: number, wake: () => void): () => void
  /** What has become of the clock lately. */
  condition(): ClockCondition
  /** Calls `heard` with each piece of news from now on. */
  onNews(heard: (news: ClockNews) => void): void
}
