import { Problem } from '../../core/problem.ts'
import { DEFAULT_MAX_DURATION_S } from '../../core/playbookConfig.ts'
import { isUuid } from '../../core/uuid.ts'
import { type SelectedVersion, selectVersion } from '../../core/versionSelection.ts'
import { findConfiguration } from '../../store/configurations.ts'
import type { Tx } from '../../store/open.ts'
import { findPlaybook, type PlaybookRecord } from '../../store/playbooks.ts'
import { findSelectableVersion } from '../../store/versions.ts'

export interface ChosenPlaybook {
  playbookId: string
  version: SelectedVersion
  maxDurationS: number
}

/** The account's playbook. Throws a Problem `playbook_forbidden` when it has none with this id, or the id is none. */
export async function requirePlaybook(tx: Tx, accountId: string, playbookId: string): Promise<PlaybookRecord> {
  const playbook = isUuid(playbookId) ? await findPlaybook(tx, accountId, playbookId) : null
  if (playbook) return playbook
  throw new Problem('playbook_forbidden', 'Your account has no playbook with this id. List yours with GET /playbooks.')
}

/**
 * Finds the playbook of a call or campaign and chooses the version that will speak.
 * Throws a Problem `playbook_forbidden` for a playbook that is missing, malformed, or another account's: all alike.
 */
export async function choosePlaybook(
  tx: Tx,
  accountId: string,
  wish: { playbookId: string; versionId: string | undefined },
): Promise<ChosenPlaybook> {
  const playbook = await requirePlaybook(tx, accountId, wish.playbookId)
  const find = (versionId: string | null | undefined) =>
    typeof versionId === 'string' && isUuid(versionId)
      ? findSelectableVersion(tx, accountId, playbook.id, versionId)
      : null
  const version = selectVersion({
    requested: await find(wish.versionId),
    production: await find(playbook.productionVersionId),
    currentConfigHash: playbook.configHash,
  })
  const config = await findConfiguration(tx, accountId, version.configHash)
  return { playbookId: playbook.id, version, maxDurationS: config.max_duration_s ?? DEFAULT_MAX_DURATION_S }
}
