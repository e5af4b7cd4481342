/** Where the configuration of a call came from. */
export type VersionSource = 'requested' | 'production' | 'current_configuration'

export interface SelectableVersion {
  id: string
  configHash: string
}

export interface SelectedVersion {
  versionId: string | null
  configHash: string
  source: VersionSource
}

/**
 * Chooses the configuration of a call. `requested` is the version the client named, when it exists and belongs to the
 * playbook; a client's mistake there is no error, production simply takes its place. A playbook without versions
 * speaks by its current configuration.
 */
export function selectVersion(playbook: {
  requested: SelectableVersion | null
  production: SelectableVersion | null
  currentConfigHash: string
}): SelectedVersion {
  const { requested, production } = playbook
  if (requested) return { versionId: requested.id, configHash: requested.configHash, source: 'requested' }
  if (production) return { versionId: production.id, configHash: production.configHash, source: 'production' }
  return { versionId: null, configHash: playbook.currentConfigHash, source: 'current_configuration' }
}
