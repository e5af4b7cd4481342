/** What a backup that is ended in the middle leaves behind: nothing, or what the next one removes. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fs from 'node:fs'
import path from 'node:path'
import { inWorkplace } from '../../src/store/backup/workplace.ts'
import { makeDataDirectory, openTestStore, START_TIMEOUT_MS } from '../support/database.ts'
import { type Service, startService } from '../support/service.ts'
import { waitFor } from '../support/waitFor.ts'
import { run } from './support.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = makeDataDirectory()
  file = path.join(directory, 'calls.backup')
})
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }))

const listLeft = (): string[] => fs.readdirSync(directory).filter((name) => name !== 'data')

describe('a process that backs up a running service', () => {
  let service: Service
  beforeEach(async () => {
    service = await startService({ env: { PLAYCALL_DATA: path.join(directory, 'data') } })
  }, START_TIMEOUT_MS)
  afterEach(() => service.stop(), START_TIMEOUT_MS)

  /** Starts one, and waits until it has begun to copy the database. */
  async function startBackup() {
    const child = Bun.spawn([process.execPath, 'src/main.ts', 'backup', file], {
      env: { ...process.env, PLAYCALL_DATA: path.join(directory, 'data') },
      stderr: 'pipe',
      stdout: 'pipe',
    })
    await waitFor('the copy to begin', async () =>
      fs.existsSync(path.join(`${file}.unfinished`, 'copy', 'database')) ? true : null,
    )
    return child
  }

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'and is ended by %s leaves nothing, and says so',
    async (signal) => {
      const child = await startBackup()
      child.kill(signal)
      expect(await child.exited).toBe(1)
      expect(await new Response(child.stderr).text()).toBe('The backup was interrupted, and nothing of it is left.\n')
      expect(listLeft()).toEqual([])
    },
    START_TIMEOUT_MS,
  )

  test(
    'and is killed leaves what the next one removes, whatever its name',
    async () => {
      const child = await startBackup()
      child.kill('SIGKILL')
      await child.exited
      expect(listLeft()).toEqual(['calls.backup.unfinished'])
      const next = path.join(directory, 'tuesday.backup')
      expect((await run(['backup', next], { env: { PLAYCALL_DATA: path.join(directory, 'data') } })).code).toBe(0)
      expect(listLeft()).toEqual(['tuesday.backup'])
      expect((await run(['backup', file], { env: { PLAYCALL_DATA: path.join(directory, 'data') } })).code).toBe(0)
      expect(listLeft().toSorted()).toEqual(['calls.backup', 'tuesday.backup'])
    },
    START_TIMEOUT_MS,
  )
})

test('a folder that another backup works in, and one that is no backup’s, are left alone', async () => {
  const store = await openTestStore()
  const foreign = path.join(directory, 'novel.unfinished')
  fs.mkdirSync(foreign)
  fs.writeFileSync(path.join(foreign, 'chapter'), 'mine')
  await inWorkplace(file, async ({ draft, copy }) => {
    fs.writeFileSync(path.join(copy, 'half'), 'copied')
    const child = Bun.spawn([process.execPath, '-e', removing(path.join(directory, 'other.backup'))], {
      stderr: 'inherit',
    })
    expect(await child.exited).toBe(0)
    expect(fs.readFileSync(path.join(copy, 'half'), 'utf8')).toBe('copied')
    fs.writeFileSync(draft, 'whole')
  })
  expect((await run(['backup', path.join(directory, 'third.backup')], { store })).code).toBe(0)
  expect(listLeft().toSorted()).toEqual(['calls.backup', 'novel.unfinished', 'other.backup', 'third.backup'])
  expect(fs.readFileSync(path.join(foreign, 'chapter'), 'utf8')).toBe('mine')
})

/** The text of a program that makes a backup of nothing, and looks for leftovers first. */
const removing = (name: string): string => `
  import { inWorkplace } from ${JSON.stringify(path.resolve('src/store/backup/workplace.ts'))}
  import fs from 'node:fs'
  await inWorkplace(${JSON.stringify(name)}, async ({ draft }) => fs.writeFileSync(draft, 'whole'))`
