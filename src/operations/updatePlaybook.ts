import type { In, Out } from '../../generated/operations.ts'
import * as playbooks from '../store/playbooks/playbooks.ts'
import { notFound } from './present/notFound.ts'
import { presentPlaybook } from './present/playbook.ts'
import type { Context } from './context.ts'
import { readConfig } from './parse/config.ts'

export async function updatePlaybook(
  { path, body }: In<'updatePlaybook'>,
  context: Context,
): Promise<Out<'updatePlaybook'>> {
  const { account, now, store } = context
  const config = body.config && readConfig(body.config, context.agent)
  const playbook = await store.transaction(async (tx) => {
    if (!(await playbooks.lockPlaybook(tx, account.id, path.playbook_id))) return null
    await playbooks.updatePlaybook(tx, account.id, path.playbook_id, { name: body.name, config, at: now })
    return playbooks.findPlaybook(tx, account.id, path.playbook_id)
  })
  if (!playbook) throw notFound('playbook')
  return { status: 200, body: { success: true, data: presentPlaybook(playbook) } }
}
