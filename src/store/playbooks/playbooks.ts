import type { PlaybookConfig } from '../../core/playbookConfig.ts'
import type { Instant } from '../../core/time.ts'
import type { Store, Tx } from '../open.ts'
import { toInstant, toMoment } from '../schema/moments.ts'
import { saveConfiguration } from './configurations.ts'

export interface PlaybookRecord {
  id: string
  name: string
  config: PlaybookConfig
  configHash: string
  productionVersionId: string | null
  /** The version that the configuration was restored from and has not been changed since. */
  restoredFromVersionId: string | null
  versionCount: number
  createdAt: Instant
  updatedAt: Instant
}

export interface NewPlaybook {
  id: string
  accountId: string
  name: string
  config: PlaybookConfig
  at: Instant
}

export async function insertPlaybook(tx: Tx, playbook: NewPlaybook): Promise<PlaybookRecord> {
  const configHash = await saveConfiguration(tx, playbook.accountId, playbook.config)
  await tx
    .insertInto('playbooks')
    .values({
      id: playbook.id,
      account_id: playbook.accountId,
      name: playbook.name,
      config_hash: configHash,
      production_version_id: null,
      version_count: 0,
      created_at: toMoment(playbook.at),
      updated_at: toMoment(playbook.at),
    })
    .execute()
  return {
    id: playbook.id,
    name: playbook.name,
    config: playbook.config,
    configHash,
    productionVersionId: null,
    restoredFromVersionId: null,
    versionCount: 0,
    createdAt: playbook.at,
    updatedAt: playbook.at,
  }
}

/** Changes what is given and leaves the rest. */
export async function updatePlaybook(
  tx: Tx,
  accountId: string,
  playbookId: string,
  change: { name?: string | undefined; config?: PlaybookConfig | undefined; at: Instant },
): Promise<void> {
  const configHash = change.config && (await saveConfiguration(tx, accountId, change.config))
  await tx
    .updateTable('playbooks')
    .set({
      updated_at: toMoment(change.at),
      ...(change.name !== undefined && { name: change.name }),
      ...(configHash !== undefined && { config_hash: configHash, restored_from_version_id: null }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', playbookId)
    .execute()
}

/** Makes a version's configuration the current one. The playbook must be locked. */
export async function restoreConfiguration(
  tx: Tx,
  accountId: string,
  version: { id: string; playbookId: string; configHash: string },
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('playbooks')
    .set({ config_hash: version.configHash, restored_from_version_id: version.id, updated_at: toMoment(at) })
    .where('account_id', '=', accountId)
    .where('id', '=', version.playbookId)
    .execute()
}

export async function findPlaybook(
  db: Store['db'],
  accountId: string,
  playbookId: string,
): Promise<PlaybookRecord | null> {
  const row = await selectPlaybooks(db, accountId).where('playbooks.id', '=', playbookId).executeTakeFirst()
  return row ? toPlaybook(row) : null
}

/** The same, and nobody else changes it before the transaction ends. */
export async function lockPlaybook(tx: Tx, accountId: string, playbookId: string): Promise<PlaybookRecord | null> {
  const row = await selectPlaybooks(tx, accountId)
    .where('playbooks.id', '=', playbookId)
    .forUpdate('playbooks')
    .executeTakeFirst()
  return row ? toPlaybook(row) : null
}

/** At most `limit`, newest first, older than `afterId` when it is given. */
export async function listPlaybooks(
  db: Store['db'],
  accountId: string,
  page: { limit: number; afterId: string | null },
): Promise<PlaybookRecord[]> {
  let query = selectPlaybooks(db, accountId).orderBy('playbooks.id', 'desc').limit(page.limit)
  if (page.afterId !== null) query = query.where('playbooks.id', '<', page.afterId)
  return (await query.execute()).map(toPlaybook)
}

function selectPlaybooks(db: Store['db'], accountId: string) {
  return db
    .selectFrom('playbooks')
    .innerJoin('configurations', (join) =>
      join
        .onRef('configurations.account_id', '=', 'playbooks.account_id')
        .onRef('configurations.hash', '=', 'playbooks.config_hash'),
    )
    .select([
      'playbooks.id',
      'playbooks.name',
      'playbooks.config_hash',
      'playbooks.production_version_id',
      'playbooks.restored_from_version_id',
      'playbooks.version_count',
      'playbooks.created_at',
      'playbooks.updated_at',
      'configurations.config',
    ])
    .where('playbooks.account_id', '=', accountId)
}

type PlaybookRow = Awaited<ReturnType<ReturnType<typeof selectPlaybooks>['executeTakeFirstOrThrow']>>

function toPlaybook(row: PlaybookRow): PlaybookRecord {
  return {
    id: row.id,
    name: row.name,
    config: row.config as unknown as PlaybookConfig,
    configHash: row.config_hash,
    productionVersionId: row.production_version_id,
    restoredFromVersionId: row.restored_from_version_id,
    versionCount: row.version_count,
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
  }
}
