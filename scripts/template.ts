/**
 * Makes the database that a new one begins as: `bun scripts/template.ts [--check]`.
 *
 * What it makes depends on PGlite and on the migrations alone, so that everybody gets the same bytes: time stands nearly
 * still, and chance is none. With --check it writes nothing and fails when the file is not what it would make.
 */
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import crypto from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migrateStore } from '../src/store/migrate.ts'
import { createPgliteDialect } from '../src/store/pgliteDialect.ts'
import { Session } from '../src/store/pgliteSession.ts'
import { watchEngine } from '../src/store/engineCrash.ts'

const TEMPLATE = fileURLToPath(new URL('../src/store/template.tar.zst', import.meta.url))
const START_OF_TIME = Date.parse('2026-01-01T00:00:00Z')
/** The smallest segments: the log of a new database has little in it. */
const INIT = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=libc', '--auth=trust', '--wal-segsize=1']
/** Without the databases that Postgres copies new ones from, the template has a third of the size: Playcall makes no others. */
const SLIM = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'vacuum freeze analyze',
  'checkpoint',
]
const COMPRESSION_LEVEL = 19

/** The template's archive, uncompressed. */
async function makeTemplate(): Promise<Buffer> {
  stopTimeAndChance()
  const engine = await PGlite.create({ initDbStartParams: INIT })
  const db = new Kysely<unknown>({
    dialect: createPgliteDialect(
      new Session(
        engine,
        watchEngine(engine, () => undefined),
      ),
    ),
  })
  await migrateStore(db)
  for (const statement of SLIM) await engine.exec(statement)
  const { rows } = await engine.query<{ segment: string }>('select pg_walfile_name(pg_current_wal_lsn()) as segment')
  const archive = Buffer.from(await (await engine.dumpDataDir('none')).arrayBuffer())
  await engine.close()
  return normalize(archive, rows[0]?.segment ?? '')
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

/** Leaves out log segments that are still empty, and what the archiver adds about the files it made on the way. */
function normalize(archive: Buffer, lastSegment: string): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const header = Buffer.from(archive.subarray(at, at + BLOCK))
    const name = header.toString('utf8', 0, header.indexOf(0))
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    const isLater = /^\/pg_wal\/[0-9A-F]{24}$/.test(name) && name > `/pg_wal/${lastSegment}`
    if (!isLater) kept.push(withFixedTimes(header), archive.subarray(at + BLOCK, end))
    at = end
  }
  return Buffer.concat([...kept, Buffer.alloc(2 * BLOCK)])
}

/** A header of a tar archive (POSIX ustar) with one time for all files, and its sum made anew. */
function withFixedTimes(header: Buffer): Buffer {
  header.write(`${(START_OF_TIME / 1000).toString(8).padStart(11, '0')}\0`, 136, 'latin1')
  header.fill(0, 345)
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
