/**
 * The file of a backup: zstd over lines of JSON in UTF-8, so that `zstdcat` shows it.
 *
 * The first line is the header. Each line after it is one row, `["table",{"column":value,…}]`, as the database wrote
 * it. The last line holds the SHA-256 of everything before it: a file without it was cut short.
 */
import fs from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'

const FORMAT = 'playcall-backup'
const FORMAT_VERSION = 1

/** What a backup says about itself. */
export interface BackupHeader {
  /** The newest migration of the database that it was made of. */
  migration: string
  /** RFC 3339. */
  createdAt: string
  /** Rows by table, in the order in which they are to be restored. */
  rows: Record<string, number>
}

/** A file that is no backup, or not as it was written. The message is a sentence for whoever named the file. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup'
}

/** Rows go to the compressor in pieces of this size: a call for each line would take longer than the compression. */
const PIECE_BYTES = 64 * 1024

/**
 * Bytes of the longest line that is written, and read: Postgres makes no JSON value of more. A reader without a bound
 * would fill the memory with a file that has no lines.
 */
export const LONGEST_LINE_BYTES = 256 * 1024 * 1024

/**
 * Writes a backup to a new file. `writeRows` gets a function that takes one row's table and its JSON text. Throws an Error
 * with a sentence for a row that could not be restored, and what the system says when it refuses to write.
 */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  writeRows: (write: (table: string, row: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  // For its owner alone: a backup holds names, numbers and what was said.
  const descriptor = fs.openSync(file, 'wx', 0o600)
  try {
    await writeLines(descriptor, header, writeRows)
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Reads a backup that was just written, to the end. Throws an Error with a sentence when it could not be restored. */
export async function verifyBackupFile(file: string, signal?: AbortSignal): Promise<void> {
  const ignore = (): void => undefined
  await readBackupFile(file, ignore, () => signal?.throwIfAborted())
}

async function writeLines(
  descriptor: number,
  header: BackupHeader,
  writeRows: (write: (table: string, row: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const compressor = zlib.createZstdCompress()
  const stored = pipeline(compressor, async (pieces: AsyncIterable<Uint8Array>) => {
    for await (const piece of pieces) writeFully(descriptor, piece)
  })
  // Whoever waits for room in the compressor must hear of a full disk, or would wait for ever.
  stored.catch(() => undefined)
  const hash = new Bun.CryptoHasher('sha256')
  let piece = ''
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(piece)
    piece = ''
    hash.update(bytes)
    if (!compressor.write(bytes)) await Promise.race([once(compressor, 'drain'), stored])
  }
  try {
    piece = `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, ...header })}\n`
    await writeRows(async (table, row) => {
      if (isTooLong(row))
        throw new Error(`A row of ${table} is too long for a backup, and none was made: ${row.slice(0, 60)}…`)
      piece += `${rowPrefix(table)}${row}]\n`
      if (piece.length >= PIECE_BYTES) await flush()
    })
    await flush()
    compressor.end(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
    await stored
  } finally {
    compressor.destroy()
  }
}

/** Whether a reader would refuse the row's line. Its bytes are counted only where that could be. */
function isTooLong(row: string): boolean {
  const room = LONGEST_LINE_BYTES - MOST_AROUND_A_ROW
  return row.length > room / MOST_BYTES_OF_A_CHARACTER && Buffer.byteLength(row) > room
}

/** In UTF-8, of a UTF-16 unit. */
const MOST_BYTES_OF_A_CHARACTER = 3
/** Bytes: brackets, a comma and the name of a table, which has 63 at most. */
const MOST_AROUND_A_ROW = 128

function writeFully(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length;) from += fs.writeSync(descriptor, bytes, from)
}

/**
 * Reads a backup once, to the end. Calls `onHeader` with its header and `onRow` with every row in order; what the latter
 * did has to be undone when this throws, because only the end tells whether the file is whole. Throws a BadBackup.
 */
export async function readBackupFile(
  file: string,
  onHeader: (header: BackupHeader) => void,
  onRow: (table: string, row: string) => void | Promise<void>,
): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256')
  const counts: Record<string, number> = {}
  let header: BackupHeader | undefined
  let sum: string | undefined
  for await (const line of readLines(file)) {
    if (sum !== undefined) throw damaged(file)
    if (header === undefined) {
      header = parseHeader(file, line)
      onHeader(header)
    } else if (line.startsWith('{"sha256":')) {
      sum = line
      continue
    } else {
      const { table, row } = splitRow(file, line)
      counts[table] = (counts[table] ?? 0) + 1
      await onRow(table, row)
    }
    hash.update(line).update('\n')
  }
  if (header === undefined) throw noBackup(file)
  if (sum === undefined) throw new BadBackup(`${file} ends too early: it was cut short. Take another backup.`)
  if (sum !== JSON.stringify({ sha256: hash.digest('hex') })) throw damaged(file)
  const tables = Object.keys({ ...header.rows, ...counts })
  if (tables.some((table) => (header.rows[table] ?? 0) !== (counts[table] ?? 0))) throw damaged(file)
}

const rowPrefix = (table: string): string => `[${JSON.stringify(table)},`

function splitRow(file: string, line: string): { table: string; row: string } {
  const table = /^\["([a-z_]+)",\{/.exec(line)?.[1]
  if (table === undefined || !line.endsWith('}]')) throw damaged(file)
  return { table, row: line.slice(rowPrefix(table).length, -1) }
}

function parseHeader(file: string, line: string): BackupHeader {
  const found = tryParse(line)
  if (typeof found !== 'object' || found === null || !('format' in found) || found.format !== FORMAT) {
    throw noBackup(file)
  }
  if (!('version' in found) || found.version !== FORMAT_VERSION) {
    throw new BadBackup(`${file} was written by a newer Playcall, in a form that this one cannot read.`)
  }
  const { migration, createdAt, rows } = found as unknown as BackupHeader
  if (typeof migration !== 'string' || typeof createdAt !== 'string' || typeof rows !== 'object' || rows === null) {
    throw damaged(file)
  }
  return { migration, createdAt, rows }
}

function tryParse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The lines of the file, decompressed, without their ends. */
async function* readLines(file: string): AsyncGenerator<string, undefined> {
  const input = fs.createReadStream(file)
  const decompressor = zlib.createZstdDecompress()
  const fed = pipeline(input, decompressor)
  fed.catch(() => undefined)
  let rest: Buffer[] = []
  let restLength = 0
  try {
    for await (const piece of decompressor as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
        yield Buffer.concat([...rest, piece.subarray(from, end)]).toString()
        rest = []
        restLength = 0
        from = end + 1
      }
      rest.push(piece.subarray(from))
      restLength += piece.length - from
      if (restLength > LONGEST_LINE_BYTES) throw damaged(file)
    }
    await fed
  } catch (cause) {
    throw cause instanceof BadBackup ? cause : toBadBackup(file, cause)
  } finally {
    input.destroy()
    decompressor.destroy()
  }
  if (restLength > 0) throw new BadBackup(`${file} ends too early: it was cut short. Take another backup.`)
}

function toBadBackup(file: string, cause: unknown): Error {
  if (codeOf(cause) === 'ENOENT') return new BadBackup(`There is no file ${file}.`, { cause })
  if (isOfSystem(cause)) return new BadBackup(`${file} cannot be read (${describe(cause)}).`, { cause })
  return new BadBackup(`${file} is no backup of Playcall, or was cut short or changed.`, { cause })
}

function noBackup(file: string): BadBackup {
  return new BadBackup(`${file} is no backup of Playcall, or was cut short.`)
}

function damaged(file: string): BadBackup {
  return new BadBackup(`${file} is not as it was written: it was changed or damaged. Use another backup.`)
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

/** Whether the operating system refused something: a full disk, a missing right. */
export function isOfSystem(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause
}

function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
