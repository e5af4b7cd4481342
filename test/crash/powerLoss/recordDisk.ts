/**
 * Records what a program does to the files below a directory, in order: every write, every change of names, and every
 * sync. The embedded database and our own code reach files through Node's `fs` alone, which is watched here; unpacking
 * the template is the one thing that Bun does by itself, and is recorded as the files that it has left.
 */
import fs from 'node:fs'
import path from 'node:path'
import { replace } from './replace.ts'

/** Names are relative to the recorded directory; `file` is the file itself, whatever its name is by now. */
export type DiskOp =
  | { kind: 'makeFile'; name: string; file: number }
  | { kind: 'makeDirectory'; name: string }
  | { kind: 'write'; file: number; at: number; bytes: Uint8Array }
  | { kind: 'truncate'; file: number; size: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; name: string }
  | { kind: 'syncFile'; file: number }
  | { kind: 'syncDirectory'; name: string }

export interface Recording {
  ops: DiskOp[]
  /** The files that were there at the start, by name. */
  files: Map<string, number>
}

/** Records while `work` runs. What is in the directory at the start counts as being on the disk. */
export async function recordDisk(directory: string, work: (recording: Recording) => Promise<void>): Promise<Recording> {
  const ops: DiskOp[] = []
  const known = new Map<string, number>()
  const open = new Map<number, string | number>()
  let count = 0
  const relative = (place: unknown): string | null => {
    const name = path.relative(directory, path.resolve(String(place)))
    return name.startsWith('..') ? null : name
  }
  const adopt = (name: string): number => {
    const file = count++
    known.set(name, file)
    return file
  }
  const made = (name: string): void => void ops.push({ kind: 'makeFile', name, file: adopt(name) })
  const written = (file: number, at: number, bytes: Uint8Array): void =>
    void ops.push({ kind: 'write', file, at, bytes: bytes.slice() })
  /** With those above it, which one call may make. */
  const directories = new Set(['', ...listNames(directory, 'isDirectory')])
  const madeDirectory = (name: string): void => {
    if (directories.has(name)) return
    madeDirectory(path.join(name, '..').replace(/^\.$/, ''))
    directories.add(name)
    ops.push({ kind: 'makeDirectory', name })
  }
  for (const name of listNames(directory, 'isFile')) adopt(name)
  const recording: Recording = { ops, files: new Map(known) }

  function opened(descriptor: number, place: unknown, flags: unknown): void {
    const name = relative(place)
    if (name === null) return
    if (fs.fstatSync(descriptor).isDirectory()) {
      open.set(descriptor, name)
      return
    }
    if (!known.has(name)) made(name)
    const file = known.get(name)!
    open.set(descriptor, file)
    if (typeof flags === 'number' && (flags & fs.constants.O_TRUNC) !== 0) ops.push({ kind: 'truncate', file, size: 0 })
  }

  function synced(target: string | number | undefined): void {
    if (typeof target === 'number') ops.push({ kind: 'syncFile', file: target })
    if (typeof target === 'string') ops.push({ kind: 'syncDirectory', name: target })
  }

  /** The original runs first: what fails is not recorded. */
  const watch = (name: FunctionName, note: (result: unknown, ...args: unknown[]) => void): (() => void) =>
    replace(fs, name, (original) => (...args) => {
      const result = original(...args)
      note(result, ...args)
      return result
    })
  const named =
    (note: (name: string, ...args: unknown[]) => void) =>
    (_: unknown, place: unknown, ...args: unknown[]) => {
      const name = relative(place)
      if (name !== null) note(name, ...args)
    }
  const restore = [
    watch('openSync', (descriptor, place, flags) => opened(Number(descriptor), place, flags)),
    watch('closeSync', (_, descriptor) => void open.delete(Number(descriptor))),
    watch('writeSync', (length, descriptor, buffer, offset, _, position) => {
      const file = open.get(Number(descriptor))
      if (typeof file !== 'number') return
      if (typeof position !== 'number') throw new Error('a write without its place is not understood')
      const { buffer: memory, byteOffset } = buffer as Uint8Array
      written(file, position, new Uint8Array(memory, byteOffset + Number(offset), Number(length)))
    }),
    watch(
      'writeFileSync',
      named((name, text) => {
        if (text !== '') throw new Error('only the making of an empty file is understood')
        made(name)
      }),
    ),
    watch('ftruncateSync', (_, descriptor, size) => {
      const file = open.get(Number(descriptor))
      if (typeof file === 'number') ops.push({ kind: 'truncate', file, size: Number(size) })
    }),
    watch(
      'truncateSync',
      named((name, size) => void ops.push({ kind: 'truncate', file: known.get(name)!, size: Number(size) })),
    ),
    watch('renameSync', (_, place, target) => {
      const [from, to] = [relative(place), relative(target)]
      if (from === null || to === null) return
      ops.push({ kind: 'rename', from, to })
      for (const [name, file] of new Map(known)) {
        if (name !== from && !name.startsWith(`${from}/`)) continue
        known.delete(name)
        known.set(to + name.slice(from.length), file)
      }
      for (const name of new Set(directories)) {
        if (name === from || name.startsWith(`${from}/`)) directories.add(to + name.slice(from.length))
      }
    }),
    watch(
      'unlinkSync',
      named((name) => {
        known.delete(name)
        ops.push({ kind: 'remove', name })
      }),
    ),
    watch(
      'rmdirSync',
      named((name) => void ops.push({ kind: 'remove', name })),
    ),
    watch(
      'mkdirSync',
      named((name) => madeDirectory(name)),
    ),
    watch('fsyncSync', (_, descriptor) => synced(open.get(Number(descriptor)))),
    watchHandles((place) => {
      const name = relative(place)
      if (name !== null) synced(known.get(name))
    }),
    watchUnpacking((place) => {
      const top = relative(place)
      if (top === null) return
      for (const entry of fs.readdirSync(String(place), { recursive: true, withFileTypes: true })) {
        const absolute = path.join(entry.parentPath, entry.name)
        const name = path.relative(directory, absolute)
        if (entry.isDirectory()) madeDirectory(name)
        else {
          made(name)
          written(known.get(name)!, 0, fs.readFileSync(absolute))
        }
      }
    }),
  ]
  try {
    await work(recording)
  } finally {
    for (const putBack of restore) putBack()
  }
  return recording
}

type FunctionName =
  | 'openSync'
  | 'closeSync'
  | 'writeSync'
  | 'writeFileSync'
  | 'ftruncateSync'
  | 'truncateSync'
  | 'renameSync'
  | 'unlinkSync'
  | 'rmdirSync'
  | 'mkdirSync'
  | 'fsyncSync'

function watchHandles(onSync: (place: unknown) => void): () => void {
  return replace(fs.promises, 'open', (original) => async (...args) => {
    const handle = (await original(...args)) as fs.promises.FileHandle
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await sync()
      onSync(args[0])
    }
    return handle
  })
}

function watchUnpacking(onUnpacked: (place: unknown) => void): () => void {
  return replace(
    Bun.Archive.prototype,
    'extract',
    (original) =>
      async function (this: unknown, ...args) {
        const result = await original.apply(this, args)
        onUnpacked(args[0])
        return result
      },
  )
}

function listNames(directory: string, is: 'isFile' | 'isDirectory'): string[] {
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry[is]())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
}
