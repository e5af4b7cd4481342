import { type CampaignCommand, commandCampaign } from '../../core/campaign.ts'
import { Problem } from '../../core/problem.ts'
import { dropParts } from '../../store/campaigns/parts.ts'
import { type CampaignRecord, lockCampaign, setCampaignState } from '../../store/campaigns/campaigns.ts'
import { countEndedCalls } from '../../store/calls/lock.ts'
import type { Context } from '../context.ts'
import { notFound } from '../present/notFound.ts'

/** Pauses, resumes or cancels a campaign. Throws a Problem `not_found`, or `conflict` when it has ended. */
export async function performCampaignCommand(
  campaignId: string,
  command: CampaignCommand,
  context: Context,
): Promise<CampaignRecord> {
  const { account, now, store } = context
  const campaign = await store.transaction(async (tx) => {
    const found = await lockCampaign(tx, account.id, campaignId)
    if (!found) throw notFound('campaign')
    const state = commandCampaign(found.state, command)
    if (state === null) {
      throw new Problem('conflict', `The campaign is ${found.state}; only one that has not ended can be changed.`)
    }
    if (state === found.state) return found
    const changed = { ...found, state, endedAt: state === 'canceled' ? now : null }
    await setCampaignState(tx, account.id, campaignId, changed.state, changed.endedAt)
    // What is stored of it is ended by the engine; the rest never becomes calls.
    const dropped = state === 'canceled' ? await dropParts(tx, campaignId) : 0
    if (dropped > 0) await countEndedCalls(tx, new Map([[campaignId, dropped]]), now)
    return changed
  })
  context.engine.campaignChanged()
  return campaign
}
