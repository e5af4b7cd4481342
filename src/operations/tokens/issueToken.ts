import type { components } from '../../../generated/types.ts'
import type { Instant } from '../../core/time.ts'
import type { Store } from '../../store/open.ts'
import { insertToken, makeToken } from '../../store/tokens/tokens.ts'
import { presentToken } from '../present/token.ts'

type Schemas = components['schemas']

/** Makes a token, stores it, and answers it with its secret, which can be read only here. */
export async function issueToken(
  store: Store,
  wanted: {
    id: string
    accountId: string
    name: string
    scopes: readonly Schemas['Scope'][]
    at: Instant
    expiresAt: Instant | null
  },
): Promise<Schemas['TokenCreated']> {
  const { secret, token } = makeToken(wanted)
  await store.transaction((tx) => insertToken(tx, token))
  const { scopes, at: createdAt } = wanted
  const shown = presentToken({ ...token, scopes: [...scopes], createdAt, revokedAt: null, lastUsedAt: null })
  return { ...shown, token: secret }
}
