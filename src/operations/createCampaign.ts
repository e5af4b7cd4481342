import type { In, Out } from '../../generated/operations.ts'
import { campaignStatus } from '../core/campaign.ts'
import { mergeSentContacts, type SentContact, sentContact } from '../core/contact.ts'
import type { Phone } from '../core/phone.ts'
import { type ProblemDetail, problemOf } from '../core/problem.ts'
import { RING_TIMEOUT_S } from '../core/playbookConfig.ts'
import { insertCalls, type NewCalls } from '../store/calls.ts'
import { type CampaignRecord, insertCampaign } from '../store/campaigns.ts'
import { upsertContacts } from '../store/contacts.ts'
import { PRIORITY } from '../store/engineCalls.ts'
import type { Tx } from '../store/open.ts'
import { presentInstant } from './answers/instant.ts'
import type { Context } from './context.ts'
import { readPhone } from './requests/callee.ts'
import { choosePlaybook } from './requests/playbook.ts'
import { checkContactZone, readSchedule } from './requests/schedule.ts'

/** Contacts stored by one statement: large enough to be quick, small enough that other work gets its turn in between. */
const CHUNK = 1_000

export async function createCampaign({ body }: In<'createCampaign'>, context: Context): Promise<Out<'createCampaign'>> {
  const { account, now } = context
  const problems: ProblemDetail[] = []
  const schedule = readSchedule(body, account, now, problems)
  const contacts = readContacts(body.contacts, problems)
  if (problems.length > 0) throw problemOf(problems)

  const reply = await context.create(async (tx) => {
    const chosen = await choosePlaybook(tx, account.id, { playbookId: body.playbook_id, versionId: body.version_id })
    const campaignId = context.newId()
    const common: NewCalls = {
      accountId: account.id,
      campaignId,
      playbookId: chosen.playbookId,
      version: chosen.version,
      requestedVersionId: body.version_id ?? null,
      callerId: null,
      params: {},
      names: {},
      recallMinutes: schedule.recallMinutes,
      launchAt: schedule.launchAt,
      dueAt: schedule.dueAt,
      priority: PRIORITY.campaign,
      ringTimeoutS: RING_TIMEOUT_S,
      maxDurationS: chosen.maxDurationS,
      at: now,
    }
    const created = await storeContactsAndCalls(tx, context, common, contacts)
    const campaign: CampaignRecord = {
      id: campaignId,
      playbookId: chosen.playbookId,
      versionId: chosen.version.versionId,
      versionSource: chosen.version.source,
      requestedVersionId: body.version_id ?? null,
      configHash: chosen.version.configHash,
      name: body.name ?? null,
      state: 'active',
      timeZone: schedule.timeZone,
      launchAt: schedule.launchAt,
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
    await insertCampaign(tx, account.id, campaign)
    return { status: 202 as const, body: answer(campaign, now) }
  })
  context.engine.callsStored(schedule.dueAt)
  return reply
}

/** The contacts by phone: the same phone in two spellings is one contact. */
function readContacts(
  inputs: In<'createCampaign'>['body']['contacts'],
  problems: ProblemDetail[],
): Map<Phone, SentContact> {
  const contacts = new Map<Phone, SentContact>()
  for (const [index, input] of inputs.entries()) {
    const phone = readPhone(input.phone, `/contacts/${index}/phone`, problems)
    checkContactZone(input.timezone, `/contacts/${index}/timezone`, problems)
    const sent = sentContact(input)
    const earlier = contacts.get(phone)
    contacts.set(phone, earlier ? mergeSentContacts(earlier, sent) : sent)
  }
  return contacts
}

/** Answers how many of the contacts are new. */
async function storeContactsAndCalls(
  tx: Tx,
  context: Context,
  common: NewCalls,
  contacts: ReadonlyMap<Phone, SentContact>,
): Promise<number> {
  let created = 0
  const changes = [...contacts].map(([phone, sent]) => ({ id: context.newId(), phone, ...sent }))
  for (let from = 0; from < changes.length; from += CHUNK) {
    const chunk = changes.slice(from, from + CHUNK)
    const ids = await upsertContacts(tx, common.accountId, chunk, common.at)
    const calls = chunk.map(({ id, phone }) => ({ id: context.newId(), contactId: ids.get(phone) ?? id, phone }))
    await insertCalls(tx, common, calls)
    created += chunk.filter(({ id, phone }) => ids.get(phone) === id).length
    // An embedded database answers without ever going back to the event loop.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return created
}

function answer(campaign: CampaignRecord, now: number): Out<'createCampaign'>['body'] {
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
