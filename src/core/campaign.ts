/**
 * A campaign is `active` from the moment it is accepted. Whether a client sees it as scheduled or running is a matter
 * of the launch time alone. Paused campaigns dial nothing new; canceled and completed ones never change again.
 */
import type { Instant } from './time.ts'
import { unreachable } from './unreachable.ts'

export type CampaignState = 'active' | 'paused' | 'canceled' | 'completed'
export type CampaignStatus = 'scheduled' | 'running' | 'paused' | 'canceled' | 'completed'
export type CampaignCommand = 'pause' | 'resume' | 'cancel'

/** The status a client sees at `now`. */
export function campaignStatus(
  campaign: { state: CampaignState; launchAt: Instant | null },
  now: Instant,
): CampaignStatus {
  if (campaign.state !== 'active') return campaign.state
  return campaign.launchAt !== null && campaign.launchAt > now ? 'scheduled' : 'running'
}

/** The state after a command: the same when there is nothing to do, null when the command comes too late. */
export function commandCampaign(state: CampaignState, command: CampaignCommand): CampaignState | null {
  switch (command) {
    case 'pause':
      return state === 'active' || state === 'paused' ? 'paused' : null
    case 'resume':
      return state === 'active' || state === 'paused' ? 'active' : null
    case 'cancel':
      return state === 'completed' ? null : 'canceled'
    default:
      return unreachable(command)
  }
}
