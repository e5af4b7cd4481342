/** What only operators look up, and therefore across accounts. */
import type { Instant } from '../../core/time.ts'
import { toInstant } from '../schema/moments.ts'
import type { Store } from '../open.ts'

export interface ListedAccount {
  id: string
  name: string
  timeZone: string
  createdAt: Instant
}

/** Every account, oldest first. */
export async function listAccounts(db: Store['db']): Promise<ListedAccount[]> {
  const rows = await db.selectFrom('accounts').select(['id', 'name', 'time_zone', 'created_at']).orderBy('id').execute()
  return rows.map(({ id, name, time_zone, created_at }) => ({
    id,
    name,
    timeZone: time_zone,
    createdAt: toInstant(created_at),
  }))
}

export async function isAccount(db: Store['db'], accountId: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
  return row !== undefined
}

/** The account that a token belongs to; null when there is no such token. */
export async function findTokenAccount(db: Store['db'], tokenId: string): Promise<string | null> {
  const row = await db.selectFrom('tokens').select('account_id').where('id', '=', tokenId).executeTakeFirst()
  return row?.account_id ?? null
}
