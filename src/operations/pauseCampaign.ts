import type { In, Out } from '../../generated/operations.ts'
import { presentWholeCampaign } from './present/campaign.ts'
import type { Context } from './context.ts'
import { performCampaignCommand } from './parse/campaignCommand.ts'

export async function pauseCampaign({ path }: In<'pauseCampaign'>, context: Context): Promise<Out<'pauseCampaign'>> {
  const campaign = await performCampaignCommand(path.campaign_id, 'pause', context)
  const data = await presentWholeCampaign(context.store, context.account.id, campaign, context.now)
  return { status: 200, body: { success: true, data } }
}
