import type { In, Out } from '../../generated/operations.ts'
import * as numbers from '../store/numbers/numbers.ts'
import { notFound } from './present/notFound.ts'
import { presentNumber } from './present/number.ts'
import type { Context } from './context.ts'
import { requirePlaybook } from './playbooks/choosePlaybook.ts'

export async function updateNumber({ path, body }: In<'updateNumber'>, context: Context): Promise<Out<'updateNumber'>> {
  const { account, now, store } = context
  const number = await store.transaction(async (tx) => {
    if (body.playbook_id !== undefined) await requirePlaybook(tx, account.id, body.playbook_id)
    const change = { playbookId: body.playbook_id, label: body.label, at: now }
    return numbers.updateNumber(tx, account.id, path.number_id, change)
  })
  if (!number) throw notFound('number')
  return { status: 200, body: { success: true, data: presentNumber(number) } }
}
