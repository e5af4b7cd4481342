import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import manifest from '../../package.json'
import { hashToken, SCOPES } from '../../src/core/apiToken.ts'
import { EngineCrashed } from '../../src/store/engineCrash.ts'
import type { Store, StoreOptions } from '../../src/store/open.ts'
import { findAccount, lockAccount, saveAccount } from '../../src/store/accounts.ts'
import { findTokenHolder } from '../../src/store/tokens.ts'
import { openTestStore, START_TIMEOUT_MS } from '../support/database.ts'
import { START } from '../support/testApp.ts'
import { run } from './support.ts'

const NOBODY = '01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a99'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
}, START_TIMEOUT_MS)

async function makeAccount(name = 'Acme'): Promise<string> {
  return (await run(['account', 'create', '--name', name], { store })).out.trim()
}

interface TokenJson {
  id: string
  token: string
  scopes: string[]
  expires_at: string | null
}

async function makeToken(account: string, ...more: string[]): Promise<TokenJson> {
  const args = ['token', 'create', '--account', account, '--name', 'CI', '--scopes', 'all', '--json', ...more]
  return JSON.parse((await run(args, { store })).out) as TokenJson
}

describe('wrong usage ends with code 2, a sentence on standard error, and nothing on standard output', () => {
  const account = ['token', 'create', '--account', NOBODY, '--name', 'x']
  const wrong: [string[], string][] = [
    [['fly'], "Unknown command 'fly'."],
    [['migrat'], 'Did you mean migrate?'],
    [['serve', 'now'], "Too many arguments for 'serve'."],
    [['migrate', '--jsn'], "Unknown option '--jsn'."],
    [['account'], 'Usage: playcall account'],
    [['account', 'create'], "Required option '--name <name>' not specified."],
    [['account', 'create', '--name', ''], '--name: '],
    [['account', 'create', '--name', 'x', '--timezone', 'Mars/Base'], '--timezone must be a time zone'],
    [['account', 'caller-id', '--account', NOBODY, '--verify', '+1911'], '--verify must be a number'],
    [['account', 'caller-id', '--account', NOBODY, '--withdraw', '1'], '--withdraw must be a number'],
    [
      ['account', 'caller-id', '--account', NOBODY, '--verify', '+14155550199', '--withdraw', '+14155550199'],
      'Write --verify or --withdraw, not both.',
    ],
    [['token', 'list'], "Required option '--account <id>' not specified."],
    [['token', 'list', '--account', '7'], '--account must be an id'],
    [[...account, '--scopes', 'calls:read,calls:fly'], '--scopes: '],
    [[...account, '--scopes', 'calls:read,calls:read'], '--scopes: '],
    [[...account, '--scopes', 'all', '--expires', 'tomorrow'], '--expires: '],
    [[...account, '--scopes', 'all', '--expires', '2020-01-01T00:00:00Z'], '--expires must lie in the future.'],
    [['token', 'revoke'], "Missing required argument 'TOKEN_ID'."],
    [['token', 'revoke', 'pc_secret'], 'TOKEN_ID must be an id'],
    [['backup'], "Missing required argument 'FILE'."],
    [['simulate', 'x.json', '--seed', '-1'], 'Write a whole number from 0 to 2147483647.'],
  ]
  for (const [args, sentence] of wrong) {
    test(`playcall ${args.join(' ')}`, async () => {
      const ran = await run(args, { store })
      expect(ran).toMatchObject({ code: 2, out: '' })
      expect(ran.err).toContain(sentence)
    })
  }
})

test('--help and --version are answers, not errors', async () => {
  const help = await run(['--help'])
  expect(help).toMatchObject({ code: 0, err: '' })
  for (const name of [
    'serve',
    'migrate',
    'account',
    'token',
    'backup',
    'restore',
    'resume-dialling',
    'simulate',
    'openapi',
  ]) {
    expect(help.out).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  }
  expect(await run(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
  expect((await run(['token', 'create', '--help'])).out).toContain('--scopes <scopes>')
})

test('a malformed setting is named in a sentence and ends with code 1', async () => {
  const ran = await run(['migrate'], { env: { PORT: 'high' } })
  expect(ran).toEqual({ code: 1, out: '', err: 'PORT must be a whole number from 0 to 65535, not "high".\n' })
  for (const days of ['30', '0', '-1', '31.5', 'all']) {
    const { code, err } = await run(['migrate'], { env: { PLAYCALL_KEEP_DAYS: days } })
    expect(code).toBe(1)
    expect(err).toStartWith(`PLAYCALL_KEEP_DAYS must be a whole number of days from 31 to 36500, not "${days}"`)
  }
})

describe('accounts', () => {
  test('a new account is printed as its id alone, and the way to a token on standard error', async () => {
    const made = await run(['account', 'create', '--name', 'Acme', '--timezone', 'Europe/Paris'], { store })
    expect(made.code).toBe(0)
    expect(made.out).toMatch(/^[0-9a-f-]{36}\n$/)
    expect(made.err).toContain(`playcall token create --account ${made.out.trim()}`)
    const { out } = await run(['account', 'list', '--json'], { store })
    expect(JSON.parse(out)).toEqual([
      { id: made.out.trim(), name: 'Acme', timezone: 'Europe/Paris', created_at: new Date(START).toISOString() },
    ])
  })

  test('--json prints the account', async () => {
    const { out } = await run(['account', 'create', '--name', 'Acme', '--json'], { store })
    expect(JSON.parse(out)).toMatchObject({ name: 'Acme', timezone: 'UTC' })
  })
})

describe('caller ids', () => {
  const callerId = (account: string, ...more: string[]) =>
    run(['account', 'caller-id', '--account', account, '--json', ...more], { store })
  const verified = [{ phone: '+442071838750', verified_at: new Date(START).toISOString() }]

  test('a number is verified for one account, once, and listed in E.164', async () => {
    const [account, other] = [await makeAccount(), await makeAccount('Other')]
    for (const spelling of ['+44 (0)20 7183 8750', '+442071838750']) {
      expect(JSON.parse((await callerId(account, '--verify', spelling)).out)).toEqual(verified)
    }
    expect(JSON.parse((await callerId(account)).out)).toEqual(verified)
    expect(JSON.parse((await callerId(other)).out)).toEqual([])
    const table = await run(['account', 'caller-id', '--account', account], { store })
    expect(table.out).toContain('+442071838750')
  })

  test('one that is withdrawn is not shown any more', async () => {
    const account = await makeAccount()
    await callerId(account, '--verify', '+442071838750')
    await store.transaction(async (tx) =>
      saveAccount(tx, { ...(await lockAccount(tx, account)), callerId: '+442071838750' }),
    )
    expect(JSON.parse((await callerId(account, '--withdraw', '+44 20 7183 8750')).out)).toEqual([])
    expect((await findAccount(store.db, account)).callerId).toBeNull()
    expect(await callerId(account, '--withdraw', '+442071838750')).toMatchObject({
      code: 1,
      err: '+442071838750 is not verified.\n',
    })
    expect((await callerId(NOBODY, '--verify', '+442071838750')).err).toContain(`There is no account ${NOBODY}`)
  })
})

describe('tokens', () => {
  test('the secret is printed alone, once, and lets its bearer in with the scopes that were asked for', async () => {
    const account = await makeAccount()
    const args = ['token', 'create', '--account', account, '--name', 'CI', '--scopes', 'calls:read, calls:write']
    const { out, err } = await run(args, { store })
    expect(out).toMatch(/^pc_[0-9A-Za-z]+\n$/)
    expect(err).toContain('shown only this once')
    const holder = await findTokenHolder(store, hashToken(out.trim()), START)
    expect(holder).toMatchObject({ accountId: account, tokenName: 'CI', scopes: ['calls:read', 'calls:write'] })
    for (const json of [[], ['--json']]) {
      const listed = await run(['token', 'list', '--account', account, ...json], { store })
      expect(listed.out).toContain('CI')
      expect(listed.out).not.toContain(out.trim())
    }
  })

  test('all means every scope, and a token ends when it was told to', async () => {
    const made = await makeToken(await makeAccount(), '--expires', '2026-12-24T18:00:00+01:00')
    expect(made).toMatchObject({ scopes: [...SCOPES], expires_at: '2026-12-24T17:00:00.000Z' })
    const end = Date.parse('2026-12-24T17:00:00Z')
    expect(await findTokenHolder(store, hashToken(made.token), end - 1)).not.toBeNull()
    expect(await findTokenHolder(store, hashToken(made.token), end)).toBeNull()
  })

  test('a revoked token lets nobody in, and may be revoked again', async () => {
    const made = await makeToken(await makeAccount())
    for (const now of [START, START + 60_000]) {
      const ran = await run(['token', 'revoke', made.id, '--json'], { store, now })
      expect(JSON.parse(ran.out)).toMatchObject({ id: made.id, revoked_at: new Date(START).toISOString() })
    }
    expect(await findTokenHolder(store, hashToken(made.token), START)).toBeNull()
  })

  test('the list holds every token of that account and none of another', async () => {
    const account = await makeAccount()
    await makeToken(await makeAccount('Another'))
    const ids: string[] = []
    for (let count = 0; count < 101; count++) ids.unshift((await makeToken(account)).id)
    const { out } = await run(['token', 'list', '--account', account, '--json'], { store })
    const listed = (JSON.parse(out) as TokenJson[]).map(({ id }) => id)
    expect(listed.toSorted()).toEqual(ids.toSorted())
  })

  test('an unknown account or token is a failure, with a sentence', async () => {
    for (const args of [
      ['token', 'list', '--account', NOBODY],
      ['token', 'create', '--account', NOBODY, '--name', 'x', '--scopes', 'all'],
      ['token', 'revoke', NOBODY],
    ]) {
      const ran = await run(args, { store })
      expect(ran).toMatchObject({ code: 1, out: '' })
      expect(ran.err).toMatch(new RegExp(`^There is no (account|token) ${NOBODY}\\.`))
    }
  })
})

describe('which database', () => {
  let directory: string
  beforeEach(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-cli-'))
  })
  afterEach(() => fs.rmSync(directory, { recursive: true, force: true }))

  test('one in memory is refused, because nothing would be left', async () => {
    for (const args of [['migrate'], ['account', 'create', '--name', 'x'], ['backup', 'x']]) {
      const ran = await run(args, { env: { PLAYCALL_DATA: 'memory' } })
      expect(ran).toMatchObject({ code: 1, out: '' })
      expect(ran.err).toStartWith('PLAYCALL_DATA is memory:')
    }
  })

  test('a mistyped directory is named, and no database is made in it', async () => {
    const missing = path.join(directory, 'dta')
    for (const args of [
      ['account', 'list'],
      ['token', 'revoke', NOBODY],
      ['backup', path.join(directory, 'b')],
    ]) {
      const ran = await run(args, { env: { PLAYCALL_DATA: missing } })
      expect(ran).toEqual({
        code: 1,
        out: '',
        err: `There is no data directory ${missing}. Name it with PLAYCALL_DATA.\n`,
      })
    }
    expect(fs.readdirSync(directory)).toEqual([])
  })

  test('migrate says where the database is, without the password, and at which migration', async () => {
    const env = { DATABASE_URL: 'postgres://ada:secret@db.example/calls' }
    const { out } = await run(['migrate', '--json'], { store, env })
    expect(JSON.parse(out)).toEqual({
      database: 'postgres://db.example/calls',
      migration: expect.stringMatching(/^\d{4}_/) as string,
    })
  })
})

test('the contract is printed as it is served', async () => {
  const root = path.join(import.meta.dir, '../../generated')
  expect((await run(['openapi'])).out).toBe(fs.readFileSync(path.join(root, 'openapi.json'), 'utf8'))
  expect((await run(['openapi', '--yaml'])).out).toBe(fs.readFileSync(path.join(root, 'openapi.yaml'), 'utf8'))
})

test('a service whose embedded database dies ends with code 70', async () => {
  const codes: number[] = []
  const logged: string[] = []
  let options: StoreOptions | undefined
  const stop = Promise.withResolvers<() => void>()
  const served = run(['serve'], {
    env: { PORT: '0' },
    shell: {
      openStore: async (_location, given) => {
        options = given
        return { ...store, close: async () => {} }
      },
      log: (level, message) => logged.push(`${level} ${message}`),
      exit: (code) => codes.push(code),
      onStop: stop.resolve,
    },
  })
  const askToStop = await stop.promise
  options?.onCrash?.(new EngineCrashed(new Error('out of memory')))
  expect(codes).toEqual([70])
  expect(logged).toEqual(['error the embedded database died; Playcall must be started again'])
  askToStop()
  expect(await served).toMatchObject({ code: 0 })
})

describe('playcall account limit', () => {
  test('sets the ceilings that are named, lifts those that are none, and prints all that there are', async () => {
    const account = await makeAccount()
    const set = await run(['account', 'limit', account, '--requests-per-second', '50', '--calls-at-once', '8'], {
      store,
    })
    expect(set).toMatchObject({ code: 0, err: '' })
    expect(set.out).toMatch(/requests per second +50\nrequests per minute +none\n.*\ncalls at once +8\n/)
    const lifted = await run(['account', 'limit', account, '--calls-at-once', 'none', '--json'], { store })
    expect(JSON.parse(lifted.out)).toEqual({
      limits: { per_second: 50, per_minute: null },
      lines: { calls_per_second: null, calls_at_once: null, reserved_for_inbound: null },
    })
    expect(await run(['account', 'limit', account, '--json'], { store })).toMatchObject({ code: 0, out: lifted.out })
  })

  test('refuses what is no ceiling, and an account that there is not', async () => {
    const account = await makeAccount()
    for (const value of ['0', '-1', '1.5', '100001', 'many', '']) {
      const ran = await run(['account', 'limit', account, `--requests-per-second=${value}`], { store })
      expect(ran).toMatchObject({ code: 2, out: '' })
      expect(ran.err).toContain('--requests-per-second')
    }
    const nobody = await run(['account', 'limit', NOBODY, '--calls-at-once', '3'], { store })
    expect(nobody).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`There is no account ${NOBODY}.`) })
    expect(await run(['account', 'limit', 'x'], { store })).toMatchObject({ code: 2 })
  })
})
