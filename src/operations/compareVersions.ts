import type { In, Out } from '../../generated/operations.ts'
import type { PlaybookConfig } from '../core/playbookConfig.ts'
import { isUuid } from '../core/uuid.ts'
import { findPlaybook, type PlaybookRecord } from '../store/playbooks/playbooks.ts'
import { findVersion } from '../store/playbooks/versions.ts'
import { compareConfigs } from './present/comparison.ts'
import { notFound } from './present/notFound.ts'
import type { Context } from './context.ts'

export async function compareVersions(
  { path, query }: In<'compareVersions'>,
  context: Context,
): Promise<Out<'compareVersions'>> {
  const playbook = await findPlaybook(context.store.db, context.account.id, path.playbook_id)
  if (!playbook) throw notFound('playbook')
  const from = await findConfig(query.from, playbook, context)
  const to = await findConfig(query.to, playbook, context)
  const data = { from: query.from, to: query.to, ...compareConfigs(from, to) }
  return { status: 200, body: { success: true, data } }
}

/** `which` is a version's id, or `current`. */
async function findConfig(which: string, playbook: PlaybookRecord, context: Context): Promise<PlaybookConfig> {
  if (which === 'current') return playbook.config
  const version = isUuid(which) ? await findVersion(context.store.db, context.account.id, playbook.id, which) : null
  if (!version) throw notFound('version')
  return version.config
}
