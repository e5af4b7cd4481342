import type { Instant } from '../../core/time.ts'
import type { Tx } from '../../store/open.ts'
import type { PlaybookRecord } from '../../store/playbooks/playbooks.ts'
import { insertVersion } from '../../store/playbooks/versions.ts'

/** Keeps what a playbook says now as its next version. The playbook must be locked, or made by the same transaction. */
export function saveVersion(
  tx: Tx,
  playbook: PlaybookRecord,
  version: { id: string; accountId: string; message: string; createdBy: string; at: Instant },
): Promise<void> {
  return insertVersion(tx, {
    ...version,
    playbookId: playbook.id,
    number: playbook.versionCount + 1,
    configHash: playbook.configHash,
    restoredFromVersionId: playbook.restoredFromVersionId,
  })
}
