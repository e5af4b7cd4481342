import type { In, Out } from '../../generated/operations.ts'
import { Problem, problemOf } from '../core/problem.ts'
import type { Instant } from '../core/time.ts'
import { insertToken, makeToken } from '../store/tokens.ts'
import { presentToken } from './answers/token.ts'
import type { Context } from './context.ts'
import { readInstant } from './requests/instant.ts'

export async function createToken({ body }: In<'createToken'>, context: Context): Promise<Out<'createToken'>> {
  const { account, now, store } = context
  const beyond = body.scopes.filter((scope) => !context.token.scopes.includes(scope))
  if (beyond.length > 0) {
    const message = `A token can pass on only what it may do itself; this one lacks ${beyond.join(', ')}.`
    throw new Problem('insufficient_scope', message)
  }
  const wanted = typeof body.expires_at === 'string' ? readInstant(body.expires_at) : null
  if (wanted !== null && wanted <= now) {
    const message = 'expires_at must lie in the future.'
    throw problemOf([{ in: 'body', pointer: '/expires_at', code: 'invalid_request', message }])
  }
  const { secret, token } = makeToken({
    id: context.newId(),
    accountId: account.id,
    name: body.name,
    scopes: body.scopes,
    at: now,
    expiresAt: earlier(wanted, context.token.expiresAt),
  })
  await store.transaction((tx) => insertToken(tx, token))
  const shown = presentToken({ ...token, scopes: body.scopes, createdAt: now, revokedAt: null, lastUsedAt: null })
  return { status: 201, body: { success: true, data: { ...shown, token: secret } } }
}

/** A token does not outlive the one that it was made with: else whoever has one for an hour has one for ever. */
function earlier(one: Instant | null, other: Instant | null): Instant | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}
