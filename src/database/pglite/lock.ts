/**
 * Keeps two processes from opening one data directory, which would destroy it without a word.
 *
 * The lock is an exclusive transaction of SQLite on an empty file in the directory. SQLite takes it from the operating
 * system (fcntl, or LockFileEx on Windows), so it falls with the process however that ends, is never stale, and no
 * program that Playcall starts inherits it. Unlike flock through FFI it needs no code for each platform.
 */
import { Database } from 'bun:sqlite'
import path from 'node:path'

/** The name of the lock's file within the data directory. It stays there, empty. */
export const LOCK_FILE = 'lock'

/** Where commands reach the process that holds the lock. There only while it runs. */
export const CONTROL_SOCKET = 'control'

/** A lock that nothing refers to would be collected as garbage, and with it released. */
const heldLocks = new Set<Database>()

/**
 * Takes the lock of an existing data directory and returns the function that gives it back.
 * Throws an Error with a sentence when another process, or this one, has it already, or when no lock can be had there.
 */
export function lockDirectory(directory: string): () => void {
  try {
    return lockFolder(directory)
  } catch (cause) {
    throw new Error(describeRefusal(directory, cause), { cause })
  }
}

/** Takes the lock of an existing folder and returns the function that gives it back. Throws what SQLite does. */
export function lockFolder(folder: string): () => void {
  let lock: Database | undefined
  try {
    lock = new Database(path.join(folder, LOCK_FILE), { create: true, readwrite: true })
    // Else SQLite would put a journal beside the file, though nothing is ever written.
    lock.run('pragma journal_mode = memory')
    lock.run('begin exclusive')
  } catch (cause) {
    lock?.close()
    throw cause
  }
  const held = lock
  heldLocks.add(held)
  return () => {
    if (heldLocks.delete(held)) held.close()
  }
}

/** Whether a lock could not be taken because somebody has it. */
export function isTaken(cause: unknown): boolean {
  return codeOf(cause).startsWith('SQLITE_BUSY')
}

function describeRefusal(directory: string, cause: unknown): string {
  const code = codeOf(cause)
  if (isTaken(cause)) {
    return `The data directory ${directory} is in use by another Playcall. Stop that one first, or give this one a directory of its own.`
  }
  return `The data directory ${directory} cannot be locked (${code || String(cause)}). It must be on a local disk, and Playcall must be allowed to write to it.`
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
