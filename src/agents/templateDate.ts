/** `{{ params.day | date: "%A, %-d %B" }}`: dates in English and UTC. */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const SHORT = 3
const HALF_DAY = 12

/** What each conversion yields: a text, or a number with the digits that it is filled up to, and with what. */
const CONVERSIONS: Readonly<Record<string, (at: Date) => string | { number: number; digits: number; fill?: ' ' }>> = {
  Y: (at) => ({ number: at.getUTCFullYear(), digits: 4 }),
  y: (at) => ({ number: at.getUTCFullYear() % 100, digits: 2 }),
  m: (at) => ({ number: at.getUTCMonth() + 1, digits: 2 }),
  B: (at) => MONTHS[at.getUTCMonth()] ?? '',
  b: (at) => (MONTHS[at.getUTCMonth()] ?? '').slice(0, SHORT),
  d: (at) => ({ number: at.getUTCDate(), digits: 2 }),
  e: (at) => ({ number: at.getUTCDate(), digits: 2, fill: ' ' }),
  A: (at) => DAYS[at.getUTCDay()] ?? '',
  a: (at) => (DAYS[at.getUTCDay()] ?? '').slice(0, SHORT),
  H: (at) => ({ number: at.getUTCHours(), digits: 2 }),
  I: (at) => ({ number: hourOfHalf(at), digits: 2 }),
  l: (at) => ({ number: hourOfHalf(at), digits: 2, fill: ' ' }),
  M: (at) => ({ number: at.getUTCMinutes(), digits: 2 }),
  S: (at) => ({ number: at.getUTCSeconds(), digits: 2 }),
  p: (at) => (at.getUTCHours() < HALF_DAY ? 'AM' : 'PM'),
  P: (at) => (at.getUTCHours() < HALF_DAY ? 'am' : 'pm'),
  '%': () => '%',
}

/** A date in ISO form, or seconds since 1970, by the conversions of strftime; null for what is no date. */
export function formatDate(value: unknown, format: string): string | null {
  const at = toDate(value)
  if (!at) return null
  // A `-` leaves out what a number is filled up with. Conversions that are not known stay as they are.
  return format.replace(/%(-?)([A-Za-z%])/g, (whole, unfilled: string, letter: string) => {
    const made = Object.hasOwn(CONVERSIONS, letter) ? CONVERSIONS[letter]?.(at) : undefined
    if (made === undefined || typeof made === 'string') return made ?? whole
    return unfilled ? String(made.number) : String(made.number).padStart(made.digits, made.fill ?? '0')
  })
}

/** Longer than any date is written. */
const MOST_CHARACTERS = 40

function toDate(value: unknown): Date | null {
  const isNumber = typeof value === 'number'
  if (!isNumber && (typeof value !== 'string' || value.length > MOST_CHARACTERS)) return null
  const at = new Date(
    isNumber
      ? value * 1000
      : value.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T').replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)$/, '$1Z'),
  )
  return Number.isNaN(at.getTime()) ? null : at
}

function hourOfHalf(at: Date): number {
  return at.getUTCHours() % HALF_DAY || HALF_DAY
}
