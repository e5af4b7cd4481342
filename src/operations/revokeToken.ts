import type { In, Out } from '../../generated/operations.ts'
import { Problem } from '../core/problem.ts'
import * as tokens from '../store/tokens.ts'
import { notFound } from './answers/notFound.ts'
import { presentToken } from './answers/token.ts'
import type { Context } from './context.ts'

export async function revokeToken({ path }: In<'revokeToken'>, context: Context): Promise<Out<'revokeToken'>> {
  const { account, now, store } = context
  const token = await store.transaction(async (tx) => {
    const found = await tokens.findToken(tx, account.id, path.token_id)
    if (!found) return null
    const beyond = found.scopes.filter((scope) => !context.token.scopes.includes(scope))
    if (beyond.length > 0) {
      const message = `A token can revoke only one that may do no more than itself; this one lacks ${beyond.join(', ')}.`
      throw new Problem('insufficient_scope', message)
    }
    return tokens.revokeToken(tx, account.id, path.token_id, now)
  })
  if (!token) throw notFound('token')
  return { status: 200, body: { success: true, data: presentToken(token) } }
}
