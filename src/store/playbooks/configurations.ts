import { canonicalJson, hashJson } from '../../core/canonicalJson.ts'
import type { PlaybookConfig } from '../../core/playbookConfig.ts'
import type { Store, Tx } from '../open.ts'

/** Keeps a configuration and answers its hash. The same configuration is kept once. */
export async function saveConfiguration(tx: Tx, accountId: string, config: PlaybookConfig): Promise<string> {
  const hash = hashJson(config)
  await tx
    .insertInto('configurations')
    .values({ account_id: accountId, hash, config: canonicalJson(config) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return hash
}

/** Fails when it is not there: whoever holds a hash holds a reference to an existing configuration. */
export async function findConfiguration(db: Store['db'], accountId: string, hash: string): Promise<PlaybookConfig> {
  const row = await db
    .selectFrom('configurations')
    .select('config')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return row.config as unknown as PlaybookConfig
}
