/**
 * Runs the tests: all of them on the embedded database, and those that touch the database again on a real Postgres.
 * Arguments are passed on to the test runner: `bun run test test/core`. Exits 1 when a test fails.
 */
import { $ } from 'bun'

/** For one test; the slowest takes some 15 s on two slow cores. */
const TEST_TIMEOUT_MS = 120_000

const wanted = process.argv.slice(2)
const onPostgres = ['test/store', 'test/operations', 'test/engine', 'test/crash/crash.test.ts']

const runs: { database: string; paths: string[] }[] = [
  { database: 'pglite', paths: wanted },
  { database: 'postgres', paths: wanted.length > 0 ? wanted : onPostgres },
]

let failed = false
for (const { database, paths } of runs) {
  console.log(`\nTests on ${database}\n`)
  // Two files at a time, and a dot for each test that passes, so that those that fail stand out.
  const flags = ['--parallel=2', '--no-isolate', '--dots', `--timeout=${TEST_TIMEOUT_MS}`]
  const { exitCode } = await $`${process.execPath} test ${flags} ${paths}`
    .env({ ...process.env, TEST_DATABASE: database })
    .nothrow()
  failed ||= exitCode !== 0
}
process.exit(failed ? 1 : 0)
