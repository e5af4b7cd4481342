import type { Instant } from '../core/time.ts'
import type { Store, Tx } from './open.ts'
import { toMoment } from './moments.ts'

export interface NewAccount {
  id: string
  name: string
  timeZone: string
  requestsPerSecond: number
  requestsPerMinute: number
  at: Instant
}

export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({
      id: account.id,
      name: account.name,
      time_zone: account.timeZone,
      requests_per_second: account.requestsPerSecond,
      requests_per_minute: account.requestsPerMinute,
      created_at: toMoment(account.at),
    })
    .execute()
}

/** The id of the oldest account, or null in a new database. */
export async function findFirstAccount(store: Store): Promise<string | null> {
  const row = await store.db.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? null
}
