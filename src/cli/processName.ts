/**
 * Names this process so that another one on the same machine can tell whether it still runs: a process that has ended
 * need not be waited for. What cannot be told for certain counts as running.
 */
import fs from 'node:fs'

interface ProcessName {
  /** The boot of the machine, and within it the space in which process numbers mean something. */
  space: string
  pid: number
  /** Ticks from the boot to its start: the number may be given to another process later. */
  startedAt: string
}

/** The name of this process. */
export function nameThisProcess(): string {
  const space = readSpace()
  return space === null
    ? crypto.randomUUID()
    : JSON.stringify({ space, pid: process.pid, startedAt: readStart(process.pid) })
}

/** Whether a process of that name has certainly ended. */
export function hasProcessEnded(name: string): boolean {
  const named = parseName(name)
  if (named === null || named.space !== readSpace()) return false
  const startedAt = readStart(named.pid)
  return startedAt === null ? !isThere(named.pid) : startedAt !== named.startedAt
}

/** Null where the machine does not tell, which only Linux does in this way. */
function readSpace(): string | null {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${fs.readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

/** What is left of a process that has ended, until its parent asks what became of it. */
const REMAINS = 'remains'

/** Null when there is no such process to be seen: machines may hide those of other users. */
function readStart(pid: number): string | null {
  try {
    // The command's name, in parentheses, may hold anything; after it come the state, as the third field, and the rest.
    const [state, ...rest] = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return state === 'Z' || state === 'X' ? REMAINS : (rest[18] ?? null)
  } catch {
    return null
  }
}

/** Whether there is a process of that number, seen or not. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

function parseName(name: string): ProcessName | null {
  if (!name.startsWith('{')) return null
  const { space, pid, startedAt } = JSON.parse(name) as Partial<ProcessName>
  return space === undefined || pid === undefined || startedAt === undefined ? null : { space, pid, startedAt }
}
