import { sql } from 'kysely'
import { DEFAULT_MAX_DURATION_S } from '../core/playbookConfig.ts'
import { type SelectableVersion, type SelectedVersion, selectVersion } from '../core/versionSelection.ts'
import type { Store } from './open.ts'

/** What a new call takes from its playbook and account. */
export interface CallingPlaybook {
  playbookId: string
  version: SelectedVersion
  maxDurationS: number
  /** The number that callees of the account see; null lets the carrier choose. */
  callerId: string | null
}

interface Row {
  playbook_id: string
  config_hash: string
  caller_id: string | null
  requested_id: string | null
  requested_hash: string | null
  production_id: string | null
  production_hash: string | null
  /** Of the three configurations by their hashes; null where it sets none. */
  durations: Record<string, number | null>
}

/**
 * The account's playbook and the version of it that speaks in a new call; null when the account has no such playbook. A
 * `versionId` that the playbook does not have counts as none. One statement, because every call begins with it.
 */
export async function findCallingPlaybook(
  db: Store['db'],
  accountId: string,
  playbookId: string,
  versionId: string | null,
): Promise<CallingPlaybook | null> {
  const { rows } = await sql<Row>`
    select playbooks.id as playbook_id, playbooks.config_hash, accounts.caller_id,
      requested.id as requested_id, requested.config_hash as requested_hash,
      production.id as production_id, production.config_hash as production_hash,
      (select jsonb_object_agg(configurations.hash, configurations.config -> 'max_duration_s') from configurations
        where configurations.account_id = playbooks.account_id and configurations.hash
          in (requested.config_hash, production.config_hash, playbooks.config_hash)) as durations
    from playbooks
    join accounts on accounts.id = playbooks.account_id
    left join versions requested
      on requested.account_id = playbooks.account_id and requested.playbook_id = playbooks.id
      and requested.id = ${versionId}::uuid
    left join versions production
      on production.account_id = playbooks.account_id and production.playbook_id = playbooks.id
      and production.id = playbooks.production_version_id
    where playbooks.account_id = ${accountId}::uuid and playbooks.id = ${playbookId}::uuid`.execute(db)
  const row = rows[0]
  if (!row) return null
  const version = selectVersion({
    requested: toVersion(row.requested_id, row.requested_hash),
    production: toVersion(row.production_id, row.production_hash),
    currentConfigHash: row.config_hash,
  })
  const maxDurationS = row.durations[version.configHash] ?? DEFAULT_MAX_DURATION_S
  return { playbookId: row.playbook_id, version, maxDurationS, callerId: row.caller_id }
}

function toVersion(id: string | null, configHash: string | null): SelectableVersion | null {
  return id === null || configHash === null ? null : { id, configHash }
}
