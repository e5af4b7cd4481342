/**
 * How long the embedded database takes for the rows of a campaign when they are made where they are stored, without
 * anything to read or to send. Argument: the data directory, which is made.
 */
import { type Ids, IDS_QUERY } from '../callRows.ts'
import { openSession, prepareDirectory } from '../embedded.ts'
import { answerQuestions } from '../program.ts'

export interface BulkQuestion {
  rows: number
  /** Phones follow from here; the account knows none of them. */
  firstNumber: number
}

export interface BulkAnswer {
  ms: number
}

const directory = process.argv[2] ?? ''
await prepareDirectory(directory)
const session = await openSession(directory)
const ids = session.execute(IDS_QUERY, []).rows[0] as unknown as Ids

const PHONE = `'+49302' || lpad(number::text, 9, '0')`

const CONTACTS = `
  insert into contacts (id, account_id, phone, fields, custom_fields, created_at, updated_at)
  select uuidv7(), '${ids.account_id}', ${PHONE}, '{"first_name": "Ada", "last_name": "Lovelace"}', '{"plan": "gold"}',
    now(), now()
  from generate_series($1::integer, $2::integer) as number`

const CALLS = `
  insert into calls (id, account_id, direction, campaign_id, contact_id, playbook_id, version_id, version_source,
    config_hash, phone, params, names, recall, launch_at, anchor_at, status, priority, next_attempt_at, ring_timeout_s,
    max_duration_s, created_at)
  select uuidv7(), '${ids.account_id}', 'outbound', '${ids.version_id}', uuidv7(), '${ids.playbook_id}',
    '${ids.version_id}', 'production', '${ids.config_hash}', ${PHONE}, '{}', '{}', '[30, 120]', '2099-06-01T09:00:00Z',
    '2099-06-01T09:00:00Z', 'scheduled', 1, '2099-06-01T09:00:00Z', 45, 300, now()
  from generate_series($1::integer, $2::integer) as number`

answerQuestions(({ rows, firstNumber }: BulkQuestion): BulkAnswer => {
  const began = performance.now()
  session.begin('start transaction')
  for (const statement of [CONTACTS, CALLS]) session.execute(statement, [firstNumber, firstNumber + rows - 1])
  if (!session.commit()) throw new Error('the transaction was rolled back')
  return { ms: performance.now() - began }
})
