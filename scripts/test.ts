/**
 * Runs tests, and tells which files took longest.
 *
 *   bun run test              the tests of every day, on the embedded database
 *   bun run test long         the long ones, and those that touch the database again on a real Postgres
 *   bun run test test/core    these files or folders, on the database that TEST_DATABASE names (pglite, unless set)
 *
 * Exits 1 when a test fails.
 */
import { $, Glob } from 'bun'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** For one test; the slowest takes some 15 s on two slow cores. */
const TEST_TIMEOUT_MS = 120_000
const SLOWEST_SHOWN = 10

/** Real processes that are killed or replaced, planted faults and bugs, both builds, the browser, others' programs. */
const LONG = [
  'test/crash/',
  'test/nodes/',
  'test/e2e/',
  'test/mock/',
  'test/simulation/',
  'test/contract/seededFaults.test.ts',
  'test/contract/generateAgreement.test.ts',
  'test/cli/earlierBackups.test.ts',
  'test/cli/interruptedBackup.test.ts',
  'test/cli/runningService.test.ts',
  'test/cli/stopping.test.ts',
  'test/database/durability.test.ts',
  'test/support/carrierProcess.test.ts',
]
const ON_POSTGRES = ['test/database/', 'test/store/', 'test/operations/', 'test/engine/', 'test/crash/crash.test.ts']

type Database = 'pglite' | 'postgres'

const root = path.resolve(import.meta.dir, '..')
const all = [...new Glob('test/**/*.test.ts').scanSync(root)].toSorted()
const among = (places: readonly string[]) => (file: string) => places.some((place) => file.startsWith(place))
const isLong = among(LONG)

/** Answers whether every test passed. */
async function run(files: readonly string[], database: Database): Promise<boolean> {
  console.log(`\n${files.length} files on ${database}\n`)
  const folder = mkdtempSync(path.join(tmpdir(), 'playcall-test-'))
  const report = path.join(folder, 'report.xml')
  try {
    // Two files at a time, and a dot for each test that passes, so that those that fail stand out.
    const flags = ['--parallel=2', '--no-isolate', '--dots', `--timeout=${TEST_TIMEOUT_MS}`]
    const { exitCode } =
      await $`${process.execPath} test ${flags} --reporter=junit --reporter-outfile=${report} ${files}`
        .cwd(root)
        .env({ ...process.env, TEST_DATABASE: database })
        .nothrow()
    showSlowest(report)
    return exitCode === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The report has a suite for each file, with its time in seconds. */
function showSlowest(report: string): void {
  // Without one the runner itself has failed, and said why.
  if (!existsSync(report)) return
  const suites = readFileSync(report, 'utf8').matchAll(/^ {2}<testsuite name="([^"]+)".*? time="([^"]+)"/gm)
  const times = [...suites].map(([, file, seconds]) => ({ file, seconds: Number(seconds) }))
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
  console.log('\nThe slowest files, in seconds:')
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
}

const wanted = process.argv.slice(2)
const daily = all.filter((file) => !isLong(file))
let passed: boolean
if (wanted.length === 0) passed = await run(daily, 'pglite')
else if (wanted[0] === 'long') {
  const isEmbedded = await run(all.filter(isLong), 'pglite')
  passed = (await run(all.filter(among(ON_POSTGRES)), 'postgres')) && isEmbedded
} else passed = await run(wanted, process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite')
process.exit(passed ? 0 : 1)
