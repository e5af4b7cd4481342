import { type RawBuilder, sql } from 'kysely'
import { MAX_FREE_BYTES, MAX_FREE_KEYS } from '../core/freeValues.ts'
import type { Instant } from '../core/time.ts'
import { createdWith, type IdBounds, idBounds } from './idBounds.ts'
import { idsIn, textsIn } from './lists.ts'
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

/** A contact as it is after a merge. */
export interface MergedContact {
  id: string
  /** Its custom fields now, when they are so many or so large that they may be too much; null for most. */
  largeCustomFields: Record<string, unknown> | null
}

/** As `mergeContacts`, for those who need but the ids. */
export async function upsertContacts(
  tx: Tx,
  accountId: string,
  changes: readonly ContactChange[],
  at: Instant,
): Promise<Map<string, string>> {
  const merged = await mergeContacts(tx, accountId, changes, at)
  return new Map([...merged].map(([phone, { id }]) => [phone, id]))
}

/**
 * Creates or updates contacts, one for each phone, and answers what they have become, by phone. A phone may occur once
 * in `changes`. A cleared key leaves the row; null within a custom field is a value like any other. Sorted, so that two
 * transactions that touch the same contacts wait for each other instead of deadlocking.
 *
 * What is late was sent at `at` and is stored only now, when nothing can be refused any more: to a contact that was
 * changed since, it adds what is missing and changes nothing; and a contact that would have too many custom fields, or
 * far too large ones, keeps those that it has.
 */
export async function mergeContacts(
  tx: Tx,
  accountId: string,
  changes: readonly ContactChange[],
  at: Instant,
  { isLate = false }: { isLate?: boolean } = {},
): Promise<Map<string, MergedContact>> {
  const rows = changes
    .toSorted((a, b) => (a.phone < b.phone ? -1 : 1))
    .map(({ id, phone, fields, customFields }) => ({
      id,
      phone,
      fields: withoutNulls(fields),
      customFields: withoutNulls(customFields),
      createdAt: toMoment(createdWith(id, at)),
    }))
  const cleared = JSON.stringify(clearedKeys(changes))
  const keysToClear = (kind: keyof ClearedKeys) => {
    // In a subquery of its own, which is read once and not again for every row.
    const ofContact = sql`(select ${cleared}::text::jsonb) -> present.phone -> ${kind}::text`
    return sql`array(select jsonb_array_elements_text(${ofContact}))`
  }
  const sentOver = (column: RawBuilder<unknown>, kind: keyof ClearedKeys) =>
    sql`(present.${column} - ${keysToClear(kind)}) || excluded.${column}`
  const merge = (column: RawBuilder<unknown>, kind: keyof ClearedKeys) =>
    isLate
      ? sql`case when present.updated_at > excluded.updated_at then excluded.${column} || present.${column}
          else ${sentOver(column, kind)} end`
      : sentOver(column, kind)
  const customFields = merge(sql`custom_fields`, 'customFields')
  // Postgres writes JSON with spaces; twice the bytes let through what a request was told would fit.
  const fitting = sql`(
    select case when (select count(*) from jsonb_object_keys(fields)) > ${sql.lit(MAX_FREE_KEYS)}
        or octet_length(fields::text) > ${sql.lit(2 * MAX_FREE_BYTES)}
      then present.custom_fields else fields end
    from (select ${customFields} as fields) as merged)`
  const result = await sql<MergedContact & { phone: string }>`
    insert into contacts as present (id, account_id, phone, fields, custom_fields, created_at, updated_at)
    select sent.id, ${accountId}::uuid, sent.phone, sent.fields, sent."customFields", sent."createdAt", ${toMoment(at)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as sent(id uuid, phone text, fields jsonb, "customFields" jsonb, "createdAt" timestamptz)
    on conflict (account_id, phone) do update set
      fields = ${merge(sql`fields`, 'fields')},
      custom_fields = ${isLate ? fitting : customFields},
      updated_at = ${isLate ? sql`greatest(present.updated_at, excluded.updated_at)` : sql`excluded.updated_at`}
    returning id, phone,
      case when octet_length(present.custom_fields::text) > ${sql.lit(MAX_FREE_BYTES)}
          or (select count(*) from jsonb_object_keys(present.custom_fields)) > ${sql.lit(MAX_FREE_KEYS)}
        then present.custom_fields end as "largeCustomFields"`.execute(tx)
  return new Map(result.rows.map(({ phone, ...merged }) => [phone, merged]))
}

interface ClearedKeys {
  fields: string[]
  customFields: string[]
}

/** What the changes set to null, by phone; a contact of which nothing is cleared is left out. */
function clearedKeys(changes: readonly ContactChange[]): Record<string, ClearedKeys> {
  const cleared: Record<string, ClearedKeys> = {}
  for (const change of changes) {
    const fields = nullKeys(change.fields)
    const customFields = nullKeys(change.customFields)
    if (fields.length + customFields.length > 0) cleared[change.phone] = { fields, customFields }
  }
  return cleared
}

function nullKeys(values: Record<string, unknown>): string[] {
  return Object.keys(values).filter((key) => values[key] === null)
}

function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
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

export interface ContactFilter {
  phone?: string
  /** Contacts that the campaign has a call to. */
  campaignId?: string
  /** Inclusive. */
  createdAfter?: Instant
  /** Exclusive. */
  createdBefore?: Instant
}

/** At most `limit`, newest first, older than `afterId` when it is given. */
export async function listContacts(
  db: Store['db'],
  accountId: string,
  filter: ContactFilter,
  page: { limit: number; afterId: string | null },
): Promise<ContactRecord[]> {
  const { phone, campaignId, createdAfter, createdBefore } = filter
  const fits = sql.join(
    [
      // Here in place of no condition at all.
      sql`true`,
      ...(phone === undefined ? [] : [sql`contacts.phone = ${phone}`]),
      ...(createdAfter === undefined ? [] : [sql`contacts.created_at >= ${toMoment(createdAfter)}::timestamptz`]),
      ...(createdBefore === undefined ? [] : [sql`contacts.created_at < ${toMoment(createdBefore)}::timestamptz`]),
    ],
    sql` and `,
  )
  const ids = selectContactIds(accountId, { phone, campaignId }, idBounds(filter, page.afterId), fits, page.limit)
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', sql<string>`any(array(${ids}))`)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toContact)
}

/** Walks one index in its order, as lists of calls do (`callLists.ts`); what else must fit is looked at on the way. */
function selectContactIds(
  accountId: string,
  { phone, campaignId }: { phone: string | undefined; campaignId: string | undefined },
  { from, before }: IdBounds,
  fits: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const account = sql`${accountId}::uuid`
  const campaign = sql`(select id from campaigns where id = ${campaignId ?? null}::uuid and account_id = ${account})`
  if (phone !== undefined) {
    const isCalled = sql`exists (select from calls where contact_id = contacts.id and campaign_id = ${campaign})`
    // One contact at most: the bounds are compared so that no index is walked for them.
    return sql`select id from contacts
      where account_id = ${account} and ${fits} and id::text < ${before}
        and ${campaignId === undefined ? sql`true` : isCalled}`
  }
  if (campaignId !== undefined) {
    return sql`select contact_id from calls
      where campaign_id is not null and (campaign_id, contact_id) >= (${campaign}, ${from}::uuid)
        and (campaign_id, contact_id) < (${campaign}, ${before}::uuid)
        and (select ${fits} from contacts where contacts.id = calls.contact_id)
      order by campaign_id desc, contact_id desc limit ${limit}`
  }
  return sql`select id from contacts
    where (account_id, id) >= (${account}, ${from}::uuid) and (account_id, id) < (${account}, ${before}::uuid)
      and ${fits}
    order by account_id desc, id desc limit ${limit}`
}

function toContact(row: {
  id: string
  phone: string
  fields: Record<string, string>
  custom_fields: Record<string, unknown>
  created_at: Date
  updated_at: Date
}): ContactRecord {
  return {
    id: row.id,
    phone: row.phone,
    fields: row.fields,
    customFields: row.custom_fields,
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
  }
}

/** The time zones of those of the contacts that have one, by contact. */
export async function listContactZones(
  db: Store['db'],
  accountId: string,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  if (contactIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'fields'])
    .where('account_id', '=', accountId)
    .where('id', 'in', idsIn(contactIds))
    .execute()
  return new Map(rows.flatMap((row) => (row.fields['timezone'] ? [[row.id, row.fields['timezone']] as const] : [])))
}

/** What is known of those of the phones that the account knows, by phone. */
export async function findContactsByPhone(
  db: Store['db'],
  accountId: string,
  phones: readonly string[],
): Promise<Map<string, ContactRecord>> {
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('phone', 'in', textsIn(phones))
    .execute()
  return new Map(rows.map((row) => [row.phone, toContact(row)]))
}

/** How much is in the custom fields of those of the phones that the account knows, by phone. */
export async function measureCustomFields(
  db: Store['db'],
  accountId: string,
  phones: readonly string[],
): Promise<Map<string, { count: number; bytes: number }>> {
  const { rows } = await sql<{ phone: string; count: number; bytes: number }>`
    select phone, (select count(*)::int from jsonb_object_keys(custom_fields)) as count,
      octet_length(custom_fields::text) as bytes
    from contacts where account_id = ${accountId} and phone = any(${phones}::text[])`.execute(db)
  return new Map(rows.map(({ phone, ...size }) => [phone, size]))
}

/** The calls to or from a contact that have not ended. */
export async function listUnfinishedCalls(db: Store['db'], accountId: string, contactId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('calls')
    .select('id')
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Deletes a contact and clears what is personal from its calls. Answers how many calls there were, or null, with
 * nothing done, when one of them has not ended.
 */
export async function eraseContact(tx: Tx, accountId: string, contactId: string): Promise<number | null> {
  // Locked first: whoever creates a call to this contact updates it, and waits.
  const contact = await tx
    .selectFrom('contacts')
    .select('phone')
    .where('account_id', '=', accountId)
    .where('id', '=', contactId)
    .forUpdate()
    .executeTakeFirst()
  if (!contact) return 0
  if ((await listUnfinishedCalls(tx, accountId, contactId)).length > 0) return null
  const theirs = tx
    .selectFrom('calls')
    .select('id')
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
  // Marked before their words are deleted: what is said later, or is being stored now, waits and is dropped.
  await tx.updateTable('calls').set({ erased: true }).where('id', 'in', theirs).execute()
  await tx.deleteFrom('turns').where('call_id', 'in', theirs).execute()
  await tx.updateTable('attempts').set({ phone: null }).where('call_id', 'in', theirs).execute()
  await deleteReplies(tx, accountId, { id: contactId, phone: contact.phone })
  const cleared = await tx
    .updateTable('calls')
    .set({
      phone: null,
      contact_id: null,
      params: '{}',
      names: '{}',
      summary: null,
      waiting_message: null,
      // Any text of the client's.
      requested_version_id: null,
    })
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  await tx
    .updateTable('suppressions')
    .set({ phone: null, note: null })
    .where('account_id', '=', accountId)
    .where('phone', '=', contact.phone)
    .execute()
  await tx.deleteFrom('contacts').where('account_id', '=', accountId).where('id', '=', contactId).execute()
  return Number(cleared.numUpdatedRows)
}

/**
 * Kept replies, with their keys, that name the person or made a call to them; without them a repeated request is simply done
 * again. A reply and the call that it tells of have the same instant, which an index knows.
 */
async function deleteReplies(tx: Tx, accountId: string, contact: { id: string; phone: string }): Promise<void> {
  await sql`delete from idempotency_keys using calls
    where calls.account_id = ${accountId}::uuid and calls.contact_id = ${contact.id}::uuid
      and idempotency_keys.account_id = calls.account_id and idempotency_keys.created_at = calls.created_at
      and strpos(idempotency_keys.body, calls.id::text) > 0`.execute(tx)
  const digits = contact.phone.slice(1)
  await sql`delete from idempotency_keys where account_id = ${accountId}::uuid
    and (strpos(body, ${contact.phone}) > 0 or strpos(body, ${contact.id}) > 0 or strpos(key, ${digits}) > 0)`.execute(
    tx,
  )
}
