/** The embedded database without the service: opened with the same settings, and driven statement by statement. */
import { PGlite } from '@electric-sql/pglite'
import path from 'node:path'
import { prepareFirstStart } from '../../src/cli/firstStart.ts'
import { DurableFs } from '../../src/database/pglite/durableFs.ts'
import { watchEngine } from '../../src/database/pglite/crash.ts'
import { openStore } from '../../src/store/open.ts'
import { Session } from '../../src/database/pglite/session.ts'

/** What the service starts it with. */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'shared_buffers=32MB',
  '-c',
  'wal_sync_method=fsync',
]

/** Makes a data directory with the service's tables, account and playbook in it. */
export async function prepareDirectory(directory: string): Promise<void> {
  const store = await openStore({ kind: 'directory', path: directory })
  await prepareFirstStart(store, { token: null, now: Date.now(), newId: () => Bun.randomUUIDv7() })
  await store.close()
}

/** Opens a data directory that is there. */
export async function openEngine(directory: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableFs(path.join(directory, 'database')), startParams: START_PARAMETERS })
}

/** Statements as the service sends them: prepared, in one exchange each, and on the disk when a commit returns. */
export async function openSession(directory: string): Promise<Session> {
  const engine = await openEngine(directory)
  const watch = watchEngine(engine, (crash) => {
    throw crash
  })
  return new Session(engine, watch)
}
