/** What the columns of Postgres become in JavaScript. */

/** Makes a JavaScript value of a column's text, as Postgres writes it; null never gets here. */
export type ColumnParser = (text: string) => unknown

const asText: ColumnParser = (text) => text

/** Types by their numbers in Postgres: what becomes of one value, and the number of the array of such values. */
const TYPES: readonly { name: string; oid: number; arrayOid: number; parse: ColumnParser }[] = [
  { name: 'boolean', oid: 16, arrayOid: 1000, parse: (text) => text === 't' },
  { name: 'bytea', oid: 17, arrayOid: 1001, parse: parseBytes },
  { name: 'name', oid: 19, arrayOid: 1003, parse: asText },
  { name: 'bigint, and with it count(*)', oid: 20, arrayOid: 1016, parse: parseBigint },
  { name: 'smallint', oid: 21, arrayOid: 1005, parse: Number },
  { name: 'integer', oid: 23, arrayOid: 1007, parse: Number },
  { name: 'text', oid: 25, arrayOid: 1009, parse: asText },
  { name: 'oid', oid: 26, arrayOid: 1028, parse: Number },
  { name: 'json', oid: 114, arrayOid: 199, parse: parseJson },
  { name: 'real', oid: 700, arrayOid: 1021, parse: Number },
  { name: 'double precision', oid: 701, arrayOid: 1022, parse: Number },
  { name: 'char', oid: 1042, arrayOid: 1014, parse: asText },
  { name: 'varchar', oid: 1043, arrayOid: 1015, parse: asText },
  { name: 'date: has no zone, so no instant may be made of it', oid: 1082, arrayOid: 1182, parse: asText },
  { name: 'time', oid: 1083, arrayOid: 1183, parse: asText },
  { name: 'timestamp: has no zone either', oid: 1114, arrayOid: 1115, parse: asText },
  { name: 'timestamptz', oid: 1184, arrayOid: 1185, parse: parseMoment },
  { name: 'interval', oid: 1186, arrayOid: 1187, parse: asText },
  { name: 'numeric: text, because a number would round it', oid: 1700, arrayOid: 1231, parse: asText },
  { name: 'uuid', oid: 2950, arrayOid: 2951, parse: asText },
  { name: 'jsonb', oid: 3802, arrayOid: 3807, parse: parseJson },
]

/**
 * What a column's text becomes in JavaScript, by the type's number in Postgres. Both databases read through this one
 * map, so that an answer has the same types whichever of them gave it. A type that is not here is not used.
 */
export const COLUMN_PARSERS: Readonly<Record<number, ColumnParser>> = Object.fromEntries(
  TYPES.flatMap(({ oid, arrayOid, parse }) => [
    [oid, parse],
    [arrayOid, (text: string) => parseArray(text, parse)],
  ]),
)

/** What reads the columns of a type, by its number. */
export const parserOf = (oid: number): ColumnParser => COLUMN_PARSERS[oid] ?? asText

function parseJson(text: string): unknown {
  return JSON.parse(text)
}

function parseBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
}

function parseBigint(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** `2026-03-01 09:30:00.123+00`, as Postgres writes it in any zone; `infinity` and dates BC are never stored. */
function parseMoment(text: string): Date {
  if (USUAL_MOMENT.test(text)) return new Date(utcOf(text))
  const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  if (Number.isNaN(moment.getTime())) throw new Error(`The database answered with an instant that is none: ${text}`)
  return moment
}

/** In UTC, and in a year that `Date.UTC` does not take for one of the last century. */
const USUAL_MOMENT = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/

/** Every row has several, and `Date` takes five times as long to read a text. What is smaller than a millisecond is dropped. */
function utcOf(text: string): number {
  const year = 100 * digitsAt(text, 0) + digitsAt(text, 2)
  let ms = 0
  for (let at = 20, worth = 100; worth >= 1 && at < text.length - 3; at++, worth /= 10) ms += worth * digitAt(text, at)
  return Date.UTC(
    year,
    digitsAt(text, 5) - 1,
    digitsAt(text, 8),
    digitsAt(text, 11),
    digitsAt(text, 14),
    digitsAt(text, 17),
    ms,
  )
}

const digitAt = (text: string, at: number): number => text.charCodeAt(at) - 48
const digitsAt = (text: string, at: number): number => 10 * digitAt(text, at) + digitAt(text, at + 1)

/** One item of `{a,"b c",NULL,{d}}`: a bracket, a comma, a quoted text or a bare one. */
const ARRAY_TOKEN = /[{},]|"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs

/** `{1,2}`, `{"a b",NULL}`, `{{1},{2}}`: arrays of any depth, and with bounds (`[0:1]={1,2}`), which are dropped. */
function parseArray(text: string, parse: ColumnParser): unknown[] {
  const outermost: unknown[] = []
  const open: unknown[][] = [outermost]
  for (const [token, quoted, bare] of text.slice(text.indexOf('{')).matchAll(ARRAY_TOKEN)) {
    const current = open.at(-1)
    if (!current) throw new Error(`The database answered with an array that is none: ${text}`)
    if (token === '{') open.push([])
    else if (token === '}') {
      open.pop()
      open.at(-1)?.push(current)
    } else if (quoted !== undefined) current.push(parse(quoted.replace(/\\(.)/gs, '$1')))
    else if (bare !== undefined) current.push(bare === 'NULL' ? null : parse(bare))
  }
  const [array] = outermost
  if (!Array.isArray(array)) throw new Error(`The database answered with an array that is none: ${text}`)
  return array
}
