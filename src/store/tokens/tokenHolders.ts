/**
 * Whom a token belongs to, remembered where that is safe. Every request begins by asking it, and the answer is nearly
 * always the same as before.
 *
 * It is remembered for the embedded database alone, of which this process is the only writer, and all of it is forgotten
 * when an account or a token changes: what writes them says so (`noteHolderChange`). So a token that was revoked is
 * refused from the next request on, and new limits hold from the next one. Other processes write to a Postgres server
 * too: there the database is asked each time, by one statement for all requests that come in together.
 */
import type { Instant } from '../../core/time.ts'
import type { Store } from '../open.ts'
import { holderVersion } from './holderChanges.ts'
import { findTokenHolder, isValid, type TokenHolder } from './tokens.ts'

/** A token in use takes some 500 bytes. */
const MAX_REMEMBERED = 1_000

/** Answers whom a token belongs to by its hash; null when it is unknown, revoked, or expired at `now`. */
export type FindTokenHolder = (hash: string, now: Instant) => Promise<TokenHolder | null>

export function rememberTokenHolders(store: Store): FindTokenHolder {
  if (store.isShared) return (hash, now) => findTokenHolder(store, hash, now)
  const holders = new Map<string, TokenHolder>()
  let version = holderVersion()

  return async (hash, now) => {
    if (version !== holderVersion()) {
      holders.clear()
      version = holderVersion()
    }
    const known = holders.get(hash)
    if (known) return isValid(known, now) ? known : null
    const askedAt = version
    const found = await findTokenHolder(store, hash, now)
    // What was read before a change may be handed out, as it was true when read, but it may not be kept.
    if (found && askedAt === holderVersion()) {
      if (holders.size >= MAX_REMEMBERED) holders.clear()
      holders.set(hash, found)
    }
    return found
  }
}
