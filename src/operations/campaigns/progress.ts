import type { CallStatus } from '../../core/call.ts'
import { type CampaignRecord, countCalls, countSuppressedCalls } from '../../store/campaigns/campaigns.ts'
import type { Context } from '../context.ts'

/** How far a campaign has come. */
export interface Progress {
  byStatus: ReadonlyMap<CallStatus, number>
  /** Of its calls; the others are still to be stored. */
  stored: number
  suppressed: number
}

export async function readProgress(campaign: CampaignRecord, { account, now, store }: Context): Promise<Progress> {
  const counts = await countCalls(store.db, account.id, campaign, now)
  return { ...counts, suppressed: await countSuppressedCalls(store.db, account.id, campaign.id) }
}
