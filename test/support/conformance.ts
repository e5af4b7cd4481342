/**
 * Holds answers of the service against the contract. It reads the bundled document itself and knows nothing of the
 * generated code, so that it is a second opinion on both.
 */
import addFormats from 'ajv-formats'
import Ajv2020 from 'ajv/dist/2020.js'
import document from '../../generated/openapi.json'

/** What went over the wire. `path` may carry a query; `text` is the body as it came. */
export interface Exchange {
  method: string
  path: string
  status: number
  headers: Headers
  text: string
}

type Schema = Record<string, unknown>
type Reference = { $ref: string }
interface Header {
  required?: boolean
  schema: Schema
}
interface Response {
  headers?: Record<string, Header | Reference>
  content?: Record<string, { schema: Schema }>
}
interface Contract {
  paths: Record<string, Record<string, { responses: Record<string, Response | Reference> }>>
  components: Record<'headers' | 'responses', Record<string, unknown>> & {
    schemas: { ErrorCode: { 'x-status': Record<string, number> } }
  }
}

/** Finds every way in which an answer differs from the contract, in words. */
export type FindFaults = (exchange: Exchange) => string[]

/** What the functions below look things up in. */
interface Desk {
  contract: Contract
  ajv: Ajv2020
}

/** Belong to the transport, not to the contract. */
const TRANSPORT_HEADERS = ['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']

const ERROR: Schema = { $ref: 'contract#/components/schemas/ErrorEnvelope' }

/** As answers write instants, which the contract says in words: generated clients fail on a pattern beside the format. */
const INSTANT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Throws an Error that lists every way in which an answer differs from the contract. */
export function expectConformance(exchange: Exchange): void {
  const faults = findFaults(exchange)
  if (faults.length === 0) return
  const title = `${exchange.method} ${exchange.path} answered ${exchange.status} against the contract:`
  throw new Error([title, ...faults, exchange.text.slice(0, 2_000)].join('\n  '))
}

/** Every way in which an answer differs from the contract, in words. */
export const findFaults: FindFaults = createFindFaults(document)

/** The same for another document, bundled like the contract. */
export function createFindFaults(bundled: object): FindFaults {
  // With the references absolute, so that any part of it may be compiled on its own.
  const text = JSON.stringify(bundled).replaceAll('"$ref":"#', '"$ref":"contract#')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the linter of the contract has seen to its shape
  const contract = JSON.parse(text) as Contract
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addFormat('date-time', INSTANT)
  ajv.addSchema(contract, 'contract')
  const desk = { contract, ajv }
  return (exchange) => [...faultsByOperation(desk, exchange), ...faultsOfError(desk, exchange)]
}

/** An answer of an operation is one that is declared for it. Where there is no operation, the answer says so. */
function faultsByOperation(desk: Desk, { method, path, status, headers, text }: Exchange): string[] {
  const operations = operationsAt(desk, path)
  // The documents are no operations; what they answer is not described.
  if (operations === null) return status < 400 ? [] : faultsOfRefusal(desk, 404, { status, headers, text })
  const operation = operations[method === 'HEAD' ? 'get' : method.toLowerCase()]
  if (operation === undefined) {
    const faults = headers.has('allow') ? [] : ['the header Allow is missing']
    return [...faults, ...faultsOfRefusal(desk, 405, { status, headers, text })]
  }
  const declared = operation.responses[status]
  if (declared === undefined) return [`the status ${status} is not declared`]
  const response = resolve<Response>(desk, declared)
  const faults = faultsOfHeaders(desk, response.headers ?? {}, headers)
  if (method === 'HEAD') return faults
  const type = headers.get('content-type') ?? 'none'
  const content = response.content?.[type]
  if (content === undefined) return [...faults, `the content type ${type} is not declared`]
  return [...faults, ...faultsBySchema(desk, content.schema, parse(text), 'the body')]
}

function faultsOfRefusal(
  desk: Desk,
  wanted: number,
  { status, headers, text }: Omit<Exchange, 'method' | 'path'>,
): string[] {
  const type = headers.get('content-type')
  return [
    ...(status === wanted ? [] : [`the status is not ${wanted}`]),
    ...(type === 'application/json' ? [] : [`the content type is ${type}`]),
    ...faultsBySchema(desk, ERROR, parse(text), 'the body'),
  ]
}

function faultsOfHeaders(desk: Desk, declared: Record<string, Header | Reference>, headers: Headers): string[] {
  const faults = Object.entries(declared).flatMap(([name, entry]) => {
    const { required, schema } = resolve<Header>(desk, entry)
    const text = headers.get(name)
    if (text === null) return required === true ? [`the header ${name} is missing`] : []
    return faultsBySchema(desk, schema, schema['type'] === 'integer' ? Number(text) : text, `the header ${name}`)
  })
  const known = new Set([...TRANSPORT_HEADERS, ...Object.keys(declared).map((name) => name.toLowerCase())])
  const unknown = [...headers.keys()].filter((name) => !known.has(name))
  return [...faults, ...unknown.map((name) => `the header ${name} is not declared`)]
}

/** What an error says twice is the same both times, and its code belongs to its status. */
function faultsOfError({ contract }: Desk, { status, headers, text }: Exchange): string[] {
  const requestId = headers.get('x-request-id')
  if (requestId === null) return ['the header X-Request-Id is missing']
  if (status < 400 || text === '') return []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it is not has been reported by then
  const error = ((parse(text) ?? {}) as { error?: Record<string, unknown> }).error ?? {}
  const retryAfter = headers.get('retry-after')
  return [
    ...(contract.components.schemas.ErrorCode['x-status'][String(error['code'])] === status
      ? []
      : [`the code ${String(error['code'])} has another status`]),
    ...(error['request_id'] === requestId ? [] : ['request_id is not what X-Request-Id says']),
    ...((error['retry_after'] ?? null) === (retryAfter === null ? null : Number(retryAfter))
      ? []
      : ['retry_after is not what Retry-After says']),
  ]
}

function faultsBySchema({ ajv }: Desk, schema: Schema, value: unknown, what: string): string[] {
  const validate = ajv.compile(schema)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${what} at "${instancePath}" ${message} ${JSON.stringify(params)}`,
  )
}

/** The operations of the path that a request's path fits, by method. */
function operationsAt({ contract }: Desk, path: string): Contract['paths'][string] | null {
  const steps = (path.split('?')[0] ?? '').split('/')
  const fitting = Object.entries(contract.paths).find(([template]) => {
    const wanted = template.split('/')
    return (
      wanted.length === steps.length &&
      wanted.every((step, i) => (step.startsWith('{') ? steps[i] !== '' : step === steps[i]))
    )
  })
  return fitting?.[1] ?? null
}

function resolve<Part extends object>({ contract }: Desk, part: Part | Reference): Part {
  if (!('$ref' in part)) return part
  const [kind, name] = part.$ref.split('/').slice(-2)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a reference leads to what may stand in its place
  return contract.components[kind as 'headers' | 'responses'][name ?? ''] as Part
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
