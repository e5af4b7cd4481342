import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { inWorkplace } from '../../src/store/backupWorkplace.ts'
import { BACKUP_TABLES, PASSING_TABLES, restoreBackup, writeBackup } from '../../src/store/backup.ts'
import { verifyBackupFile, writeBackupFile } from '../../src/store/backupFile.ts'
import { verifyCallerId } from '../../src/store/callerIds.ts'
import { findDiallingHold, holdDialling } from '../../src/store/diallingHold.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { openTestStore, START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { rejectionOf } from '../support/rejection.ts'
import { openTestApp, START } from '../support/testApp.ts'
import { run } from './support.ts'

const TABLES = Object.keys(BACKUP_TABLES)

let directory: string
let file: string
const opened: Store[] = []
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-backup-'))
  file = path.join(directory, 'calls.backup')
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  fs.rmSync(directory, { recursive: true, force: true })
})

async function openEmpty(kind: 'embedded' | 'postgres'): Promise<Store> {
  const store =
    kind === 'embedded'
      ? await openStore({ kind: 'memory' })
      : await openStore({ kind: 'postgres', url: await makePostgresDatabase() })
  opened.push(store)
  return store
}

/** Every row of every table, to the letter and to the microsecond; but a restore holds dialling anew. */
async function dump(store: Store): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const [table, order] of Object.entries(BACKUP_TABLES)) {
    if (table === 'dialling_holds') continue
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t order by ${sql.raw(order)}`.execute(store.db)
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

/** A store in which every table has rows, and every kind of reference is used. */
async function fillStore(): Promise<Store> {
  const app = await openTestApp()
  const playbook_id = await app.addPlaybook({ first_message: 'Hello “{{ first_name }}” 🙂\n\t\\ "quoted"' })
  const version = async (message: string) =>
    (await app.post<{ id: string }>(`/playbooks/${playbook_id}/versions`, { message })).body.data.id
  const first = await version('First')
  await version('Second')
  await app.post(`/playbooks/${playbook_id}/versions/${first}/restore`, {})
  await app.post('/numbers', { phone: '+14155550199', playbook_id })
  await app.store.transaction((tx) => verifyCallerId(tx, app.account.id, '+442071838750', START))
  await app.post('/suppressions', { phone: '+14155550666', note: "O'Brien" })
  await app.request('POST', '/call', {
    body: { phone: '+15005550109', playbook_id, params: { big: 9007199254740991, small: 1e-7, text: 'null' } },
    headers: { 'idempotency-key': 'once' },
  })
  await app.post('/campaign', {
    playbook_id,
    recall: [60],
    contacts: ['0100', '0102', '0104'].map((last) => ({
      phone: `+1500555${last}`,
      custom_fields: { plan: ['a', 1.5] },
    })),
  })
  await app.advanceBy(120_000)
  await app.close()
  // As if the process had died before it stored a part; nothing of it is read here.
  await sql`insert into campaign_parts (campaign_id, part, account_id, terms, contact_count, contacts)
    select id, 0, account_id, '{"dueAt": 1}', 1, decode('00ff275c0a', 'hex') from campaigns`.execute(app.store.db)
  return app.store
}

describe('a backup restored is equal to the letter', () => {
  test(
    'from one kind of database to the other and back',
    async () => {
      const original = await fillStore()
      const wanted = await dump(original)
      expect(TABLES.filter((table) => wanted[table]?.length === 0)).toEqual([])
      await original.transaction((tx) => holdDialling(tx, { since: START - 2, backupAt: START - 3 }))
      let from = original
      for (const [index, kind] of (['embedded', 'postgres', 'postgres', 'embedded'] as const).entries()) {
        const copy = path.join(directory, `${index}.backup`)
        const written = await inWorkplace(copy, (workplace) => writeBackup(from, workplace, START))
        const to = await openEmpty(kind)
        expect(await restoreBackup(to, copy, START + 1)).toEqual(written)
        expect(await dump(to)).toEqual(wanted)
        expect(await findDiallingHold(to.db)).toEqual({ since: START + 1, backupAt: START })
        from = to
      }
    },
    START_TIMEOUT_MS,
  )

  test(
    'with more rows than a page, by the commands',
    async () => {
      const store = await openTestStore()
      await run(['account', 'create', '--name', 'Acme'], { store })
      await sql`insert into contacts select md5(n::text)::uuid, (select id from accounts order by id limit 1),
      '+1415' || n, '{}', '{}', '2026-11-23 09:00:00.123456+00', '2026-11-23 09:00:00+00'
      from generate_series(1, 1001) n`.execute(store.db)
      const ran = await run(['backup', file], { store })
      expect(ran.code).toBe(0)
      expect(ran.out).toContain('1 account, 1001 contacts and 0 calls (1002 rows)')
      expect(fs.readdirSync(directory)).toEqual(['calls.backup'])
      expect(fs.statSync(file).mode & 0o777).toBe(0o600)
      const to = await openEmpty('embedded')
      expect((await run(['restore', file], { store: to })).code).toBe(0)
      expect(await dump(to)).toEqual(await dump(store))
    },
    START_TIMEOUT_MS,
  )
})

describe('what cannot be restored is refused with a sentence, and the database stays empty', () => {
  let whole: Buffer
  let to: Store
  beforeAll(async () => {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-backup-'))
    const draft = path.join(place, 'whole')
    await writeBackup(await fillStore(), { draft }, START)
    whole = fs.readFileSync(draft)
    fs.rmSync(place, { recursive: true })
    to = await openStore({ kind: 'memory' })
  }, START_TIMEOUT_MS)
  afterAll(() => to.close())

  const changed = (change: (text: string) => string): Buffer =>
    zlib.zstdCompressSync(change(zlib.zstdDecompressSync(whole).toString()))
  const bad: [string, () => Buffer, RegExp][] = [
    ['an empty file', () => Buffer.alloc(0), /is no backup of Playcall/],
    ['another file', () => Buffer.from('{"contacts":[]}'), /is no backup of Playcall/],
    ['another compressed file', () => zlib.zstdCompressSync('{"format":"other"}\n'), /is no backup of Playcall/],
    ['a file cut short', () => whole.subarray(0, whole.length - 30), /cut short/],
    ['a file without its last line', () => changed((text) => text.replace(/\{"sha256".*\n$/, '')), /cut short/],
    ['a changed row', () => changed((text) => text.replace("O'Brien", "O'Brian")), /changed or damaged/],
    ['a row less', () => changed((text) => text.replace(/^\["turns".*\n/m, '')), /changed or damaged/],
    [
      'a flipped byte',
      () => whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte)) as Buffer,
      /changed|cut short/,
    ],
    [
      'a newer backup',
      () => changed((text) => text.replace(/"migration":"\w+"/, '"migration":"9999_moon"')),
      /newer Playcall/,
    ],
    ['a newer form', () => changed((text) => text.replace('"version":1', '"version":2')), /newer Playcall/],
  ]
  for (const [what, make, sentence] of bad) {
    test(what, async () => {
      fs.writeFileSync(file, make())
      const ran = await run(['restore', file], { store: to })
      expect(ran).toMatchObject({ code: 1, out: '' })
      expect(ran.err).toMatch(sentence)
      expect(Object.values(await dump(to)).flat()).toEqual([])
    })
  }

  test('a row that the database refuses undoes the rows before it', async () => {
    const lines = zlib.zstdDecompressSync(whole).toString().split('\n').slice(0, -2)
    const text = `${lines.join('\n')}\n`.replace(/("status": )"completed"/, '$1"finished"')
    const sum = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    fs.writeFileSync(file, zlib.zstdCompressSync(`${text}${JSON.stringify({ sha256: sum })}\n`))
    expect((await rejectionOf(restoreBackup(to, file, START))).message).toContain('violates check constraint')
    expect(Object.values(await dump(to)).flat()).toEqual([])
  })

  test('a database that is in use', async () => {
    fs.writeFileSync(file, whole)
    const used = await openTestStore()
    await run(['account', 'create', '--name', 'Acme'], { store: used })
    const before = await dump(used)
    const ran = await run(['restore', file], { store: used })
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toStartWith('The database is in use already: it has accounts.')
    expect(await dump(used)).toEqual(before)
  })
})

describe('long rows', () => {
  /** More than the bound of a line once was, and than a page of rows may hold. */
  const LONG_BYTES = 66 * 1024 * 1024

  test(
    'are backed up and restored like others',
    async () => {
      const store = await openTestStore()
      await run(['account', 'create', '--name', 'Acme'], { store })
      await sql`insert into contacts select md5(n::text)::uuid, (select id from accounts), '+1415' || n, '{}',
        jsonb_build_object('long', repeat('x', case n when 2 then ${LONG_BYTES}::int when 3 then 50000 else 3 end)),
        '2026-11-23 09:00:00+00', '2026-11-23 09:00:00+00' from generate_series(1, 4) n`.execute(store.db)
      expect(await run(['backup', file], { store })).toMatchObject({ code: 0, err: '' })
      const to = await openEmpty('embedded')
      expect(await run(['restore', file], { store: to })).toMatchObject({ code: 0, err: '' })
      const digests = (db: Store['db']) =>
        sql`select id, md5(t::text) as digest from contacts t order by id`.execute(db)
      expect((await digests(to.db)).rows).toEqual((await digests(store.db)).rows)
    },
    START_TIMEOUT_MS,
  )
})

describe('a backup never replaces a file', () => {
  test('neither one of its name nor one that another backup is writing', async () => {
    const store = await openTestStore()
    fs.writeFileSync(file, 'mine')
    const ran = await run(['backup', file], { store })
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toContain('exists already, and a backup never replaces a file')
    expect(fs.readFileSync(file, 'utf8')).toBe('mine')
    fs.rmSync(file)

    await inWorkplace(file, async (workplace) => {
      const second = await run(['backup', file], { store })
      expect(second).toMatchObject({ code: 1, out: '' })
      expect(second.err).toContain('is being written. Wait for it, or name another file.')
      expect((await run(['backup', path.join(directory, 'other')], { store })).code).toBe(0)
      fs.writeFileSync(workplace.draft, 'first')
    })
    expect(fs.readFileSync(file, 'utf8')).toBe('first')
    expect(fs.readdirSync(directory).toSorted()).toEqual(['calls.backup', 'other'])
  })

  test('and one that fails leaves nothing behind', async () => {
    const store = await openTestStore()
    const missing = path.join(directory, 'missing', 'x.backup')
    expect((await run(['backup', missing], { store })).err).toMatch(/x\.backup could not be made \(ENOENT/)
    await sql`alter table turns rename to turns_away`.execute(store.db)
    try {
      expect((await run(['backup', file], { store })).code).toBe(1)
    } finally {
      await sql`alter table turns_away rename to turns`.execute(store.db)
    }
    expect(fs.readdirSync(directory)).toEqual([])
  })

  test('one that does not read as it was written is not given its name', async () => {
    const ran = await rejectionOf(
      inWorkplace(file, async ({ draft }) => {
        const header = { migration: '0001_spine', createdAt: new Date(START).toISOString(), rows: { turns: 2 } }
        await writeBackupFile(draft, header, (write) => write('turns', '{}'))
        await verifyBackupFile(draft)
      }),
    )
    expect(ran.message).toContain('is not as it was written')
    expect(fs.readdirSync(directory)).toEqual([])
  })
})

describe('what the list of tables must keep to', () => {
  test('it has every table that the migrations make, but for those of the processes that are there', async () => {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely\\_%'`.execute((await openTestStore()).db)
    expect([...TABLES, ...PASSING_TABLES].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  test('a table comes after those that it refers to, unless the reference waits for the commit', async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
      where contype = 'f' and not condeferred and conrelid <> confrelid`.execute((await openTestStore()).db)
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.filter(({ from, to }) => TABLES.indexOf(from) < TABLES.indexOf(to))).toEqual([])
  })

  test('no table counts by itself: a sequence would have to be restored as well', async () => {
    const { rows } = await sql`select sequencename from pg_sequences`.execute((await openTestStore()).db)
    expect(rows).toEqual([])
  })
})
