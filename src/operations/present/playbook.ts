import type { components } from '../../../generated/types.ts'
import type { PlaybookRecord } from '../../store/playbooks/playbooks.ts'
import type { VersionRecord } from '../../store/playbooks/versions.ts'
import { presentInstant } from './instant.ts'

export function presentPlaybook(playbook: PlaybookRecord): components['schemas']['Playbook'] {
  return {
    id: playbook.id,
    name: playbook.name,
    config: playbook.config,
    production_version_id: playbook.productionVersionId,
    created_at: presentInstant(playbook.createdAt),
    updated_at: presentInstant(playbook.updatedAt),
  }
}

export function presentVersion(version: VersionRecord): components['schemas']['Version'] {
  return {
    version_id: version.id,
    playbook_id: version.playbookId,
    number: version.number,
    message: version.message,
    created_at: presentInstant(version.createdAt),
    created_by: version.createdBy,
    config: version.config,
    config_hash: version.configHash,
    restored_from_version_id: version.restoredFromVersionId,
    production: version.production,
  }
}
