/** Holds every part of a request against the contract, and reports all that is wrong with it at once. */
import { z } from 'zod'
import { bodyChecks } from '../../../generated/checks.ts'
import type { Route } from '../../../generated/routes.ts'
import { MAX_DETAILS, Problem, problemOf, type ProblemDetail } from '../../core/problem.ts'
import { Slices } from '../../pacing/slices.ts'
import { maxItems } from '../../contract/keywords.ts'
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
export async function validateRequest(
  route: Route,
  raw: RawRequest,
  findMeaningFaults: FindMeaningFaults,
): Promise<ValidRequest> {
  const { params, query, headers, body } = route.request
  const path = params.safeParse(raw.path)
  if (!path.success) throw new Problem('not_found', 'There is nothing with this identifier.')
  const details: ProblemDetail[] = []
  const request = {
    path: path.data,
    query: check(query, 'query', readQuery(raw.query), details),
    headers: check(headers, 'header', pickHeaders(headers, raw.headers), details),
    body: body ? await checkBody(route, body.content['application/json'].schema, raw.body, details) : undefined,
  }
  // Where there is no room for more, nothing more is looked for.
  if (details.length >= MAX_DETAILS) throw problemOf(details)
  if (details.length > 0) {
    throw problemOf([...details, ...unreported(await takeFaults(findMeaningFaults(raw.body)), details, route)])
  }
  return request
}

/** Finds what else is wrong with a body whose form is wrong, a small part of the work at a time. */
export type FindMeaningFaults = (body: unknown) => Iterable<readonly ProblemDetail[]>

/** Some of them may be told already; what remains fills an answer all the same. */
const ENOUGH_FAULTS = 10 * MAX_DETAILS

/** Looks for faults in slices, with other requests in between, until there are more than an answer has room for. */
async function takeFaults(found: ReturnType<FindMeaningFaults>): Promise<ProblemDetail[]> {
  const faults: ProblemDetail[] = []
  const slices = new Slices()
  const parts = found[Symbol.iterator]()
  while (faults.length < ENOUGH_FAULTS) {
    const part = await slices.run(() => parts.next())
    if (part.done === true) break
    faults.push(...part.value)
  }
  return faults
}

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

/**
 * A body that fits goes on as it was parsed. Only what does not is read by Zod, which is slow and tells what is wrong. A
 * long list is looked at part by part, with other requests in between, until there are more problems than an answer has
 * room for.
 */
async function checkBody(route: Route, schema: z.ZodType, input: unknown, details: ProblemDetail[]): Promise<unknown> {
  const fits = bodyChecks[route.operationId]
  const slices = new Slices()
  for (const part of partsOf(schema, input)) {
    const room = MAX_DETAILS - details.length
    if (room <= 0) break
    await slices.run(() => {
      if (!fits?.(part.body)) details.push(...toDetails(findIssues(schema, part), 'body', input).slice(0, room))
    })
  }
  return input
}

/** A body with only some of the items of its long list, which begin at `from`. */
interface Part {
  body: unknown
  list: { name: string; from: number } | null
}

/** So many items are validated in one go: by Zod, a hundred contacts full of faults take a few milliseconds. */
const ITEMS_AT_ONCE = 100

function* partsOf(schema: z.ZodType, body: unknown): Generator<Part> {
  const long = findLongList(schema, body)
  if (long === null) {
    yield { body, list: null }
    return
  }
  const { name, items, body: rest } = long
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const some = items.slice(from, from + ITEMS_AT_ONCE)
    yield { body: { ...rest, [name]: some }, list: { name, from } }
  }
}

interface LongList {
  body: object
  name: string
  items: readonly unknown[]
}

/** The list of a body that may be longer than is validated in one go, where it is. */
function findLongList(schema: z.ZodType, body: unknown): LongList | null {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return null
  for (const [name, field] of Object.entries<unknown>(schema.shape)) {
    if ((maxItems(field) ?? 0) <= ITEMS_AT_ONCE || !Object.hasOwn(body, name)) continue
    const items: unknown = Reflect.get(body, name)
    if (Array.isArray(items) && items.length > ITEMS_AT_ONCE) return { body, name, items }
  }
  return null
}

/** What is wrong with a part. Of the parts after the first, only what is wrong with their items is new. */
function findIssues(schema: z.ZodType, { body, list }: Part): z.core.$ZodIssue[] {
  const issues = schema.safeParse(body).error?.issues ?? []
  if (list === null || list.from === 0) return issues
  const { name, from } = list
  return issues.flatMap((issue) => {
    const [field, index, ...rest] = issue.path
    return field === name && typeof index === 'number' ? [{ ...issue, path: [name, from + index, ...rest] }] : []
  })
}

function check(schema: z.ZodType, part: ProblemDetail['in'], input: unknown, details: ProblemDetail[]): unknown {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  details.push(...toDetails(result.error.issues, part, input))
  return undefined
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
