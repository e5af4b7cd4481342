import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { EngineCrashed } from '../../src/database/pglite/crash.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { isUnavailable } from '../../src/database/errors.ts'
import { openPostgres } from '../../src/database/postgres/open.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { makePostgresDatabase, startPostgres } from '../support/postgres.ts'
import { rejectionOf } from '../support/rejection.ts'

let memory: Store
let postgres: Store
let postgresUrl: string
beforeAll(async () => {
  memory = await openStore({ kind: 'memory' })
  postgresUrl = await makePostgresDatabase()
  postgres = await openStore({ kind: 'postgres', url: postgresUrl })
  for (const store of [memory, postgres]) {
    await sql`create table notes (id integer primary key, count integer not null)`.execute(store.db)
  }
}, START_TIMEOUT_MS)
afterAll(async () => {
  await memory.close()
  await postgres.close()
})

const directories: string[] = []
afterEach(async () => {
  for (const directory of directories.splice(0)) fs.rmSync(directory, { recursive: true, force: true })
  for (const store of [memory, postgres]) await sql`delete from notes`.execute(store.db)
})

function emptyDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-open-'))
  directories.push(directory)
  return directory
}

function openDirectory(directory: string): Promise<Store> {
  return openStore({ kind: 'directory', path: directory })
}

async function refusalOf(url: string): Promise<string> {
  return (await rejectionOf(openStore({ kind: 'postgres', url }))).message
}

/** The URL of the database for another user, with or without a password. */
function asUser(credentials: string): string {
  return postgresUrl.replace(/(?<=\/\/)[^@]*/, credentials)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error
}

/** What an administrator, or a server that restarts, does to every connection of the pool. */
async function cutConnections(): Promise<void> {
  const admin = new Client(postgresUrl)
  await admin.connect()
  await admin.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await admin.end()
}

/** Each column: SQL, and what both databases must make of it. */
const COLUMNS: Record<string, [string, unknown]> = {
  text: [`'Zoë'::text`, 'Zoë'],
  uuid: [`'018f4e2a-0000-7000-8000-000000000001'::uuid`, '018f4e2a-0000-7000-8000-000000000001'],
  boolean: ['true', true],
  smallint: ['1::smallint', 1],
  integer: ['-7', -7],
  float: ['0.1::float8', 0.1],
  count: ['(select count(*) from (values (1), (2)) as v)', 2],
  bigint: ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
  hugeBigint: ['9007199254740993::bigint', 9007199254740993n],
  sumOfIntegers: ['(select sum(v) from (values (1), (2)) as t(v))', 3],
  numeric: ['1.50::numeric', '1.50'],
  moment: [`'2026-03-01 10:30:00.123+01'::timestamptz`, new Date('2026-03-01T09:30:00.123Z')],
  wholeSecond: [`'2026-03-01 09:30:00Z'::timestamptz`, new Date('2026-03-01T09:30:00Z')],
  microseconds: [`'2026-03-01 09:30:00.123456Z'::timestamptz`, new Date('2026-03-01T09:30:00.123Z')],
  longAgo: [`'0099-03-01 09:30:00Z'::timestamptz`, new Date('0099-03-01T09:30:00Z')],
  timestamp: [`'2026-03-01 09:30:00'::timestamp`, '2026-03-01 09:30:00'],
  date: [`'2026-03-01'::date`, '2026-03-01'],
  interval: [`interval '90 minutes'`, '01:30:00'],
  json: [`'{"a":[1,null,"x"]}'::jsonb`, { a: [1, null, 'x'] }],
  jsonText: [`'"x"'::jsonb`, 'x'],
  bytes: [`'\\x00ff'::bytea`, new Uint8Array([0, 255])],
  texts: [`array['a', null, 'b,c']`, ['a', null, 'b,c']],
  integers: ['array[1, 2]', [1, 2]],
  bigints: ['array[1, null, 9007199254740993]::bigint[]', [1, null, 9007199254740993n]],
  noBigints: ['array[]::bigint[]', []],
  moments: [`array['2026-03-01 09:30:00Z']::timestamptz[]`, [new Date('2026-03-01T09:30:00Z')]],
  nothing: ['null::timestamptz', null],
  zone: [`current_setting('timezone')`, 'UTC'],
}

describe.each([
  ['memory', () => memory],
  ['Postgres', () => postgres],
] as const)('in %s', (_name, getStore) => {
  test('a column of every kind is read as the same JavaScript type', async () => {
    const columns = Object.entries(COLUMNS).map(([name, [expression]]) => `${expression} as "${name}"`)
    const { rows } = await sql.raw<Record<string, unknown>>(`select ${columns.join(', ')}`).execute(getStore().db)

    expect(rows[0]).toStrictEqual(Object.fromEntries(Object.entries(COLUMNS).map(([name, [, value]]) => [name, value])))
  })

  test('what is written is read back: instants to the millisecond, JSON given as text, bytes, big numbers, lists', async () => {
    const at = new Date('2026-11-01T00:00:00.007Z')
    const { rows } = await sql`
      select ${at}::timestamptz as at, ${'{"k":"Zoë"}'}::jsonb as json, ${new Uint8Array([1, 254])}::bytea as bytes,
        ${9007199254740993n}::bigint as big, ${['a', 'b"\\']}::text[] as texts, ${null}::text as nothing`.execute(
      getStore().db,
    )

    expect(rows[0]).toStrictEqual({
      at,
      json: { k: 'Zoë' },
      bytes: new Uint8Array([1, 254]),
      big: 9007199254740993n,
      texts: ['a', 'b"\\'],
      nothing: null,
    })
  })

  test('a transaction that throws leaves nothing behind, and the error is the one thrown', async () => {
    const failure = new Error('changed my mind')

    const attempt = getStore().transaction(async (tx) => {
      await sql`insert into notes values (1, 0)`.execute(tx)
      throw failure
    })

    expect(await rejectionOf(attempt)).toBe(failure)
    expect(await countNotes(getStore())).toBe(0)
  })

  test('an SQL error carries its SQLSTATE, and the store goes on', async () => {
    const insertTwice = getStore().transaction((tx) => sql`insert into notes values (1, 0), (1, 0)`.execute(tx))

    expect(await rejectionOf(insertTwice)).toMatchObject({ code: '23505', constraint: 'notes_pkey' })
    expect(await countNotes(getStore())).toBe(0)
  })

  test('a conflict is tried again from the start, three times and no more', async () => {
    let runs = 0
    const conflict = "do $$ begin raise exception 'conflict' using errcode = '40001'; end $$"
    const always = getStore().transaction(async (tx) => {
      runs++
      await sql.raw(conflict).execute(tx)
    })
    expect(await rejectionOf(always)).toMatchObject({ code: '40001' })
    expect(runs).toBe(4)

    const twice = await getStore().transaction(async (tx) => {
      await sql`insert into notes values (1, 0)`.execute(tx)
      if (++runs < 7) await sql.raw(conflict).execute(tx)
      return 'done'
    })
    expect({ twice, runs, notes: await countNotes(getStore()) }).toEqual({ twice: 'done', runs: 7, notes: 1 })
  })

  test('many transactions at once all take effect', async () => {
    await sql`insert into notes values (1, 0)`.execute(getStore().db)
    const increments = Array.from({ length: 30 }, () =>
      getStore().transaction((tx) => sql`update notes set count = count + 1 where id = 1`.execute(tx)),
    )
    await Promise.all(increments)

    const { rows } = await sql`select count from notes`.execute(getStore().db)
    expect(rows).toEqual([{ count: 30 }])
  })
})

async function countNotes(store: Store): Promise<number | undefined> {
  return (await sql<{ count: number }>`select count(*) from notes`.execute(store.db)).rows[0]?.count
}

describe('an embedded database that crashes', () => {
  test('fails the query that killed it and every later one, instead of hanging or answering nothing', async () => {
    const store = await openStore({ kind: 'memory' })
    const tooDeep = '['.repeat(100_000) + ']'.repeat(100_000)

    expect(await rejectionOf(sql`select ${tooDeep}::text::jsonb`.execute(store.db))).toBeInstanceOf(EngineCrashed)
    expect(await rejectionOf(sql`select 1`.execute(store.db))).toBeInstanceOf(EngineCrashed)
    expect(await rejectionOf(store.transaction((tx) => sql`select 1`.execute(tx)))).toBeInstanceOf(EngineCrashed)
    expect(await rejectionOf(store.transaction(() => Promise.resolve()))).toBeInstanceOf(EngineCrashed)
    await store.close()
  })

  test('in the middle of a transaction fails that transaction', async () => {
    const store = await openStore({ kind: 'memory' })
    const tooDeep = '['.repeat(100_000) + ']'.repeat(100_000)

    const attempt = store.transaction(async (tx) => {
      await sql`select ${tooDeep}::text::jsonb`.execute(tx)
    })

    expect(await rejectionOf(attempt)).toBeInstanceOf(EngineCrashed)
    await store.close()
  })
})

describe('a data directory is refused with a sentence', () => {
  test('when it holds something else, which stays untouched', async () => {
    const directory = emptyDirectory()
    fs.writeFileSync(path.join(directory, 'holiday.jpg'), '')

    expect((await rejectionOf(openDirectory(directory))).message).toMatch(
      'holds no Playcall database but other files (holiday.jpg)',
    )
    expect(fs.readdirSync(directory)).toEqual(['holiday.jpg'])
  })

  test('when it is a file, or below one', async () => {
    const file = path.join(emptyDirectory(), 'file')
    fs.writeFileSync(file, '')

    expect((await rejectionOf(openDirectory(file))).message).toMatch(/cannot be used .* Name a directory/)
    expect((await rejectionOf(openDirectory(path.join(file, 'below')))).message).toMatch(
      /cannot be used .* Name a directory/,
    )
  })

  test('when the database in it is damaged, or of another Postgres, and the lock is given back', async () => {
    const directory = emptyDirectory()
    await (await openDirectory(directory)).close()
    const version = path.join(directory, 'database', 'PG_VERSION')

    fs.writeFileSync(version, '17\n')
    expect((await rejectionOf(openDirectory(directory))).message).toMatch(
      /is of Postgres 17, and this Playcall has 18\. Take a backup with the Playcall that made it, and restore that/,
    )
    fs.rmSync(version)
    expect((await rejectionOf(openDirectory(directory))).message).toMatch('is not a database, or is damaged')
    fs.writeFileSync(version, '18\n')
    await (await openDirectory(directory)).close()
  })
})

describe('a Postgres server is refused with a sentence that does not tell the password', () => {
  test('when the URL is none of Postgres', async () => {
    for (const url of ['', 'mysql://me:secret@host/db', 'me:secret@host']) {
      expect(await refusalOf(url)).toStartWith('The database URL must look like postgres://')
    }
  })

  test('when nothing listens there', async () => {
    expect(await refusalOf('postgres://me:secret@127.0.0.1:1/db')).toBe(
      'The Postgres server at 127.0.0.1:1 cannot be reached or used (connect ECONNREFUSED 127.0.0.1:1). ' +
        'See that it runs and that the database URL is right.',
    )
  })

  test('when it does not know the database or the user', async () => {
    const { host } = new URL(postgresUrl)
    expect(await refusalOf(`postgres://postgres:secret@${host}/nowhere`)).toStartWith(
      `The Postgres server at ${host} has no database nowhere. Create it`,
    )
    expect(await refusalOf(`postgres://stranger:secret@${host}/postgres`)).toStartWith(
      `The Postgres server at ${host} refuses the user stranger or the password`,
    )
  })

  test('when it wants a password and this is another; with the right one it is used', async () => {
    const admin = new Client(postgresUrl)
    await admin.connect()
    await admin.query(`create role locked login password 'right'; grant create on schema public to locked`)
    const { rows } = await admin.query<{ path: string }>(`select current_setting('hba_file') as path`)
    const rules = rows[0]?.path ?? ''
    const before = fs.readFileSync(rules, 'utf8')
    fs.writeFileSync(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${before}`)
    await admin.query('select pg_reload_conf()')

    expect(await refusalOf(asUser('locked:wrong'))).toStartWith(
      `The Postgres server at ${new URL(postgresUrl).host} refuses the user locked or the password`,
    )
    const { db, close } = await openPostgres(asUser('locked:right'), 'service')
    expect((await sql`select current_user as name`.execute(db)).rows).toEqual([{ name: 'locked' }])
    await close()
    fs.writeFileSync(rules, before)
    await admin.query('select pg_reload_conf()')
    await admin.query('drop owned by locked; drop role locked')
    await admin.end()
  })

  test('when its encoding cannot hold every name', async () => {
    const admin = new Client(postgresUrl)
    await admin.connect()
    await admin.query(`create database latin encoding 'LATIN1' template template0`)
    await admin.end()

    expect(await refusalOf(new URL('latin', postgresUrl).href)).toContain('encoding is LATIN1, and Playcall needs UTF8')
  })
})

describe('a Postgres server that goes away', () => {
  test('while connections are idle is not noticed by the next query', async () => {
    await sql`select 1`.execute(postgres.db)
    await cutConnections()

    expect(await countNotes(postgres)).toBe(0)
  })

  test('in the middle of a transaction fails it as unavailable, and a new one succeeds', async () => {
    const attempt = postgres.transaction(async (tx) => {
      await sql`insert into notes values (1, 0)`.execute(tx)
      await cutConnections()
      await sql`insert into notes values (2, 0)`.execute(tx)
    })

    const error: unknown = await attempt.catch((reason: unknown) => reason)
    expect({ error, unavailable: isUnavailable(error) }).toMatchObject({ unavailable: true })
    await postgres.transaction((tx) => sql`insert into notes values (3, 0)`.execute(tx))
    expect(await countNotes(postgres)).toBe(1)
  })

  test('because it crashed fails what runs as unavailable, and is used again as soon as it has recovered', async () => {
    const crash = postgres.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
      await sql`insert into notes values (1, 0)`.execute(tx)
    })
    const sleeping = Array.from({ length: 4 }, () => sql`select pg_sleep(60)`.execute(postgres.db))
    const errors: unknown[] = await Promise.all([crash, ...sleeping].map(rejectionOf))
    const deadline = performance.now() + 30_000
    let notes: number | undefined
    while (notes === undefined && performance.now() < deadline) {
      notes = await countNotes(postgres).catch((error: unknown) => void errors.push(error))
    }

    expect(errors.filter((error) => !isUnavailable(error))).toEqual([])
    expect(notes).toBe(0)
  })

  test('in the middle of a connect is unavailable', async () => {
    const server = net.createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo

    const refusal = await rejectionOf(openStore({ kind: 'postgres', url: `postgres://me@127.0.0.1:${port}/db` }))

    server.close()
    expect({ refusal, unavailable: isUnavailable(refusal.cause) }).toMatchObject({ unavailable: true })
  })

  test('is unavailable when a statement takes too long, as behind a lock', async () => {
    const late = postgres.transaction(async (tx) => {
      await sql`set local statement_timeout = 10`.execute(tx)
      await sql`select pg_sleep(60)`.execute(tx)
    })
    expect(isUnavailable(await rejectionOf(late))).toBe(true)
  })

  test('is unavailable when it has no connection left, and connections are made when it has', async () => {
    const admin = new Client(postgresUrl)
    await admin.connect()
    await admin.query(`create role guest login connection limit 2; grant all on table notes to guest`)
    const { db, close } = await openPostgres(asUser('guest'), 'service')
    const read = (): Promise<unknown> => sql`select pg_sleep(0.1), count(*) from notes`.execute(db)

    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, read))
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(errors).toHaveLength(3)
    expect(errors.map(codeOf)).toEqual(['53300', '53300', '53300'])
    expect(errors.every(isUnavailable)).toBe(true)

    await admin.query('alter role guest connection limit -1')
    await Promise.all(Array.from({ length: 5 }, read))
    await close()
    await admin.query('drop owned by guest; drop role guest')
    await admin.end()
  })

  test('is unavailable when nothing listens any more, and an SQL error is not', async () => {
    const away = new Client('postgres://127.0.0.1:1/db')
    const refused: unknown = await away.connect().catch((reason: unknown) => reason)
    const mistaken: unknown = await sql`selec`.execute(postgres.db).catch((reason: unknown) => reason)

    expect([refused, mistaken, new Error('bug'), null].map(isUnavailable)).toEqual([true, false, false, false])
  })
})

test('a Postgres server is told to give up soon on a process that has vanished', async () => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, reset_val as setting from pg_settings
    where name like 'tcp%' or name like '%statement_timeout' or name = 'idle_in_transaction_session_timeout'`.execute(
    postgres.db,
  )
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    idle_in_transaction_session_timeout: '10000',
    statement_timeout: '30000',
    tcp_keepalives_count: '2',
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_user_timeout: '20000',
  })
})

test('a Postgres server is reached over its Unix socket too', async () => {
  const { socketDirectory } = await startPostgres()
  const { port, pathname } = new URL(postgresUrl)
  const { db, close } = await openPostgres(
    `postgres://postgres@localhost:${port}${pathname}?host=${encodeURIComponent(socketDirectory)}`,
    'service',
  )

  const { rows } = await sql`select inet_server_addr() is null as is_local, count(*) from notes`.execute(db)
  expect(rows).toEqual([{ is_local: true, count: 0 }])
  await close()
})

test('two transactions on Postgres that deadlock both succeed', async () => {
  await sql`insert into notes values (1, 0), (2, 0)`.execute(postgres.db)
  const bothHoldOne = Promise.withResolvers<void>()
  let holding = 0
  const lockBoth = (first: number, second: number): Promise<void> =>
    postgres.transaction(async (tx) => {
      await sql`update notes set count = count + 1 where id = ${first}`.execute(tx)
      if (++holding === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update notes set count = count + 1 where id = ${second}`.execute(tx)
    })

  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])

  const { rows } = await sql`select count from notes order by id`.execute(postgres.db)
  expect(rows).toEqual([{ count: 2 }, { count: 2 }])
  expect(holding).toBeGreaterThan(2)
})
