import type { In, Out } from '../../generated/operations.ts'
import * as playbooks from '../store/playbooks/playbooks.ts'
import { findVersion } from '../store/playbooks/versions.ts'
import { notFound } from './present/notFound.ts'
import { presentPlaybook } from './present/playbook.ts'
import type { Context } from './context.ts'

export async function restoreVersion({ path }: In<'restoreVersion'>, context: Context): Promise<Out<'restoreVersion'>> {
  const { account, now, store } = context
  const playbook = await store.transaction(async (tx) => {
    const present = await playbooks.lockPlaybook(tx, account.id, path.playbook_id)
    const version = await findVersion(tx, account.id, path.playbook_id, path.version_id)
    if (!version) return null
    if (present?.restoredFromVersionId === version.id) return present
    await playbooks.restoreConfiguration(tx, account.id, version, now)
    return playbooks.findPlaybook(tx, account.id, path.playbook_id)
  })
  if (!playbook) throw notFound('version')
  return { status: 200, body: { success: true, data: presentPlaybook(playbook) } }
}
