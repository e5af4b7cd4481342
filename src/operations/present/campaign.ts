import type { components } from '../../../generated/types.ts'
import { CALL_STATUSES, type CallStatus } from '../../core/call.ts'
import { campaignStatus } from '../../core/campaign.ts'
import type { Instant } from '../../core/time.ts'
import type { CampaignRecord } from '../../store/campaigns/campaigns.ts'
import { presentInstant } from './instant.ts'

type Campaign = components['schemas']['Campaign']

/** A campaign as it stands in a list. */
export function presentCampaign(campaign: CampaignRecord, now: Instant): Campaign {
  return {
    id: campaign.id,
    name: campaign.name,
    playbook_id: campaign.playbookId,
    version_id: campaign.versionId,
    version_source: campaign.versionSource,
    requested_version_id: campaign.requestedVersionId,
    status: campaignStatus(campaign, now),
    timezone: campaign.timeZone,
    launch_at: presentInstant(campaign.launchAt),
    calling_hours: campaign.callingHours,
    recall: [...campaign.recallMinutes],
    contacts: campaign.contacts,
    calls: campaign.calls,
    created_at: presentInstant(campaign.createdAt),
    ended_at: presentInstant(campaign.endedAt),
  }
}

/** A campaign with how far it has come: its calls by status, those stored, and those given up as suppressed. */
export function presentWholeCampaign(
  campaign: CampaignRecord,
  { byStatus, stored, suppressed }: { byStatus: ReadonlyMap<CallStatus, number>; stored: number; suppressed: number },
  now: Instant,
): Campaign {
  const progress = Object.fromEntries(CALL_STATUSES.map((status) => [status, byStatus.get(status) ?? 0]))
  return {
    ...presentCampaign(campaign, now),
    stored,
    progress: progress as Record<CallStatus, number>,
    skipped: { suppressed },
  }
}
