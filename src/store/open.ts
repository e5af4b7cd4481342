/** The store: a database with Playcall's tables, and the key of what is locked in it. */
import type { Transaction } from 'kysely'
import { unreachable } from '../core/unreachable.ts'
import type { Database, DatabaseLocation, OnCrash } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { migrations } from './schema/migrations/index.ts'
import type { Tables } from './schema/tables.ts'
import { readTemplate } from './schema/template.ts'
import {
  createSecretKey,
  giveSecretKey,
  makeSecretKey,
  readKeyFile,
  SECRET_KEY_FILES,
  type SecretKey,
} from './secrets/secretKey.ts'

export type Store = Database<Tables>
export type Tx = Transaction<Tables>
export type StoreLocation = DatabaseLocation

export interface OpenStoreOptions {
  /** Is called once when the embedded database has died. */
  onCrash?: OnCrash
  /** The text of the secret key; a data directory has one of its own. */
  secretKey?: string | null
}

/** Opens, checks and migrates. Throws an Error whose message says what to do when that cannot be. */
export async function openStore(location: StoreLocation, options: OpenStoreOptions = {}): Promise<Store> {
  const store = await openDatabase<Tables>(location, {
    migrations,
    readTemplate,
    ownFiles: SECRET_KEY_FILES,
    onCrash: options.onCrash,
  })
  try {
    const key = findSecretKey(location, options)
    if (key) giveSecretKey(store.db, key)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Null for a server without the setting: its processes share no file. */
function findSecretKey(location: StoreLocation, { secretKey }: OpenStoreOptions): SecretKey | null {
  if (secretKey) return createSecretKey(secretKey)
  switch (location.kind) {
    case 'memory':
      return makeSecretKey()
    case 'directory':
      return readKeyFile(location.path)
    case 'postgres':
      return null
    default:
      return unreachable(location)
  }
}
