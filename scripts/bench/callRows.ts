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
