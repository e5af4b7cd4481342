/**
 * A backup of every earlier version, as it was written then, in `backups/` by the name of its newest migration: each is
 * restored by this version. Whoever releases a version adds one of it, made with every table filled.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { readBackupFile } from '../../src/store/backup/backupFile.ts'
import { migrations } from '../../src/store/schema/migrations/index.ts'
import { openStore, type Store, type StoreLocation } from '../../src/store/open.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { run } from './support.ts'

const FOLDER = path.join(import.meta.dir, 'backups')
const BACKUPS = fs.readdirSync(FOLDER)

/** Everything that the migrations make, in words. */
async function describeSchema(store: Store): Promise<unknown[]> {
  const { rows } = await sql`
    select 'column' as kind, table_name || '.' || column_name as name,
      concat_ws(' ', ordinal_position, data_type, is_nullable, column_default) as text
      from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'type', typname, typtype::text from pg_type where typnamespace = 'public'::regnamespace
    union all select 'migration', name, '' from kysely_migration
    order by 1, 2, 3`.execute(store.db)
  return rows
}

const KINDS: Record<string, () => Promise<StoreLocation>> = {
  embedded: () => Promise.resolve({ kind: 'memory' }),
  Postgres: async () => ({ kind: 'postgres', url: await makePostgresDatabase() }),
}

describe.each(Object.keys(KINDS))('%s', (kind) => {
  let store: Store
  beforeEach(async () => {
    store = await openStore(await KINDS[kind]!())
  }, START_TIMEOUT_MS)
  afterEach(() => store.close())

  test.each(BACKUPS)(
    'restores %s, and is then like a new one with the same rows',
    async (name) => {
      const schema = await describeSchema(store)
      const before: Record<string, number> = {}
      await readBackupFile(
        path.join(FOLDER, name),
        (header) => Object.assign(before, header.rows),
        () => undefined,
      )
      const ran = await run(['restore', path.join(FOLDER, name)], { store })
      expect(ran).toMatchObject({ code: 0, err: '' })
      expect(await describeSchema(store)).toEqual(schema)
      for (const table of [
        'accounts',
        'tokens',
        'versions',
        'contacts',
        'calls',
        'attempts',
        'turns',
        'suppressions',
      ]) {
        expect(before[table]).toBeGreaterThan(0)
        const { rows } = await sql`select count(*)::int as count from ${sql.table(table)}`.execute(store.db)
        expect({ table, rows }).toEqual({ table, rows: [{ count: before[table] }] })
      }
    },
    START_TIMEOUT_MS,
  )
})

test(
  'a backup of an earlier version that is damaged leaves the database as new',
  async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-backup-'))
    const store = await openStore({ kind: 'memory' })
    try {
      const schema = await describeSchema(store)
      const cut = path.join(directory, 'cut')
      fs.writeFileSync(cut, fs.readFileSync(path.join(FOLDER, BACKUPS[0]!)).subarray(0, -30))
      expect((await run(['restore', cut], { store })).code).toBe(1)
      expect(await describeSchema(store)).toEqual(schema)
      expect((await sql`select 1 from accounts`.execute(store.db)).rows).toEqual([])
    } finally {
      await store.close()
      fs.rmSync(directory, { recursive: true })
    }
  },
  START_TIMEOUT_MS,
)

test('the folder has backups of versions that this one knows', () => {
  expect(BACKUPS.length).toBeGreaterThan(0)
  for (const name of BACKUPS) expect(migrations).toHaveProperty(path.basename(name, '.backup'))
})

test(
  'a backup is restored in the form of its version, and migrated on',
  async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-backup-'))
    const store = await openStore({ kind: 'memory' })
    try {
      const schema = await describeSchema(store)
      // The migration after this one has changed an index alone: the same rows are a backup of the version before.
      const whole = zlib.zstdDecompressSync(fs.readFileSync(path.join(FOLDER, '0005_due_order.backup'))).toString()
      const text = whole.replace('0005_due_order', '0004_dialling_hold').replace(/\{"sha256".*\n$/, '')
      const sum = new Bun.CryptoHasher('sha256').update(text).digest('hex')
      const file = path.join(directory, 'before')
      fs.writeFileSync(file, zlib.zstdCompressSync(`${text}${JSON.stringify({ sha256: sum })}\n`))
      expect(await run(['restore', file], { store })).toMatchObject({ code: 0, err: '' })
      expect(await describeSchema(store)).toEqual(schema)
      expect((await sql`select 1 from turns`.execute(store.db)).rows.length).toBeGreaterThan(0)
    } finally {
      await store.close()
      fs.rmSync(directory, { recursive: true })
    }
  },
  START_TIMEOUT_MS,
)
