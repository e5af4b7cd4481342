/** What the contract's examples speak of, stored under the identifiers that they name. */
import { SCOPES } from '../../src/core/apiToken.ts'
import { DEMO } from '../../src/firstStart.ts'
import { insertCalls, type NewCalls } from '../../src/store/calls.ts'
import { insertCampaign } from '../../src/store/campaigns.ts'
import { upsertContacts } from '../../src/store/contacts.ts'
import { insertNumber } from '../../src/store/numbers.ts'
import type { Tx } from '../../src/store/open.ts'
import { insertPlaybook } from '../../src/store/playbooks.ts'
import { insertSuppression } from '../../src/store/suppressions.ts'
import { insertToken, makeToken } from '../../src/store/tokens.ts'
import { insertVersion } from '../../src/store/versions.ts'
import { contractOperations } from './contract.ts'
import type { TestApp } from './testApp.ts'

const HOUR_MS = 3_600_000
/** Within the days that the examples of `created_after` and `created_before` ask for. */
const CREATED_AT = Date.parse('2026-11-16T09:00:00.000Z')
/** Neither the one that the examples suppress nor the one that they call. */
const CALLEE = '+442071838751'
const SUPPRESSED = '+442071838752'
const OWN_NUMBER = '+14155550199'

/** The identifiers in the examples of paths, by the parameter's name: `call_id`, `playbook_id`, … */
export const exampleIds: Readonly<Record<ExampleName, string>> = readIds()

type ExampleName =
  'call_id' | 'campaign_id' | 'contact_id' | 'number_id' | 'playbook_id' | 'suppression_id' | 'token_id' | 'version_id'

/** Stores one of each, for the account of the app. The campaign and its call wait for an hour that is still to come. */
export async function seedExamples(app: TestApp, operationId: string): Promise<void> {
  const account = app.account.id
  await app.store.transaction(async (tx) => {
    const configHash = await seedPlaybook(tx, account)
    await seedCampaign(tx, account, configHash, app.clock.now() + HOUR_MS)
    await seedRest(tx, account)
    // A number can be an account's only once, and this operation is to make it so.
    if (operationId !== 'createNumber') await seedNumber(tx, account)
  })
}

async function seedPlaybook(tx: Tx, accountId: string): Promise<string> {
  const { playbook_id: id, version_id } = exampleIds
  const { configHash } = await insertPlaybook(tx, { id, accountId, name: 'Demo', config: DEMO, at: CREATED_AT })
  await insertVersion(tx, {
    id: version_id,
    accountId,
    playbookId: id,
    number: 1,
    message: 'First version',
    configHash,
    restoredFromVersionId: null,
    createdBy: 'Test',
    at: CREATED_AT,
  })
  return configHash
}

async function seedCampaign(tx: Tx, accountId: string, configHash: string, launchAt: number): Promise<void> {
  const { call_id, campaign_id, contact_id, playbook_id, version_id } = exampleIds
  const common: NewCalls = {
    accountId,
    campaignId: campaign_id,
    playbookId: playbook_id,
    version: { versionId: version_id, configHash, source: 'production' },
    requestedVersionId: null,
    callerId: null,
    params: {},
    names: {},
    recallMinutes: [],
    launchAt,
    dueAt: launchAt,
    priority: 1,
    ringTimeoutS: 25,
    maxDurationS: 300,
    at: CREATED_AT,
  }
  await upsertContacts(tx, accountId, [{ id: contact_id, phone: CALLEE, fields: {}, customFields: {} }], CREATED_AT)
  await insertCampaign(tx, accountId, {
    id: campaign_id,
    playbookId: playbook_id,
    versionId: version_id,
    versionSource: 'production',
    requestedVersionId: null,
    configHash,
    name: 'Sample',
    state: 'active',
    timeZone: 'UTC',
    launchAt,
    callingHours: null,
    recallMinutes: [],
    contacts: { received: 1, created: 1, updated: 0, duplicates: 0 },
    calls: 1,
    createdAt: CREATED_AT,
    endedAt: null,
  })
  await insertCalls(tx, common, [{ id: call_id, contactId: contact_id, phone: CALLEE }])
}

async function seedRest(tx: Tx, accountId: string): Promise<void> {
  await insertSuppression(tx, {
    id: exampleIds.suppression_id,
    accountId,
    phone: SUPPRESSED,
    reason: 'request',
    note: null,
    callId: null,
    createdAt: CREATED_AT,
  })
  const { token } = makeToken({
    id: exampleIds.token_id,
    accountId,
    name: 'Sample',
    scopes: SCOPES,
    at: CREATED_AT,
    expiresAt: null,
  })
  await insertToken(tx, token)
}

async function seedNumber(tx: Tx, accountId: string): Promise<void> {
  await insertNumber(tx, {
    id: exampleIds.number_id,
    accountId,
    phone: OWN_NUMBER,
    playbookId: exampleIds.playbook_id,
    label: null,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
  })
}

function readIds(): Record<ExampleName, string> {
  const inPaths = contractOperations().flatMap(({ parameters }) => parameters.filter((one) => one.in === 'path'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database refuses what is missing here
  return Object.fromEntries(inPaths.map(({ name, example }) => [name, example])) as Record<ExampleName, string>
}
