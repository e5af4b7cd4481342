/** The packed program does everything by itself: in an empty directory, with an empty environment. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import manifest from '../../package.json'
import { build } from '../../scripts/build.ts'
import { hostTarget } from '../../scripts/build/runtimes.ts'
import document from '../../generated/openapi.json'

let folder: string
let program: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-binary-'))
  program = await build(hostTarget(), path.join(folder, 'one'))
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A directory with nothing in it. */
function emptyDirectory(): string {
  return fs.mkdtempSync(path.join(folder, 'empty-'))
}

function start(cwd: string, args: string[], env: Record<string, string> = {}) {
  return Bun.spawn([program, ...args], { cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
}

async function run(cwd: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = start(cwd, args)
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err }
}

test('the same sources give the same bytes', async () => {
  const again = await build(hostTarget(), path.join(folder, 'two'))
  const [one, two] = [fs.readFileSync(program), fs.readFileSync(again)]
  expect(one.equals(two)).toBe(true)
})

test('the bill of materials names what is inside, and nothing that only builds or tests it', () => {
  const bill = JSON.parse(fs.readFileSync(`${program}.cdx.json`, 'utf8')) as {
    bomFormat: string
    specVersion: string
    components: { name: string; group?: string; version: string }[]
  }
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  const inside = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
  for (const name of [...Object.keys(manifest.dependencies), 'bun']) expect(inside).toContain(name)
  for (const name of Object.keys(manifest.devDependencies)) expect(inside).not.toContain(name)
  expect(bill.components.find(({ name }) => name === 'zod')?.version).toBe(manifest.dependencies.zod)
})

describe('in an empty directory', () => {
  test('it serves, with its database, its reference page and its contract, and places a call', async () => {
    const cwd = emptyDirectory()
    const service = start(cwd, [], { PORT: '0', PLAYCALL_SIM_SPEED: '1000' })
    const reader = service.stdout.getReader()
    let said = ''
    while (!said.includes('/calls')) said += new TextDecoder().decode((await reader.read()).value)
    const url = /running at (\S+)/.exec(said)?.[1] ?? ''
    const line = said.split('\n').find((text) => text.includes('curl') && text.includes('/call'))
    const answer = JSON.parse(await Bun.$`sh -c ${line?.trim() ?? ''}`.quiet().text()) as { success: boolean }
    expect(answer.success).toBe(true)

    const script = await fetch(`${url}/docs/scalar.js`)
    expect(await script.text()).toContain('createApiReference')
    expect((await fetch(`${url}/docs`)).status).toBe(200)
    expect(await (await fetch(`${url}/openapi.json`)).json()).toEqual(document)
    expect(await (await fetch(`${url}/openapi.yaml`)).text()).toContain('openapi: 3.1')

    service.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    expect(fs.readdirSync(cwd)).toEqual(['data'])
  })

  test('every command works in it', async () => {
    const cwd = emptyDirectory()
    expect((await run(cwd, '--version')).out).toMatch(/^\d+\.\d+\.\d+ \(.+\)\n$/)
    expect((await run(cwd, '--help')).out).toContain('Usage: playcall')
    expect(JSON.parse((await run(cwd, 'openapi')).out)).toEqual(document)
    expect((await run(cwd, 'openapi', '--yaml')).out).toContain('openapi: 3.1')
    expect(await run(cwd, 'migrate')).toMatchObject({ code: 0, err: '' })
    const account = JSON.parse((await run(cwd, 'account', 'create', '--name', 'Clinic', '--json')).out) as {
      id: string
    }
    expect((await run(cwd, 'account', 'list')).out).toContain('Clinic')
    const args = ['--account', account.id, '--name', 'First', '--scopes', 'all', '--json']
    const token = JSON.parse((await run(cwd, 'token', 'create', ...args)).out) as { id: string }
    expect((await run(cwd, 'token', 'list', '--account', account.id)).out).toContain('First')
    expect((await run(cwd, 'token', 'revoke', token.id)).code).toBe(0)
    expect(await run(cwd, 'backup', 'saved')).toMatchObject({ code: 0, err: '' })
    fs.renameSync(path.join(cwd, 'data'), path.join(cwd, 'before'))
    expect(await run(cwd, 'restore', 'saved')).toMatchObject({ code: 0, err: '' })
    expect((await run(cwd, 'account', 'list')).out).toContain('Clinic')
    fs.writeFileSync(path.join(cwd, 'campaign.json'), JSON.stringify({ contacts: [{ phone: '+15005550100' }] }))
    expect((await run(cwd, 'simulate', 'campaign.json')).out).toContain('completed')
  })
})
