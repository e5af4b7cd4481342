import type { In, Out } from '../../generated/operations.ts'
import { findPlaybook } from '../store/playbooks/playbooks.ts'
import * as versions from '../store/playbooks/versions.ts'
import { notFound } from './present/notFound.ts'
import { presentPage } from './present/page.ts'
import { presentVersion } from './present/playbook.ts'
import type { Context } from './context.ts'
import { readPage } from './parse/page.ts'

export async function listVersions(
  { path, query }: In<'listVersions'>,
  context: Context,
): Promise<Out<'listVersions'>> {
  const { account, store } = context
  const list = `versions of ${path.playbook_id}`
  const page = readPage(list, account.id, query)
  if (!(await findPlaybook(store.db, account.id, path.playbook_id))) throw notFound('playbook')
  const records = await versions.listVersions(store.db, account.id, path.playbook_id, page)
  return presentPage(list, account.id, page, records, presentVersion)
}
