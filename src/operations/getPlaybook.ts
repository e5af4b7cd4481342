import type { In, Out } from '../../generated/operations.ts'
import { findPlaybook } from '../store/playbooks/playbooks.ts'
import { notFound } from './present/notFound.ts'
import { presentPlaybook } from './present/playbook.ts'
import type { Context } from './context.ts'

export async function getPlaybook({ path }: In<'getPlaybook'>, context: Context): Promise<Out<'getPlaybook'>> {
  const playbook = await findPlaybook(context.store.db, context.account.id, path.playbook_id)
  if (!playbook) throw notFound('playbook')
  return { status: 200, body: { success: true, data: presentPlaybook(playbook) } }
}
