/** Holds every part of a request against the contract, and reports all that is wrong with it at once. */
import { z } from 'zod'
import { bodyChecks } from '../../generated/checks.ts'
import type { Route } from '../../generated/routes.ts'
import { MAX_DETAILS, Problem, problemOf, type ProblemDetail } from '../core/problem.ts'
import { toDetails } from './problems.ts'

/** A request as it came: the path's parameters by name, the query without its question mark, and the parsed body. */
export interface RawRequest {
  path: Record<string, string>
  query: string
  headers: Headers
  body: unknown
}

/** A request in the contract's terms. */
export interface ValidRequest {
  path: unknown
  query: unknown
  headers: unknown
  body: unknown
}

/** Throws a Problem with every detail. An identifier in the path that cannot be one is `not_found`, as an unknown one is. */
export function validateRequest(route: Route, raw: RawRequest, findMeaningFaults: FindMeaningFaults): ValidRequest {
  const { params, query, headers, body } = route.request
  const path = params.safeParse(raw.path)
  if (!path.success) throw new Problem('not_found', 'There is nothing with this identifier.')
  const details: ProblemDetail[] = []
  const request = {
    path: path.data,
    query: check(query, 'query', readQuery(raw.query), details),
    headers: check(headers, 'header', pickHeaders(headers, raw.headers), details),
    body: body ? checkBody(route, body.content['application/json'].schema, raw.body, details) : undefined,
  }
  // Where there is no room for more, nothing more is looked for.
  if (details.length >= MAX_DETAILS) throw problemOf(details)
  if (details.length > 0) throw problemOf([...details, ...unreported(findMeaningFaults(raw.body), details, route)])
  return request
}

/** Finds what else is wrong with a body whose form is wrong. */
export type FindMeaningFaults = (body: unknown) => ProblemDetail[]

/** Faults of fields that the operation has and about whose form nothing was said. */
function unreported(
  faults: readonly ProblemDetail[],
  details: readonly ProblemDetail[],
  route: Route,
): ProblemDetail[] {
  const schema = route.request.body?.content['application/json'].schema
  const fields = schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
  return faults.filter(
    ({ pointer }) =>
      fields.includes(pointer.split('/')[1] ?? '') &&
      !details.some((detail) => detail.in === 'body' && `${detail.pointer}/`.startsWith(`${pointer}/`)),
  )
}

/** A body that fits goes on as it was parsed. Only one that does not is read by Zod, which is slow and tells what is wrong. */
function checkBody(route: Route, schema: z.ZodType, input: unknown, details: ProblemDetail[]): unknown {
  const fits = bodyChecks[route.operationId]
  return fits?.(input) ? input : check(schema, 'body', input, details)
}

function check(schema: z.ZodType, part: ProblemDetail['in'], input: unknown, details: ProblemDetail[]): unknown {
  const result = validate(schema, input)
  if ('data' in result) return result.data
  details.push(...toDetails(result.issues, part, input))
  return undefined
}

type Validation = { data: unknown } | { issues: z.core.$ZodIssue[] }

/** Lists up to this length are validated in one go. */
const LONG_LIST = 1_000

interface LongList {
  name: string
  element: z.ZodType
  items: readonly unknown[]
}

function validate(schema: z.ZodType, input: unknown): Validation {
  const long = findLongList(schema, input)
  if (!long) return settle(schema.safeParse(input))
  const start = settle(
    schema.safeParse(Object.assign({ ...long.body }, { [long.name]: long.items.slice(0, LONG_LIST) })),
  )
  return validateRest(long, start)
}

function settle(result: z.ZodSafeParseResult<unknown>): Validation {
  return result.success ? { data: result.data } : { issues: result.error.issues }
}

function findLongList(schema: z.ZodType, body: unknown): (LongList & { body: object }) | null {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return null
  for (const [name, field] of Object.entries<unknown>(schema.shape)) {
    const items: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined
    if (field instanceof z.ZodArray && Array.isArray(items) && items.length > LONG_LIST)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Zod's own type says less than what is in it
      return { body, name, element: field.element as z.ZodType, items }
  }
  return null
}

/**
 * The items after the first thousand, one by one, until there are more problems than an answer has room for: 100,000
 * contacts with seventeen faults each would keep everybody waiting for seconds.
 */
function validateRest({ name, element, items }: LongList, start: Validation): Validation {
  const issues = 'issues' in start ? [...start.issues] : []
  const rest: unknown[] = []
  for (let index = LONG_LIST; index < items.length && issues.length < MAX_DETAILS; index++) {
    const result = element.safeParse(items[index])
    if (result.success) rest.push(result.data)
    else for (const issue of result.error.issues) issues.push({ ...issue, path: [name, index, ...issue.path] })
  }
  if (!('data' in start) || issues.length > 0) return { issues }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of an object with this list has accepted it
  const data = start.data as Record<string, unknown[]>
  return { data: { ...data, [name]: [...(data[name] ?? []), ...rest] } }
}

/** Values by name; a name that occurs more than once has a list of its values. */
function readQuery(query: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const [name = '', ...rest] = pair.split('=')
    const key = decode(name)
    const value = decode(rest.join('='))
    const before = values.get(key)
    values.set(key, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(values)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    const message = 'The query is not percent-encoded UTF-8.'
    throw problemOf([{ in: 'query', pointer: '', code: 'invalid_request', message }])
  }
}

/** Only the headers that the operation knows. */
function pickHeaders(schema: z.ZodObject, headers: Headers): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = headers.get(name)
    if (value !== null) picked[name] = value
  }
  return picked
}
