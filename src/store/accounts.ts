import { sql } from 'kysely'
import type { AttemptLimit } from '../core/attemptLimit.ts'
import type { CallingHours } from '../core/callingHours.ts'
import { type AccountSettings, type Ceilings, underCeilings } from '../core/ceilings.ts'
import type { Instant } from '../core/time.ts'
import type { Store, Tx } from './open.ts'
import { toInstant, toMoment } from './moments.ts'

export interface NewAccount {
  id: string
  name: string
  timeZone: string
  requestsPerSecond: number
  requestsPerMinute: number
  at: Instant
}

export interface AccountRecord {
  id: string
  name: string
  timeZone: string
  /** What holds: `own`, under the ceilings. */
  limits: AccountSettings['limits']
  lines: AccountSettings['lines']
  /** What the account has set for itself. */
  own: AccountSettings
  ceilings: Ceilings
  callingHours: CallingHours | null
  attemptLimit: AttemptLimit | null
  /** E.164. */
  callerId: string | null
  createdAt: Instant
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
export async function findFirstAccount(db: Store['db']): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? null
}

/** Keeps everybody else from making an account until the transaction ends. */
export async function lockAccounts(tx: Tx): Promise<void> {
  await sql`lock table accounts in share row exclusive mode`.execute(tx)
}

/** Fails when it is not there: whoever asks has been let in by it. */
export async function findAccount(db: Store['db'], accountId: string): Promise<AccountRecord> {
  return toAccount(await selectAccount(db, accountId).executeTakeFirstOrThrow())
}

/**
 * The same for whoever is about to dial: it stays as it is until the transaction ends. A suppression locks the account
 * for itself, so that it either comes before the dial, and is seen, or after it.
 */
export async function shareAccount(tx: Tx, accountId: string): Promise<AccountRecord> {
  return toAccount(await selectAccount(tx, accountId).forShare().executeTakeFirstOrThrow())
}

/** Keeps every dial of the account waiting until the transaction ends. */
export async function lockAccount(tx: Tx, accountId: string): Promise<AccountRecord> {
  return toAccount(await selectAccount(tx, accountId).forUpdate().executeTakeFirstOrThrow())
}

/** Stores every setting of the account's own; what holds follows from them. The account must be locked. */
export async function saveAccount(tx: Tx, account: Omit<AccountRecord, keyof AccountSettings>): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      name: account.name,
      time_zone: account.timeZone,
      requests_per_second: account.own.limits.perSecond,
      requests_per_minute: account.own.limits.perMinute,
      calls_per_second: account.own.lines.callsPerSecond,
      calls_at_once: account.own.lines.callsAtOnce,
      reserved_for_inbound: account.own.lines.reservedForInbound,
      calling_hours: toJson(account.callingHours),
      attempt_limit: toJson(account.attemptLimit),
      caller_id: account.callerId,
    })
    .where('id', '=', account.id)
    .execute()
}

/** Stores what the operator allows an account. Answers the account as it is then; null when there is none. */
export async function saveCeilings(
  tx: Tx,
  accountId: string,
  change: (present: Ceilings) => Ceilings,
): Promise<AccountRecord | null> {
  const row = await selectAccount(tx, accountId).forUpdate().executeTakeFirst()
  if (!row) return null
  const { limits, lines } = change(toAccount(row).ceilings)
  await tx
    .updateTable('accounts')
    .set({
      max_requests_per_second: limits.perSecond,
      max_requests_per_minute: limits.perMinute,
      max_calls_per_second: lines.callsPerSecond,
      max_calls_at_once: lines.callsAtOnce,
      max_reserved_for_inbound: lines.reservedForInbound,
    })
    .where('id', '=', accountId)
    .execute()
  return findAccount(tx, accountId)
}

/** Lines kept free for incoming calls, by account; of those that have a number to be called at. */
export async function listReservations(db: Store['db']): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', sql<number>`least(reserved_for_inbound, max_reserved_for_inbound)`.as('reserved')])
    .where(sql<boolean>`least(reserved_for_inbound, max_reserved_for_inbound) > 0`)
    .where((where) =>
      where.exists(where.selectFrom('numbers').select('numbers.id').whereRef('numbers.account_id', '=', 'accounts.id')),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row.reserved]))
}

function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

function selectAccount(db: Store['db'], accountId: string) {
  return db.selectFrom('accounts').selectAll().where('id', '=', accountId)
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccount>['executeTakeFirstOrThrow']>>

function toAccount(row: AccountRow): AccountRecord {
  const own: AccountSettings = {
    limits: { perSecond: row.requests_per_second, perMinute: row.requests_per_minute },
    lines: {
      callsPerSecond: row.calls_per_second,
      callsAtOnce: row.calls_at_once,
      reservedForInbound: row.reserved_for_inbound,
    },
  }
  const ceilings: Ceilings = {
    limits: { perSecond: row.max_requests_per_second, perMinute: row.max_requests_per_minute },
    lines: {
      callsPerSecond: row.max_calls_per_second,
      callsAtOnce: row.max_calls_at_once,
      reservedForInbound: row.max_reserved_for_inbound,
    },
  }
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    ...underCeilings(own, ceilings),
    own,
    ceilings,
    callingHours: row.calling_hours,
    attemptLimit: row.attempt_limit,
    callerId: row.caller_id,
    createdAt: toInstant(row.created_at),
  }
}
