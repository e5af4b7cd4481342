import { afterEach, beforeEach, expect, test } from 'bun:test'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { lockDirectory } from '../../src/database/pglite/lock.ts'
import { openStore } from '../../src/store/open.ts'
import { type ChildProcess, runBun } from '../support/childProcess.ts'
import { rejectionOf } from '../support/rejection.ts'

let directory: string
const children: ChildProcess[] = []

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill()
  fs.rmSync(directory, { recursive: true, force: true })
})

/** Another process that has the lock by the time this returns. */
async function startHolder(): Promise<ChildProcess> {
  const holder = runBun(`
    import { lockDirectory } from ${JSON.stringify(path.resolve('src/database/pglite/lock.ts'))}
    lockDirectory(${JSON.stringify(directory)})
    Bun.gc(true)
    console.log('locked')
    setInterval(() => undefined, 60_000)`)
  children.push(holder)
  await holder.readUntil((line) => line === 'locked')
  return holder
}

test('a store on a directory that another process has open is refused, and the directory named', async () => {
  await startHolder()

  expect((await rejectionOf(openStore({ kind: 'directory', path: directory }))).message).toMatch(
    `The data directory ${directory} is in use by another Playcall.`,
  )
})

test('the lock falls with its holder, even on kill -9', async () => {
  const holder = await startHolder()
  expect(() => lockDirectory(directory)).toThrow('in use by another Playcall')

  await holder.kill()

  lockDirectory(directory)()
  expect(fs.readdirSync(directory)).toEqual(['lock'])
})

test('one process cannot open a directory twice either', () => {
  const unlock = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow('in use by another Playcall')
  unlock()
})

test('a refused attempt leaves the lock with its holder', () => {
  const unlock = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow('in use')
  expect(() => lockDirectory(directory)).toThrow('in use')
  unlock()
})

test('a lock that is given back can be taken again, and giving it back twice does no harm', () => {
  const unlock = lockDirectory(directory)
  unlock()
  const unlockAgain = lockDirectory(directory)
  unlock()
  expect(() => lockDirectory(directory)).toThrow('in use')
  unlockAgain()
})

test('a directory in which no lock can be had is refused with a sentence', () => {
  expect(() => lockDirectory(path.join(directory, 'missing'))).toThrow(/cannot be locked .* must be on a local disk/)
})
