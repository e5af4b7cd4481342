import type { In, Out } from '../../generated/operations.ts'
import { presentPlan } from './answers/campaignPlan.ts'
import type { Context } from './context.ts'
import { chooseForCampaign, lookUpContacts, readCampaign, refuseOverfull } from './requests/campaign.ts'

/** Not in one transaction: others have their turn in between, and what is stored meanwhile may be counted or not. */
export async function planCampaign({ body }: In<'planCampaign'>, context: Context): Promise<Out<'planCampaign'>> {
  const wanted = await readCampaign(body, context)
  const { schedule, contacts, callingHours } = wanted
  const { db } = context.store
  const { account } = await chooseForCampaign(db, wanted, context)
  refuseOverfull(wanted, (await lookUpContacts(db, account.id, contacts)).overfull)
  const data = await presentPlan(db, {
    account,
    contacts,
    received: body.contacts.length,
    // A launch time may lie a little in the past, a dial may not.
    dueAt: Math.max(schedule.dueAt, context.now),
    callingHours,
    callsPerSecond: context.callsPerSecond,
  })
  return { status: 200, body: { success: true, data } }
}
