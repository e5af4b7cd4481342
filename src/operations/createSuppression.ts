import type { In, Out } from '../../generated/operations.ts'
import { lockAccount } from '../store/accounts/accounts.ts'
import { insertSuppression } from '../store/contacts/suppressions.ts'
import { presentSuppression } from './present/suppression.ts'
import type { Context } from './context.ts'
import { requirePhone } from './parse/callee.ts'

export async function createSuppression(
  { body }: In<'createSuppression'>,
  context: Context,
): Promise<Out<'createSuppression'>> {
  const { account, now } = context
  const phone = requirePhone(body.phone, 'body', '/phone')
  const reply = await context.create(async (tx) => {
    await lockAccount(tx, account.id)
    const suppression = await insertSuppression(tx, {
      id: context.newId(),
      accountId: account.id,
      phone,
      reason: 'request',
      note: body.note ?? null,
      callId: null,
      createdAt: now,
    })
    return { status: 201 as const, body: { success: true as const, data: presentSuppression(suppression) } }
  })
  context.engine.numberSuppressed(account.id, phone)
  return reply
}
