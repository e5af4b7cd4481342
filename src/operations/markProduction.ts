import type { In, Out } from '../../generated/operations.ts'
import * as versions from '../store/playbooks/versions.ts'
import { notFound } from './present/notFound.ts'
import { presentVersion } from './present/playbook.ts'
import type { Context } from './context.ts'

export async function markProduction({ path }: In<'markProduction'>, context: Context): Promise<Out<'markProduction'>> {
  const { account, store } = context
  const version = await store.transaction(async (tx) => {
    const found = await versions.findVersion(tx, account.id, path.playbook_id, path.version_id)
    if (found) await versions.markProduction(tx, account.id, found.playbookId, found.id)
    return found
  })
  if (!version) throw notFound('version')
  return { status: 200, body: { success: true, data: presentVersion({ ...version, production: true }) } }
}
