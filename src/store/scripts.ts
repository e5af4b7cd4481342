import type { PlaybookConfig } from '../core/playbookConfig.ts'
import { templateVariables } from '../core/templateVariables.ts'
import { findConfiguration } from './configurations.ts'
import { findContact } from './contacts.ts'
import type { EngineCall } from './engineCalls.ts'
import type { Store } from './open.ts'

/** What the agent of a call works with: its pinned configuration, and the contact as it is now. */
export async function loadScript(
  store: Store,
  item: EngineCall,
): Promise<{ config: PlaybookConfig; variables: Record<string, unknown> }> {
  const config = await findConfiguration(store.db, item.accountId, item.configHash)
  const contact = item.contactId === null ? null : await findContact(store.db, item.accountId, item.contactId)
  return { config, variables: templateVariables({ ...item, contact }) }
}
