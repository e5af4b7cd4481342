import { afterEach, beforeEach, expect, test } from 'bun:test'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { copyDatabase } from '../../src/database/pglite/copyFiles.ts'
import { makeDataDirectory } from '../support/database.ts'

let from: string
let to: string
beforeEach(() => {
  from = makeDataDirectory()
  to = makeDataDirectory()
  for (const name of ['base/1/a', 'base/1/b', 'base/2/a', 'global/a', 'pg_wal/a']) {
    const place = path.join(from, 'database', name)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.writeFileSync(place, name)
  }
})
afterEach(() => {
  for (const directory of [from, to]) fs.rmSync(directory, { recursive: true })
})

test('files and folders that are removed while the others are copied are left out', async () => {
  const copying = copyDatabase(from, to)
  fs.rmSync(path.join(from, 'database', 'base'), { recursive: true })
  await copying
  expect(fs.readFileSync(path.join(to, 'database/global/a'), 'utf8')).toBe('global/a')
  expect(fs.readFileSync(path.join(to, 'database/pg_wal/a'), 'utf8')).toBe('pg_wal/a')
})

test('what is there and cannot be copied fails the copy', async () => {
  const server = net.createServer().listen(path.join(from, 'database', 'base', '1', 'no file'))
  await once(server, 'listening')
  expect(await copyDatabase(from, to).catch((error: unknown) => error)).toBeInstanceOf(Error)
  server.close()
})
