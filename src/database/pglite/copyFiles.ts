/**
 * Copies the files of an embedded database that is open in another process, which makes no checkpoint meanwhile.
 *
 * No file stands still while it is copied, so the copy is like a disk after a power cut, and is mended in the same way:
 * from the last checkpoint on, the log holds every change, and each page as a whole when it is first changed. The log is
 * copied last, and no page is written before its change is in the log: so the copy has every change that it needs.
 */
import fs from 'node:fs'
import path from 'node:path'
import { DATABASE } from './open.ts'

const LOG = 'pg_wal'

/**
 * `from` and `to` are data directories; `to` is there and empty. Throws an Error of the system, and what `signal` says when
 * that ends the copy.
 */
export async function copyDatabase(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const [source, target] = [path.join(from, DATABASE), path.join(to, DATABASE)]
  fs.mkdirSync(target, { mode: 0o700 })
  const names = fs.readdirSync(source).filter((name) => name !== LOG)
  for (const name of [...names, LOG]) await copyTree(path.join(source, name), path.join(target, name), signal)
}

async function copyTree(from: string, to: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  try {
    if (!fs.statSync(from).isDirectory()) return await fs.promises.copyFile(from, to, fs.constants.COPYFILE_FICLONE)
    const names = fs.readdirSync(from)
    fs.mkdirSync(to, { mode: 0o700 })
    for (const name of names) await copyTree(path.join(from, name), path.join(to, name), signal)
  } catch (error) {
    signal?.throwIfAborted()
    // What is removed meanwhile, such as the file of a dropped index or of a large sort, the log removes as well.
    if (fs.existsSync(from)) throw error
  }
}
