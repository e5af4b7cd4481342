/**
 * Plays thousands of histories through under faults: `bun scripts/simulateFaults.ts --seeds 5000 [--from N]`, or one of
 * them with `--seed N`. Exits 1 with the shortest history when a promise is broken, 2 for wrong usage.
 */
import { parseArgs } from 'node:util'
import { openStore } from '../src/store/open.ts'
import { findFailure } from '../test/simulation/report.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: true },
  },
})
const from = wholeNumber(values.seed ?? values.from ?? '1')
const count = values.seed === undefined ? wholeNumber(values.seeds ?? '1000') : 1

const startedAt = performance.now()
const store = await openStore({ kind: 'memory' })
let done = 0
let dials = 0
const report = await findFailure(store, { from, count, shrinks: values.shrink }, (outcome) => {
  done++
  dials += outcome.dials
  if (values.seed !== undefined) console.log(outcome.log.join('\n'))
  if (!values.quiet) showProgress()
})
await store.close()
if (!values.quiet) process.stderr.write('\n')
if (report !== null) {
  console.error(report)
  process.exit(1)
}
console.log(`${done} histories with ${dials} phone calls: every promise was kept.`)

function showProgress(): void {
  const width = 40
  const bar = '#'.repeat(Math.floor((done / count) * width)).padEnd(width, '.')
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  process.stderr.write(`\r[${bar}] ${done} of ${count}, ${dials} phone calls, ${seconds} s`)
}

function wholeNumber(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) {
    console.error(`${text} is not a whole number.`)
    process.exit(2)
  }
  return Number(text)
}
