/** The service under a launcher that ends without a word to it, as npx does at a signal. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import fs from 'node:fs'
import path from 'node:path'
import { makeDataDirectory, START_TIMEOUT_MS } from '../support/database.ts'
import { waitFor } from '../support/waitFor.ts'

setDefaultTimeout(START_TIMEOUT_MS)

const ROOT = path.resolve(import.meta.dir, '../..')

let directory: string
let launcher: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | undefined
/** The service's process, once it runs. */
let servicePid: number | undefined
beforeEach(() => {
  directory = makeDataDirectory()
  const serve = `echo "pid $$"; exec '${process.execPath}' '${ROOT}/src/main.ts' serve`
  fs.writeFileSync(path.join(directory, 'start.sh'), serve)
  fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ scripts: { start: 'sh start.sh' } }))
})
afterEach(async () => {
  launcher?.kill('SIGKILL')
  await launcher?.exited
  if (servicePid !== undefined && isThere(servicePid)) process.kill(servicePid, 'SIGKILL')
  servicePid = undefined
  fs.rmSync(directory, { recursive: true, force: true })
})

/** Runs a line of sh in which `$START` starts the service, and waits until it serves. Answers its process. */
async function launch(line: string): Promise<number> {
  launcher = Bun.spawn(['sh', '-c', line], {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      PLAYCALL_DATA: 'memory',
      START: `${process.execPath} run --silent start`,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let said = ''
  const reader = launcher.stdout.getReader()
  while (!said.includes('running at')) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the service ended: ${said}`)
    said += new TextDecoder().decode(value)
  }
  // Once it answers, it listens to signals too.
  await fetch(`${/running at (http:\/\/[\d.:]+)/.exec(said)?.[1]}/healthz`)
  servicePid = Number(/pid (\d+)/.exec(said)?.[1])
  return servicePid
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const hasEnded = (pid: number) => waitFor('the service to end', () => Promise.resolve(isThere(pid) ? null : true))

test('a launcher that ends takes the service with it, through the shells between', async () => {
  // npx tells the shell below what it is, and the shell starts `bun run`, which starts the service.
  const pid = await launch(`npm_command=exec sh -c '$START; true'; true`)
  launcher?.kill('SIGTERM')
  await hasEnded(pid)
})

test('a signal to `bun run` ends the service', async () => {
  const pid = await launch('exec $START')
  launcher?.kill('SIGTERM')
  await hasEnded(pid)
  expect(await launcher?.exited).toBe(0)
})

test('`bun run` that is killed takes the service with it', async () => {
  const pid = await launch('exec $START')
  launcher?.kill('SIGKILL')
  await hasEnded(pid)
})

test('a service that no launcher has started outlives who started it', async () => {
  const pid = await launch('sh start.sh; true')
  launcher?.kill('SIGKILL')
  await launcher?.exited
  // Longer than it takes to notice.
  expect(
    await waitFor('the service to end', () => Promise.resolve(isThere(pid) ? null : true), 3_000).catch(() => 'there'),
  ).toBe('there')
})
