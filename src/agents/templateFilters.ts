/** The filters of templates. Each pays for what it looks through and for what it produces before it does so. */
import type { Meter } from './templateMeter.ts'
import { formatDate } from './templateDate.ts'
import { isBlank, toNumber, toText } from './templateValues.ts'

export type Filter = (value: unknown, args: readonly unknown[], meter: Meter) => unknown

/** With how many arguments, at least and at most, each may be called. */
export const FILTERS: ReadonlyMap<string, { args: readonly [least: number, most: number]; apply: Filter }> = new Map(
  Object.entries({
    upcase: ofText((text) => text.toUpperCase()),
    downcase: ofText((text) => text.toLowerCase()),
    capitalize: ofText((text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()),
    strip: ofText((text) => text.trim()),
    lstrip: ofText((text) => text.trimStart()),
    rstrip: ofText((text) => text.trimEnd()),
    append: { args: [1, 1], apply: (value, [end], meter) => joined(meter, value, end) },
    prepend: { args: [1, 1], apply: (value, [start], meter) => joined(meter, start, value) },
    replace: { args: [1, 2], apply: (value, [from, to], meter) => replaceAll(meter, value, from, to) },
    replace_first: { args: [1, 2], apply: (value, [from, to], meter) => replaceFirst(meter, value, from, to) },
    remove: { args: [1, 1], apply: (value, [from], meter) => replaceAll(meter, value, from, '') },
    remove_first: { args: [1, 1], apply: (value, [from], meter) => replaceFirst(meter, value, from, '') },
    truncate: { args: [0, 2], apply: truncate },
    truncatewords: { args: [0, 2], apply: truncateWords },
    slice: { args: [1, 2], apply: slice },
    split: { args: [1, 1], apply: split },
    join: { args: [0, 1], apply: join },
    first: { args: [0, 0], apply: (value) => entryOf(value, 0) },
    last: { args: [0, 0], apply: (value) => entryOf(value, -1) },
    size: { args: [0, 0], apply: (value) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0) },
    default: { args: [1, 1], apply: (value, [other]) => (isNothing(value) ? other : value) },
    date: { args: [1, 1], apply: date },
    abs: ofNumber((number) => Math.abs(number)),
    ceil: ofNumber((number) => Math.ceil(number)),
    floor: ofNumber((number) => Math.floor(number)),
    round: { args: [0, 1], apply: (value, [digits]) => round(toNumber(value), toNumber(digits)) },
    plus: ofTwoNumbers((one, other) => one + other),
    minus: ofTwoNumbers((one, other) => one - other),
    times: ofTwoNumbers((one, other) => one * other),
    divided_by: ofTwoNumbers((one, other) => one / other),
    modulo: ofTwoNumbers((one, other) => one - other * Math.floor(one / other)),
    at_least: ofTwoNumbers(Math.max),
    at_most: ofTwoNumbers(Math.min),
  } satisfies Record<string, { args: [number, number]; apply: Filter }>),
)

function ofText(change: (text: string) => string): { args: [number, number]; apply: Filter } {
  return { args: [0, 0], apply: (value, _, meter) => paid(meter, change(paid(meter, toText(value, meter)))) }
}

function ofNumber(change: (number: number) => number): { args: [number, number]; apply: Filter } {
  return { args: [0, 0], apply: (value) => finite(change(toNumber(value))) }
}

function ofTwoNumbers(combine: (one: number, other: number) => number): { args: [number, number]; apply: Filter } {
  return { args: [1, 1], apply: (value, [other]) => finite(combine(toNumber(value), toNumber(other))) }
}

function finite(number: number): number {
  if (!Number.isFinite(number)) throw new Error('a calculation has no result')
  return number
}

/** A text that was made of one no shorter than a third of it, which is the most that a change of case adds. */
function paid(meter: Meter, text: string): string {
  meter.spend(text.length)
  return text
}

function joined(meter: Meter, start: unknown, end: unknown): string {
  const [first, second] = [toText(start, meter), toText(end, meter)]
  meter.spend(first.length + second.length)
  return first + second
}

function replaceAll(meter: Meter, value: unknown, from: unknown, to: unknown): string {
  const [text, wanted, instead] = [toText(value, meter), toText(from, meter), toText(to, meter)]
  // As many parts as characters when nothing is looked for.
  meter.spend(text.length)
  const parts = text.split(wanted)
  meter.spend(text.length + (parts.length - 1) * instead.length)
  return parts.join(instead)
}

function replaceFirst(meter: Meter, value: unknown, from: unknown, to: unknown): string {
  const [text, wanted, instead] = [toText(value, meter), toText(from, meter), toText(to, meter)]
  const at = text.indexOf(wanted)
  meter.spend(text.length + instead.length)
  return at === -1 ? text : text.slice(0, at) + instead + text.slice(at + wanted.length)
}

const DEFAULT_LENGTH = 50
const DEFAULT_WORDS = 15
const ELLIPSIS = '...'

function truncate(value: unknown, [length = DEFAULT_LENGTH, ellipsis = ELLIPSIS]: readonly unknown[], meter: Meter) {
  const [text, end] = [toText(value, meter), toText(ellipsis, meter)]
  const most = toInteger(length)
  meter.spend(text.length + end.length)
  return text.length <= most ? text : text.slice(0, Math.max(0, most - end.length)) + end
}

function truncateWords(value: unknown, [count = DEFAULT_WORDS, ellipsis = ELLIPSIS]: readonly unknown[], meter: Meter) {
  const [text, end] = [toText(value, meter), toText(ellipsis, meter)]
  // The words, and the text made of them.
  meter.spend(2 * text.length + end.length)
  const words = text.trim().split(/\s+/)
  const most = Math.max(1, toInteger(count))
  return words.length <= most ? text : words.slice(0, most).join(' ') + end
}

function slice(value: unknown, [from, length = 1]: readonly unknown[], meter: Meter): unknown {
  const whole = Array.isArray(value) ? (value as unknown[]) : toText(value, meter)
  const start = toInteger(from)
  const first = start < 0 ? whole.length + start : start
  // Nothing of what begins before the beginning.
  const end = first < 0 ? first : Math.min(whole.length, first + Math.max(0, toInteger(length)))
  meter.spend(Math.max(0, end - first))
  return first < end ? whole.slice(first, end) : whole.slice(0, 0)
}

function split(value: unknown, [separator]: readonly unknown[], meter: Meter): string[] {
  const [text, by] = [toText(value, meter), toText(separator, meter)]
  meter.spend(2 * text.length)
  const parts = text === '' ? [] : text.split(by)
  while (parts.at(-1) === '') parts.pop()
  return parts
}

function join(value: unknown, [separator = ' ']: readonly unknown[], meter: Meter): string {
  if (!Array.isArray(value)) return toText(value, meter)
  const between = toText(separator, meter)
  meter.spend(value.length * (1 + between.length))
  const texts = value.map((entry) => paid(meter, toText(entry, meter)))
  meter.spend(texts.reduce((sum, text) => sum + text.length, 0))
  return texts.join(between)
}

function entryOf(value: unknown, at: number): unknown {
  return typeof value === 'string' || Array.isArray(value) ? (value.at(at) ?? null) : null
}

/** What `default` replaces. */
function isNothing(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0) || value === false || value == null
}

/** Far more than a date is said with. */
const LONGEST_FORMAT = 200

function date(value: unknown, [format]: readonly unknown[], meter: Meter): unknown {
  if (isBlank(value, meter)) return value
  const pattern = toText(format, meter)
  if (pattern.length > LONGEST_FORMAT) throw new Error(`a date's format has more than ${LONGEST_FORMAT} characters`)
  const formatted = formatDate(value, pattern)
  return formatted === null ? value : paid(meter, formatted)
}

const MOST_DIGITS = 10

function round(number: number, digits: number): number {
  const factor = 10 ** Math.min(MOST_DIGITS, Math.max(0, Math.trunc(digits)))
  // Halves go away from zero, also below it.
  return finite((Math.sign(number) * Math.round(Math.abs(number) * factor)) / factor)
}

function toInteger(value: unknown): number {
  return Math.trunc(toNumber(value))
}
