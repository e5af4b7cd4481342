/**
 * The token that PLAYCALL_TOKEN gives the first account. When another one is given, it takes the place of the one before,
 * which is valid no longer: an operator who changes a token that has leaked must not have to revoke it besides.
 */
import { hashToken, SCOPES } from './core/apiToken.ts'
import type { Instant } from './core/time.ts'
import type { Log } from './ports/Log.ts'
import { findFirstAccount, lockAccounts } from './store/accounts.ts'
import type { Store, Tx } from './store/open.ts'
import { findTokenByHash, insertToken, makeToken, markFromEnvironment, revokeFromEnvironment } from './store/tokens.ts'

type Outcome = { kind: 'as_before' } | { kind: 'revoked' } | { kind: 'replaced'; tokenId: string; revoked: string[] }

/** Makes the given token the one of the environment, and says in the log what came of it. There must be an account. */
export async function adoptEnvironmentToken(
  store: Store,
  options: { token: string; now: Instant; newId: () => string; log: Log },
): Promise<void> {
  const { token: secret, now, newId, log } = options
  const outcome = await store.transaction((tx) => adopt(tx, secret, now, newId))
  if (outcome.kind === 'revoked') {
    log('warn', 'PLAYCALL_TOKEN is a token that was revoked, and stays so; give another one')
  }
  if (outcome.kind !== 'replaced') return
  const { tokenId, revoked } = outcome
  if (revoked.length === 0) return log('info', 'PLAYCALL_TOKEN is valid from now on', { token_id: tokenId })
  log('warn', 'PLAYCALL_TOKEN has changed: the new token takes the place of the old one, which is valid no longer', {
    token_id: tokenId,
    revoked_token_ids: revoked,
  })
}

async function adopt(tx: Tx, secret: string, now: Instant, newId: () => string): Promise<Outcome> {
  // Several processes may start together, and each must see what another has done.
  await lockAccounts(tx)
  const accountId = await findFirstAccount(tx)
  if (accountId === null) throw new Error('there is an account by now')
  const known = await findTokenByHash(tx, hashToken(secret))
  // A process that is started again with the settings of before must not bring back what another has replaced.
  if (known?.isRevoked) return { kind: 'revoked' }
  if (known?.fromEnvironment) return { kind: 'as_before' }
  const tokenId = known?.id ?? newId()
  if (known) await markFromEnvironment(tx, known.id)
  else {
    const wanted = { id: tokenId, accountId, name: 'PLAYCALL_TOKEN', scopes: SCOPES, at: now, expiresAt: null }
    await insertToken(tx, { ...makeToken(wanted, secret).token, fromEnvironment: true })
  }
  return { kind: 'replaced', tokenId, revoked: await revokeFromEnvironment(tx, tokenId, now) }
}
