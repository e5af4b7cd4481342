import type { PlaybookConfig } from '../../core/playbookConfig.ts'
import type { Instant } from '../../core/time.ts'
import type { Store, Tx } from '../open.ts'
import { toInstant, toMoment } from '../schema/moments.ts'

export interface VersionRecord {
  id: string
  playbookId: string
  number: number
  message: string
  config: PlaybookConfig
  configHash: string
  restoredFromVersionId: string | null
  createdBy: string
  createdAt: Instant
  production: boolean
}

export interface NewVersion {
  id: string
  accountId: string
  playbookId: string
  number: number
  message: string
  configHash: string
  restoredFromVersionId: string | null
  createdBy: string
  at: Instant
}

/** Adds the version that comes next. The first of a playbook becomes its production version. The playbook must be locked. */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<void> {
  await tx
    .insertInto('versions')
    .values({
      id: version.id,
      account_id: version.accountId,
      playbook_id: version.playbookId,
      number: version.number,
      message: version.message,
      config_hash: version.configHash,
      restored_from_version_id: version.restoredFromVersionId,
      created_by: version.createdBy,
      created_at: toMoment(version.at),
    })
    .execute()
  await tx
    .updateTable('playbooks')
    .set({ version_count: version.number, ...(version.number === 1 && { production_version_id: version.id }) })
    .where('account_id', '=', version.accountId)
    .where('id', '=', version.playbookId)
    .execute()
}

/** One statement moves the marker, so that there is exactly one production version at every moment. */
export async function markProduction(tx: Tx, accountId: string, playbookId: string, versionId: string): Promise<void> {
  await tx
    .updateTable('playbooks')
    .set({ production_version_id: versionId })
    .where('account_id', '=', accountId)
    .where('id', '=', playbookId)
    .execute()
}

export async function findVersion(
  db: Store['db'],
  accountId: string,
  playbookId: string,
  versionId: string,
): Promise<VersionRecord | null> {
  const row = await selectVersions(db, accountId, playbookId).where('versions.id', '=', versionId).executeTakeFirst()
  return row ? toVersion(row) : null
}

/** At most `limit`, newest first, older than `afterId` when it is given. */
export async function listVersions(
  db: Store['db'],
  accountId: string,
  playbookId: string,
  page: { limit: number; afterId: string | null },
): Promise<VersionRecord[]> {
  let query = selectVersions(db, accountId, playbookId).orderBy('versions.id', 'desc').limit(page.limit)
  if (page.afterId !== null) query = query.where('versions.id', '<', page.afterId)
  return (await query.execute()).map(toVersion)
}

function selectVersions(db: Store['db'], accountId: string, playbookId: string) {
  return db
    .selectFrom('versions')
    .innerJoin('configurations', (join) =>
      join
        .onRef('configurations.account_id', '=', 'versions.account_id')
        .onRef('configurations.hash', '=', 'versions.config_hash'),
    )
    .innerJoin('playbooks', 'playbooks.id', 'versions.playbook_id')
    .selectAll('versions')
    .select(['configurations.config', 'playbooks.production_version_id'])
    .where('versions.account_id', '=', accountId)
    .where('versions.playbook_id', '=', playbookId)
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>

function toVersion(row: VersionRow): VersionRecord {
  return {
    id: row.id,
    playbookId: row.playbook_id,
    number: row.number,
    message: row.message,
    config: row.config as unknown as PlaybookConfig,
    configHash: row.config_hash,
    restoredFromVersionId: row.restored_from_version_id,
    createdBy: row.created_by,
    createdAt: toInstant(row.created_at),
    production: row.production_version_id === row.id,
  }
}
