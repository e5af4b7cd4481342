import type { In, Out } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { campaignStatus } from '../core/campaign.ts'
import type { SentContact } from '../core/contact.ts'
import type { Phone } from '../core/phone.ts'
import { Problem } from '../core/problem.ts'
import { RING_TIMEOUT_S } from '../core/playbookConfig.ts'
import type { Instant } from '../core/time.ts'
import { insertCalls, type NewCalls } from '../store/calls.ts'
import { lockCallsWithoutCampaign, removeCallsWithoutCampaign } from '../store/campaignParts.ts'
import { type CampaignRecord, insertCampaign } from '../store/campaigns.ts'
import { mergeContacts } from '../store/contacts.ts'
import { PRIORITY } from '../store/dueCalls.ts'
import { giveWay } from '../pacing/giveWay.ts'
import type { Store, Tx } from '../store/open.ts'
import { presentInstant } from './answers/instant.ts'
import type { Context } from './context.ts'
import {
  chooseForCampaign,
  listOverfull,
  readCampaign,
  refuseOverfull,
  type WantedCampaign,
} from './requests/campaign.ts'
import { MAX_CUSTOM_FIELDS } from './requests/customFields.ts'

/** Contacts stored by one transaction: large enough to be quick, small enough that other work gets its turn in between. */
const PART = 250
/** Calls removed in one transaction when a campaign is refused after all. */
const REMOVE_AT_ONCE = 250

export async function createCampaign({ body }: In<'createCampaign'>, context: Context): Promise<Out<'createCampaign'>> {
  const wanted = readCampaign(body, context)
  if (wanted.contacts.size <= PART) {
    const reply = await context.create((tx) => storeAtOnce(tx, wanted, context))
    context.engine.callsStored(wanted.schedule.dueAt)
    return reply
  }
  const reply = await storeInParts(wanted, context)
  context.engine.campaignChanged()
  context.engine.callsStored(wanted.schedule.dueAt)
  return reply
}

async function storeAtOnce(tx: Tx, wanted: WantedCampaign, context: Context) {
  const common = await readCommon(tx, wanted, context)
  const created = await storePart(tx, [...wanted.contacts], common, wanted, context)
  return storeCampaign(tx, created, common, wanted, context)
}

/** The calls of a large campaign first, which nobody dials or sees before the campaign is there. */
async function storeInParts(wanted: WantedCampaign, context: Context) {
  const { store } = context
  const common = await readCommon(store.db, wanted, context)
  refuseOverfull(wanted, await listOverfull(store.db, common.accountId, wanted.contacts))
  try {
    const created = await storeParts({ ...common, held: true }, wanted, context)
    return await context.create(async (tx) => {
      const stored = await lockCallsWithoutCampaign(tx, common.campaignId)
      if (stored !== wanted.contacts.size) throw new Problem('unavailable', TOOK_TOO_LONG)
      return storeCampaign(tx, created, common, wanted, context)
    })
  } catch (error) {
    // What cannot be removed now is removed by the engine later.
    await removeParts(common.campaignId, context).catch(() => undefined)
    throw error
  }
}

const TOOK_TOO_LONG = 'The campaign took too long to store and was dropped; nobody is called. Repeat the request.'

async function storeParts(common: CampaignCalls, wanted: WantedCampaign, context: Context): Promise<number> {
  const contacts = [...wanted.contacts]
  let created = 0
  for (let from = 0; from < contacts.length; from += PART) {
    const part = contacts.slice(from, from + PART)
    created += await context.store.transaction((tx) => storePart(tx, part, common, wanted, context))
    await giveWay()
  }
  return created
}

async function removeParts(campaignId: string, { store }: Context): Promise<void> {
  let removed = REMOVE_AT_ONCE
  while (removed > 0) {
    removed = await store.transaction((tx) => removeCallsWithoutCampaign(tx, { campaignId }, REMOVE_AT_ONCE))
    await giveWay()
  }
}

/** Stores contacts and their calls. Answers how many of the contacts are new. Throws a Problem when one has too many fields. */
async function storePart(
  tx: Tx,
  part: readonly (readonly [Phone, SentContact])[],
  common: CampaignCalls,
  wanted: WantedCampaign,
  { newId }: Context,
): Promise<number> {
  const changes = part.map(([phone, sent]) => ({ id: newId(), phone, ...sent }))
  const merged = await mergeContacts(tx, common.accountId, changes, common.at)
  const calls = changes.map(({ id, phone }) => ({ id: newId(), contactId: merged.get(phone)?.id ?? id, phone }))
  await insertCalls(tx, common, calls)
  const overfull = part.filter(([phone]) => (merged.get(phone)?.customFieldCount ?? 0) > MAX_CUSTOM_FIELDS)
  refuseOverfull(wanted, new Set(overfull.map(([phone]) => phone)))
  return changes.filter(({ id, phone }) => merged.get(phone)?.id === id).length
}

async function storeCampaign(tx: Tx, created: number, common: CampaignCalls, wanted: WantedCampaign, { now }: Context) {
  const { body, schedule, contacts, callingHours } = wanted
  const campaign: CampaignRecord = {
    id: common.campaignId,
    playbookId: common.playbookId,
    versionId: common.version.versionId,
    versionSource: common.version.source,
    requestedVersionId: common.requestedVersionId,
    configHash: common.version.configHash,
    name: body.name ?? null,
    state: 'active',
    timeZone: schedule.timeZone,
    launchAt: schedule.launchAt,
    callingHours,
    recallMinutes: schedule.recallMinutes,
    contacts: {
      received: body.contacts.length,
      created,
      updated: contacts.size - created,
      duplicates: body.contacts.length - contacts.size,
    },
    calls: contacts.size,
    createdAt: now,
    endedAt: null,
  }
  await insertCampaign(tx, common.accountId, campaign)
  return { status: 202 as const, body: answer(campaign, now) }
}

type CampaignCalls = NewCalls & { campaignId: string }

/** What all calls have in common. Throws a Problem when there is no such playbook, or no hour to call in. */
async function readCommon(db: Store['db'], wanted: WantedCampaign, context: Context): Promise<CampaignCalls> {
  const { body, schedule } = wanted
  const { account, chosen } = await chooseForCampaign(db, wanted, context)
  return {
    accountId: account.id,
    campaignId: context.newId(),
    playbookId: chosen.playbookId,
    version: chosen.version,
    requestedVersionId: body.version_id ?? null,
    callerId: account.callerId,
    params: {},
    names: {},
    recallMinutes: schedule.recallMinutes,
    launchAt: schedule.launchAt,
    dueAt: schedule.dueAt,
    priority: PRIORITY.campaign,
    held: false,
    ringTimeoutS: RING_TIMEOUT_S,
    maxDurationS: chosen.maxDurationS,
    at: context.now,
  }
}

function answer(campaign: CampaignRecord, now: Instant): components['schemas']['CampaignCreatedEnvelope'] {
  return {
    success: true,
    campaign_id: campaign.id,
    data: {
      campaign_id: campaign.id,
      status: campaignStatus(campaign, now) === 'scheduled' ? 'scheduled' : 'running',
      launch_at: presentInstant(campaign.launchAt),
      contacts: campaign.contacts,
      calls: campaign.calls,
    },
  }
}
