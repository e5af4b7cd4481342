/**
 * A launcher that starts the process through a shell, as npx does, ends at a signal without handing it on, and would
 * leave the service behind: on its port and in its data directory, with nobody who knows of it. So whoever was started
 * by launchers looks now and then whether they are there still: his parent, and the parents of those above him that
 * were launched themselves.
 */
import fs from 'node:fs'
import { SECOND_MS } from '../core/time.ts'

/** A look takes some microseconds. */
const LOOK_EVERY_MS = SECOND_MS

/** What npm, npx, bun run and their like tell those whom they start. */
const LAUNCHED = ['npm_execpath', 'npm_lifecycle_event', 'npm_command']

/** Launchers of launchers; nobody has so many. */
const MOST_LEVELS = 10

/**
 * Resolves once a launcher of this process has ended. Who was started without one may outlive his parent: for him it
 * never does.
 */
export function awaitEndOfLaunchers(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (!LAUNCHED.some((name) => env[name])) return new Promise(() => undefined)
  const launched = listLaunched()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      // An orphan gets another parent.
      if (launched.every(({ pid, parent }) => parentOf(pid) === parent)) return
      clearInterval(timer)
      resolve()
    }, LOOK_EVERY_MS)
    // The process may end while this waits.
    timer.unref()
  })
}

/** This process and those above it that were launched, each with its parent. */
function listLaunched(): { pid: number; parent: number }[] {
  const launched = [{ pid: process.pid, parent: process.ppid }]
  for (let pid = process.ppid; wasLaunched(pid) && launched.length < MOST_LEVELS;) {
    const parent = parentOf(pid)
    if (parent === null) break
    launched.push({ pid, parent })
    pid = parent
  }
  return launched
}

/** False as well where there is no `/proc` to tell; then only the parent is looked after. */
function wasLaunched(pid: number): boolean {
  const variables = readOf(pid, 'environ')?.split('\0') ?? []
  return variables.some((variable) => LAUNCHED.some((name) => variable.startsWith(`${name}=`)))
}

function parentOf(pid: number): number | null {
  if (pid === process.pid) return process.ppid
  const line = readOf(pid, 'status')?.match(/^PPid:\s+(\d+)$/m)
  return line ? Number(line[1]) : null
}

function readOf(pid: number, what: 'environ' | 'status'): string | null {
  try {
    return fs.readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return null
  }
}
