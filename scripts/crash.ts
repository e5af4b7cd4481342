/**
 * Kills the real process at random instants under load, and judges what has become of every call:
 * `bun scripts/crash.ts --kills 1000 --seed 1 --database pglite|postgres`. Exits 1 with the histories of the calls
 * concerned when a promise is broken, 2 for wrong usage.
 */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { runCrashes } from '../test/crash/run.ts'
import { makeDataDirectory } from '../test/support/database.ts'
import { makePostgresDatabase, startPostgres } from '../test/support/postgres.ts'

/** Kills on one database, before all calls are let come to their ends and judged. */
const ROUND = 25
/** Histories that are shown. */
const MOST_SHOWN = 5

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'pglite' },
  },
})
const kills = wholeNumber(values.kills)
const firstSeed = wholeNumber(values.seed)
if (values.database !== 'pglite' && values.database !== 'postgres') refuse('--database is pglite or postgres.')

const startedAt = performance.now()
let done = 0
let calls = 0
let dials = 0
for (let seed = firstSeed; done < kills; seed++) {
  const before = done
  const result = await onNewDatabase((database) =>
    runCrashes({
      kills: Math.min(ROUND, kills - before),
      seed,
      database,
      onKill: (count) => {
        done = before + count
        showProgress(seed)
      },
    }),
  )
  calls += result.calls
  dials += result.dials
  if (result.faults.length === 0) continue
  console.error(`\n${result.faults.length} promises broken with seed ${seed} after ${done} kills:`)
  for (const { promise, history } of result.faults.slice(0, MOST_SHOWN)) console.error(`\n${promise}\n  ${history}`)
  console.error(`\nAgain: bun run crash --kills ${ROUND} --seed ${seed} --database ${values.database}`)
  process.exit(1)
}
if (values.database === 'postgres') await (await startPostgres()).stop()
console.log(`\n${done} kills, ${calls} calls, ${dials} dials: every promise was kept.`)

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
  process.stderr.write(`\rseed ${seed}: ${done} of ${kills} kills, ${calls} calls judged, ${seconds} s `)
}

function wholeNumber(text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  return refuse(`${text} is not a whole number.`)
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}
