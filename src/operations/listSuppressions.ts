import type { In, Out } from '../../generated/operations.ts'
import * as suppressions from '../store/contacts/suppressions.ts'
import { presentPage } from './present/page.ts'
import { presentSuppression } from './present/suppression.ts'
import type { Context } from './context.ts'
import { requirePhone } from './parse/callee.ts'
import { readPage } from './parse/page.ts'

const LIST = 'suppressions'

export async function listSuppressions(
  { query }: In<'listSuppressions'>,
  context: Context,
): Promise<Out<'listSuppressions'>> {
  const { account, store } = context
  const page = readPage(LIST, account.id, query)
  const phone = query.phone === undefined ? null : requirePhone(query.phone, 'query', '/phone')
  // A transaction, because the key by which a phone is recognised is made when it is first needed.
  const records = await store.transaction((tx) => suppressions.listSuppressions(tx, account.id, { phone }, page))
  return presentPage(LIST, account.id, page, records, presentSuppression)
}
