/**
 * How long a start takes after `kill -9` under load, on the embedded database: `bun scripts/killedStart.ts --rounds 20`.
 * Each round loads the service with campaigns, kills it, and starts it again. The rounds share a data directory, so
 * that it fills as one does. `--seconds` is how long the load lasts at the most. Beside the time it tells how much log
 * lay in the directory; at the end, what a start after an orderly stop takes.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeDataDirectory } from '../test/support/database.ts'

const TOKEN = 'a-token-for-measuring-starts'
/** Contacts in a campaign: some MB of log each. */
const CONTACTS = 2_000
const LOOK_EVERY_MS = 10

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, seconds: { type: 'string', default: '15' } },
})
const rounds = Number(values.rounds)
const loadMs = Number(values.seconds) * 1_000

interface Service {
  url: string
  process: Bun.Subprocess
  /** From the start of the process until `/readyz` said yes. */
  startMs: number
}

const directory = makeDataDirectory()
const times: number[] = []
try {
  let service = await start()
  console.log(`first start: ${seconds(service.startMs)}`)
  for (let round = 1; round <= rounds; round++) {
    await load(service, (loadMs * round) / rounds)
    service.process.kill('SIGKILL')
    await service.process.exited
    const log = logBytes()
    service = await start()
    times.push(service.startMs)
    console.log(
      `${round}: ${seconds(service.startMs)} after a kill, with ${Math.round(log / 2 ** 20)} MiB of log files`,
    )
  }
  service.process.kill('SIGTERM')
  await service.process.exited
  service = await start()
  service.process.kill('SIGTERM')
  await service.process.exited
  times.sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)] ?? 0
  console.log(
    `median ${seconds(median)}, longest ${seconds(times.at(-1) ?? 0)}; after a stop ${seconds(service.startMs)}`,
  )
} finally {
  fs.rmSync(directory, { recursive: true, force: true })
}

async function start(): Promise<Service> {
  const before = performance.now()
  const port = await freePort()
  const child = Bun.spawn([process.execPath, 'src/main.ts', 'serve'], {
    cwd: path.join(import.meta.dir, '..'),
    env: {
      ...process.env,
      PORT: String(port),
      PLAYCALL_DATA: directory,
      PLAYCALL_TOKEN: TOKEN,
      PLAYCALL_SIM_SPEED: '1000',
      PLAYCALL_LOG: 'error',
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
    await Bun.sleep(LOOK_EVERY_MS)
  }
  return { url, process: child, startMs: performance.now() - before }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** Raises the limits of the account, and sends one campaign after the other. */
async function load({ url }: Service, ms: number): Promise<void> {
  const send = (method: string, target: string, body?: unknown): Promise<Response> =>
    fetch(url + target, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const until = performance.now() + ms
  const playbook = { name: 'Measured', config: { agent: 'scripted', first_message: 'Hello.' } }
  const made: unknown = await (await send('POST', '/playbooks', playbook)).json()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract says so
  const { id: playbookId } = (made as { data: { id: string } }).data
  for (let campaign = 0; performance.now() < until; campaign++) {
    const contacts = Array.from({ length: CONTACTS }, (_, at) => ({
      phone: `+1415${String(2_000_000 + ((campaign * CONTACTS + at) % 7_000_000))}`,
    }))
    const answer = await send('POST', '/campaign', { playbook_id: playbookId, contacts })
    if (!answer.ok && answer.status !== 429) throw new Error(await answer.text())
    await answer.text()
    await Bun.sleep(200)
  }
}

function logBytes(): number {
  const folder = path.join(directory, 'database', 'pg_wal')
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(folder, entry.name)).size, 0)
}

async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return port ?? 0
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`
}
