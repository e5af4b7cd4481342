/**
 * The first minute of a stranger, with the real process: the README's command in a fresh clone, the printed lines pasted
 * as they are, and a process that is killed in the middle of a campaign.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { $ } from 'bun'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { type FreshClone, makeFreshClone } from '../support/freshClone.ts'
import type { components } from '../../generated/types.ts'

/** Installing on a slow machine and network. */
const START_MS = 180_000
const CALL_MS = 60_000
const LOOK_EVERY_MS = 200

type Schemas = components['schemas']
type Call = Schemas['Call']
type Campaign = Schemas['Campaign']

let clone: FreshClone
let port: number
let service: Service

beforeAll(async () => {
  clone = await makeFreshClone()
  port = await freePort()
  service = await startService()
}, START_MS)

afterAll(async () => {
  service?.kill()
  await clone?.remove()
}, START_MS)

interface Service {
  output: string
  /** Ends it as a power cut would, with everything that the command has started. */
  kill(): void
}

describe('a stranger with a fresh clone', () => {
  let token: string

  test('is shown an address, a token and two lines to paste by the one command of the README', () => {
    expect(service.output).toContain(`http://127.0.0.1:${port}/docs`)
    token = /pc_[0-9A-Za-z]+/.exec(service.output)?.[0] ?? ''
    expect(token).not.toBe('')
    expect(printedCurls()).toHaveLength(3)
  })

  test('pastes the first line and sees a call ring, talk and complete', async () => {
    const { call_id, status } = await paste<Schemas['CallCreated']>(printedCurls()[0]!)
    expect(status).toBe('initiated')
    const call = await waitFor(() => api<Call>(`/calls/${call_id}`), ended)
    expect(call).toMatchObject({ status: 'completed', outcome: 'confirmed' })
    expect(call.transcript!.length).toBeGreaterThan(2)
    expect(call.duration).toBeGreaterThan(0)
  })

  test(
    'is told so when the port is taken, and the service that has it goes on',
    async () => {
      const second = spawn('sh', ['-c', readStartCommand()], {
        cwd: clone.directory,
        env: { ...clone.env, PORT: String(port), PLAYCALL_DATA: 'memory' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      second.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const code = await new Promise((resolve) => second.on('exit', resolve))
      expect(code).not.toBe(0)
      expect(said).toContain(`Port ${port} of 127.0.0.1 is in use`)
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    },
    START_MS,
  )

  test('pastes the second line and sees a campaign of three calls go out', async () => {
    const { campaign_id } = await paste<Schemas['CampaignCreated']>(printedCurls()[1]!)
    const campaign = await waitFor(
      () => api<Campaign>(`/campaigns/${campaign_id}`),
      ({ progress }) => progress!.completed === 1 && progress!.scheduled === 2,
    )
    expect(campaign.calls).toBe(3)
    await api(`/campaigns/${campaign_id}/cancel`, 'POST')
  })

  test('kills the process in the middle of a scheduled campaign, starts it again, and finds every call finished exactly once', async () => {
    const contacts = Array.from({ length: 600 }, (_, index) => ({ phone: `+1415${String(index).padStart(7, '0')}` }))
    const playbook_id = /"playbook_id":"([^"]+)"/.exec(service.output)?.[1]
    const launch_at = new Date(Date.now() + 2000).toISOString().slice(0, 19)
    const created = await api<Schemas['CampaignCreated']>('/campaign', 'POST', { playbook_id, contacts, launch_at })
    const route = `/campaigns/${created.campaign_id}`
    await waitFor(
      () => api<Campaign>(route),
      ({ progress }) => progress!.completed > 0 && progress!.in_progress + progress!.ringing > 0,
    )
    service.kill()
    service = await startService()
    expect(service.output).not.toContain(token)
    const campaign = await waitFor(() => api<Campaign>(route), ended)
    expect(campaign).toMatchObject({ status: 'completed', progress: { completed: 600 } })
    const calls = await everyCall(created.campaign_id)
    expect(calls).toHaveLength(600)
    expect(new Set(calls.map((call) => call.phone)).size).toBe(600)
    expect(calls.filter((call) => call.status !== 'completed')).toEqual([])
    // A dial that the carrier was never asked for, because the process was killed before, is made again.
    for (const { id } of calls.filter((call) => call.attempt_count !== 1)) {
      const { attempts = [] } = await api<Schemas['Call']>(`/calls/${id}`)
      expect(attempts.filter((attempt) => attempt.carrier_call_id !== null)).toHaveLength(1)
    }
  }, 120_000)

  const ended = ({ ended_at }: { ended_at: string | null }): boolean => ended_at !== null

  function printedCurls(): string[] {
    return service.output.split('\n').filter((line) => line.trim().startsWith('curl '))
  }

  async function api<Data>(route: string, method = 'GET', body?: unknown): Promise<Data> {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}${route}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as { data: Data }
      if (response.status !== 429) return answer.data
      await Bun.sleep(Number(response.headers.get('retry-after')) * 1000)
    }
  }

  async function everyCall(campaignId: string): Promise<Call[]> {
    const calls: Call[] = []
    for (let cursor = ''; ;) {
      const page = await api<Schemas['CallPage']>(`/calls?campaign_id=${campaignId}&limit=100${cursor}`)
      calls.push(...page.items)
      if (!page.has_more) return calls
      cursor = `&cursor=${page.next_cursor}`
    }
  }
})

async function paste<Data>(line: string): Promise<Data> {
  const answer = (await $`sh -c ${line}`.quiet().json()) as { data: Data }
  return answer.data
}

/** Looks until what is seen is what is wanted. */
async function waitFor<T>(look: () => Promise<T>, wanted: (seen: T) => boolean): Promise<T> {
  const until = performance.now() + CALL_MS
  for (;;) {
    const seen = await look()
    if (wanted(seen)) return seen
    if (performance.now() > until) throw new Error(`nothing came of it; the service said:\n${service.output}`)
    await Bun.sleep(LOOK_EVERY_MS)
  }
}

function readStartCommand(): string {
  const readme = readFileSync(path.join(clone.directory, 'README.md'), 'utf8')
  const command = /## Start[\s\S]*?```sh\n(.*)\n```/.exec(readme)?.[1]
  if (!command) throw new Error('the README has no start command')
  return command
}

/** Runs the command that stands under "Start" in the README, in the fresh clone, with an empty home. */
async function startService(): Promise<Service> {
  const command = readStartCommand()
  // A group of its own, so that all that the command starts can be ended together.
  const child: ChildProcess = spawn('sh', ['-c', command], {
    cwd: clone.directory,
    env: { ...clone.env, PORT: String(port) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const started: Service = {
    output: '',
    kill: () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    },
  }
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      started.output += chunk.toString()
      if (started.output.includes('/calls')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', (code) => reject(new Error(`the service ended with ${code}:\n${started.output}`)))
  })
  return started
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
