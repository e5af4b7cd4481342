/** How results are told: as tables, in docs/benchmarks.md and on the terminal. */
import type { Growth, Measured, Row, Target } from './benchmark.ts'

export const [BEGIN, END] = ['<!-- bench:begin -->', '<!-- bench:end -->']

export interface Results {
  /** When they were measured: RFC 3339. */
  measuredAt: string
  machine: { processor: string; cores: number; system: string; bun: string }
  rounds: number
  seconds: number
  rows: (Row & { benchmark: string })[]
  growth: (Growth & { benchmark: string })[]
}

/** A Markdown table of the rows, in the form that the formatter leaves alone. */
export function writeRows(rows: readonly Row[]): string {
  return writeTable(
    ['what', 'unit', 'ours', 'measured against', 'theirs', 'ratio', 'target', 'met'],
    rows.map((row) => [
      row.what,
      row.unit,
      writeMeasured(row.ours),
      row.baseline?.what ?? '',
      row.baseline ? writeMeasured(row.baseline) : '',
      row.baseline ? writeNumber(row.ratio) : '',
      writeTarget(row.target),
      row.met === null ? '' : row.met ? 'yes' : 'no',
    ]),
  )
}

/** A Markdown table of how costs grow. */
export function writeGrowth(growth: readonly Growth[]): string {
  return writeTable(
    ['what', 'unit', 'by amount', 'exponent'],
    growth.map(({ what, unit, points, exponent }) => [
      what,
      unit,
      points.map(({ size, median }) => `${size.toLocaleString('en')}: ${writeNumber(median)}`).join(' · '),
      exponent.toFixed(2),
    ]),
  )
}

/** The page with the results between the markers. Throws an Error when these are not there. */
export function writeInto(readme: string, { measuredAt, machine, rows, growth, rounds }: Results): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`docs/benchmarks.md has no ${BEGIN} with ${END} behind it`)
  const told = [
    `Measured on ${measuredAt.slice(0, 10)} with ${machine.bun} on ${machine.cores} × ${machine.processor}: medians of ${rounds} rounds, and in brackets the least and the most.`,
    writeRows(rows),
    ...(growth.length > 0 ? ['How it grows with the amount of data:', writeGrowth(growth)] : []),
    '![How far each figure is from its target](../scripts/bench/results.svg)',
  ]
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${told.join('\n\n')}\n\n${readme.slice(end)}`
}

function writeTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const lines = [head, ...body]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const [first, ...rest] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [first, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}

function writeMeasured({ median, min, max, values }: Measured): string {
  if (values.length === 1) return writeNumber(median)
  return `${writeNumber(median)} (${writeNumber(min)}–${writeNumber(max)})`
}

export function writeTarget(target: Target | null): string {
  if (target === null) return ''
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
}

/** Three digits are more than a measurement knows. */
export function writeNumber(value: number): string {
  return value.toLocaleString('en', value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 })
}
