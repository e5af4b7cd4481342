/** How a command gets at the database, and refuses what is not there. */
import fs from 'node:fs'
import { unreachable } from '../core/unreachable.ts'
import { isUuid } from '../core/uuid.ts'
import type { Store, StoreLocation } from '../store/open.ts'
import { findTokenAccount, isAccount } from '../store/operators.ts'
import { CommandError, type Shell, UsageError } from './shell.ts'

/**
 * Opens the configured database, migrated, for as long as `work` takes. `mustExist` is for commands that have no
 * business with a new one: a mistyped directory should not become a database.
 * Throws an Error with a sentence when it cannot be had, as when the service has it.
 */
export async function withStore<T>(
  shell: Shell,
  { mustExist }: { mustExist: boolean },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { database, secretKey } = shell.readConfig()
  if (database.kind === 'memory') {
    throw new CommandError('PLAYCALL_DATA is memory: what this command does there would be gone at its end.')
  }
  if (mustExist && database.kind === 'directory' && !fs.existsSync(database.path)) {
    throw new CommandError(`There is no data directory ${database.path}. Name it with PLAYCALL_DATA.`)
  }
  const store = await shell.openStore(database, { secretKey })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** For people: where the data is, never with a password. */
export function describeLocation(location: StoreLocation): string {
  switch (location.kind) {
    case 'memory':
      return 'memory'
    case 'directory':
      return location.path
    case 'postgres': {
      const { host, pathname } = new URL(location.url)
      return `postgres://${host}${pathname}`
    }
    default:
      return unreachable(location)
  }
}

/** Throws when there is no such account. */
export async function requireAccount(store: Store, accountId: string): Promise<void> {
  if (await isAccount(store.db, accountId)) return
  throw new CommandError(`There is no account ${accountId}. See them with: playcall account list`)
}

/** The account that a token belongs to. Throws when there is no such token. */
export async function requireTokenAccount(store: Store, tokenId: string): Promise<string> {
  const accountId = await findTokenAccount(store.db, tokenId)
  if (accountId !== null) return accountId
  throw new CommandError(`There is no token ${tokenId}. See an account's with: playcall token list --account ID`)
}

/** Throws a UsageError for what cannot be an id. `what` names the argument. */
export function checkId(what: string, id: string): void {
  if (!isUuid(id))
    throw new UsageError(`${what} must be an id such as 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01, not "${id}".`)
}
