import type { In, Out } from '../../generated/operations.ts'
import { insertPlaybook } from '../store/playbooks/playbooks.ts'
import { presentPlaybook } from './present/playbook.ts'
import type { Context } from './context.ts'
import { readConfig } from './parse/config.ts'

export async function createPlaybook({ body }: In<'createPlaybook'>, context: Context): Promise<Out<'createPlaybook'>> {
  const { account, now, newId } = context
  const config = readConfig(body.config, context.agent)
  return context.create(async (tx) => {
    const playbook = { id: newId(), accountId: account.id, name: body.name, config, at: now }
    const data = presentPlaybook(await insertPlaybook(tx, playbook))
    return { status: 201 as const, body: { success: true as const, data } }
  })
}
