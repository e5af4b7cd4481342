/**
 * The real operations, engine and store, under faults, in histories that follow from a seed. `SEED=n` plays one history
 * again; `bun scripts/simulateFaults.ts` plays thousands.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openStore, type Store } from '../../src/store/open.ts'
import { historyOf } from './commands.ts'
import { findFailure } from './report.ts'
import { simulate } from './run.ts'
import { shrink } from './shrink.ts'

const SEEDS = 200
const TIMEOUT_MS = 600_000

let store: Store

beforeAll(async () => {
  store = await openStore({ kind: 'memory' })
}, TIMEOUT_MS)

afterAll(async () => {
  await store.close()
})

test(
  'every promise is kept in every history',
  async () => {
    const seed = process.env.SEED
    const seeds = seed ? { from: Number(seed), count: 1 } : { from: 1, count: SEEDS }
    let dials = 0
    const report = await findFailure(store, seeds, (outcome) => (dials += outcome.dials))
    expect(report).toBeNull()
    expect(dials).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test(
  'a seed says everything: the same one gives the same history, whatever ran before',
  async () => {
    const digests: string[] = []
    for (const seed of [3, 4, 5, 5, 4, 3]) digests.push((await simulate(store, seed)).digest)
    expect(digests.slice(3).toReversed()).toEqual(digests.slice(0, 3))
    expect(new Set(digests).size).toBe(3)
  },
  TIMEOUT_MS,
)

test('a history that fails is made as short as it can be', async () => {
  const history = historyOf(1)
  const isGuilty = (one: unknown): boolean => one === history[2] || one === history[5]
  const shortest = await shrink(history, async (tried) => tried.filter(isGuilty).length === 2)
  expect(shortest).toEqual(history.filter(isGuilty))
})
