/**
 * What JSON Schema means and Zod spells differently. The generated schemas are built from these.
 *
 * Every check here runs whatever else is wrong with the value, so that a request hears of all its problems at once.
 * Free objects pass through untouched, because Zod's own records drop a key named `__proto__`.
 */
import { z } from 'zod'
import { MAX_DETAILS } from '../core/problem.ts'

type Issue = Parameters<z.core.CheckFn<unknown>>[0]['issues'][number]

/** The formats that the contract may use. Names and meanings are those of JSON Schema. */
export const FORMATS = { uuid: isUuid, 'date-time': isDateTime }

/** A string in one of the `FORMATS`. A mismatch is an `invalid_format` issue that carries the format's name. */
export function format(name: keyof typeof FORMATS): z.ZodCustomStringFormat {
  return z.stringFormat(name, FORMATS[name])
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** More digits of a second's fraction than a clock has are not a time but a load. */
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * RFC 3339, its letters capital: a date that exists, and an offset or `Z`. A leap second is refused, for no clock here
 * could keep it. A contract needs no pattern beside it, on which many generated clients fail.
 */
function isDateTime(text: string): boolean {
  const [, year, month, day] = DATE_TIME.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(`${year}-${month}-01T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return false
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return Number(day) >= 1 && Number(day) <= date.getUTCDate()
}

/** Counts characters as JSON Schema does: code points, where JavaScript's `length` counts UTF-16 units. */
export function minLength(minimum: number): z.core.$ZodCheck<string> {
  return z.check(({ value, issues }) => {
    if (codePoints(value) < minimum)
      issues.push({ code: 'too_small', origin: 'string', minimum, inclusive: true, input: value, continue: true })
  })
}

/** See `minLength`. */
export function maxLength(maximum: number): z.core.$ZodCheck<string> {
  return z.check(({ value, issues }) => {
    // No string has more code points than units, so that most need no counting.
    if (value.length > maximum && codePoints(value) > maximum)
      issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value, continue: true })
  })
}

/** Whether a text has no more than so many code points. Never counts what is too long by any count. */
export function hasAtMost(text: string, maximum: number): boolean {
  return text.length <= maximum || (text.length <= 2 * maximum && codePoints(text) <= maximum)
}

/** Whether a text has so many code points. */
export function hasAtLeast(text: string, minimum: number): boolean {
  return text.length >= 2 * minimum || (text.length >= minimum && codePoints(text) >= minimum)
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A whole number. Zod's own would stop the checks of everything around it. */
export function integer(): z.core.$ZodCheck<number> {
  return z.check(({ value, issues }) => {
    if (!Number.isInteger(value)) issues.push({ code: 'invalid_type', expected: 'int', input: value, continue: true })
  })
}

/** At least so many properties in an object of known ones. Those it should not have are counted too: they are another problem. */
export function minProperties(minimum: number): z.core.$ZodCheck<object> {
  return always(({ value, issues }) => {
    if (!isObject(value)) return
    const unknown = issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && !issue.path?.length ? issue.keys : [],
    )
    if (Object.keys(value).length + unknown.length < minimum)
      issues.push({ code: 'too_small', origin: 'object', minimum, inclusive: true, input: value, continue: true })
  })
}

/** Up to this length comparing each with each is cheaper than making a set. */
const SHORT_LIST = 32

/** Whether no two of the texts are the same. */
export function areDistinct(texts: readonly unknown[]): boolean {
  if (texts.length > SHORT_LIST) return new Set(texts).size === texts.length
  for (let index = 1; index < texts.length; index++) if (texts.indexOf(texts[index]) < index) return false
  return true
}

/** What a list may be, by its schema. */
interface ListLimits {
  min?: number
  max?: number
  /** Whether no two of its strings may be the same. What is no string is another problem. */
  unique?: true
}

const listLimits = new WeakMap<object, ListLimits>()

/** How many items the contract allows in a list; null for what is no list, or one without a limit. */
export function maxItems(schema: unknown): number | null {
  return (typeof schema === 'object' && schema !== null && listLimits.get(schema)?.max) || null
}

/**
 * A list of values of one kind. Zod's own would tell of every item that is wrong: a megabyte of `{},` would keep everybody
 * waiting. Here the items of a list that is too long are not looked at, and none is once an answer has no room for more.
 */
export function array<T>(element: z.ZodType<T>, limits: ListLimits = {}): z.ZodType<T[]> {
  const schema = custom<T[]>(({ value, issues }) => {
    if (!Array.isArray(value)) {
      issues.push({ code: 'invalid_type', expected: 'array', input: value })
      return
    }
    const items: unknown[] = value
    const size = { origin: 'array', inclusive: true, input: value } as const
    if (limits.min !== undefined && items.length < limits.min)
      issues.push({ code: 'too_small', minimum: limits.min, ...size })
    if (limits.max !== undefined && items.length > limits.max) {
      issues.push({ code: 'too_big', maximum: limits.max, ...size })
      return
    }
    if (limits.unique && repeatsText(items))
      issues.push({ code: 'custom', message: 'an item occurs twice', input: value })
    for (let index = 0; index < items.length && issues.length < MAX_DETAILS; index++)
      issues.push(...problems(element, items[index], [index]))
  })
  listLimits.set(schema, limits)
  return schema
}

function repeatsText(items: readonly unknown[]): boolean {
  const texts = items.filter((item) => typeof item === 'string')
  return new Set(texts).size !== texts.length
}

/** Any JSON value. Unlike Zod's `unknown`, it has to be there where it is required. */
export function anything(): z.ZodType {
  return custom(({ value, issues }) => {
    if (value === undefined) issues.push({ code: 'invalid_type', expected: 'nonoptional', input: value })
  })
}

/** An object with keys of the client's choosing, all of them kept, and values of one kind. */
export function freeObject<T>(
  values: z.ZodType<T> | null,
  limits: { min?: number; max?: number } = {},
): z.ZodType<Record<string, T>> {
  return custom(({ value, issues }) => {
    if (!isObject(value)) {
      issues.push({ code: 'invalid_type', expected: 'object', input: value })
      return
    }
    const keys = Object.keys(value)
    if (limits.min !== undefined && keys.length < limits.min)
      issues.push({ code: 'too_small', origin: 'object', minimum: limits.min, inclusive: true, input: value })
    if (limits.max !== undefined && keys.length > limits.max) {
      issues.push({ code: 'too_big', origin: 'object', maximum: limits.max, inclusive: true, input: value })
      return
    }
    if (values !== null) for (const key of keys) issues.push(...problems(values, value[key], [key]))
  })
}

/**
 * Exactly one of several forms. When none fits, the problems told are those of the form that was meant: the one whose
 * type is right, or that comes nearest. When no type is right, one problem names the types that are.
 */
export function oneOf<const Forms extends readonly z.ZodType[]>(...forms: Forms): z.ZodType<z.output<Forms[number]>> {
  return custom(({ value, issues }) => {
    const found = forms.map((form) => problems(form, value, []))
    const fitting = found.flatMap((told, index) => (told.length === 0 ? [index] : []))
    if (fitting.length === 1) return
    if (fitting.length > 1) {
      issues.push({ code: 'invalid_union', errors: [], inclusive: false, matches: fitting, input: value })
      return
    }
    const wrongTypes = found.map((told) => told.find((issue) => issue.code === 'invalid_type' && !issue.path?.length))
    const meant = found.filter((_, index) => wrongTypes[index] === undefined)
    if (meant.length === 0) {
      const expected = wrongTypes
        .flatMap((issue) => (issue?.code === 'invalid_type' ? [issue.expected] : []))
        .join(' or ')
      issues.push({ code: 'invalid_type', expected, input: value })
      return
    }
    issues.push(...meant.reduce((nearest, told) => (told.length < nearest.length ? told : nearest)))
  })
}

/** A number in a URL or a header, where everything is text. */
export function numeric<T extends z.ZodType<unknown, number>>(schema: T): z.ZodType<z.output<T>> {
  return z
    .string()
    .regex(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/)
    .transform(Number)
    .pipe(schema)
}

/** A whole number in a URL or a header: digits only, so neither `1.0` nor `1e3`. */
export function integral<T extends z.ZodType<unknown, number>>(schema: T): z.ZodType<z.output<T>> {
  return z
    .string()
    .regex(/^(0|-?[1-9][0-9]*)$/)
    .transform(Number)
    .pipe(schema)
}

/** `true` or `false` in a URL or a header. */
export function flag(): z.ZodType<boolean> {
  return z.literal(['true', 'false']).transform((text) => text === 'true')
}

/** A parameter that may be repeated: one value makes a list of one. */
export function list<T extends z.ZodType>(schema: T): z.ZodType<z.output<T>> {
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), schema)
}

/** What is wrong with a value, seen from `path`. */
function problems(schema: z.ZodType, value: unknown, path: PropertyKey[]): Issue[] {
  // oxlint-disable-next-line no-underscore-dangle -- the name under which Zod publishes its core
  const result = schema._zod.run({ value, issues: [] }, { async: false })
  if (result instanceof Promise) throw new Error('a schema of the contract is never asynchronous')
  return result.issues.map((issue) => ({ ...issue, path: [...path, ...(issue.path ?? [])] }))
}

function custom<T>(check: z.core.CheckFn<unknown>): z.ZodType<T> {
  return z.custom<T>().check(z.check(check))
}

/** A check that also runs when others have failed, and must therefore look at the value's type itself. */
function always<T>(run: z.core.CheckFn<unknown>): z.core.$ZodCheck<T> {
  return z.superRefine<T>((_value, payload) => void run(payload), { when: () => true })
}

/** What JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
