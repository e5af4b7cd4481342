/** A generator with one of the languages it writes, and how its client comes about and is run. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const PROGRAMS = fileURLToPath(new URL('.', import.meta.url))
/** Long enough to fetch and compile everything on a slow machine, and for a program to wait out a minute's limit. */
const STEP_LIMIT_MS = 600_000

export interface Kit {
  /** As on the command line; also the folder of its program. */
  name: string
  /** With its version. */
  generator: string
  language: string
  /** What must be on the machine, each as the command that tells its version. */
  needs: string[][]
  /** Takes the version out of what the first of `needs` says. */
  version: RegExp
  /** Generates the client and builds the program with it, in a folder that holds a copy of the program's files. */
  build(place: Place): Promise<void>
  /** Runs what was built. It reads PLAYCALL_URL, PLAYCALL_TOKEN and PLAYCALL_PLAYBOOK. */
  run: string[]
}

export interface Place {
  /** Where the client is built, outside of the project. */
  folder: string
  /** The contract as the service answers it. */
  contract: string
  /** openapi-generator. */
  jar: string
}

/** Makes an empty folder with a copy of a program in it. */
export function layOut(kit: Kit, folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(path.join(PROGRAMS, kit.name), folder, { recursive: true })
}

/** Rewrites a file of a program. */
export function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/**
 * Runs a command and answers what it said on its standard output. Throws an Error with all that it said. A command that
 * takes too long is ended, with every process that it has started.
 */
export async function run(command: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const [program = '', ...args] = command
  const options = { cwd, env: { ...process.env, ...env }, detached: true }
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => endGroup(child)
  const timer = setTimeout(end, STEP_LIMIT_MS)
  process.once('exit', end)
  const { said, complained } = await listen(child).finally(() => {
    clearTimeout(timer)
    process.off('exit', end)
  })
  if (child.exitCode === 0) return said
  const how = child.exitCode === null ? `was ended by ${child.signalCode}` : `ended with ${child.exitCode}`
  throw new Error(`${command.join(' ')} ${how}:\n${said.slice(-4000)}\n${complained.slice(-4000)}`)
}

type Child = ChildProcessByStdio<null, Readable, Readable>

async function listen(child: Child): Promise<{ said: string; complained: string }> {
  let [said, complained] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { said, complained }
}

/** Ends a process that was started detached, and thereby leads a group, with all of that group. */
function endGroup({ pid }: Child): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has just ended by itself.
  }
}
/** The version of a kit's language here, or what of the kit's needs does not run on this machine. */
export async function findVersion(kit: Kit): Promise<{ version: string } | { missing: string[] }> {
  const said = await Promise.allSettled(kit.needs.map((command) => run(command, '/')))
  const missing = kit.needs.filter((_, index) => said[index]?.status === 'rejected').map((command) => command.join(' '))
  if (missing.length > 0) return { missing }
  const [first] = said
  const version = kit.version.exec(first?.status === 'fulfilled' ? first.value : '')?.[1]
  return version === undefined ? { missing: [`a version that ${kit.needs[0]?.join(' ')} tells`] } : { version }
}
