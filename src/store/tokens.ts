import type { Instant } from '../core/time.ts'
import type { Store, Tx } from './open.ts'
import { toMoment } from './moments.ts'

export interface NewToken {
  id: string
  accountId: string
  name: string
  prefix: string
  /** SHA-256 of the token, in hex. The token itself is never stored. */
  hash: string
  scopes: readonly string[]
  at: Instant
  expiresAt: Instant | null
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await tx
    .insertInto('tokens')
    .values({
      id: token.id,
      account_id: token.accountId,
      name: token.name,
      prefix: token.prefix,
      hash: token.hash,
      scopes: JSON.stringify(token.scopes),
      created_at: toMoment(token.at),
      expires_at: toMoment(token.expiresAt),
    })
    .execute()
}

export interface TokenHolder {
  accountId: string
  tokenId: string
  tokenName: string
  scopes: string[]
  timeZone: string
  limits: { perSecond: number; perMinute: number }
}

/** Whom a token belongs to; null when it is unknown, revoked, or expired at `now`. */
export async function findTokenHolder(store: Store, hash: string, now: Instant): Promise<TokenHolder | null> {
  const row = await store.db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .select([
      'tokens.id',
      'tokens.account_id',
      'tokens.name',
      'tokens.scopes',
      'accounts.time_zone',
      'accounts.requests_per_second',
      'accounts.requests_per_minute',
    ])
    .where('tokens.hash', '=', hash)
    .where('tokens.revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', toMoment(now))]))
    .executeTakeFirst()
  if (!row) return null
  return {
    accountId: row.account_id,
    tokenId: row.id,
    tokenName: row.name,
    scopes: row.scopes,
    timeZone: row.time_zone,
    limits: { perSecond: row.requests_per_second, perMinute: row.requests_per_minute },
  }
}
