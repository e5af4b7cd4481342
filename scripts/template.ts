/**
 * Makes the database that a new one begins as: `bun scripts/template.ts [--check]`.
 *
 * What it makes depends on PGlite and on the migrations alone, so that everybody gets the same bytes: time stands nearly
 * still, and chance is none. With --check it writes nothing and fails when the file is not what it would make.
 */
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import crypto from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../src/database/migrate.ts'
import { migrations } from '../src/store/schema/migrations/index.ts'
import { createPgliteDialect } from '../src/database/pglite/dialect.ts'
import { Session } from '../src/database/pglite/session.ts'
import { watchEngine } from '../src/database/pglite/crash.ts'

const TEMPLATE = fileURLToPath(new URL('../src/store/schema/template.tar.zst', import.meta.url))
const START_OF_TIME = Date.parse('2026-01-01T00:00:00Z')
/** Segments of the log, in MiB: each costs some syncs when it is begun, and a new database carries one. */
const INIT = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=libc', '--auth=trust', '--wal-segsize=8']
/** Without the databases that Postgres copies new ones from, the template has a third of the size: Playcall makes no others. */
const SLIM = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'vacuum freeze analyze',
  'checkpoint',
]
const COMPRESSION_LEVEL = 19

/** The template's archive, uncompressed. The database is shut down before: one that was not takes longer to open. */
async function makeTemplate(): Promise<Buffer> {
  stopTimeAndChance()
  const folder = mkdtempSync(path.join(tmpdir(), 'playcall-template-'))
  try {
    const engine = await PGlite.create({ dataDir: folder, initDbStartParams: INIT })
    const session = new Session(
      engine,
      watchEngine(engine, () => undefined),
    )
    await migrate(new Kysely<unknown>({ dialect: createPgliteDialect(session) }), migrations)
    for (const statement of SLIM) await engine.exec(statement)
    const { rows } = await engine.query<{ segment: string }>('select pg_walfile_name(pg_current_wal_lsn()) as segment')
    await engine.close()
    return packFolder(folder, rows[0]?.segment ?? '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** For as long as the script runs. The clock does move, because Postgres waits for it to. */
function stopTimeAndChance(): void {
  let now = START_OF_TIME
  Date.now = () => Math.floor((now += 0.01))
  process.env.TZ = 'UTC'
  const fill = <Target extends ArrayBufferView>(target: Target): Target => {
    new Uint8Array(target.buffer, target.byteOffset, target.byteLength).fill(7)
    return target
  }
  Object.assign(crypto, { randomFillSync: fill })
  Object.assign(globalThis.crypto, { getRandomValues: fill })
}

const BLOCK = 512
const SEGMENT = /^pg_wal\/[0-9A-F]{24}$/

/** The files of a folder as a tar archive (POSIX ustar), without log segments that come after the one in use. */
function packFolder(folder: string, lastSegment: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      name: path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
      isFolder: entry.isDirectory(),
    }))
    .filter(({ name }) => !SEGMENT.test(name) || name <= `pg_wal/${lastSegment}`)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const parts = entries.flatMap(({ name, isFolder }) => {
    const bytes = isFolder ? Buffer.alloc(0) : readFileSync(path.join(folder, name))
    return [tarHeader(name, isFolder, bytes.length), bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

/** One time for all files, and rights for the owner alone. */
function tarHeader(name: string, isFolder: boolean, size: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number): void =>
    void header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  header.write(name, 'utf8')
  octal(isFolder ? 0o700 : 0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(START_OF_TIME / 1000, 136, 11)
  header.write(isFolder ? '5' : '0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

async function main(args: string[]): Promise<number> {
  const archive = await makeTemplate()
  if (!args.includes('--check')) {
    writeFileSync(TEMPLATE, Bun.zstdCompressSync(archive, { level: COMPRESSION_LEVEL }))
    return 0
  }
  if (existsSync(TEMPLATE) && archive.equals(Bun.zstdDecompressSync(readFileSync(TEMPLATE)))) return 0
  console.error('The template of the database is not what the migrations give. Run: bun run template')
  return 1
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
