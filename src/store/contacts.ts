import { sql } from 'kysely'
import type { Instant } from '../core/time.ts'
import type { Store, Tx } from './open.ts'
import { toInstant, toMoment } from './moments.ts'

/** A contact as it was sent: absent fields stay as they are, null clears. */
export interface ContactChange {
  /** Becomes the contact's id, should the phone be new to the account. */
  id: string
  phone: string
  fields: Record<string, string | null>
  customFields: Record<string, unknown>
}

export interface ContactRecord {
  id: string
  phone: string
  fields: Record<string, string>
  customFields: Record<string, unknown>
  createdAt: Instant
  updatedAt: Instant
}

/**
 * Creates or updates contacts, one for each phone, and answers their ids by phone. A phone may occur once in `changes`.
 * Cleared fields stay in the row as JSON null, which readers take for absent. Sorted, so that two transactions that
 * touch the same contacts wait for each other instead of deadlocking.
 */
export async function upsertContacts(
  tx: Tx,
  accountId: string,
  changes: readonly ContactChange[],
  at: Instant,
): Promise<Map<string, string>> {
  const rows = changes.toSorted((a, b) => (a.phone < b.phone ? -1 : 1))
  const result = await sql<{ id: string; phone: string }>`
    insert into contacts as present (id, account_id, phone, fields, custom_fields, created_at, updated_at)
    select sent.id, ${accountId}::uuid, sent.phone, sent.fields, sent."customFields", ${toMoment(at)}, ${toMoment(at)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as sent(id uuid, phone text, fields jsonb, "customFields" jsonb)
    on conflict (account_id, phone) do update set
      fields = present.fields || excluded.fields,
      custom_fields = present.custom_fields || excluded.custom_fields,
      updated_at = excluded.updated_at
    returning id, phone`.execute(tx)
  return new Map(result.rows.map((row) => [row.phone, row.id]))
}

export async function findContact(
  db: Store['db'],
  accountId: string,
  contactId: string,
): Promise<ContactRecord | null> {
  const row = await db
    .selectFrom('contacts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', contactId)
    .executeTakeFirst()
  return row ? toContact(row) : null
}

/** At most `limit`, newest first, older than `afterId` when it is given. */
export async function listContacts(
  db: Store['db'],
  accountId: string,
  filter: { phone: string | null },
  page: { limit: number; afterId: string | null },
): Promise<ContactRecord[]> {
  let query = db.selectFrom('contacts').selectAll().where('account_id', '=', accountId)
  if (filter.phone !== null) query = query.where('phone', '=', filter.phone)
  if (page.afterId !== null) query = query.where('id', '<', page.afterId)
  const rows = await query.orderBy('id', 'desc').limit(page.limit).execute()
  return rows.map(toContact)
}

function toContact(row: {
  id: string
  phone: string
  fields: Record<string, string | null>
  custom_fields: Record<string, unknown>
  created_at: Date
  updated_at: Date
}): ContactRecord {
  return {
    id: row.id,
    phone: row.phone,
    fields: withoutNulls(row.fields) as Record<string, string>,
    customFields: withoutNulls(row.custom_fields),
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
  }
}

function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
