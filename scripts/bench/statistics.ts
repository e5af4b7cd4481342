/** The arithmetic of measurements. */
import type { Growth, Measured, Row, Target } from './benchmark.ts'

/** The value below which a share of the values lies; `sorted` is in ascending order and not empty. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('there are no values')
  return value
}

/** Throws an Error when there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = percentile(sorted, 0.5)
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

export function measured(values: readonly number[]): Measured {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values), values }
}

/**
 * Sets ours beside a baseline that was measured in the same rounds. The ratio is taken in each round, because what
 * disturbs a machine disturbs neighbours alike, and the median of them counts.
 */
export function compare(row: {
  what: string
  unit: string
  ours: readonly number[]
  baseline: { what: string; values: readonly number[] }
  target: Target | null
}): Row {
  const { what, unit, baseline, target } = row
  const ratios = row.ours.map((value, round) => value / (baseline.values[round] ?? Number.NaN))
  const ratio = median(ratios)
  return {
    what,
    unit,
    ours: measured(row.ours),
    baseline: { what: baseline.what, ...measured(baseline.values) },
    ratio,
    target,
    met: target && isMet(ratio, target),
  }
}

/** Sets ours against a bound of its own. */
export function bound(row: { what: string; unit: string; ours: readonly number[]; target: Target | null }): Row {
  const ours = measured(row.ours)
  const { what, unit, target } = row
  return { what, unit, ours, baseline: null, ratio: ours.median, target, met: target && isMet(ours.median, target) }
}

function isMet(ratio: number, target: Target): boolean {
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
}

/** Fits a power law through the medians: least squares in logarithms. Sizes and costs must be greater than zero. */
export function growth(what: string, unit: string, points: Growth['points']): Growth {
  const xs = points.map(({ size }) => Math.log(size))
  const ys = points.map((point) => Math.log(point.median))
  const [meanX, meanY] = [mean(xs), mean(ys)]
  const covariance = xs.reduce((sum, x, index) => sum + (x - meanX) * ((ys[index] ?? 0) - meanY), 0)
  const variance = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0)
  return { what, unit, points, exponent: covariance / variance }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
