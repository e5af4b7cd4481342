/**
 * A disk with a cache, as POSIX allows it to be: what was not synced may be there after a power cut or not, each write
 * by itself, a later one without an earlier, and a large one in parts; and a new name, a rename or a removal only when
 * the directory was synced. A rename is one thing: it has happened or it has not.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Chance } from '../../simulation/draw.ts'
import type { DiskOp, Recording } from './recordDisk.ts'

/** What became of each thing that was not synced. */
export interface Loss {
  /** Share of the writes and truncations that are kept. */
  data: number
  /** Share of the changes of names that are kept. */
  names: number
  /** The bytes that are kept or lost together: a sector, or a page; null: a write is kept or lost whole. */
  tornAt: 512 | 4096 | 8192 | null
  /** When true all is kept but one thing, whatever the shares say. */
  onlyOne?: boolean
}

type DataOp = Extract<DiskOp, { kind: 'write' | 'truncate' }>

interface NameChange {
  /** Directories whose sync brings it to the disk. */
  waitsFor: Set<string>
  apply(names: Map<string, Node>): void
}

type Node = { kind: 'directory' } | { kind: 'file'; file: number }

export interface Disk {
  /** Takes in what was done next. */
  apply(op: DiskOp): void
  /** How many things have not been synced. */
  pending(): number
  /** Writes what is left after a power cut now into `target`. */
  writeImage(target: string, loss: Loss, chance: Chance): void
}

/** `base` holds the files as they were when the recording began; it must not change. */
export function createDisk(base: string, { files }: Pick<Recording, 'files'>): Disk {
  const names = new Map<string, Node>()
  const baseNames = new Map<number, string>()
  /** What the disk holds of files that were touched. */
  const contents = new Map<number, Uint8Array>()
  const unsynced = new Map<number, DataOp[]>()
  let changes: NameChange[] = []
  for (const entry of fs.readdirSync(base, { recursive: true, withFileTypes: true })) {
    const name = path.relative(base, path.join(entry.parentPath, entry.name))
    if (entry.isDirectory()) names.set(name, { kind: 'directory' })
  }
  for (const [name, file] of files) {
    names.set(name, { kind: 'file', file })
    baseNames.set(file, name)
  }

  function read(file: number): Uint8Array {
    const known = contents.get(file)
    if (known) return known
    const name = baseNames.get(file)
    return name === undefined ? new Uint8Array() : fs.readFileSync(path.join(base, name))
  }

  function change(directories: string[], apply: NameChange['apply']): void {
    changes.push({ waitsFor: new Set(directories), apply })
  }

  function syncDirectory(directory: string): void {
    const rest: NameChange[] = []
    for (const one of changes) {
      one.waitsFor.delete(directory)
      if (one.waitsFor.size === 0) one.apply(names)
      else rest.push(one)
    }
    changes = rest
  }

  return {
    apply(op) {
      switch (op.kind) {
        case 'makeFile':
          return change([parentOf(op.name)], (now) => now.set(op.name, { kind: 'file', file: op.file }))
        case 'makeDirectory':
          return change([parentOf(op.name)], (now) => now.set(op.name, { kind: 'directory' }))
        case 'rename':
          return change([...new Set([parentOf(op.from), parentOf(op.to)])], (now) => move(now, op.from, op.to))
        case 'remove':
          return change([parentOf(op.name)], (now) => now.delete(op.name))
        case 'write':
        case 'truncate':
          if (!unsynced.has(op.file)) unsynced.set(op.file, [])
          unsynced.get(op.file)?.push(op)
          return
        case 'syncFile':
          contents.set(op.file, fold(read(op.file), unsynced.get(op.file) ?? []))
          unsynced.delete(op.file)
          return
        case 'syncDirectory':
          return syncDirectory(op.name)
      }
    },
    pending: () => changes.length + [...unsynced.values()].reduce((sum, ops) => sum + ops.length, 0),
    writeImage(target, loss, chance) {
      const total = this.pending()
      const lost = loss.onlyOne ? chance.whole(0, Math.max(0, total - 1)) : null
      let place = 0
      const isKept = (share: number): boolean => {
        const at = place++
        return lost === null ? chance.happens(share) : at !== lost
      }
      const shown = new Map(names)
      for (const one of changes) if (isKept(loss.names)) one.apply(shown)
      const kept = new Map<number, Uint8Array>()
      for (const [file, ops] of unsynced) {
        const pieces = loss.tornAt === null ? ops : ops.flatMap((op) => tear(op, loss.tornAt!))
        kept.set(
          file,
          fold(
            read(file),
            pieces.filter(() => isKept(loss.data)),
          ),
        )
      }
      writeFiles(
        target,
        shown,
        (file) => kept.get(file) ?? contents.get(file) ?? baseNames.get(file) ?? new Uint8Array(),
      )
    },
  }

  /** A name whose directory is lost is lost with it. */
  function writeFiles(
    target: string,
    shown: Map<string, Node>,
    contentOf: (file: number) => Uint8Array | string,
  ): void {
    const isThere = (name: string): boolean =>
      name === '' || (shown.get(name)?.kind === 'directory' && isThere(parentOf(name)))
    fs.mkdirSync(target, { recursive: true, mode: 0o700 })
    for (const [name, node] of [...shown].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (!isThere(parentOf(name))) continue
      const place = path.join(target, name)
      if (node.kind === 'directory') {
        fs.mkdirSync(place, { mode: 0o700 })
        continue
      }
      const content = contentOf(node.file)
      if (typeof content === 'string') fs.copyFileSync(path.join(base, content), place)
      else fs.writeFileSync(place, content)
    }
  }
}

function parentOf(name: string): string {
  const parent = path.dirname(name)
  return parent === '.' ? '' : parent
}

function move(names: Map<string, Node>, from: string, to: string): void {
  for (const [name, node] of new Map(names)) {
    if (name !== from && !name.startsWith(`${from}/`)) continue
    names.delete(name)
    names.set(to + name.slice(from.length), node)
  }
}

/** A write in the parts that reach the disk by themselves: those between multiples of `unit`. */
function tear(op: DataOp, unit: number): DataOp[] {
  if (op.kind === 'truncate') return [op]
  const parts: DataOp[] = []
  for (let from = op.at; from < op.at + op.bytes.length;) {
    const to = Math.min((Math.floor(from / unit) + 1) * unit, op.at + op.bytes.length)
    parts.push({ ...op, at: from, bytes: op.bytes.subarray(from - op.at, to - op.at) })
    from = to
  }
  return parts
}

function fold(content: Uint8Array, ops: readonly DataOp[]): Uint8Array {
  if (ops.length === 0) return content
  const ends = ops.map((op) => (op.kind === 'write' ? op.at + op.bytes.length : op.size))
  const memory = new Uint8Array(Math.max(content.length, ...ends))
  memory.set(content)
  let size = content.length
  for (const op of ops) {
    if (op.kind === 'write') {
      memory.set(op.bytes, op.at)
      size = Math.max(size, op.at + op.bytes.length)
    } else {
      // What is cut off and grown again is zeros.
      if (op.size < size) memory.fill(0, op.size, size)
      size = op.size
    }
  }
  return memory.slice(0, size)
}
