/**
 * Where a backup is made before it has its name: a folder beside the file, `FILE.unfinished`, locked while somebody works
 * in it and removed at the end, whatever that is. What a killed process has left is known by its free lock, and removed by
 * the next backup in the same directory.
 */
import fs from 'node:fs'
import path from 'node:path'
import { isOfSystem } from './backupFile.ts'
import { isTaken, LOCK_FILE, lockFolder } from '../../database/pglite/lock.ts'
import { syncDirectory } from '../../database/pglite/durableFs.ts'

export interface Workplace {
  /** The name that the backup is to have. */
  file: string
  /** Where it is written. */
  draft: string
  /** An empty folder, for a copy of the database. */
  copy: string
  /** Ends the work. Whoever works looks at it often. */
  signal?: AbortSignal | undefined
}

const SUFFIX = '.unfinished'

/**
 * Lets `work` make a backup, and gives it its name once `work` is done. Throws an Error with a sentence when the file
 * exists, when another process is making it, or when the system refuses; nothing is left behind then, nor when `work`
 * throws.
 */
export async function inWorkplace<T>(
  file: string,
  work: (workplace: Workplace) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  refuseExisting(file)
  try {
    removeLeftovers(path.dirname(path.resolve(file)))
    const { folder, leave } = enter(file)
    try {
      const workplace = { file, draft: path.join(folder, 'backup'), copy: path.join(folder, 'copy'), signal }
      fs.mkdirSync(workplace.copy, { mode: 0o700 })
      const result = await work(workplace)
      signal?.throwIfAborted()
      refuseExisting(file)
      fs.renameSync(workplace.draft, file)
      syncDirectory(path.dirname(file))
      return result
    } finally {
      leave()
    }
  } catch (cause) {
    throw isOfSystem(cause) ? new Error(`The backup ${file} could not be made (${describe(cause)}).`, { cause }) : cause
  }
}

function refuseExisting(file: string): void {
  if (fs.existsSync(file)) throw new Error(`${file} exists already, and a backup never replaces a file. Name another.`)
}

function enter(file: string): { folder: string; leave: () => void } {
  const folder = `${path.resolve(file)}${SUFFIX}`
  for (;;) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const leave = lockWorkplace(folder)
    if (leave === 'taken') {
      throw new Error(`Another backup to ${file} is being written. Wait for it, or name another file.`)
    }
    if (leave !== 'gone') return { folder, leave }
  }
}

/** Of this directory, whatever file they were for: names often tell the day. */
function removeLeftovers(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.endsWith(SUFFIX)) continue
    try {
      removeIfLeft(path.join(directory, entry.name))
    } catch {
      // Another user's: it is in nobody's way.
    }
  }
}

function removeIfLeft(folder: string): void {
  // Anybody may name a folder so.
  if (!fs.readdirSync(folder).every((name) => [LOCK_FILE, 'backup', 'copy'].includes(name))) return
  const leave = lockWorkplace(folder)
  if (typeof leave === 'function') leave()
}

/**
 * Answers the function that removes the folder and gives back the lock. `taken` when somebody works in it, `gone` when
 * whoever did has removed it meanwhile: a lock on a file that is gone, or that another has taken the place of, is worth
 * nothing.
 */
function lockWorkplace(folder: string): (() => void) | 'taken' | 'gone' {
  const place = path.join(folder, LOCK_FILE)
  let unlock: () => void
  try {
    // An open and close of a file that this process has locked would take the lock away.
    if (!fs.existsSync(place)) fs.closeSync(fs.openSync(place, 'a', 0o600))
    const { ino } = fs.statSync(place)
    unlock = lockFolder(folder)
    if (fs.statSync(place, { throwIfNoEntry: false })?.ino !== ino) {
      unlock()
      return 'gone'
    }
  } catch (cause) {
    if (isTaken(cause)) return 'taken'
    if (!fs.existsSync(folder)) return 'gone'
    throw cause
  }
  return () => {
    try {
      fs.rmSync(folder, { recursive: true, force: true })
    } finally {
      unlock()
    }
  }
}

function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
