import type { In, Out } from '../../generated/operations.ts'
import * as campaigns from '../store/campaigns/campaigns.ts'
import { presentCampaign } from './present/campaign.ts'
import { presentPage } from './present/page.ts'
import type { Context } from './context.ts'
import { readPage } from './parse/page.ts'

const LIST = 'campaigns'

export async function listCampaigns({ query }: In<'listCampaigns'>, context: Context): Promise<Out<'listCampaigns'>> {
  const { account, now, store } = context
  const page = readPage(LIST, account.id, query)
  const filter: campaigns.CampaignFilter = {
    ...(query.status && { statuses: query.status }),
    ...(query.contact_id !== undefined && { contactId: query.contact_id }),
  }
  const records = await campaigns.listCampaigns(store.db, account.id, filter, page, now)
  return presentPage(LIST, account.id, page, records, (campaign) => presentCampaign(campaign, now))
}
