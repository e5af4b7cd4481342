/** What an error of a database tells. */
import { EngineCrashed } from './pglite/crash.ts'

/** SQLSTATEs of a server that shuts down, crashed, starts, is too slow, has no connection left, or finds its disk full. */
const AWAY_STATES = ['57P01', '57P02', '57P03', '57014', '53300', '53100']

/** What the network says; ENOENT is a Unix socket that is not there. */
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]

const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([...AWAY_STATES, ...NETWORK_CODES])

/** `pg` throws these without a code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * True when the database server could not be reached, went away in the middle, took too long, or has no room on
 * its disk, so that the same may succeed later; for the database in the process, when its disk is full, or when it has
 * died and the next process will open it again. A transaction that failed so late may have been committed: only what bears repeating may
 * be tried again.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (error instanceof EngineCrashed || UNAVAILABLE_CODES.has(code) || code.startsWith('08')) return true
  return error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message)
}

/** True when nothing can be written for want of room on the disk of the database. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === '53100'
}

/** The SQLSTATE or the network's code of an error; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
