/** What creating a campaign and planning one begin with. */
import type { In } from '../../../generated/operations.ts'
import { nextWithinCallingHours } from '../../core/callingHours.ts'
import type { SentContact } from '../../core/contact.ts'
import type { Phone } from '../../core/phone.ts'
import { type ProblemDetail, problemOf } from '../../core/problem.ts'
import { giveWay } from '../../pacing/giveWay.ts'
import { type AccountRecord, findAccount } from '../../store/accounts/accounts.ts'
import type { Store } from '../../store/open.ts'
import type { CallingPlaybook } from '../../store/playbooks/callingPlaybook.ts'
import type { Context } from '../context.ts'
import { readContact, type WantedCampaign } from '../parse/campaign.ts'
import { checkHours, readSchedule } from '../parse/schedule.ts'
import { choosePlaybook } from '../playbooks/choosePlaybook.ts'
import { CONTACTS_AT_ONCE } from './contactsAtOnce.ts'

/** Throws a Problem that names everything wrong in the request itself. Others have their turn meanwhile. */
export async function readCampaign(
  body: In<'createCampaign'>['body'],
  { account, now }: Context,
): Promise<WantedCampaign> {
  const problems: ProblemDetail[] = []
  const schedule = readSchedule(body, account, now, problems)
  const contacts = new Map<Phone, SentContact>()
  for (const [index, input] of body.contacts.entries()) {
    if (index > 0 && index % CONTACTS_AT_ONCE === 0) await giveWay()
    readContact(input, index, contacts, problems)
  }
  checkHours(body.calling_hours, '/calling_hours', problems)
  if (problems.length > 0) throw problemOf(problems)
  return { body, schedule, contacts, callingHours: body.calling_hours ?? null }
}

/** The account and the playbook of a campaign. Throws a Problem when there is no such playbook, or no hour to call in. */
export async function chooseForCampaign(
  db: Store['db'],
  { body, schedule, callingHours }: WantedCampaign,
  context: Context,
): Promise<{ account: AccountRecord; chosen: CallingPlaybook }> {
  const account = await findAccount(db, context.account.id)
  const chosen = await choosePlaybook(db, account.id, {
    playbookId: body.playbook_id,
    versionId: body.version_id ?? undefined,
  })
  const hours = [account.callingHours, callingHours].filter((one) => one !== null)
  if (nextWithinCallingHours(hours, account.timeZone, schedule.dueAt) === null) {
    const message = "These hours and the account's have no time in common: nobody could ever be called."
    throw problemOf([{ in: 'body', pointer: '/calling_hours', code: 'invalid_calling_hours', message }])
  }
  return { account, chosen }
}
