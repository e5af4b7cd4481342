/** What templates make of the values that they meet. Values are data: nothing of them is called or evaluated. */
import type { Meter } from './meter.ts'

/** As it is written out: lists without anything between their entries; what has no words of its own yields nothing. */
export function toText(value: unknown, meter: Meter): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return ''
  meter.spend(value.length)
  let text = ''
  for (const entry of value) {
    const part = toText(entry, meter)
    meter.spend(part.length)
    text += part
  }
  return text
}

/** Longer than any number is written. A longer text is not looked through for one: nobody would have paid for that. */
const LONGEST_NUMBER = 400

/** 0 for what is no number. */
export function toNumber(value: unknown): number {
  if (typeof value !== 'number' && !isShortText(value)) return 0
  const number = Number(value)
  return Number.isFinite(number) ? number : 0
}

export function isTruthy(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined
}

export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) if (Object.hasOwn(value, key)) return false
  return true
}

export function isBlank(value: unknown, meter: Meter): boolean {
  if (!isTruthy(value)) return true
  if (typeof value !== 'string') return isEmpty(value)
  meter.scan(value.length)
  return value.trim() === ''
}

/** An own property or entry, or `size`, `first` or `last`; undefined where there is none. */
export function readKey(value: unknown, key: unknown, meter: Meter): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined
  if (typeof value === 'string') return key === 'size' ? value.length : undefined
  if (Array.isArray(value)) return readEntry(value as unknown[], key)
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, key)) return (value as Record<string, unknown>)[key]
  if (key !== 'size') return undefined
  const { length } = Object.keys(value)
  meter.spend(length)
  return length
}

function readEntry(list: readonly unknown[], key: string | number): unknown {
  switch (key) {
    case 'size':
      return list.length
    case 'first':
      return list[0]
    case 'last':
      return list.at(-1)
    default:
      return typeof key === 'number' ? list.at(key) : undefined
  }
}

/** Equal texts, numbers, or truth values. Lists and objects are equal to nothing but themselves. */
export function areEqual(one: unknown, other: unknown, meter: Meter): boolean {
  if (typeof one === 'string' && typeof other === 'string') {
    if (one.length !== other.length) return false
    meter.scan(one.length)
  }
  return (one ?? null) === (other ?? null)
}

/** Negative, zero or positive as numbers or texts are in order; NaN for what is in none. */
export function compare(one: unknown, other: unknown, meter: Meter): number {
  if (typeof one === 'string' && typeof other === 'string') {
    meter.scan(Math.min(one.length, other.length))
    return one < other ? -1 : Number(one > other)
  }
  return isNumeric(one) && isNumeric(other) ? Number(one) - Number(other) : NaN
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (isShortText(value) && value.trim() !== '')
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_NUMBER
}

/** Whether a text has another in it, or a list an entry. */
export function contains(whole: unknown, part: unknown, meter: Meter): boolean {
  if (typeof whole === 'string') {
    const wanted = toText(part, meter)
    // What a search may take at worst: a text is looked through once, after both were looked at.
    meter.scan(whole.length + wanted.length)
    return whole.includes(wanted)
  }
  if (!Array.isArray(whole)) return false
  meter.spend(whole.length)
  return whole.some((entry) => areEqual(entry, part, meter))
}
