/**
 * Fills a data directory of the service, which must not be running, with calls that are over, until there are as many
 * as asked for: made by the database itself, and indexed afterwards. Argument: the data directory.
 */
import { type Ids, IDS_QUERY, RARE, RARE_CALLS, SEEDED_FROM_S } from '../callRows.ts'
import { openSession } from '../embedded.ts'
import { answerQuestions } from '../program.ts'

/** Calls have numbers from 1 on: those from `first` to `last` are made. */
export interface SeedQuestion {
  first: number
  last: number
}

const session = await openSession(process.argv[2] ?? '')
const ids = session.execute(IDS_QUERY, []).rows[0] as unknown as Ids

const CREATED_AT = `to_timestamp(${SEEDED_FROM_S}) + number * interval '1 second'`
/** UUIDs of version 7 that go with the numbers and their instants, as `seededId` makes them. */
const idOf = (kind: string): string => `(
  substr(lpad(to_hex((${SEEDED_FROM_S} + number::bigint) * 1000), 12, '0'), 1, 8) || '-'
  || substr(lpad(to_hex((${SEEDED_FROM_S} + number::bigint) * 1000), 12, '0'), 9) || '-7000-${kind}-'
  || lpad(to_hex(number), 12, '0'))::uuid`
const PHONE = `'+49304' || lpad(number::text, 9, '0')`
/** The oldest calls are unlike the others: a list of them that walks the table walks all of it. */
const rare = (like: number, special: string, usual: string): string =>
  `case when number <= ${RARE_CALLS} and number % 10 = ${like} then ${special} else ${usual} end`

const PARENTS = [
  `insert into playbooks (id, account_id, name, config_hash, created_at, updated_at, version_count)
    values ('${RARE.playbook}', '${ids.account_id}', 'Rare', '${ids.config_hash}', now(), now(), 0)
    on conflict do nothing`,
  `insert into versions (id, account_id, playbook_id, number, message, config_hash, created_by, created_at)
    values ('${RARE.version}', '${ids.account_id}', '${ids.playbook_id}', 9, 'Rare', '${ids.config_hash}', 'bench', now())
    on conflict do nothing`,
  `insert into campaigns (id, account_id, playbook_id, version_source, config_hash, state, time_zone, recall,
    contacts_received, contacts_created, contacts_updated, contacts_duplicate, calls, remaining, created_at)
    values ('${RARE.campaign}', '${ids.account_id}', '${RARE.playbook}', 'current', '${ids.config_hash}', 'active',
      'UTC', '[]', 10, 10, 0, 0, 10, 0, now())
    on conflict do nothing`,
]

const CONTACTS = `
  insert into contacts (id, account_id, phone, fields, custom_fields, created_at, updated_at)
  select ${idOf('8000')}, '${ids.account_id}', ${PHONE}, '{"first_name": "Ada"}', '{}', ${CREATED_AT}, ${CREATED_AT}
  from generate_series($1::integer, $2::integer) as number`

const CALLS = `
  insert into calls (id, account_id, direction, contact_id, playbook_id, version_id, campaign_id, version_source,
    config_hash, phone, params, names, recall, status, priority, attempt_count, ring_timeout_s, max_duration_s,
    answered_by, outcome, ended_reason, duration_s, created_at, started_at, answered_at, ended_at)
  select ${idOf('9000')}, '${ids.account_id}', ${rare(1, `'inbound'`, `'outbound'`)}, ${idOf('8000')},
    ${rare(2, `'${RARE.playbook}'`, `'${ids.playbook_id}'`)}::uuid,
    ${rare(3, `'${RARE.version}'`, `'${ids.version_id}'`)}::uuid,
    ${rare(4, `'${RARE.campaign}'`, 'null')}::uuid,
    'production', '${ids.config_hash}', ${PHONE}, '{"plan": "gold"}', '{}', '[]',
    ${rare(5, `'busy'`, `'completed'`)}, 0, 1, 45, 300, 'human',
    'confirmed', 'agent_hung_up', 42, ${CREATED_AT}, ${CREATED_AT}, ${CREATED_AT}, ${CREATED_AT}
  from generate_series($1::integer, $2::integer) as number`

/** The indexes that are no part of a constraint, as SQL that makes them. */
const INDEXES = `
  select indexname, indexdef from pg_indexes
  where schemaname = 'public' and tablename in ('calls', 'contacts')
    and indexname not in (select conname from pg_constraint)`

answerQuestions(({ first, last }: SeedQuestion): null => {
  const indexes = session.execute(INDEXES, []).rows
  for (const { indexname } of indexes) session.execute(`drop index ${String(indexname)}`, [])
  for (const statement of PARENTS) session.execute(statement, [])
  for (const statement of [CONTACTS, CALLS]) session.execute(statement, [first, last])
  for (const { indexdef } of indexes) session.execute(String(indexdef), [])
  for (const statement of ['analyze calls', 'analyze contacts', 'checkpoint']) session.execute(statement, [])
  return null
})
