/** Holds every part of a request against the contract, and reports all that is wrong with it at once. */
import type { z } from 'zod'
import type { Route } from '../../generated/routes.ts'
import { Problem, problemOf, type ProblemDetail } from '../core/problem.ts'
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
    body: body ? check(body.content['application/json'].schema, 'body', raw.body, details) : undefined,
  }
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
