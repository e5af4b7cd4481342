import type { PlaybookConfig } from '../core/playbookConfig.ts'
import { templateVariables } from '../core/templateVariables.ts'
import { findConfiguration } from './configurations.ts'
import { findContact } from './contacts.ts'
import type { EngineCall } from './engineCalls.ts'
import type { Store } from './open.ts'

/** What the agent of a call works with: its pinned configuration, and the contact as it is now. */
export interface Script {
  config: PlaybookConfig
  variables: Record<string, unknown>
}

/** Configurations kept in memory, those read last: more than a process speaks at a time. One has at most 256 KiB. */
export const MAX_KEPT = 100

/** Loads scripts. A configuration never changes, so a campaign's is read once and not for each of its calls. */
export function createScriptLoader(store: Store): (item: EngineCall) => Promise<Script> {
  const kept = new Map<string, Promise<PlaybookConfig>>()

  function configurationOf({ accountId, configHash }: EngineCall): Promise<PlaybookConfig> {
    const key = `${accountId}/${configHash}`
    const present = kept.get(key)
    // The last of the map is the one used last.
    kept.delete(key)
    const config = present ?? findConfiguration(store.db, accountId, configHash)
    kept.set(key, config)
    if (present === undefined) config.catch(() => kept.delete(key))
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return config
  }

  return async (item) => {
    const config = await configurationOf(item)
    const contact = item.contactId === null ? null : await findContact(store.db, item.accountId, item.contactId)
    return { config, variables: templateVariables({ ...item, contact }) }
  }
}
