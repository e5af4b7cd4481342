import type { In, Out } from '../../generated/operations.ts'
import type { CallFilter } from '../store/calls/list.ts'
import * as calls from '../store/calls/read.ts'
import { presentCall } from './present/call.ts'
import { presentPage } from './present/page.ts'
import type { Context } from './context.ts'
import { requirePhone } from './parse/callee.ts'
import { readInstant } from './parse/instant.ts'
import { readPage } from './parse/page.ts'

const LIST = 'calls'

export async function listCalls({ query }: In<'listCalls'>, context: Context): Promise<Out<'listCalls'>> {
  const { account, now, store } = context
  const page = readPage(LIST, account.id, query)
  const phone = query.phone === undefined ? null : requirePhone(query.phone, 'query', '/phone')
  const filter: CallFilter = {
    ...(query.status && { statuses: query.status }),
    ...(query.direction && { direction: query.direction }),
    ...(query.playbook_id && { playbookId: query.playbook_id }),
    ...(query.version_id && { versionId: query.version_id }),
    ...(query.campaign_id && { campaignId: query.campaign_id }),
    ...(query.contact_id && { contactId: query.contact_id }),
    ...(phone && { phone }),
    ...(query.created_after && { createdAfter: readInstant(query.created_after) }),
    ...(query.created_before && { createdBefore: readInstant(query.created_before) }),
  }
  const records = await calls.listCalls(store.db, account.id, filter, page, now)
  return presentPage(LIST, account.id, page, records, (call) => presentCall(call, now))
}
