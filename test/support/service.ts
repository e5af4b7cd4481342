/** The service as its users have it: the real process, with a database in memory and a real clock. */
import path from 'node:path'
import { DEMO_PLAYBOOK_ID } from '../../src/cli/firstStart.ts'

const ROOT = path.resolve(import.meta.dir, '../..')

/** Far beyond what a test sends. */
const WIDE_LIMITS = { per_second: 100_000, per_minute: 6_000_000 }

export interface Service {
  /** Without a slash at the end. */
  url: string
  /** The first account's, with every scope. */
  token: string
  /** The demo playbook, which has one version. */
  playbookId: string
  pid: number
  /** What has come of its log, on standard error. */
  log(): string
  /** Asks it to stop and answers its exit code, when all of its log is there. */
  stop(): Promise<number>
}

export interface ServiceOptions {
  /** Lifts the account's limits of requests out of the way; those of clients without a token stay. True if absent. */
  wideLimits?: boolean
  /** Settings, as in the README. */
  env?: Record<string, string>
}

/** A service that has just been asked to start. */
export interface SpawnedService {
  child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  /** Its address once it serves, without a slash at the end. Fails with its log when it ends instead. */
  ready: Promise<string>
  /** Its exit code, when it has ended and all of its log is there. */
  ended: Promise<number>
  log(): string
}

/** Starts a program that serves as `src/main.ts` does, on a free port of 127.0.0.1. */
export function spawnService(program: string, env: Record<string, string>): SpawnedService {
  const child = Bun.spawn([process.execPath, program, 'serve'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let log = ''
  const logged = readAll(child.stderr, (text) => (log += text))
  const ended = logged.then(() => child.exited)
  const ready = new Promise<string>((resolve, reject) => {
    let said = ''
    void readAll(child.stdout, (text) => {
      said += text
      const at = /running at (http:\/\/\S+)/.exec(said)
      if (at?.[1]) resolve(at[1])
    })
    void ended.then((code) => reject(new Error(`the service ended with ${code}:\n${log}`)))
  })
  // Whoever kills it before it serves need not wait for that.
  ready.catch(() => undefined)
  return { child, ready, ended, log: () => log }
}

/** Starts the service on a free port of 127.0.0.1. Throws an Error with its log when it ends instead. */
export async function startService({ wideLimits = true, env = {} }: ServiceOptions = {}): Promise<Service> {
  const token = `test-${crypto.randomUUID()}`
  const settings = { PLAYCALL_DATA: 'memory', PLAYCALL_SIM_SPEED: '1000', PLAYCALL_TOKEN: token }
  const { child, ready, ended, log } = spawnService('src/main.ts', { ...settings, ...env })
  const url = await ready
  if (wideLimits) await liftLimits(url, token)
  return {
    url,
    token,
    playbookId: DEMO_PLAYBOOK_ID,
    pid: child.pid,
    log,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Puts the limits of an account's requests out of the way of a test. */
export async function liftLimits(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/account`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limits: WIDE_LIMITS }),
  })
  if (!response.ok) throw new Error(`the limits were not lifted: ${await response.text()}`)
}

async function readAll(output: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of output) take(decoder.decode(chunk, { stream: true }))
}
