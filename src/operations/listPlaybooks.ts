import type { In, Out } from '../../generated/operations.ts'
import * as playbooks from '../store/playbooks/playbooks.ts'
import { presentPage } from './present/page.ts'
import { presentPlaybook } from './present/playbook.ts'
import type { Context } from './context.ts'
import { readPage } from './parse/page.ts'

const LIST = 'playbooks'

export async function listPlaybooks({ query }: In<'listPlaybooks'>, context: Context): Promise<Out<'listPlaybooks'>> {
  const { account, store } = context
  const page = readPage(LIST, account.id, query)
  const records = await playbooks.listPlaybooks(store.db, account.id, page)
  return presentPage(LIST, account.id, page, records, presentPlaybook)
}
