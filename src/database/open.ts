/** Opens a database, in the process (PGlite) or on a Postgres server, and brings it to its newest form. */
import type { Kysely, Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import { unreachable } from '../core/unreachable.ts'
import { doAlone } from '../core/work.ts'
import { createEmbeddedCommit } from './batching/embeddedCommit.ts'
import { createRead } from './batching/read.ts'
import { createServerCommit } from './batching/serverCommit.ts'
import { isConflict } from './conflict.ts'
import type { Connected, Database, DatabaseLocation, OnCrash, RunTransaction } from './database.ts'
import { migrate } from './migrate.ts'
import { openDirectory, openMemory } from './pglite/open.ts'
import { createUpkeep } from './pglite/upkeep.ts'
import { openPostgres } from './postgres/open.ts'

/** Statements for many readers that a server is given at once. */
const SERVER_READS = 2

/** Four in a row lose only under a load that more tries would make worse. */
const MAX_RETRIES = 3

export interface DatabaseOptions {
  /** Every migration by name, in order. */
  migrations: Readonly<Record<string, Migration>>
  /** The tar archive of the data directory that a new embedded database begins as. */
  readTemplate: () => Promise<Uint8Array<ArrayBuffer>>
  /** Names of files that the program keeps in the data directory beside the database. */
  ownFiles?: readonly string[]
  /**
   * Is called once when the embedded database has died: from then on every query fails with the same error, and only
   * a new process helps. Never called for a Postgres server, which may come back.
   */
  onCrash?: OnCrash | undefined
}

/** Opens, checks and migrates. Throws an Error whose message says what to do when that cannot be. */
export async function openDatabase<Tables>(
  location: DatabaseLocation,
  options: DatabaseOptions,
): Promise<Database<Tables>> {
  const { db, close } = await connect<Tables>(location, options)
  const runAlone: RunTransaction<Tables> = (work) => runTransaction(db, (tx) => doAlone(tx, work))
  if (location.kind === 'postgres') {
    const transaction = createServerCommit(db, runAlone)
    return { db, close, isShared: true, read: createRead(db, SERVER_READS), transaction, upkeep: null }
  }
  const { upkeep, watch } = createUpkeep(db)
  const transaction = watch(createEmbeddedCommit(db, runAlone))
  return { db, close, isShared: false, read: createRead(db, 1), transaction, upkeep }
}

async function connect<Tables>(
  location: DatabaseLocation,
  { migrations, readTemplate, ownFiles, onCrash }: DatabaseOptions,
): Promise<Connected<Tables>> {
  const migrated = async (connected: Connected<Tables>): Promise<Connected<Tables>> => {
    try {
      await migrate(connected.db, migrations)
      return connected
    } catch (error) {
      await connected.close()
      throw error
    }
  }
  switch (location.kind) {
    case 'memory':
      return migrated(await openMemory(readTemplate, onCrash))
    case 'directory':
      return migrated(await openDirectory(location.path, { readTemplate, ownFiles, onCrash }))
    case 'postgres': {
      const setUp = await migrated(await openPostgres(location.url, 'setUp'))
      await setUp.close()
      return openPostgres(location.url, 'service')
    }
    default:
      return unreachable(location)
  }
}

async function runTransaction<Tables, T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (retries === MAX_RETRIES || !isConflict(error)) throw error
    }
  }
}
