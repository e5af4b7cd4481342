import type { Instant } from '../core/time.ts'

/** The only source of time. Production reads the machine's clock; tests turn the hands themselves. */
export interface Clock {
  /** The present instant, in epoch milliseconds. */
  now(): Instant
  /** Calls `wake` once, at `at` or as soon afterwards as possible, never before. Any distance is allowed. Returns a function that takes it back. */
  wakeAt(at: Instant, wake: () => void): () => void
}
