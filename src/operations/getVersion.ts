import type { In, Out } from '../../generated/operations.ts'
import { findVersion } from '../store/playbooks/versions.ts'
import { notFound } from './present/notFound.ts'
import { presentVersion } from './present/playbook.ts'
import type { Context } from './context.ts'

export async function getVersion({ path }: In<'getVersion'>, context: Context): Promise<Out<'getVersion'>> {
  const version = await findVersion(context.store.db, context.account.id, path.playbook_id, path.version_id)
  if (!version) throw notFound('version')
  return { status: 200, body: { success: true, data: presentVersion(version) } }
}
