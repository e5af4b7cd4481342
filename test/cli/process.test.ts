/** What only a process of its own can show: its exit code, its end, its pipes, and the lock of its data directory. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { $ } from 'bun'
import fs from 'node:fs'
import path from 'node:path'
import { makeDataDirectory, START_TIMEOUT_MS } from '../support/database.ts'

const ROOT = path.join(import.meta.dir, '../..')

let directory: string
beforeAll(() => {
  directory = makeDataDirectory()
})
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

function start(...args: string[]) {
  return Bun.spawn([process.execPath, 'src/main.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PLAYCALL_DATA: directory, PORT: '0' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = start(...args)
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err }
}

test(
  'while the service runs the commands say that it has the directory; when it has stopped they go on',
  async () => {
    // No arguments: that is to serve.
    const service = start()
    const reader = service.stdout.getReader()
    let greeting = ''
    while (!greeting.includes('/calls')) greeting += new TextDecoder().decode((await reader.read()).value)
    expect(greeting).toContain('Playcall is running at http://127.0.0.1:')

    const refused = await run('account', 'list')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toStartWith(`The data directory ${directory} is in use by another Playcall.`)

    service.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    const listed = await run('account', 'list', '--json')
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(listed.out)).toMatchObject([{ name: 'First account' }])
  },
  START_TIMEOUT_MS,
)

test(
  'a slow reader of a long output gets all of it, and one that goes away does no harm',
  async () => {
    // More than a pipe holds, so that most of it has still to be written when the command is done.
    const command = `${process.execPath} src/main.ts openapi`
    const slow = await $`sh -c ${`${command} | { sleep 1; cat; }`}`.cwd(ROOT).quiet()
    expect(slow.stdout.toString()).toBe(fs.readFileSync(path.join(ROOT, 'generated/openapi.json'), 'utf8'))
    const gone = await $`sh -c ${`{ ${command}; echo "ended with $?" >&2; } | head -c 1`}`.cwd(ROOT).quiet()
    expect([gone.stdout.toString(), gone.stderr.toString()]).toEqual(['{', 'ended with 0\n'])
  },
  START_TIMEOUT_MS,
)

test(
  'exit codes tell a failure from wrong usage',
  async () => {
    expect(await run('serv')).toEqual({
      code: 2,
      out: '',
      err: "Unknown command 'serv'. Did you mean serve? See: playcall --help\n",
    })
    expect(await run('restore', '/nowhere/x.backup')).toEqual({
      code: 1,
      out: '',
      err: 'There is no file /nowhere/x.backup.\n',
    })
  },
  START_TIMEOUT_MS,
)
