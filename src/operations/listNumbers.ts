import type { In, Out } from '../../generated/operations.ts'
import * as numbers from '../store/numbers/numbers.ts'
import { presentNumber } from './present/number.ts'
import { presentPage } from './present/page.ts'
import type { Context } from './context.ts'
import { readPage } from './parse/page.ts'

const LIST = 'numbers'

export async function listNumbers({ query }: In<'listNumbers'>, context: Context): Promise<Out<'listNumbers'>> {
  const { account, store } = context
  const page = readPage(LIST, account.id, query)
  const records = await numbers.listNumbers(store.db, account.id, page)
  return presentPage(LIST, account.id, page, records, presentNumber)
}
