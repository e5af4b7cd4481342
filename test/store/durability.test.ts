import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterEach, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { syncTree } from '../../src/store/durableFs.ts'
import { openStore } from '../../src/store/open.ts'
import { makeDataDirectory, START_TIMEOUT_MS } from '../support/database.ts'
import { runBun } from '../support/childProcess.ts'

setDefaultTimeout(START_TIMEOUT_MS)

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) fs.rmSync(directory, { recursive: true, force: true })
})

function dataDirectory(): string {
  const directory = makeDataDirectory()
  directories.push(directory)
  return directory
}

/** Counts what reaches the disk while `work` runs. */
async function countFsyncs(work: () => Promise<void>): Promise<number> {
  const spy = spyOn(fs, 'fsyncSync')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

test('a commit in a data directory is one fsync, and a read is none', async () => {
  const store = await openStore({ kind: 'directory', path: dataDirectory() })
  await sql`create table notes (id integer primary key)`.execute(store.db)

  const writes = await countFsyncs(async () => {
    for (let id = 0; id < 10; id++) {
      await store.transaction((tx) => sql`insert into notes values (${id}), (${id + 100})`.execute(tx))
    }
  })
  const reads = await countFsyncs(async () => {
    await sql`select * from notes`.execute(store.db)
  })
  await store.close()

  expect({ writes, reads }).toEqual({ writes: 10, reads: 0 })
})

test('a checkpoint brings the tables themselves to the disk', async () => {
  const store = await openStore({ kind: 'directory', path: dataDirectory() })
  await sql`create table notes (id integer primary key)`.execute(store.db)

  const count = await countFsyncs(async () => {
    await sql`checkpoint`.execute(store.db)
  })
  await store.close()

  expect(count).toBeGreaterThan(10)
})

test('PGlite by itself brings nothing to the disk, which is why there is a file system of our own', async () => {
  const files = new NodeFS(path.join(dataDirectory(), 'database'))
  const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')
  const engine = await PGlite.create({ fs: files, startParams: [...startParams, '-c', 'wal_sync_method=fsync'] })

  const count = await countFsyncs(async () => {
    await engine.exec('create table notes (id integer primary key); insert into notes values (1); checkpoint')
  })
  await engine.close()

  expect(count).toBe(0)
})

test('the first start makes the directory, replaces a half-made database, and what is written survives closing', async () => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-data-'))
  directories.push(parent)
  const directory = path.join(parent, 'not', 'there', 'yet')
  fs.mkdirSync(path.join(directory, 'database.new', 'base'), { recursive: true })
  fs.writeFileSync(path.join(directory, 'database.new', 'PG_VERSION'), '18\n')

  const store = await openStore({ kind: 'directory', path: directory })
  await sql`create table notes (text text)`.execute(store.db)
  await store.transaction((tx) => sql`insert into notes values ('kept')`.execute(tx))
  await store.close()
  const reopened = await openStore({ kind: 'directory', path: directory })
  const { rows } = await sql`select text from notes`.execute(reopened.db)
  await reopened.close()

  expect(rows).toEqual([{ text: 'kept' }])
  expect(fs.readdirSync(directory).toSorted()).toEqual(['database', 'lock', 'secret-key'])
})

test('what a process acknowledged before kill -9 is there afterwards', async () => {
  const directory = dataDirectory()
  const writer = runBun(`
    import { sql } from 'kysely'
    import { openStore } from ${JSON.stringify(path.resolve('src/store/open.ts'))}
    const store = await openStore({ kind: 'directory', path: ${JSON.stringify(directory)} })
    await sql\`create table notes (id integer primary key)\`.execute(store.db)
    for (let id = 1; ; id++) {
      await store.transaction((tx) => sql\`insert into notes values (\${id})\`.execute(tx))
      console.log(id)
    }`)
  const acknowledged = Number(await writer.readUntil((line) => Number(line) >= 50))
  await writer.kill()

  const store = await openStore({ kind: 'directory', path: directory })
  const { rows } = await sql<{ count: number }>`
    select count(*) from notes where id <= ${acknowledged}`.execute(store.db)
  await store.close()

  expect(acknowledged).toBeGreaterThanOrEqual(50)
  expect(rows).toEqual([{ count: acknowledged }])
})

test('a start after a kill brings its files to the disk together, not one by one, and keeps what was committed', async () => {
  const directory = dataDirectory()
  const writer = runBun(`
    import { sql } from 'kysely'
    import { openStore } from ${JSON.stringify(path.resolve('src/store/open.ts'))}
    const store = await openStore({ kind: 'directory', path: ${JSON.stringify(directory)} })
    await sql\`create table notes (id integer primary key)\`.execute(store.db)
    await store.transaction((tx) => sql\`insert into notes values (1)\`.execute(tx))
    console.log('stored')`)
  await writer.readUntil((line) => line === 'stored')
  await writer.kill()
  const files = fs.readdirSync(directory, { recursive: true }).length

  const oneByOne = await countFsyncs(async () => {
    const store = await openStore({ kind: 'directory', path: directory })
    expect((await sql`select * from notes`.execute(store.db)).rows).toEqual([{ id: 1 }])
    await store.close()
  })

  expect(files).toBeGreaterThan(400)
  expect(oneByOne).toBeLessThan(files / 2)
})

test('a file that was written to after it was brought to the disk is no more the same', async () => {
  const directory = dataDirectory()
  const names = ['left', 'written'].map((name) => path.join(directory, name))
  for (const name of names) fs.writeFileSync(name, 'before')
  const synced = await syncTree(directory)
  fs.appendFileSync(names[1] ?? '', ' and after')

  const isUnchanged = (name: string): boolean => {
    const descriptor = fs.openSync(name, 'r')
    try {
      return synced.isUnchanged(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
  }
  expect(names.map(isUnchanged)).toEqual([true, false])
  synced.forgetAll()
  expect(names.map(isUnchanged)).toEqual([false, false])
})
