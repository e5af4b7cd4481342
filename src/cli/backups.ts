import fs from 'node:fs'
import path from 'node:path'
import { type BackupHeader, refuseExisting } from '../store/backupFile.ts'
import { newestMigration, restoreBackup, writeBackup } from '../store/backup.ts'
import { countWaitingCalls } from '../store/diallingHold.ts'
import { copyDatabase } from '../store/liveCopy.ts'
import { reachService, type Service } from './control.ts'
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

/** Writes everything to a new file. A service that has the embedded database open goes on meanwhile. */
export async function backUp(shell: Shell, file: string): Promise<void> {
  const { database } = shell.readConfig()
  const service = database.kind === 'directory' ? await reachService(database.path) : null
  const header =
    database.kind === 'directory' && service
      ? await backUpRunning(shell, service, database.path, file).finally(() => service.close())
      : await withStore(shell, { mustExist: true }, (store) => writeBackup(store, file, shell.clock.now()))
  shell.write(`${file} holds ${describeContents(header)}. Keep it safe: it holds names, numbers and what was said.\n`)
}

/** Copies the database's files beside the backup, opens the copy and backs that up: the service only keeps its log. */
async function backUpRunning(shell: Shell, service: Service, directory: string, file: string): Promise<BackupHeader> {
  refuseExisting(file)
  const copy = makeFolderBeside(file)
  try {
    await service.ask('backup')
    await copyDatabase(directory, copy)
    const at = shell.clock.now()
    await service.ask('copied')
    const store = await shell.openStore({ kind: 'directory', path: copy })
    try {
      return await writeBackup(store, file, at)
    } finally {
      await store.close()
    }
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
}

/** On the disk of the backup, which has to have room for the database. For its owner alone. */
function makeFolderBeside(file: string): string {
  try {
    return fs.mkdtempSync(`${path.resolve(file)}.copy-`)
  } catch (cause) {
    throw new Error(`${file} cannot be written (${cause instanceof Error ? cause.message : String(cause)}).`, { cause })
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
  })
}

function describeContents({ rows }: BackupHeader): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const some = (noun: string): string => count(rows[`${noun}s`] ?? 0, noun)
  return `${some('account')}, ${some('contact')} and ${some('call')} (${count(total, 'row')})`
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
