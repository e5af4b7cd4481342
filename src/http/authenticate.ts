/** Who is asking: the token of the Authorization header, and the account and the rights that it stands for. */
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
  /** When the token ends; null: never. */
  expiresAt: Instant | null
  /** The account's IANA time zone. */
  timeZone: string
  limits: Limits
}

/** Finds the principal of a token's SHA-256; null when no such token is valid at `now`. */
export type FindPrincipal = (tokenHash: string, now: Instant) => Promise<Principal | null>

/** The SHA-256 of the token that a request shows, in hex; null when it shows none, or one that cannot be valid. */
export function readTokenHash(headers: Headers): string | null {
  // Two Authorization headers arrive joined by a comma and a space, which no token contains.
  const token = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return token !== undefined && isPlausibleToken(token) ? hashToken(token) : null
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
