/**
 * The file system of the embedded database, made to survive a power cut. PGlite's own leaves out fsync: its C library
 * then reports success for it, so Postgres believes that its log is on the disk when it is not.
 */
import { NodeFS } from '@electric-sql/pglite/nodefs'
import fs from 'node:fs'
import path from 'node:path'

/** The parts of Emscripten's stream and file system that the hook reads. */
interface EmscriptenStream {
  /** The host's file descriptor; directories are open without one. */
  nfd?: number
  node: unknown
}
interface EmscriptenNodeFs {
  stream_ops: { fsync?: (stream: EmscriptenStream) => number }
  realPath(node: unknown): string
}

type Engine = Parameters<NodeFS['init']>[0]
type EngineOptions = Parameters<NodeFS['init']>[1]

/**
 * A directory of the host whose files reach the disk when Postgres asks for it. Start the engine without `-F`. What has
 * just been brought there need not be again.
 */
export class DurableFs extends NodeFS {
  readonly #synced: SyncedFiles | null

  constructor(directory: string, synced: SyncedFiles | null = null) {
    super(directory)
    this.#synced = synced
  }

  override async init(engine: Engine, options: EngineOptions): Promise<{ emscriptenOpts: EngineOptions }> {
    const { emscriptenOpts } = await super.init(engine, options)
    const addOurs = (module: { NODEFS: unknown }): void => addFsync(module, this.#synced)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addOurs] } }
  }
}

function addFsync(module: { NODEFS: unknown }, synced: SyncedFiles | null): void {
  const files = module.NODEFS
  if (!isNodeFs(files)) throw new Error('This version of PGlite cannot be made durable: its file system has changed.')
  files.stream_ops.fsync = (stream) => {
    if (stream.nfd === undefined) syncDirectory(files.realPath(stream.node))
    else if (!synced?.isUnchanged(stream.nfd)) fs.fsyncSync(stream.nfd)
    return 0
  }
}

function isNodeFs(value: unknown): value is EmscriptenNodeFs {
  return typeof value === 'object' && value !== null && 'stream_ops' in value && 'realPath' in value
}

/** As many files are open at once, far below what a process may have. */
const SYNCED_AT_ONCE = 64

/** Files as they were when they were brought to the disk. Somebody who writes later leaves another time in them. */
export class SyncedFiles {
  readonly #stamps = new Map<bigint, string>()

  add(stats: fs.BigIntStats): void {
    this.#stamps.set(stats.ino, stampOf(stats))
  }

  isUnchanged(descriptor: number): boolean {
    if (this.#stamps.size === 0) return false
    const stats = fs.fstatSync(descriptor, { bigint: true })
    return this.#stamps.get(stats.ino) === stampOf(stats)
  }

  /** From now on every file may have changed. */
  forgetAll(): void {
    this.#stamps.clear()
  }
}

const stampOf = ({ mtimeNs, ctimeNs, size }: fs.BigIntStats): string => `${mtimeNs} ${ctimeNs} ${size}`

/** Brings a directory, and everything in it, to the disk. Nobody may be writing there. */
export async function syncTree(directory: string): Promise<SyncedFiles> {
  const synced = new SyncedFiles()
  const entries = fs.readdirSync(directory, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const directories = entries.filter((entry) => entry.isDirectory())
  for (let first = 0; first < files.length; first += SYNCED_AT_ONCE) {
    const some = files.slice(first, first + SYNCED_AT_ONCE)
    await Promise.all(some.map((entry) => syncFile(path.join(entry.parentPath, entry.name), synced)))
  }
  for (const entry of directories) syncDirectory(path.join(entry.parentPath, entry.name))
  syncDirectory(directory)
  return synced
}

/** Brings the names in a directory to the disk. Windows has no such thing: there they go by themselves. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const descriptor = fs.openSync(directory, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

async function syncFile(name: string, synced: SyncedFiles): Promise<void> {
  const file = await fs.promises.open(name, 'r+')
  try {
    const stats = await file.stat({ bigint: true })
    await file.sync()
    synced.add(stats)
  } finally {
    await file.close()
  }
}
