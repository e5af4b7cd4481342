/**
 * Fills a data directory of the service, which must not be running, with calls that are over, until there are as many
 * as asked for: made by the database itself, and indexed afterwards. Argument: the data directory.
 */
import { type Ids, IDS_QUERY } from '../callRows.ts'
import { openSession } from '../embedded.ts'
import { answerQuestions } from '../program.ts'

/** Calls have numbers from 1 on: those from `first` to `last` are made. */
export interface SeedQuestion {
  first: number
  last: number
}

const session = await openSession(process.argv[2] ?? '')
const ids = session.execute(IDS_QUERY, []).rows[0] as unknown as Ids

/** UUIDs of version 7 that go with the numbers; older than any that is made now. */
const idOf = (kind: string): string => `('01900000-0000-7000-${kind}-' || lpad(to_hex(number), 12, '0'))::uuid`
const PHONE = `'+49304' || lpad(number::text, 9, '0')`
const CREATED_AT = `'2026-01-01'::timestamptz + number * interval '1 second'`

const CONTACTS = `
  insert into contacts (id, account_id, phone, fields, custom_fields, created_at, updated_at)
  select ${idOf('8000')}, '${ids.account_id}', ${PHONE}, '{"first_name": "Ada"}', '{}', ${CREATED_AT}, ${CREATED_AT}
  from generate_series($1::integer, $2::integer) as number`

const CALLS = `
  insert into calls (id, account_id, direction, contact_id, playbook_id, version_id, version_source, config_hash, phone,
    params, names, recall, status, priority, attempt_count, ring_timeout_s, max_duration_s, answered_by, outcome,
    ended_reason, duration_s, created_at, started_at, answered_at, ended_at)
  select ${idOf('9000')}, '${ids.account_id}', 'outbound', ${idOf('8000')}, '${ids.playbook_id}', '${ids.version_id}',
    'production', '${ids.config_hash}', ${PHONE}, '{"plan": "gold"}', '{}', '[]', 'completed', 0, 1, 45, 300, 'human',
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
  for (const statement of [CONTACTS, CALLS]) session.execute(statement, [first, last])
  for (const { indexdef } of indexes) session.execute(String(indexdef), [])
  for (const statement of ['analyze calls', 'analyze contacts', 'checkpoint']) session.execute(statement, [])
  return null
})
