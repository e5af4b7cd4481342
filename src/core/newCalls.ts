/** Calls that are asked for, before they are stored. */
import type { Instant } from './time.ts'
import type { SelectedVersion } from './versionSelection.ts'

/** What all calls of one request have in common. */
export interface NewCalls {
  accountId: string
  campaignId: string | null
  playbookId: string
  version: SelectedVersion
  requestedVersionId: string | null
  callerId: string | null
  params: Record<string, unknown>
  /** The callee's names as sent beside `params`, by their variables' names. */
  names: Record<string, string>
  recallMinutes: readonly number[]
  launchAt: Instant | null
  /** When the first dial is due. */
  dueAt: Instant
  priority: number
  ringTimeoutS: number
  maxDurationS: number
  at: Instant
}

/** What all calls of one campaign have in common: pinned when it is accepted. */
export type CampaignTerms = NewCalls & { campaignId: string }
