import type { In, Out } from '../../generated/operations.ts'
import { presentWholeCampaign } from './present/campaign.ts'
import type { Context } from './context.ts'
import { performCampaignCommand } from './parse/campaignCommand.ts'

export async function cancelCampaign({ path }: In<'cancelCampaign'>, context: Context): Promise<Out<'cancelCampaign'>> {
  const campaign = await performCampaignCommand(path.campaign_id, 'cancel', context)
  const data = await presentWholeCampaign(context.store, context.account.id, campaign, context.now)
  return { status: 200, body: { success: true, data } }
}
