/** The two rows that a call is, as SQL that does nothing else: the least that a database has to do for `POST /call`. */

/** Whose calls they are; read with IDS_QUERY. */
export interface Ids {
  account_id: string
  playbook_id: string
  version_id: string
  config_hash: string
}

export const IDS_QUERY = `
  select accounts.id as account_id, playbooks.id as playbook_id, versions.id as version_id, versions.config_hash
  from accounts join playbooks on playbooks.account_id = accounts.id
    join versions on versions.playbook_id = playbooks.id`

export const INSERT_CONTACT = `
  insert into contacts (id, account_id, phone, fields, custom_fields, created_at, updated_at)
  values ($1, $2, $3, $4, '{}', $5, $5)`

export const INSERT_CALL = `
  insert into calls (id, account_id, direction, contact_id, playbook_id, version_id, version_source, config_hash, phone,
    params, names, recall, launch_at, anchor_at, status, priority, next_attempt_at, ring_timeout_s, max_duration_s,
    created_at)
  values ($1, $2, 'outbound', $3, $4, $5, 'production', $6, $7, $8, $9, '[]', $10, $10, 'scheduled', 0, $10, 45, 300,
    $11)`

export const SELECT_CALL = 'select * from calls where account_id = $1 and id = $2'

/** The parameters of both inserts, for the `number`th call. */
export function callParameters(ids: Ids, number: number): { contact: string[]; call: string[] } {
  const phone = `+49302${String(number).padStart(9, '0')}`
  const names = '{"first_name": "Ada"}'
  const [contactId, callId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  const now = new Date().toISOString()
  return {
    contact: [contactId, ids.account_id, phone, names, now],
    call: [
      callId,
      ids.account_id,
      contactId,
      ids.playbook_id,
      ids.version_id,
      ids.config_hash,
      phone,
      '{"plan": "gold"}',
      names,
      '2099-06-01T09:00:00Z',
      now,
    ],
  }
}

/** When the first of the seeded calls was created; each of the others follows a second later. */
export const SEEDED_FROM_S = Date.UTC(2026, 0, 1) / 1000

/** What a tenth of the oldest seeded calls have each, and no other. */
export const RARE_CALLS = 100
export const RARE = {
  playbook: '019b7000-0000-7000-a000-000000000001',
  version: '019b7000-0000-7000-a000-000000000002',
  campaign: '019b7000-0000-7000-a000-000000000003',
} as const

/** The id of a seeded call, or of its contact. */
export function seededId(of: 'call' | 'contact', number: number): string {
  const time = ((SEEDED_FROM_S + number) * 1000).toString(16).padStart(12, '0')
  const kind = of === 'call' ? '9000' : '8000'
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-${kind}-${number.toString(16).padStart(12, '0')}`
}
