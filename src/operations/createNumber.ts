import type { In, Out } from '../../generated/operations.ts'
import { Problem, type ProblemDetail, problemOf } from '../core/problem.ts'
import { insertNumber, type NumberRecord } from '../store/numbers/numbers.ts'
import { presentNumber } from './present/number.ts'
import type { Context } from './context.ts'
import { readPhone } from './parse/callee.ts'
import { requirePlaybook } from './playbooks/choosePlaybook.ts'

export async function createNumber({ body }: In<'createNumber'>, context: Context): Promise<Out<'createNumber'>> {
  const { account, now } = context
  const problems: ProblemDetail[] = []
  const phone = readPhone(body.phone, '/phone', problems)
  if (problems.length > 0) throw problemOf(problems)
  return context.create(async (tx) => {
    const playbook = await requirePlaybook(tx, account.id, body.playbook_id)
    const number: NumberRecord = {
      id: context.newId(),
      accountId: account.id,
      phone,
      playbookId: playbook.id,
      label: body.label ?? null,
      createdAt: now,
      updatedAt: now,
    }
    if (!(await insertNumber(tx, number))) {
      // That it is in use cannot be hidden, as a number answers for one account. Whose it is, is told by GET /numbers alone.
      throw new Problem('number_taken', 'This number is in use already. Each number can be added only once.')
    }
    return { status: 201 as const, body: { success: true as const, data: presentNumber(number) } }
  })
}
