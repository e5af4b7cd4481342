import type { BackupHeader } from '../store/backupFile.ts'
import { newestMigration, restoreBackup, writeBackup } from '../store/backup.ts'
import { describeLocation, withStore } from './database.ts'
import { type Shell, writeJson } from './shell.ts'

/** Opening a database brings it to the newest form; this says that it is there. */
export async function migrate(shell: Shell, options: { json?: boolean }): Promise<void> {
  await withStore(shell, { mustExist: false }, () => Promise.resolve())
  const database = describeLocation(shell.readConfig().database)
  const migration = newestMigration()
  if (options.json) return writeJson(shell, { database, migration })
  shell.write(`The database ${database} is at ${migration}.\n`)
}

/** Writes everything to a new file. */
export async function backUp(shell: Shell, file: string): Promise<void> {
  const header = await withStore(shell, { mustExist: true }, (store) => writeBackup(store, file, shell.clock.now()))
  shell.write(`${file} holds ${describeContents(header)}. Keep it safe: it holds names, numbers and what was said.\n`)
}

/** Puts a backup into an empty database. */
export async function restore(shell: Shell, file: string): Promise<void> {
  const header = await withStore(shell, { mustExist: false }, (store) => restoreBackup(store, file))
  shell.write(
    `Restored ${describeContents(header)}, as of ${header.createdAt}. ` +
      'Calls that have become due since then are dialled as soon as the service starts.\n',
  )
}

function describeContents({ rows }: BackupHeader): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return `${rows['accounts'] ?? 0} accounts, ${rows['contacts'] ?? 0} contacts and ${rows['calls'] ?? 0} calls (${total} rows)`
}
