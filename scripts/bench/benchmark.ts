/** What a benchmark is, and what comes out of it. */
import type { LoadOptions, LoadResult } from './programs/loadClient.ts'

/** What a benchmark is given. */
export interface Bench {
  /** How often each contender is measured, in alternation. */
  rounds: number
  /** Seconds that a measurement under load takes. */
  seconds: number
  /** A smoke run: everything small, and nothing judged. */
  quick: boolean
  /** Tells whoever watches how far it is. */
  say(text: string): void
  /** Has something undone after the benchmark, however it ends; the last comes first. */
  atEnd(undo: () => unknown): void
  /** A new directory, which is removed after the benchmark. */
  makeFolder(): string
  /** Puts a server under load from another process. */
  load(options: LoadWish): Promise<LoadResult>
}

/** Connections, warm-up and duration are the same for all unless a benchmark says otherwise. */
export type LoadWish = Pick<LoadOptions, 'url'> & Partial<Omit<LoadOptions, 'url'>>

export interface Benchmark {
  name: string
  /** What it measures, in a line. */
  about: string
  run(bench: Bench): Promise<Outcome>
}

export interface Outcome {
  rows: Row[]
  growth?: Growth[]
}

export type Target = { atLeast: number } | { atMost: number }

/** Measurements of one thing. */
export interface Measured {
  median: number
  min: number
  max: number
  values: readonly number[]
}

/** A thing of ours beside what it is measured against, or alone. */
export interface Row {
  what: string
  unit: string
  ours: Measured
  /** Null for a figure with a bound of its own. */
  baseline: ({ what: string } & Measured) | null
  /** The median of ours ÷ baseline, round by round; without a baseline the median of ours. */
  ratio: number
  target: Target | null
  /** Null when there is no target. */
  met: boolean | null
}

/** How a cost follows the amount of data. */
export interface Growth {
  what: string
  unit: string
  points: readonly { size: number; median: number }[]
  /** Of the power law that fits best: 0 for a cost that stays, 1 for one that grows with the amount. */
  exponent: number
}
