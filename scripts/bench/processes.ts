/** What Linux tells about processes; other systems keep it to themselves. */
import { readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const TICK_S = 0.01

/** Seconds of processor time that a process has used; null where that cannot be read. */
export function readCpuS(pid: number): number | null {
  const stat = readProc(pid, 'stat')
  if (stat === null) return null
  // The name of the program, in parentheses, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_S
}

/** Bytes of memory that a process occupies just now; null where that cannot be read. */
export function readMemoryBytes(pid: number): number | null {
  const found = /VmRSS:\s+(\d+) kB/.exec(readProc(pid, 'status') ?? '')
  return found ? Number(found[1]) * 1024 : null
}

function readProc(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return null
  }
}
