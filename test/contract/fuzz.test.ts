/**
 * Random requests for every operation that the contract has, valid and invalid. `RUNS=5 bun test …` sends five times as
 * many; a failure prints a line for a shell and a seed, and `SEED=n bun test … -t <operation>` plays it again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import document from '../../generated/openapi.json'
import { SCOPES } from '../../src/core/apiToken.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { seeded } from '../support/random.ts'
import { tryAccess, tryInvalid, tryValid } from './check.ts'
import { readContract } from './contract.ts'
import { openWorld, type World } from './world.ts'

const RUNS = Number(process.env.RUNS ?? 1)
const RUNS_PER_OPERATION = 200 * RUNS
const TIMEOUT_MS = 60_000 * RUNS

const contract = readContract(document)

describe.each(contract.operations.map(({ id }) => id))('%s', (id) => {
  const operation = contract.operations.find((one) => one.id === id)!
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  }, START_TIMEOUT_MS)
  afterAll(() => world.close())

  test(
    'refuses requests that do not fit, and changes nothing',
    async () => {
      expect(await tryInvalid({ contract, operation, world }, seeded(RUNS_PER_OPERATION))).toBeNull()
    },
    TIMEOUT_MS,
  )

  test(
    'answers requests that fit as the contract says, and what they made can be read',
    async () => {
      expect(await tryValid({ contract, operation, world }, seeded(RUNS_PER_OPERATION))).toBeNull()
    },
    TIMEOUT_MS,
  )

  test(
    'is closed to those without a token, and to those without its scope',
    async () => {
      expect(await tryAccess({ contract, operation, world }, SCOPES)).toEqual([])
    },
    TIMEOUT_MS,
  )
})
