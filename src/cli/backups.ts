import type { BackupHeader } from '../store/backupFile.ts'
import { inWorkplace, type Workplace } from '../store/backupWorkplace.ts'
import { newestMigration, restoreBackup, writeBackup } from '../store/backup.ts'
import { countWaitingCalls } from '../store/diallingHold.ts'
import { findLockedSecrets } from '../store/secrets.ts'
import { copyDatabase } from '../store/liveCopy.ts'
import { reachService, type Service } from './control.ts'
import { describeLocation, withStore } from './database.ts'
import { CommandError, type Shell, writeJson } from './shell.ts'

/** Opening a database brings it to the newest form; this says that it is there. */
export async function migrate(shell: Shell, options: { json?: boolean }): Promise<void> {
  await withStore(shell, { mustExist: false }, () => Promise.resolve())
  const database = describeLocation(shell.readConfig().database)
  const migration = newestMigration()
  if (options.json) return writeJson(shell, { database, migration })
  shell.write(`The database ${database} is at ${migration}.\n`)
}

/**
 * Writes everything to a new file. A service that has the embedded database open goes on meanwhile. Who asks the process
 * to end ends the backup, which then leaves nothing behind.
 */
export async function backUp(shell: Shell, file: string): Promise<void> {
  const interruption = new AbortController()
  shell.onStop(() => interruption.abort(new CommandError('The backup was interrupted, and nothing of it is left.')))
  const header = await inWorkplace(file, (workplace) => writeInto(shell, workplace), interruption.signal)
  shell.write(`${file} holds ${describeContents(header)}. Keep it safe: it holds names, numbers and what was said.\n`)
}

async function writeInto(shell: Shell, workplace: Workplace): Promise<BackupHeader> {
  const { database } = shell.readConfig()
  const service = database.kind === 'directory' ? await reachService(database.path) : null
  if (database.kind === 'directory' && service) {
    return writeFromCopy(shell, service, database.path, workplace).finally(() => service.close())
  }
  return withStore(shell, { mustExist: true }, (store) => writeBackup(store, workplace, shell.clock.now()))
}

/** Copies the database's files beside the backup, opens the copy and backs that up: the service only keeps its log. */
async function writeFromCopy(
  shell: Shell,
  service: Service,
  directory: string,
  workplace: Workplace,
): Promise<BackupHeader> {
  await service.ask('backup')
  await copyDatabase(directory, workplace.copy, workplace.signal)
  const at = shell.clock.now()
  await service.ask('copied')
  const store = await shell.openStore({ kind: 'directory', path: workplace.copy })
  try {
    return await writeBackup(store, workplace, at)
  } finally {
    await store.close()
  }
}

/** Puts a backup into an empty database, and holds dialling. */
export async function restore(shell: Shell, file: string): Promise<void> {
  await withStore(shell, { mustExist: false }, async (store) => {
    const now = shell.clock.now()
    const header = await restoreBackup(store, file, now)
    await store.upkeep?.catchUp()
    const { due, later } = await countWaitingCalls(store.db, now)
    shell.write(
      `Restored ${describeContents(header)}, as of ${header.createdAt}.\n` +
        `Nothing is dialled until you say so. By now ${due} calls are due, and ${later} wait for later. Start the service, ` +
        'cancel what should not be dialled any more, and see that the service which made the backup has stopped; then run: ' +
        'playcall resume-dialling\n',
    )
    const locked = await findLockedSecrets(store)
    if (locked !== null) shell.write(`The service does not start yet. ${locked}\n`)
  })
}

function describeContents({ rows }: BackupHeader): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const some = (noun: string): string => count(rows[`${noun}s`] ?? 0, noun)
  return `${some('account')}, ${some('contact')} and ${some('call')} (${count(total, 'row')})`
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
