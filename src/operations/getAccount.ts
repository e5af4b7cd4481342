import type { In, Out } from '../../generated/operations.ts'
import { findAccount } from '../store/accounts/accounts.ts'
import { presentAccount } from './present/account.ts'
import type { Context } from './context.ts'

export async function getAccount(_request: In<'getAccount'>, context: Context): Promise<Out<'getAccount'>> {
  const account = await findAccount(context.store.db, context.account.id)
  return { status: 200, body: { success: true, data: presentAccount(account) } }
}
