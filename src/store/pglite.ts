/**
 * The embedded database: PGlite in this process, in memory or in a data directory.
 *
 * A data directory holds `database` (the files of Postgres), `secret-key`, `lock`, and the socket `control` while the service runs. A new database is the template, unpacked as
 * `database.new`, brought to the disk and then renamed, so that a crash on the way leaves nothing half made.
 */
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import fs from 'node:fs'
import path from 'node:path'
import type { OpenDatabase } from './connection.ts'
import { CONTROL_SOCKET, LOCK_FILE, lockDirectory } from './dataLock.ts'
import { DurableFs, type SyncedFiles, syncDirectory, syncTree } from './durableFs.ts'
import { type EngineCrashed, watchEngine } from './engineCrash.ts'
import { createPgliteDialect } from './pgliteDialect.ts'
import { Session } from './pgliteSession.ts'
import { SECRET_KEY_FILE } from './secretKey.ts'
import type { Tables } from './tables.ts'
import { readTemplate } from './template.ts'
// By their places, because the package does not export them: so they are found by whoever packs the program into one file.
import enginePath from '../../node_modules/@electric-sql/pglite/dist/pglite.wasm' with { type: 'file' }
import engineDataPath from '../../node_modules/@electric-sql/pglite/dist/pglite.data' with { type: 'file' }

/** The name of the folder with Postgres' files within the data directory. */
export const DATABASE = 'database'
const UNFINISHED_DATABASE = 'database.new'

/** The major version of the Postgres in PGlite; only a database of the same can be opened. */
const POSTGRES_MAJOR = '18'

/** Postgres' default of 128 MB is for machines of its own; the host's cache stands behind this one. */
const SMALL_MEMORY = ['-c', 'shared_buffers=32MB']

/**
 * To jump about in tables that lie in memory costs no more than to read on. Told otherwise, Postgres reads all calls to
 * find a handful of them, as long as there are only some thousands.
 */
const EVEN_COSTS = ['-c', 'random_page_cost=1', '-c', 'cpu_tuple_cost=0.03']

/** Log files that are over are used again up to this amount, and else removed: checkpoints come more often than that. */
const SHORT_LOG = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=40MB']

/** Everybody waits while statistics are made. A quarter of the usual sample takes a quarter of the time. */
const SMALL_SAMPLE = ['-c', 'default_statistics_target=25']

const MEMORY_START = [...PGlite.defaultStartParams, ...SMALL_MEMORY, ...EVEN_COSTS, ...SHORT_LOG, ...SMALL_SAMPLE]

/** The same with fsync; of the ways to ask for it, PGlite's C library has this one only. */
const DURABLE_START = [...MEMORY_START.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']

/** What a file begins with that is compressed by Zstandard (RFC 8878, 3.1.1). */
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd]

/** Is called once, when the engine has died. */
export type OnCrash = (error: EngineCrashed) => void

const ignoreCrash: OnCrash = () => undefined

/** Opens a database that is gone when closed. */
export async function openMemory(onCrash: OnCrash = ignoreCrash): Promise<OpenDatabase> {
  const [module, template] = await Promise.all([compileEngine(), readTemplate()])
  return startEngine(module, { startParams: MEMORY_START, loadDataDir: new Blob([template]) }, onCrash)
}

/**
 * Opens the database in a data directory, which is made when missing, and locks it against other processes.
 * Throws an Error with a sentence when the directory cannot be used, is in use, or holds something else.
 */
export async function openDirectory(directory: string, onCrash: OnCrash = ignoreCrash): Promise<OpenDatabase> {
  prepareDirectory(directory)
  const unlock = lockDirectory(directory)
  try {
    const files = path.join(directory, DATABASE)
    // On a new directory both at once: what takes long is done by other threads.
    const [module, synced] = await Promise.all([compileEngine(), prepareFiles(directory)])
    checkVersion(files)
    const opened = await startEngine(module, { fs: new DurableFs(files, synced), startParams: DURABLE_START }, onCrash)
    synced?.forgetAll()
    return { ...opened, close: () => opened.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw explainFullDisk(directory, error)
  }
}

/** Bytes: a new database, or a log file of 16 MB and what a recovery writes, with some to spare. */
const ROOM_TO_START = 64e6

/**
 * The reason why a database could not be opened: on a disk without room the engine, and whoever unpacks the template, fail
 * without saying so.
 */
function explainFullDisk(directory: string, cause: unknown): unknown {
  const { bavail, bsize } = fs.statfsSync(directory)
  const free = bavail * bsize
  if (free >= ROOM_TO_START) return cause
  return new Error(
    `The disk with the data directory ${directory} has ${Math.floor(free / 1e6)} MB left, and the database could not be ` +
      `opened (${describe(cause)}). Make room, at least ${ROOM_TO_START / 1e6} MB, and start again: what was stored is kept.`,
    { cause },
  )
}

async function compileEngine(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await Bun.file(enginePath).arrayBuffer())
}

/** Postgres' own files, such as time zones. In the packed program they are compressed. */
async function readEngineData(): Promise<Blob> {
  const bytes = await Bun.file(engineDataPath).bytes()
  const isCompressed = ZSTD_MAGIC.every((byte, at) => bytes[at] === byte)
  return new Blob([isCompressed ? new Uint8Array(await Bun.zstdDecompress(bytes)) : bytes])
}

async function startEngine(
  module: WebAssembly.Module,
  options: PGliteOptions,
  onCrash: OnCrash,
): Promise<OpenDatabase> {
  const engine = await PGlite.create({ ...options, pgliteWasmModule: module, fsBundle: await readEngineData() })
  const watch = watchEngine(engine, onCrash)
  const session = new Session(engine, watch)
  const db = new Kysely<Tables>({ dialect: createPgliteDialect(session) })
  return {
    db,
    gateVersion: () => session.gateVersion,
    async close() {
      await db.destroy()
      if (!engine.closed) await engine.close()
    },
  }
}

/** Makes the directory if need be, and sees that it is one that Playcall may use. */
function prepareDirectory(directory: string): void {
  let names: string[]
  try {
    makeDirectory(directory)
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    names = fs.readdirSync(directory)
  } catch (cause) {
    throw new Error(
      `The data directory ${directory} cannot be used (${describe(cause)}). ` +
        'Name a directory that Playcall may create, read and write.',
      { cause },
    )
  }
  const foreign = names.filter((name) => !isOwnOrHarmless(name))
  if (names.includes(DATABASE) || foreign.length === 0) return
  throw new Error(
    `The data directory ${directory} holds no Playcall database but other files (${foreign.slice(0, 3).join(', ')}). ` +
      'Name an empty directory, or one that does not exist yet.',
  )
}

/** Makes a directory with those above it, so that their names are on the disk before anything in it is promised. */
function makeDirectory(directory: string): void {
  const first = fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const top = path.dirname(path.resolve(first))
  for (let at = path.resolve(directory); at !== top;) {
    at = path.dirname(at)
    syncDirectory(at)
  }
}

/** `lost+found` is what a new disk has at its root; hidden files are the host's. */
function isOwnOrHarmless(name: string): boolean {
  const own = [DATABASE, UNFINISHED_DATABASE, LOCK_FILE, CONTROL_SOCKET, SECRET_KEY_FILE, `${SECRET_KEY_FILE}.new`]
  return [...own, 'lost+found'].includes(name) || name.startsWith('.')
}

/**
 * Makes the database when there is none. One that was not shut down Postgres brings to the disk before it recovers it,
 * all its files one after the other, which took up to three seconds; here many are at once, in some tenths of a second.
 */
async function prepareFiles(directory: string): Promise<SyncedFiles | null> {
  const files = path.join(directory, DATABASE)
  if (!fs.existsSync(files)) await createDatabase(directory)
  else if (!wasShutDown(files)) return syncTree(files)
  return null
}

/** Where the state lies in Postgres' control file, and what it is after an orderly end. */
const STATE_AT = 16
const SHUT_DOWN = 1

function wasShutDown(files: string): boolean {
  const control = path.join(files, 'global', 'pg_control')
  // What is wrong with a database that has none is for Postgres to say.
  return !fs.existsSync(control) || fs.readFileSync(control).readUInt32LE(STATE_AT) === SHUT_DOWN
}

async function createDatabase(directory: string): Promise<void> {
  const unfinished = path.join(directory, UNFINISHED_DATABASE)
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { mode: 0o700 })
  await new Bun.Archive(await readTemplate()).extract(unfinished)
  await syncTree(unfinished)
  fs.renameSync(unfinished, path.join(directory, DATABASE))
  syncDirectory(directory)
}

function checkVersion(files: string): void {
  let version: string
  try {
    version = fs.readFileSync(path.join(files, 'PG_VERSION'), 'utf8').trim()
  } catch (cause) {
    throw new Error(
      `${files} is not a database, or is damaged (${describe(cause)}). ` +
        'Restore it from a backup, or name another data directory.',
      { cause },
    )
  }
  if (version === POSTGRES_MAJOR) return
  throw new Error(
    `The database in ${files} is of Postgres ${version}, and this Playcall has ${POSTGRES_MAJOR}. ` +
      'Take a backup with the Playcall that made it, and restore that into a new data directory with this one.',
  )
}

function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
