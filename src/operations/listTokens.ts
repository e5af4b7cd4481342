import type { In, Out } from '../../generated/operations.ts'
import * as tokens from '../store/tokens/tokens.ts'
import { presentPage } from './present/page.ts'
import { presentToken } from './present/token.ts'
import type { Context } from './context.ts'
import { readPage } from './parse/page.ts'

const LIST = 'tokens'

export async function listTokens({ query }: In<'listTokens'>, context: Context): Promise<Out<'listTokens'>> {
  const { account, store } = context
  const page = readPage(LIST, account.id, query)
  const records = await tokens.listTokens(store.db, account.id, page)
  return presentPage(LIST, account.id, page, records, presentToken)
}
