import type { Migration } from 'kysely/migration'
import * as spine from './0001_spine.ts'
import * as account from './0002_account.ts'
import * as nodes from './0003_nodes.ts'
import * as diallingHold from './0004_dialling_hold.ts'
import * as dueOrder from './0005_due_order.ts'
import * as campaignParts from './0006_campaign_parts.ts'
import * as callFilters from './0007_call_filters.ts'
import * as ceilings from './0008_ceilings.ts'
import * as callerIds from './0009_caller_ids.ts'

/** Every migration by name, in order. A released one is never changed again. */
export const migrations: Record<string, Migration> = {
  '0001_spine': spine,
  '0002_account': account,
  '0003_nodes': nodes,
  '0004_dialling_hold': diallingHold,
  '0005_due_order': dueOrder,
  '0006_campaign_parts': campaignParts,
  '0007_call_filters': callFilters,
  '0008_ceilings': ceilings,
  '0009_caller_ids': callerIds,
}
