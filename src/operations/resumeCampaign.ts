import type { In, Out } from '../../generated/operations.ts'
import { presentWholeCampaign } from './present/campaign.ts'
import type { Context } from './context.ts'
import { performCampaignCommand } from './parse/campaignCommand.ts'

export async function resumeCampaign({ path }: In<'resumeCampaign'>, context: Context): Promise<Out<'resumeCampaign'>> {
  const campaign = await performCampaignCommand(path.campaign_id, 'resume', context)
  const data = await presentWholeCampaign(context.store, context.account.id, campaign, context.now)
  return { status: 200, body: { success: true, data } }
}
