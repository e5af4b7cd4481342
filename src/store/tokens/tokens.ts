import { type Selectable, sql } from 'kysely'
import { encodeToken, hashToken, TOKEN_RANDOM_BYTES, tokenPrefix } from '../../core/apiToken.ts'
import { pieceOf } from '../../core/work.ts'
import type { Instant } from '../../core/time.ts'
import type { Store, Tx } from '../open.ts'
import { noteHolderChange } from './holderChanges.ts'
import { toInstant, toMoment } from '../schema/moments.ts'
import type { Tables } from '../schema/tables.ts'

/** Makes a token up. The secret is to be shown once; what is to be stored knows its hash alone. */
export function makeToken<T extends Omit<NewToken, 'prefix' | 'hash'>>(
  token: T,
  secret: string = encodeToken(crypto.getRandomValues(new Uint8Array(TOKEN_RANDOM_BYTES))),
): { secret: string; token: T & NewToken } {
  return { secret, token: { ...token, prefix: tokenPrefix(secret), hash: hashToken(secret) } }
}

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
  /** Whether it is the value of PLAYCALL_TOKEN; false if absent. */
  fromEnvironment?: boolean
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
      from_environment: token.fromEnvironment ?? false,
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
  expiresAt: Instant | null
}

type HolderRow = Pick<Selectable<Tables['tokens']>, 'id' | 'hash' | 'account_id' | 'name' | 'scopes' | 'expires_at'> &
  Pick<Selectable<Tables['accounts']>, 'time_zone'> & { per_second: number; per_minute: number }

/** Whom a token belongs to; null when it is unknown, revoked, or expired at `now`. */
export async function findTokenHolder(store: Store, hash: string, now: Instant): Promise<TokenHolder | null> {
  const holder = await store.read(pieceOf(findTokenHolders, hash))
  return holder && isValid(holder, now) ? holder : null
}

export function isValid({ expiresAt }: TokenHolder, now: Instant): boolean {
  return expiresAt === null || expiresAt > now
}

/** Whom tokens belong to that are not revoked, but may have expired, in the order of the hashes; null for any other. */
async function findTokenHolders(db: Store['db'], hashes: readonly string[]): Promise<(TokenHolder | null)[]> {
  // In SQL itself, because to build it anew takes as long as to run it, and every request begins with it.
  const { rows } = await sql<HolderRow>`
    select tokens.hash, tokens.id, tokens.account_id, tokens.name, tokens.scopes, tokens.expires_at,
      accounts.time_zone,
      least(accounts.requests_per_second, accounts.max_requests_per_second) as per_second,
      least(accounts.requests_per_minute, accounts.max_requests_per_minute) as per_minute
    from tokens join accounts on accounts.id = tokens.account_id
    where tokens.hash = any(${[...new Set(hashes)]}::text[]) and tokens.revoked_at is null`.execute(db)
  const holders = new Map(rows.map((row) => [row.hash, toHolder(row)]))
  return hashes.map((hash) => holders.get(hash) ?? null)
}

function toHolder(row: HolderRow): TokenHolder {
  return {
    accountId: row.account_id,
    tokenId: row.id,
    tokenName: row.name,
    scopes: row.scopes,
    timeZone: row.time_zone,
    limits: { perSecond: row.per_second, perMinute: row.per_minute },
    expiresAt: toInstant(row.expires_at),
  }
}

export interface TokenRecord {
  id: string
  name: string
  prefix: string
  scopes: string[]
  createdAt: Instant
  expiresAt: Instant | null
  revokedAt: Instant | null
  /** To the minute. */
  lastUsedAt: Instant | null
}

/** At most `limit`, newest first, older than `afterId` when it is given. */
export async function listTokens(
  db: Store['db'],
  accountId: string,
  page: { limit: number; afterId: string | null },
): Promise<TokenRecord[]> {
  let query = db.selectFrom('tokens').selectAll().where('account_id', '=', accountId)
  if (page.afterId !== null) query = query.where('id', '<', page.afterId)
  return (await query.orderBy('id', 'desc').limit(page.limit).execute()).map(toToken)
}

/** The hashes of at most `limit` tokens of any account that are valid at `now`, those used last at the end. */
export async function listValidTokens(db: Store['db'], now: Instant, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tokens')
    .select('hash')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', toMoment(now))]))
    .orderBy(sql`coalesce(last_used_at, created_at)`, 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ hash }) => hash).toReversed()
}

/** Ends a token from now on and answers it; one that was revoked before stays as it is. Null when there is none. */
export async function revokeToken(
  tx: Tx,
  accountId: string,
  tokenId: string,
  at: Instant,
): Promise<TokenRecord | null> {
  noteHolderChange()
  await tx
    .updateTable('tokens')
    .set({ revoked_at: toMoment(at) })
    .where('account_id', '=', accountId)
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .execute()
  return findToken(tx, accountId, tokenId)
}

export async function findToken(tx: Tx, accountId: string, tokenId: string): Promise<TokenRecord | null> {
  const row = await tx
    .selectFrom('tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', tokenId)
    .executeTakeFirst()
  return row ? toToken(row) : null
}

/** A token by its hash, whoever's it is and whether it is valid or not; null when there is none. */
export async function findTokenByHash(
  db: Store['db'],
  hash: string,
): Promise<{ id: string; accountId: string; isRevoked: boolean; fromEnvironment: boolean } | null> {
  const row = await db
    .selectFrom('tokens')
    .select(['id', 'account_id', 'revoked_at', 'from_environment'])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row) return null
  const { id, account_id: accountId, revoked_at, from_environment: fromEnvironment } = row
  return { id, accountId, isRevoked: revoked_at !== null, fromEnvironment }
}

/** Notes that a token is the value of PLAYCALL_TOKEN. */
export async function markFromEnvironment(tx: Tx, tokenId: string): Promise<void> {
  await tx.updateTable('tokens').set({ from_environment: true }).where('id', '=', tokenId).execute()
}

/** Revokes those that were the value of PLAYCALL_TOKEN, save one. Answers their ids. */
export async function revokeFromEnvironment(tx: Tx, save: string, at: Instant): Promise<string[]> {
  noteHolderChange()
  const rows = await tx
    .updateTable('tokens')
    .set({ revoked_at: toMoment(at) })
    .where('from_environment', '=', true)
    .where('revoked_at', 'is', null)
    .where('id', '!=', save)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Remembers that a token was used. */
export async function touchToken(tx: Tx, tokenId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ last_used_at: toMoment(at) })
    .where('id', '=', tokenId)
    .execute()
}

function toToken(row: {
  id: string
  name: string
  prefix: string
  scopes: string[]
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}): TokenRecord {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    createdAt: toInstant(row.created_at),
    expiresAt: toInstant(row.expires_at),
    revokedAt: toInstant(row.revoked_at),
    lastUsedAt: toInstant(row.last_used_at),
  }
}
