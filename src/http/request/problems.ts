/** From the validator's issues to the details of the failure envelope: every problem, where it is, and what is accepted there. */
import type { core } from 'zod'
import { MAX_DETAILS, type ErrorCode, type ProblemDetail } from '../../core/problem.ts'
import { toPointer } from '../../contract/pointer.ts'

type Issue = core.$ZodIssue
type Part = ProblemDetail['in']
type Path = readonly PropertyKey[]

/** What is accepted, for the fields that have a code of their own. */
const ACCEPTED: Partial<Record<ErrorCode, string>> = {
  invalid_phone: 'Write + and 7 to 15 digits, for example "+14155550123".',
  invalid_recall: 'Write up to 10 different whole minutes, each 1 to 43200, for example [30,60] or "[30,60]".',
  invalid_launch_at:
    'Write YYYY-MM-DDTHH:MM:SS, with Z or an offset if you like, for example "2030-01-31T09:00:00" or "2030-01-31T09:00:00+01:00".',
  invalid_timezone: 'Write an IANA time zone name, for example "Europe/Paris".',
  invalid_cursor: 'Write the next_cursor of an earlier answer exactly as it was given.',
}

/** A client's own key is repeated to the client, but not endlessly. */
const MAX_ECHO = 60

/** The details of all issues found in one part of a request (at most `MAX_DETAILS`); `input` is what was validated. */
export function toDetails(issues: readonly Issue[], part: Part, input: unknown): ProblemDetail[] {
  const details: ProblemDetail[] = []
  for (const issue of issues) {
    for (const detail of detailsOf(issue, part, input)) {
      if (details.length === MAX_DETAILS) return details
      if (!isRepetition(detail, issue, details.at(-1))) details.push(detail)
    }
  }
  return details
}

/** One text may break a format, a length and a pattern: the pattern adds nothing to what was said, and no sentence is said twice. */
function isRepetition(detail: ProblemDetail, issue: Issue, last: ProblemDetail | undefined): boolean {
  if (last?.pointer !== detail.pointer) return false
  return last.message === detail.message || (issue.code === 'invalid_format' && issue.format === 'regex')
}

/** Fields beside `phone` that hold one. */
const PHONES: ReadonlySet<PropertyKey | undefined> = new Set(['from', 'to', 'caller_id'])

/** The code of a problem at a path: by the field's name, or by the part of the body that it is in. */
function codeAt(path: Path, part: Part): ErrorCode {
  if (path[0] === 'config') return 'invalid_config'
  if (path.includes('recall')) return 'invalid_recall'
  if (path.includes('calling_hours')) return 'invalid_calling_hours'
  // At the top level of a body alone: a calling window has `from` and `to` as well, and so has a comparison.
  if (part === 'body' && path.length === 1 && PHONES.has(path[0])) return 'invalid_phone'
  switch (path.findLast((step) => typeof step === 'string')) {
    case 'phone':
      return 'invalid_phone'
    case 'launch_at':
      return 'invalid_launch_at'
    case 'timezone':
      return 'invalid_timezone'
    case 'cursor':
      return 'invalid_cursor'
    default:
      return 'invalid_request'
  }
}

function* detailsOf(issue: Issue, part: Part, input: unknown): Generator<ProblemDetail> {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield unknownKey(part, [...path, key])
    return
  }
  const code = codeAt(path, part)
  const shown = part === 'header' ? path.map((name) => headerName(String(name))) : path
  yield { in: part, pointer: toPointer(shown), code, message: messageOf(issue, part, shown, lookUp(input, path)) }
}

function messageOf(issue: Issue, part: Part, path: Path, found: Found): string {
  const name = nameOf(path, part)
  const accepted = ACCEPTED[codeAt(path, part)]
  if (found.missing) return `${name} is required.${accepted ? ` ${accepted}` : ''}`
  if (part === 'query' && Array.isArray(found.value) && ONE_VALUE.has(issue.code))
    return `${name} may be given only once.`
  return accepted ?? `${name} ${sentenceOf(issue)}`
}

/** What the validator says of a list where it expects one value. */
const ONE_VALUE: ReadonlySet<Issue['code']> = new Set(['invalid_type', 'invalid_value', 'invalid_format'])

/** Headers are looked up in small letters and written like this. */
function headerName(name: string): string {
  return name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

/** A key that the contract does not know. */
function unknownKey(part: Part, path: Path): ProblemDetail {
  const key = String(path.at(-1)).slice(0, MAX_ECHO)
  const message =
    part === 'query' ? `${key} is not a query parameter of this operation.` : `${key} is not a known field here.`
  return {
    in: part,
    pointer: toPointer(path),
    code: path[0] === 'config' ? 'invalid_config' : 'invalid_request',
    message,
  }
}

type Found = { missing: true } | { missing: false; value: unknown }

/** The value that an issue is about. Only a named field can be missing. */
function lookUp(input: unknown, path: Path): Found {
  let value = input
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return { missing: false, value: undefined }
    if (!Object.hasOwn(value, step)) return { missing: true }
    value = Reflect.get(value, step)
  }
  return { missing: false, value }
}

function nameOf(path: Path, part: Part): string {
  const field = path.findLast((step) => typeof step === 'string')
  if (field === undefined) return `The ${part}`
  const index = path.at(-1)
  const name = field.slice(0, MAX_ECHO)
  return typeof index === 'number' ? `Item ${index} of ${name}` : name
}

/** What is accepted, as the rest of a sentence that begins with the field's name. */
function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${issue.expected
        .split(' or ')
        .map((type) => TYPES[type] ?? type)
        .join(' or ')}.`
    case 'too_small':
      return `must ${sizeOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum))}.`
    case 'too_big':
      return `must ${sizeOf(issue.origin, issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum))}.`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}.`
    case 'invalid_format':
      return formatSentence(issue.format, issue.pattern)
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}.`
        : `must be one of ${issue.values.map(String).join(', ')}.`
    case 'custom':
      return `is not accepted: ${issue.message}.`
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
      return 'has none of the accepted forms.'
    default:
      return 'is not valid.'
  }
}

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function sizeOf(origin: string, bound: string, size: number): string {
  const unit = UNITS[origin]
  return unit ? `have ${bound} ${size} ${unit}` : `be ${bound} ${size}`
}

const UNITS: Record<string, string> = {
  string: 'characters',
  array: 'items',
  object: 'properties',
  record: 'properties',
}

function formatSentence(format: string, pattern: string | undefined): string {
  switch (format) {
    case 'uuid':
      return 'must be a UUID.'
    case 'date-time':
      return 'must be a date and time with an offset, for example "2030-01-31T09:00:00Z".'
    default:
      return pattern === undefined ? 'does not have the accepted form.' : `must match ${pattern}.`
  }
}
