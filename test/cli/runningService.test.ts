/** What commands do with the embedded database while the service has it open. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import fs from 'node:fs'
import path from 'node:path'
import { restoreBackup } from '../../src/store/backup.ts'
import { findDiallingHold } from '../../src/store/diallingHold.ts'
import { CONTROL_SOCKET } from '../../src/store/dataLock.ts'
import { openStore } from '../../src/store/open.ts'
import { reachService } from '../../src/cli/control.ts'
import { makeDataDirectory, START_TIMEOUT_MS } from '../support/database.ts'
import { rejectionOf } from '../support/rejection.ts'
import { type Service, startService } from '../support/service.ts'
import { START } from '../support/testApp.ts'
import { waitFor } from '../support/waitFor.ts'
import { run } from './support.ts'

let directory: string
let data: string
let file: string
let service: Service
beforeEach(async () => {
  directory = makeDataDirectory()
  data = path.join(directory, 'data')
  file = path.join(directory, 'calls.backup')
  service = await startService({ env: { PLAYCALL_DATA: data } })
}, START_TIMEOUT_MS)
afterEach(async () => {
  await service.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}, START_TIMEOUT_MS)

const command = (...args: string[]) => run(args, { env: { PLAYCALL_DATA: data } })

async function placeCall(number: number): Promise<string> {
  const response = await fetch(`${service.url}/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: `+1415555${String(number).padStart(4, '0')}`, playbook_id: service.playbookId }),
  })
  if (response.status !== 201) throw new Error(await response.text())
  return ((await response.json()) as { data: { call_id: string } }).data.call_id
}

test(
  'a backup that is taken while calls are placed and made has every call that was answered before, and no half ones',
  async () => {
    const placed: string[] = []
    const enough = Promise.withResolvers<void>()
    const isDone = new AbortController()
    const clients = [0, 1, 2, 3].map(async (client) => {
      for (let number = client; !isDone.signal.aborted; number += 4) {
        if (placed.push(await placeCall(number)) === 100) enough.resolve()
      }
    })
    await Promise.race([enough.promise, ...clients])
    const before = [...placed]
    const ran = await command('backup', file)
    isDone.abort()
    await Promise.all(clients)
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(placed.length).toBeGreaterThan(before.length)
    expect(fs.readdirSync(directory).toSorted()).toEqual(['calls.backup', 'data'])
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)

    const restored = await openStore({ kind: 'memory' })
    try {
      await restoreBackup(restored, file, START)
      const { rows } = await sql<{ id: string; whole: boolean }>`
        select id, attempt_count = (select count(*) from attempts where call_id = calls.id) as whole
        from calls`.execute(restored.db)
      expect(rows.filter(({ whole }) => !whole)).toEqual([])
      const ids = new Set(rows.map(({ id }) => id))
      expect(before.filter((id) => !ids.has(id))).toEqual([])
    } finally {
      await restored.close()
    }
  },
  START_TIMEOUT_MS,
)

test(
  'two backups at once: the second is refused with a sentence, and the first is whole',
  async () => {
    const first = await reachService(data)
    if (!first) throw new Error('the service is not reached')
    expect(await first.ask<string>('backup')).toBe('copy')
    const refused = await command('backup', file)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toBe('The files of the database are being copied already. Try again when that is done.\n')
    expect(await first.ask<string>('copied')).toBe('whole')
    first.close()
    // Whoever goes away in the middle hinders nobody.
    const second = await reachService(data)
    expect(await second?.ask<string>('backup')).toBe('copy')
    second?.close()
    const ran = await waitFor('a backup', async () => {
      const tried = await command('backup', file)
      return tried.code === 0 ? tried : null
    })
    expect(ran.err).toBe('')
    expect(fs.readdirSync(directory).toSorted()).toEqual(['calls.backup', 'data'])
  },
  START_TIMEOUT_MS,
)

test(
  'a service on a restored database tells that it holds dialling, and goes on when it is told to',
  async () => {
    expect((await command('backup', file)).code).toBe(0)
    await service.stop()
    fs.rmSync(data, { recursive: true })
    const restored = await command('restore', file)
    expect(restored.out).toContain('Nothing is dialled until you say so. By now 0 calls are due')
    service = await startService({ wideLimits: false, env: { PLAYCALL_DATA: data, PLAYCALL_TOKEN: service.token } })
    await waitFor('the log to say so', async () =>
      service.log().includes('nothing is dialled since a backup was restored') ? true : null,
    )
    expect(await command('resume-dialling')).toMatchObject({ code: 0, out: 'The service goes on dialling.\n' })
    expect(await command('resume-dialling')).toMatchObject({ code: 0, out: 'Dialling was not held.\n' })
    await service.stop()
    const store = await openStore({ kind: 'directory', path: data })
    expect(await findDiallingHold(store.db)).toBeNull()
    await store.close()
  },
  START_TIMEOUT_MS,
)

test(
  'the socket is for the owner alone, refuses what it does not know, and one that was left behind is in nobody’s way',
  async () => {
    const socket = path.join(data, CONTROL_SOCKET)
    expect(fs.statSync(socket).mode & 0o777).toBe(0o600)
    const caller = await reachService(data)
    if (!caller) throw new Error('the service is not reached')
    expect((await rejectionOf(caller.ask('erase everything'))).message).toContain('does not know the command')
    caller.close()
    process.kill(service.pid, 'SIGKILL')
    await service.stop()
    expect(fs.existsSync(socket)).toBe(true)
    expect((await command('backup', file)).code).toBe(0)
    service = await startService({ wideLimits: false, env: { PLAYCALL_DATA: data, PLAYCALL_TOKEN: service.token } })
    expect((await command('resume-dialling')).code).toBe(0)
    await service.stop()
    expect(fs.readdirSync(data).toSorted()).toEqual(['database', 'lock', 'secret-key'])
  },
  START_TIMEOUT_MS,
)

test(
  'a ceiling that is set while the service runs holds from the next request on',
  async () => {
    const headers = { authorization: `Bearer ${service.token}` }
    const read = () => fetch(`${service.url}/account`, { headers })
    const account = ((await (await read()).json()) as { data: { id: string } }).data.id
    const ran = await command('account', 'limit', account, '--requests-per-minute', '2', '--json')
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(ran.out)).toMatchObject({ limits: { per_second: null, per_minute: 2 } })
    const answers = [await read(), await read()]
    expect(answers.at(-1)?.status).toBe(429)
    expect(answers.at(-1)?.headers.get('ratelimit-policy')).toContain('"standard";q=2;w=60')
    const missing = await command('account', 'limit', '01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a99', '--json')
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('There is no account') })
  },
  START_TIMEOUT_MS,
)
