/**
 * A large campaign is accepted by one small transaction, which stores the campaign and, compressed, its contacts in
 * parts. Everything is decided then: what the calls have in common is kept beside each part. Contacts and calls are made
 * of one part after another, each in a transaction that also removes the part: so exactly once, whoever crashes on the
 * way and however many processes are at it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { SentContact } from '../../core/contact.ts'
import type { CampaignTerms } from '../../core/newCalls.ts'
import { insertCalls } from '../calls/read.ts'
import { mergeContacts, type MergedContact } from '../contacts/contacts.ts'
import { giveWay } from '../../pacing/giveWay.ts'
import { anyIdOf, rowsAs } from '../schema/lists.ts'
import type { Store, Tx } from '../open.ts'

/** Contacts in a part: it is stored by one transaction, in which nobody else has his turn. */
export const CONTACTS_PER_PART = 250
/** Characters of a part before it is compressed; a contact that has more is a part by itself. */
const PART_CHARACTERS = 1024 * 1024
/** Parts compressed between two turns of others, and read at once when one contact is looked for. */
const PARTS_AT_ONCE = 8
/** Parts stored by one statement: some 10 KB each. */
const PARTS_PER_INSERT = 100

/** By its phone. */
export type CampaignContact = readonly [phone: string, sent: SentContact]

export interface PackedPart {
  contactCount: number
  contacts: Uint8Array
}

export interface PartKey {
  campaignId: string
  part: number
}

/** The contacts in parts. Others have their turn meanwhile. */
export async function packParts(
  contacts: Iterable<CampaignContact>,
  contactsPerPart: number,
): Promise<readonly PackedPart[]> {
  const packed: PackedPart[] = []
  for (const part of splitIntoParts(contacts, contactsPerPart)) {
    if (packed.length > 0 && packed.length % PARTS_AT_ONCE === 0) await giveWay()
    packed.push({ contactCount: part.length, contacts: Bun.zstdCompressSync(`[${part.join(',')}]`) })
  }
  return packed
}

/** Each contact as JSON text. */
function* splitIntoParts(contacts: Iterable<CampaignContact>, contactsPerPart: number): Generator<string[]> {
  let part: string[] = []
  let characters = 0
  for (const contact of contacts) {
    const text = JSON.stringify(contact)
    if (part.length === contactsPerPart || (part.length > 0 && characters + text.length > PART_CHARACTERS)) {
      yield part
      part = []
      characters = 0
    }
    part.push(text)
    characters += text.length
  }
  if (part.length > 0) yield part
}

function unpack(packed: Uint8Array): readonly CampaignContact[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `packParts` has made it
  return JSON.parse(new TextDecoder().decode(Bun.zstdDecompressSync(packed))) as readonly CampaignContact[]
}

export async function insertParts(tx: Tx, terms: CampaignTerms, parts: readonly PackedPart[]): Promise<void> {
  const common = JSON.stringify(terms)
  const rows = parts.map(({ contactCount, contacts }, part) => ({ part, contactCount, contacts }))
  for (let from = 0; from < rows.length; from += PARTS_PER_INSERT) {
    const inserted = rowsAs('new', rows.slice(from, from + PARTS_PER_INSERT), {
      part: { type: 'integer', of: ({ part }) => part },
      contact_count: { type: 'integer', of: ({ contactCount }) => contactCount },
      contacts: { type: 'text', of: ({ contacts }) => contacts.toBase64() },
    })
    await sql`
      insert into campaign_parts (campaign_id, part, account_id, terms, contact_count, contacts)
      select ${terms.campaignId}::uuid, new.part, ${terms.accountId}::uuid, ${common}::text::jsonb, new.contact_count,
        decode(new.contacts, 'base64')
      from ${inserted}`.execute(tx)
  }
}

/**
 * The part that is to be stored next, of a campaign that is none of `except`; null when there is none, or others are at
 * all that are left. Accounts take turns, from the one after `afterAccountId`, so that however many campaigns one has, he
 * keeps nobody waiting. Of an account's campaigns the first parts go before the second ones.
 */
export async function lockNextPart(
  tx: Tx,
  afterAccountId: string,
  except: readonly string[],
): Promise<(PartKey & { accountId: string }) | null> {
  const next = tx
    .selectFrom('campaign_parts')
    .select(['account_id', 'campaign_id', 'part'])
    .where((where) => where.not(where('campaign_id', '=', anyIdOf(except))))
    .orderBy('account_id')
    .orderBy('part')
    .orderBy('campaign_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row =
    (await next.where('account_id', '>', afterAccountId).executeTakeFirst()) ?? (await next.executeTakeFirst())
  return row ? { accountId: row.account_id, campaignId: row.campaign_id, part: row.part } : null
}

/** Makes contacts and calls of a part, and removes it. Answers what its calls have in common; null when it is gone. */
export async function storePart(tx: Tx, key: PartKey, newId: () => string): Promise<CampaignTerms | null> {
  const found = await tx
    .selectFrom('campaign_parts')
    .select(['terms', 'contacts'])
    .where('campaign_id', '=', key.campaignId)
    .where('part', '=', key.part)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return null
  await storeContacts(tx, found.terms, unpack(found.contacts), newId, { isLate: true })
  await removePart(tx, key)
  return found.terms
}

export async function removePart(tx: Tx, { campaignId, part }: PartKey): Promise<void> {
  await tx.deleteFrom('campaign_parts').where('campaign_id', '=', campaignId).where('part', '=', part).execute()
}

/** Makes contacts and calls. Answers what has become of the contacts, by phone, and which of them are new. */
export async function storeContacts(
  tx: Tx,
  terms: CampaignTerms,
  contacts: readonly CampaignContact[],
  newId: () => string,
  { isLate }: { isLate: boolean },
): Promise<{ merged: ReadonlyMap<string, MergedContact>; created: number }> {
  const changes = contacts.map(([phone, sent]) => ({ id: newId(), phone, ...sent }))
  const merged = await mergeContacts(tx, terms.accountId, changes, terms.at, { isLate })
  const calls = changes.map(({ id, phone }) => ({ id: newId(), contactId: merged.get(phone)?.id ?? id, phone }))
  await insertCalls(tx, terms, calls)
  return { merged, created: changes.filter(({ id, phone }) => merged.get(phone)?.id === id).length }
}

/** Removes what is not stored yet of a campaign that was canceled. Answers how many calls it would have been. */
export async function dropParts(tx: Tx, campaignId: string): Promise<number> {
  const dropped = await tx
    .deleteFrom('campaign_parts')
    .where('campaign_id', '=', campaignId)
    .returning('contact_count')
    .execute()
  return dropped.reduce((sum, { contact_count }) => sum + contact_count, 0)
}

/** How many contacts of a campaign are not stored yet, for use in a statement that looks at its calls too. */
export function contactsInParts(campaignId: string): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(contact_count), 0)::int from campaign_parts where campaign_id = ${campaignId}::uuid)`
}

/** The parts of an account's campaigns in which a phone is. Others have their turn meanwhile. */
export async function findPartsWith(db: Store['db'], accountId: string, phone: string): Promise<PartKey[]> {
  const found: PartKey[] = []
  let after: PartKey | null = null
  for (;;) {
    const rows = await selectParts(db, accountId, after)
    for (const { campaign_id: campaignId, part, contacts } of rows) {
      if (unpack(contacts).some(([theirs]) => theirs === phone)) found.push({ campaignId, part })
      after = { campaignId, part }
    }
    if (rows.length < PARTS_AT_ONCE) return found
    await giveWay()
  }
}

function selectParts(db: Store['db'], accountId: string, after: PartKey | null) {
  let query = db
    .selectFrom('campaign_parts')
    .select(['campaign_id', 'part', 'contacts'])
    .where('account_id', '=', accountId)
    .orderBy('campaign_id')
    .orderBy('part')
    .limit(PARTS_AT_ONCE)
  if (after !== null) {
    query = query.where(sql<boolean>`(campaign_id, part) > (${after.campaignId}::uuid, ${after.part}::integer)`)
  }
  return query.execute()
}
