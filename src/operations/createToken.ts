import type { In, Out } from '../../generated/operations.ts'
import { Problem } from '../core/problem.ts'
import type { Instant } from '../core/time.ts'
import type { Context } from './context.ts'
import { readExpiry } from './parse/expiry.ts'
import { issueToken } from './tokens/issueToken.ts'

export async function createToken({ body }: In<'createToken'>, context: Context): Promise<Out<'createToken'>> {
  const { account, now, store } = context
  const beyond = body.scopes.filter((scope) => !context.token.scopes.includes(scope))
  if (beyond.length > 0) {
    const message = `A token can pass on only what it may do itself; this one lacks ${beyond.join(', ')}.`
    throw new Problem('insufficient_scope', message)
  }
  const wanted = readExpiry(body.expires_at, now)
  const data = await issueToken(store, {
    id: context.newId(),
    accountId: account.id,
    name: body.name,
    scopes: body.scopes,
    at: now,
    expiresAt: earlier(wanted, context.token.expiresAt),
  })
  return { status: 201, body: { success: true, data } }
}

/** A token does not outlive the one that it was made with: else whoever has one for an hour has one for ever. */
function earlier(one: Instant | null, other: Instant | null): Instant | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}
