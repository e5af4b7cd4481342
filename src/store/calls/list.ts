/**
 * Lists of calls, of which there may be millions. Whatever a list is filtered by, it walks stretches of one index: entries
 * that are equal in all columns but the last, which is the id. The ids' order is that of time, so a page and a range of
 * time are bounds of the ids.
 *
 * The bounds are compared as rows, all columns of the index at once, and so is the order: no other index could serve
 * that, and the database does not walk all calls because it takes a rare value for a common one.
 */
import { type RawBuilder, sql } from 'kysely'
import type { CallStatus } from '../../core/call.ts'
import type { Instant } from '../../core/time.ts'
import { idBounds, type IdBounds } from '../idBounds.ts'
import { toMoment } from '../schema/moments.ts'

export interface CallFilter {
  statuses?: readonly CallStatus[]
  direction?: 'outbound' | 'inbound'
  playbookId?: string
  versionId?: string
  campaignId?: string
  contactId?: string
  phone?: string
  /** Inclusive. */
  createdAfter?: Instant
  /** Exclusive. */
  createdBefore?: Instant
}

const STATUSES: readonly CallStatus[] = [
  'scheduled',
  'initiated',
  'ringing',
  'in_progress',
  'completed',
  'busy',
  'no_answer',
  'failed',
  'canceled',
]
const DIRECTIONS = ['outbound', 'inbound'] as const

/**
 * How many a stretch may yield at most, in the statement itself: a limit that is a parameter the database takes for a
 * tenth of all rows when it plans. Pages are as long as a client wants, and each length would be a statement of its own.
 */
const SMALL_PAGE = 21
const LARGEST_PAGE = 101

/** The columns of an index before the id, and what they equal. */
interface Stretch {
  columns: readonly string[]
  values: readonly RawBuilder<unknown>[]
  /** The one that all of its calls are stored with. */
  status?: CallStatus
}

/** The ids of at most `limit` calls, the newest ones, as a subquery. */
export function selectCallIds(
  accountId: string,
  filter: CallFilter,
  page: { limit: number; afterId: string | null },
  now: Instant,
): RawBuilder<string> {
  const bounds = idBounds(filter, page.afterId)
  if (page.limit > LARGEST_PAGE) throw new Error(`a page of ${page.limit} calls is longer than any`)
  const stretches = stretchesOf(accountId, filter).map((stretch) => {
    const others = [sql`true`, ...conditions(accountId, filter, stretch, now)]
    return walk(stretch, bounds, sql.join(others, sql` and `), page.limit)
  })
  return sql<string>`
    select id from (${sql.join(stretches, sql` union all `)}) as found order by id desc limit ${page.limit}`
}

function walk({ columns, values }: Stretch, { from, before }: IdBounds, others: RawBuilder<unknown>, limit: number) {
  const names = [...columns, 'id'].map((column) => sql.ref(`calls.${column}`))
  const order = sql.join(names.map((name) => sql`${name} desc`))
  const [row, value] = [sql.join(names), sql.join(values)]
  return sql`(
    select calls.id from calls
    where (${row}) >= (${value}, ${from}::uuid) and (${row}) < (${value}, ${before}::uuid) and ${others}
    order by ${order} limit ${sql.lit(limit <= SMALL_PAGE ? SMALL_PAGE : LARGEST_PAGE)})`
}

/** Of the filters that are given the one that leaves the least is walked; the others are looked at on the way. */
function stretchesOf(accountId: string, filter: CallFilter): Stretch[] {
  const { contactId, phone, campaignId, versionId, playbookId, statuses, direction } = filter
  const account = sql`${accountId}::uuid`
  if (contactId !== undefined) return [{ columns: ['contact_id'], values: [sql`${contactId}::uuid`] }]
  if (phone !== undefined) {
    // A call to or from a number has the number's contact, until both are erased.
    const contact = sql`(select contacts.id from contacts where account_id = ${account} and phone = ${phone})`
    return [{ columns: ['contact_id'], values: [contact] }]
  }
  if (campaignId !== undefined) {
    return (statuses ? storedStatuses(statuses) : STATUSES).map((status) => ({
      status,
      columns: ['campaign_id', 'status'],
      values: [ownId('campaigns', campaignId, account), sql`${sql.lit(status)}`],
    }))
  }
  if (versionId !== undefined) {
    return [{ columns: ['version_id'], values: [ownId('versions', versionId, account)] }]
  }
  if (playbookId !== undefined) {
    return [{ columns: ['playbook_id'], values: [ownId('playbooks', playbookId, account)] }]
  }
  if (statuses !== undefined) {
    return storedStatuses(statuses).map((status) => ({
      status,
      columns: ['account_id', 'status'],
      values: [account, sql`${sql.lit(status)}`],
    }))
  }
  return (direction ? [direction] : DIRECTIONS).map((one) => ({
    columns: ['account_id', 'direction'],
    values: [account, sql`${sql.lit(one)}`],
  }))
}

/** An id, or null when it is another account's: its calls are not even walked. */
function ownId(table: 'campaigns' | 'playbooks' | 'versions', id: string, account: RawBuilder<unknown>) {
  return sql`(select id from ${sql.table(table)} where id = ${id}::uuid and account_id = ${account})`
}

/**
 * What the stretch does not say already. To say it twice would be wrong: of a column that equals something the order
 * means nothing, and any index would serve the rest of it.
 */
function conditions(accountId: string, filter: CallFilter, stretch: Stretch, now: Instant): RawBuilder<boolean>[] {
  const { createdAfter, createdBefore } = filter
  const equal: [column: string, value: string | undefined, type: 'uuid' | 'text'][] = [
    ['account_id', accountId, 'uuid'],
    ['direction', filter.direction, 'text'],
    ['playbook_id', filter.playbookId, 'uuid'],
    ['version_id', filter.versionId, 'uuid'],
    ['campaign_id', filter.campaignId, 'uuid'],
    ['contact_id', filter.contactId, 'uuid'],
    ['phone', filter.phone, 'text'],
  ]
  return [
    // Words that partial indexes are chosen by.
    ...['campaign_id', 'version_id']
      .filter((column) => stretch.columns.includes(column))
      .map((column) => sql<boolean>`${sql.ref(`calls.${column}`)} is not null`),
    ...equal.flatMap(([column, value, type]) =>
      value === undefined || stretch.columns.includes(column)
        ? []
        : [sql<boolean>`${sql.ref(`calls.${column}`)} = ${value}::${sql.raw(type)}`],
    ),
    ...statusConditions(filter.statuses, stretch.status, now),
    ...(createdAfter === undefined ? [] : [sql<boolean>`created_at >= ${toMoment(createdAfter)}::timestamptz`]),
    ...(createdBefore === undefined ? [] : [sql<boolean>`created_at < ${toMoment(createdBefore)}::timestamptz`]),
  ]
}

/** That a call is seen with one of the statuses; `stored` is the status of all calls of the stretch, if they share one. */
function statusConditions(
  statuses: readonly CallStatus[] | undefined,
  stored: CallStatus | undefined,
  now: Instant,
): RawBuilder<boolean>[] {
  if (!statuses) return []
  if (stored === undefined) {
    const seen = [...new Set(statuses)].map((status) => visibleAs(status, now))
    return [sql`(${sql.join(seen, sql` or `)})`]
  }
  if (stored !== 'scheduled' || (statuses.includes('scheduled') && statuses.includes('initiated'))) return []
  const sign = sql.raw(statuses.includes('scheduled') ? '>' : '<=')
  return [sql`next_attempt_at ${sign} ${toMoment(now)}::timestamptz`]
}

/** Each once: a status given twice is walked once. A call that is due is stored as scheduled and seen as initiated. */
function storedStatuses(statuses: readonly CallStatus[]): CallStatus[] {
  return [
    ...new Set(statuses.flatMap((status) => (status === 'initiated' ? [status, 'scheduled' as const] : [status]))),
  ]
}

function visibleAs(status: CallStatus, now: Instant): RawBuilder<boolean> {
  const due = sql`status = 'scheduled' and next_attempt_at`
  if (status === 'scheduled') return sql`(${due} > ${toMoment(now)}::timestamptz)`
  if (status === 'initiated') return sql`(status = 'initiated' or ${due} <= ${toMoment(now)}::timestamptz)`
  return sql`status = ${sql.lit(status)}`
}
