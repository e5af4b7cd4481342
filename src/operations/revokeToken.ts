import type { In, Out } from '../../generated/operations.ts'
import * as tokens from '../store/tokens.ts'
import { notFound } from './answers/notFound.ts'
import { presentToken } from './answers/token.ts'
import type { Context } from './context.ts'

export async function revokeToken({ path }: In<'revokeToken'>, context: Context): Promise<Out<'revokeToken'>> {
  const { account, now, store } = context
  const token = await store.transaction((tx) => tokens.revokeToken(tx, account.id, path.token_id, now))
  if (!token) throw notFound('token')
  return { status: 200, body: { success: true, data: presentToken(token) } }
}
