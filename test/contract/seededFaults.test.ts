/** That the random requests find what is wrong is shown with contracts that are: the service is as ever. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import document from '../../generated/openapi.json'
import { SCOPES } from '../../src/core/apiToken.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { seeded } from '../support/random.ts'
import { tryAccess, tryInvalid, tryValid } from './check.ts'
import { operationOf, readContract } from './contract.ts'
import { SEEDED_FAULTS, type SeededFault } from './seededFaults.ts'
import { openWorld, type World } from './world.ts'

/** Requests of either kind in a round; the first one that shows a fault ends the search. The last is for the rarest. */
const ROUNDS = [25, 100, 400, 1_600]
const TIMEOUT_MS = 60_000

describe('a contract in which', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  }, START_TIMEOUT_MS)
  afterAll(() => world.close())
  // Strangers are counted by the minute.
  beforeEach(() => world.app.advanceBy(60_000))

  for (const fault of SEEDED_FAULTS)
    test(`${fault.name} is found out`, async () => expect(await find(fault, world)).toContain(fault.told), TIMEOUT_MS)
})

/** What is reported first. */
async function find({ operationId, edit }: SeededFault, world: World): Promise<string> {
  const wrong = structuredClone(document)
  edit(wrong)
  const contract = readContract(wrong)
  const trial = { contract, operation: operationOf(contract, operationId), world }
  const access = await tryAccess(trial, SCOPES)
  if (access.length > 0) return access.join('\n')
  for (const runs of ROUNDS) {
    const options = { ...seeded(runs), endOnFailure: true }
    const fault = (await tryInvalid(trial, options)) ?? (await tryValid(trial, options))
    if (fault !== null) return fault
  }
  return 'nothing'
}
