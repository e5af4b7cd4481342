/** What the two kinds of database have in common. */
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** An open database, before anybody looked at what is in it. */
export interface OpenDatabase {
  db: Kysely<Tables>
  /** Waits for what is running, then lets go of everything; a second call does nothing. */
  close: () => Promise<void>
}

/**
 * What a column's text becomes in JavaScript, by the type's number in Postgres. Both databases read through this one
 * map, so that an answer has the same types whichever of them gave it. A type that is not here is read alike by both
 * drivers already (text, uuid, boolean, small numbers, json) or left as text (numeric).
 */
export const COLUMN_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  /** bytea */
  17: (text) => Uint8Array.from(Buffer.from(text.slice(2), 'hex')),
  /** bigint, and with it count(*) */
  20: parseBigint,
  /** bigint[] */
  1016: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(parseBigintElement)),
  /** date: has no zone, so no instant may be made of it */
  1082: (text) => text,
  /** timestamp: has no zone either */
  1114: (text) => text,
  /** timestamptz */
  1184: parseMoment,
  /** interval */
  1186: (text) => text,
}

function parseBigint(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

function parseBigintElement(text: string): number | bigint | null {
  return text === 'NULL' ? null : parseBigint(text)
}

/** `2026-03-01 09:30:00.123+00`, as Postgres writes it in any zone; `infinity` and dates BC are never stored. */
function parseMoment(text: string): Date {
  const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  if (Number.isNaN(moment.getTime())) throw new Error(`The database answered with an instant that is none: ${text}`)
  return moment
}
