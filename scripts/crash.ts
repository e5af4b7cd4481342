/**
 * Kills the real process at random instants under load, and judges what has become of every call:
 * `bun scripts/crash.ts --kills 1000 --seed 1 --database pglite|postgres`. With `--power-cuts 500` it loses what the embedded
 * database has not synced, in so many ways, instead. Exits 1 with the histories of the calls concerned when a promise is
 * broken, 2 for wrong usage.
 */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { cutPower } from '../test/crash/powerLoss/run.ts'
import { runCrashes } from '../test/crash/run.ts'
import { makeDataDirectory } from '../test/support/database.ts'
import { makePostgresDatabase, startPostgres } from '../test/support/postgres.ts'

/** Kills on one database, before all calls are let come to their ends and judged. */
const ROUND = 25
/** Power cuts in one recorded history. */
const CUTS_A_HISTORY = 90
/** Histories that are shown. */
const MOST_SHOWN = 5

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    'power-cuts': { type: 'string' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'pglite' },
  },
})
const wanted = wholeNumber(values['power-cuts'] ?? values.kills)
const firstSeed = wholeNumber(values.seed)
if (values.database !== 'pglite' && values.database !== 'postgres') refuse('--database is pglite or postgres.')

const startedAt = performance.now()
const total = { kills: 0, calls: 0, dials: 0 }
if (values['power-cuts'] !== undefined) {
  await cutAll()
  process.exit(0)
}
for (let seed = firstSeed; total.kills < wanted; seed++) await playRound(seed, Math.min(ROUND, wanted - total.kills))
if (values.database === 'postgres') await (await startPostgres()).stop()
console.log(`\n${total.kills} kills, ${total.calls} calls, ${total.dials} dials: every promise was kept.`)

/** Ends the process when a promise is broken. */
async function playRound(seed: number, kills: number): Promise<void> {
  const onKill = (): void => {
    total.kills++
    showProgress(seed)
  }
  const { faults, calls, dials } = await onNewDatabase((database) => runCrashes({ kills, seed, database, onKill }))
  total.calls += calls
  total.dials += dials
  if (faults.length === 0) return
  console.error(`\n${faults.length} promises broken with seed ${seed} after ${total.kills} kills:`)
  for (const { promise, history } of faults.slice(0, MOST_SHOWN)) console.error(`\n${promise}\n  ${history}`)
  console.error(`\nAgain: bun run crash --kills ${ROUND} --seed ${seed} --database ${values.database}`)
  process.exit(1)
}

/** Ends the process when something is lost. */
async function cutAll(): Promise<void> {
  const cuts = { done: 0 }
  for (let seed = firstSeed; cuts.done < wanted; seed++) {
    const onImage = (): void => void process.stderr.write(`\rseed ${seed}: ${++cuts.done} of ${wanted} power cuts `)
    const { faults } = await cutPower({ seed, images: Math.min(CUTS_A_HISTORY, wanted - cuts.done), onImage })
    if (faults.length === 0) continue
    console.error(`\nseed ${seed}: ${faults.join('\n')}`)
    process.exit(1)
  }
  console.log(`\n${cuts.done} power cuts: nothing acknowledged was lost.`)
}

async function onNewDatabase<T>(work: (database: Record<string, string>) => Promise<T>): Promise<T> {
  if (values.database === 'postgres') return work({ DATABASE_URL: await makePostgresDatabase() })
  const directory = makeDataDirectory()
  try {
    return await work({ PLAYCALL_DATA: directory })
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

function showProgress(seed: number): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  process.stderr.write(`\rseed ${seed}: ${total.kills} of ${wanted} kills, ${total.calls} calls judged, ${seconds} s `)
}

function wholeNumber(text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  return refuse(`${text} is not a whole number.`)
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}
