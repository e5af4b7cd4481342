import type { In, Out } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { campaignStatus } from '../core/campaign.ts'
import { isOverfull } from '../core/freeValues.ts'
import { RING_TIMEOUT_S } from '../core/playbookConfig.ts'
import type { Instant } from '../core/time.ts'
import type { CampaignTerms } from '../core/newCalls.ts'
import { insertParts, packParts, type PackedPart, storeContacts } from '../store/campaigns/parts.ts'
import { type CampaignRecord, insertCampaign } from '../store/campaigns/campaigns.ts'
import { PRIORITY } from '../store/calls/due.ts'
import type { Tx } from '../store/open.ts'
import { presentInstant } from './present/instant.ts'
import type { Context } from './context.ts'
import { lookUpContacts } from './campaigns/knownContacts.ts'
import { chooseForCampaign, readCampaign } from './campaigns/wantedCampaign.ts'
import { refuseOverfull, type WantedCampaign } from './parse/campaign.ts'

/** A small campaign is stored by the transaction that accepts it, a large one afterwards by the engine. */
export async function createCampaign({ body }: In<'createCampaign'>, context: Context): Promise<Out<'createCampaign'>> {
  const wanted = await readCampaign(body, context)
  const { contacts, schedule } = wanted
  if (contacts.size <= context.contactsPerPart) {
    const reply = await context.create((tx) => storeAtOnce(tx, wanted, context))
    context.engine.callsStored(schedule.dueAt)
    return reply
  }
  const { known, overfull } = await lookUpContacts(context.store.db, context.account.id, contacts)
  refuseOverfull(wanted, overfull)
  const parts = await packParts(contacts, context.contactsPerPart)
  const reply = await context.create((tx) => accept(tx, wanted, parts, contacts.size - known, context))
  context.engine.campaignChanged()
  return reply
}

async function storeAtOnce(tx: Tx, wanted: WantedCampaign, context: Context) {
  const terms = await readTerms(tx, wanted, context)
  const contacts = [...wanted.contacts]
  const { merged, created } = await storeContacts(tx, terms, contacts, context.newId, { isLate: false })
  const overfull = contacts.filter(([phone]) => isOverfull(merged.get(phone)?.largeCustomFields ?? {}))
  refuseOverfull(wanted, new Set(overfull.map(([phone]) => phone)))
  return storeCampaign(tx, created, terms, wanted, context)
}

/** Nothing is decided later but what has become of a contact meanwhile. */
async function accept(tx: Tx, wanted: WantedCampaign, parts: readonly PackedPart[], created: number, context: Context) {
  const terms = await readTerms(tx, wanted, context)
  const reply = await storeCampaign(tx, created, terms, wanted, context)
  await insertParts(tx, terms, parts)
  return reply
}

async function storeCampaign(tx: Tx, created: number, terms: CampaignTerms, wanted: WantedCampaign, { now }: Context) {
  const { body, schedule, contacts, callingHours } = wanted
  const campaign: CampaignRecord = {
    id: terms.campaignId,
    playbookId: terms.playbookId,
    versionId: terms.version.versionId,
    versionSource: terms.version.source,
    requestedVersionId: terms.requestedVersionId,
    configHash: terms.version.configHash,
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
  await insertCampaign(tx, terms.accountId, campaign)
  return { status: 202 as const, body: answer(campaign, now) }
}

/** What all calls have in common. Throws a Problem when there is no such playbook, or no hour to call in. */
async function readTerms(tx: Tx, wanted: WantedCampaign, context: Context): Promise<CampaignTerms> {
  const { body, schedule } = wanted
  const { account, chosen } = await chooseForCampaign(tx, wanted, context)
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
