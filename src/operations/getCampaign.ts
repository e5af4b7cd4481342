import type { In, Out } from '../../generated/operations.ts'
import { findCampaign } from '../store/campaigns/campaigns.ts'
import { readProgress } from './campaigns/progress.ts'
import { presentWholeCampaign } from './present/campaign.ts'
import { notFound } from './present/notFound.ts'
import type { Context } from './context.ts'

export async function getCampaign({ path }: In<'getCampaign'>, context: Context): Promise<Out<'getCampaign'>> {
  const { account, now, store } = context
  const campaign = await findCampaign(store.db, account.id, path.campaign_id)
  if (!campaign) throw notFound('campaign')
  const data = presentWholeCampaign(campaign, await readProgress(campaign, context), now)
  return { status: 200, body: { success: true, data } }
}
