import type { In, Out } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { type CallingHours, nextWithinCallingHours } from '../core/callingHours.ts'
import { campaignStatus } from '../core/campaign.ts'
import { mergeSentContacts, type SentContact, sentContact } from '../core/contact.ts'
import type { Phone } from '../core/phone.ts'
import { Problem, type ProblemDetail, problemOf } from '../core/problem.ts'
import { RING_TIMEOUT_S } from '../core/playbookConfig.ts'
import type { Instant } from '../core/time.ts'
import { type AccountRecord, findAccount } from '../store/accounts.ts'
import { insertCalls, type NewCalls } from '../store/calls.ts'
import { lockCallsWithoutCampaign, removeCallsWithoutCampaign } from '../store/campaignParts.ts'
import { type CampaignRecord, insertCampaign } from '../store/campaigns.ts'
import { findContactsByPhone, mergeContacts } from '../store/contacts.ts'
import { PRIORITY } from '../store/dueCalls.ts'
import { giveWay } from '../pacing/giveWay.ts'
import type { Store, Tx } from '../store/open.ts'
import { planCampaign } from './answers/campaignPlan.ts'
import { presentInstant } from './answers/instant.ts'
import type { Context } from './context.ts'
import { readPhone } from './requests/callee.ts'
import { isOverfull, MAX_CUSTOM_FIELDS, tooManyCustomFields } from './requests/customFields.ts'
import { choosePlaybook } from './requests/playbook.ts'
import { checkHours, checkZone, readSchedule, type Schedule } from './requests/schedule.ts'

/** Contacts stored by one transaction: large enough to be quick, small enough that other work gets its turn in between. */
const PART = 250
/** Calls removed in one transaction when a campaign is refused after all. */
const REMOVE_AT_ONCE = 250

export async function createCampaign({ body }: In<'createCampaign'>, context: Context): Promise<Out<'createCampaign'>> {
  const { account, now } = context
  const problems: ProblemDetail[] = []
  const schedule = readSchedule(body, account, now, problems)
  const contacts = readContacts(body.contacts, problems)
  checkHours(body.calling_hours, '/calling_hours', problems)
  if (problems.length > 0) throw problemOf(problems)
  const wanted: Wanted = { body, schedule, contacts, callingHours: body.calling_hours ?? null }

  if (body.dry_run) return planOnly(wanted, context)
  if (contacts.size <= PART) {
    const reply = await context.create((tx) => storeAtOnce(tx, wanted, context))
    context.engine.callsStored(schedule.dueAt)
    return reply
  }
  const reply = await storeInParts(wanted, context)
  context.engine.campaignChanged()
  context.engine.callsStored(schedule.dueAt)
  return reply
}

/** What was asked for, read and checked. */
interface Wanted {
  body: In<'createCampaign'>['body']
  schedule: Schedule
  contacts: ReadonlyMap<Phone, SentContact>
  callingHours: CallingHours | null
}

/** Not in one transaction: others have their turn in between, and what is stored meanwhile may be counted or not. */
async function planOnly(wanted: Wanted, context: Context) {
  const { body, schedule, contacts, callingHours } = wanted
  const { db } = context.store
  const { account } = await readCommon(db, wanted, context)
  refuseOverfull(wanted, await listOverfull(db, account.id, contacts))
  const data = await planCampaign(db, {
    account,
    contacts,
    received: body.contacts.length,
    // A launch time may lie a little in the past, a dial may not.
    dueAt: Math.max(schedule.dueAt, context.now),
    callingHours,
    callsPerSecond: context.callsPerSecond,
  })
  return { status: 200 as const, body: { success: true as const, data } }
}

async function storeAtOnce(tx: Tx, wanted: Wanted, context: Context) {
  const { common } = await readCommon(tx, wanted, context)
  const created = await storePart(tx, [...wanted.contacts], common, wanted, context)
  return storeCampaign(tx, created, common, wanted, context)
}

/** The calls of a large campaign first, which nobody dials or sees before the campaign is there. */
async function storeInParts(wanted: Wanted, context: Context) {
  const { store } = context
  const { common } = await readCommon(store.db, wanted, context)
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

async function storeParts(common: CampaignCalls, wanted: Wanted, context: Context): Promise<number> {
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
  wanted: Wanted,
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

async function storeCampaign(tx: Tx, created: number, common: CampaignCalls, wanted: Wanted, { now }: Context) {
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
async function readCommon(
  db: Store['db'],
  { body, schedule, callingHours }: Wanted,
  context: Context,
): Promise<{ account: AccountRecord; common: CampaignCalls }> {
  const account = await findAccount(db, context.account.id)
  const chosen = await choosePlaybook(db, account.id, { playbookId: body.playbook_id, versionId: body.version_id })
  const hours = [account.callingHours, callingHours].filter((one) => one !== null)
  if (nextWithinCallingHours(hours, account.timeZone, schedule.dueAt) === null) {
    const message = "These hours and the account's have no time in common: nobody could ever be called."
    throw problemOf([{ in: 'body', pointer: '/calling_hours', code: 'invalid_calling_hours', message }])
  }
  const common: CampaignCalls = {
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
  return { account, common }
}

/** The contacts by phone: the same phone in two spellings is one contact. */
function readContacts(
  inputs: In<'createCampaign'>['body']['contacts'],
  problems: ProblemDetail[],
): Map<Phone, SentContact> {
  const contacts = new Map<Phone, SentContact>()
  for (const [index, input] of inputs.entries()) {
    const phone = readPhone(input.phone, `/contacts/${index}/phone`, problems)
    checkZone(input.timezone, `/contacts/${index}/timezone`, problems)
    const sent = sentContact(input)
    const earlier = contacts.get(phone)
    const merged = earlier ? mergeSentContacts(earlier, sent) : sent
    // Refused at once and not merged: 100,000 mentions of one phone would make an object of millions of keys.
    if (Object.keys(merged.customFields).length > MAX_CUSTOM_FIELDS) {
      problems.push(tooManyCustomFields(`/contacts/${index}`))
    } else contacts.set(phone, merged)
  }
  return contacts
}

/** Those of the contacts that would have too many custom fields. */
async function listOverfull(
  db: Store['db'],
  accountId: string,
  contacts: ReadonlyMap<Phone, SentContact>,
): Promise<ReadonlySet<Phone>> {
  const overfull = new Set<Phone>()
  const changes = [...contacts].filter(([, { customFields }]) => Object.keys(customFields).length > 0)
  for (let from = 0; from < changes.length; from += PART) {
    const chunk = changes.slice(from, from + PART)
    const phones = chunk.map(([phone]) => phone)
    const known = await findContactsByPhone(db, accountId, phones)
    for (const [phone, { customFields }] of chunk) {
      if (isOverfull(known.get(phone)?.customFields ?? {}, customFields)) overfull.add(phone)
    }
    await giveWay()
  }
  return overfull
}

/** Throws a Problem that leads to the last mention of each of these contacts that sent custom fields. */
function refuseOverfull({ body }: Wanted, overfull: ReadonlySet<Phone>): void {
  if (overfull.size === 0) return
  const mentions = new Map<Phone, number>()
  for (const [index, { phone: text, custom_fields: sent }] of body.contacts.entries()) {
    const phone = readPhone(text, '', [])
    if (sent !== undefined && overfull.has(phone)) mentions.set(phone, index)
  }
  const indices = [...mentions.values()].toSorted((a, b) => a - b)
  throw problemOf(indices.map((index) => tooManyCustomFields(`/contacts/${index}`)))
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
