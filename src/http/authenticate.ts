/** Who is asking: from the Authorization header to an account and what its token may do. */
import { hashToken, isPlausibleToken } from '../core/apiToken.ts'
import { Problem } from '../core/problem.ts'
import type { Instant } from '../core/time.ts'
import type { Limits } from './rateLimit.ts'

/** The account behind a request and the token that it came with. */
export interface Principal {
  accountId: string
  tokenId: string
  tokenName: string
  scopes: readonly string[]
  /** The account's IANA time zone. */
  timeZone: string
  limits: Limits
}

/** Finds the principal of a token's SHA-256; null when no such token is valid at `now`. */
export type FindPrincipal = (tokenHash: string, now: Instant) => Promise<Principal | null>

/** The principal of a request, or null: whatever is wrong, a stranger learns no more than that. */
export async function authenticate(
  headers: Headers,
  findPrincipal: FindPrincipal,
  now: Instant,
): Promise<Principal | null> {
  // Two Authorization headers arrive joined by a comma and a space, which no token contains.
  const token = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return token !== undefined && isPlausibleToken(token) ? findPrincipal(hashToken(token), now) : null
}

/** The answer to a request without a valid token. */
export function unauthorized(): Problem {
  return new Problem(
    'unauthorized',
    'A valid API token is required. Send one header of the form "Authorization: Bearer <token>".',
  )
}

/** Throws a Problem `insufficient_scope` unless the token may do what the scope names. */
export function requireScope(principal: Principal, scope: string): void {
  if (!principal.scopes.includes(scope))
    throw new Problem('insufficient_scope', `This needs a token with the scope ${scope}.`)
}
