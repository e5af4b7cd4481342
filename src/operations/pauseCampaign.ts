import type { In, Out } from '../../generated/operations.ts'
import { presentWholeCampaign } from './present/campaign.ts'
import type { Context } from './context.ts'
import { performCampaignCommand } from './campaigns/performCampaignCommand.ts'
import { readProgress } from './campaigns/progress.ts'

export async function pauseCampaign({ path }: In<'pauseCampaign'>, context: Context): Promise<Out<'pauseCampaign'>> {
  const campaign = await performCampaignCommand(path.campaign_id, 'pause', context)
  const data = presentWholeCampaign(campaign, await readProgress(campaign, context), context.now)
  return { status: 200, body: { success: true, data } }
}
