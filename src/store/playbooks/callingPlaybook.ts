import { sql } from 'kysely'
import { DEFAULT_MAX_DURATION_S } from '../../core/playbookConfig.ts'
import { type SelectableVersion, type SelectedVersion, selectVersion } from '../../core/versionSelection.ts'
import type { Store } from '../open.ts'

/** What a new call takes from its playbook and account. */
export interface CallingPlaybook {
  playbookId: string
  version: SelectedVersion
  maxDurationS: number
  /** The number that callees of the account see; null lets the carrier choose. */
  callerId: string | null
}

interface Row {
  /** Of the wish: 1 for the first. */
  place: number
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

/** Which playbook is asked for, and which version of it; a `versionId` that the playbook does not have counts as none. */
export interface PlaybookWish {
  accountId: string
  playbookId: string
  versionId: string | null
}

/**
 * The account's playbook and the version of it that speaks in a new call, for each wish; null when the account has no
 * such playbook. One statement, because every call begins with it.
 */
export async function findCallingPlaybooks(
  db: Store['db'],
  wishes: readonly PlaybookWish[],
): Promise<(CallingPlaybook | null)[]> {
  const accountIds = wishes.map(({ accountId }) => accountId)
  const playbookIds = wishes.map(({ playbookId }) => playbookId)
  const versionIds = wishes.map(({ versionId }) => versionId)
  const { rows } = await sql<Row>`
    select wanted.place, playbooks.id as playbook_id, playbooks.config_hash, accounts.caller_id,
      requested.id as requested_id, requested.config_hash as requested_hash,
      production.id as production_id, production.config_hash as production_hash,
      (select jsonb_object_agg(configurations.hash, configurations.config -> 'max_duration_s') from configurations
        where configurations.account_id = playbooks.account_id and configurations.hash
          in (requested.config_hash, production.config_hash, playbooks.config_hash)) as durations
    from unnest(${accountIds}::uuid[], ${playbookIds}::uuid[], ${versionIds}::uuid[])
      with ordinality as wanted(account_id, playbook_id, version_id, place)
    join playbooks on playbooks.account_id = wanted.account_id and playbooks.id = wanted.playbook_id
    join accounts on accounts.id = playbooks.account_id
    left join versions requested
      on requested.account_id = playbooks.account_id and requested.playbook_id = playbooks.id
      and requested.id = wanted.version_id
    left join versions production
      on production.account_id = playbooks.account_id and production.playbook_id = playbooks.id
      and production.id = playbooks.production_version_id`.execute(db)
  const chosen = new Map(rows.map((row) => [row.place, toCallingPlaybook(row)]))
  return wishes.map((_, index) => chosen.get(index + 1) ?? null)
}

function toCallingPlaybook(row: Row): CallingPlaybook {
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
