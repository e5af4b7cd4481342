import type { In, Out } from '../../generated/operations.ts'
import { lockPlaybook } from '../store/playbooks/playbooks.ts'
import { findVersion } from '../store/playbooks/versions.ts'
import { notFound } from './present/notFound.ts'
import { presentVersion } from './present/playbook.ts'
import { saveVersion } from './playbooks/saveVersion.ts'
import type { Context } from './context.ts'

export async function createVersion(
  { path, body }: In<'createVersion'>,
  context: Context,
): Promise<Out<'createVersion'>> {
  const { account, now, newId } = context
  return context.create(async (tx) => {
    const playbook = await lockPlaybook(tx, account.id, path.playbook_id)
    if (!playbook) throw notFound('playbook')
    const id = newId()
    const by = { message: body.message, createdBy: context.token.name }
    await saveVersion(tx, playbook, { id, accountId: account.id, ...by, at: now })
    const version = await findVersion(tx, account.id, playbook.id, id)
    if (!version) throw new Error('a version that was just stored is not there')
    return { status: 201 as const, body: { success: true as const, data: presentVersion(version) } }
  })
}
