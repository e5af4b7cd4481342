/** The log: one JSON object a line, short enough to be kept and without what nobody should read. */
import type { Instant } from '../core/time.ts'
import { type Log, LOG_LEVELS, type LogLevel } from '../ports/Log.ts'
import { mask } from './mask.ts'

/** Room for a trace; what is longer tells nothing more. */
const MAX_STRING = 4_000
/** What collectors of logs take as a line: most cut at 16 KiB. */
const MAX_LINE = 16_000
/** A string in JSON. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g

/** Writes each line with `write`. Never throws: what cannot be written as JSON is left out. */
export function createLog({ now, write }: { now: () => Instant; write: (line: string) => void }): Log {
  return (level, message, detail) => {
    const head = { at: new Date(now()).toISOString(), level, message }
    write(toLine({ ...head, ...detail }) ?? toLine({ ...head, detail: 'left out' }) ?? '')
  }
}

/** Passes on what is at least as grave as `least`. */
export function atLevel(log: Log, least: LogLevel): Log {
  const wanted = new Set<LogLevel>(LOG_LEVELS.slice(LOG_LEVELS.indexOf(least)))
  return (level, message, detail) => {
    if (wanted.has(level)) log(level, message, detail)
  }
}

/** Null when it is too long, or no JSON. */
function toLine(record: Record<string, unknown>): string | null {
  try {
    const text = JSON.stringify(record, (_, value: unknown) => (typeof value === 'string' ? shorten(value) : value))
    // Every string once more, for the names of details; a count in digits stays as it is.
    const line = text.replace(STRING, mask)
    return line.length <= MAX_LINE ? line : null
  } catch {
    return null
  }
}

/** Masked first: of a number that is cut in two, one half would get through. */
function shorten(text: string): string {
  const masked = mask(text)
  return masked.length <= MAX_STRING ? masked : `${masked.slice(0, MAX_STRING)}…`
}
