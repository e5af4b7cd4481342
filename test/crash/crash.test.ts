/** Kills the real process again and again while clients are at work; `bun run crash` does it as often as you like. */
import { afterAll, expect, test } from 'bun:test'
import fs from 'node:fs'
import { makeDataDirectory } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { runCrashes } from './run.ts'

/** Each costs a start of the process: some 1.4 s of one slow core on the embedded database. */
const KILLS = 25
const TIMEOUT_MS = 240_000
const MOST_SHOWN = 3

const onPostgres = process.env.TEST_DATABASE === 'postgres'
const directory = makeDataDirectory()
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

test(
  'killed at any moment: what was acknowledged is kept and ends, and nobody is dialled twice',
  async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
    const database = onPostgres ? { DATABASE_URL: await makePostgresDatabase() } : { PLAYCALL_DATA: directory }
    const { faults, dials } = await runCrashes({ kills: KILLS, seed, database })
    expect({ seed, faults: faults.slice(0, MOST_SHOWN) }).toEqual({ seed, faults: [] })
    expect(dials).toBeGreaterThan(KILLS)
  },
  TIMEOUT_MS,
)
