import { unreachable } from '../../src/core/unreachable.ts'
import type { Place } from './place.ts'
import type { Contract, Operation } from './readContract.ts'
import { kindOf, zodOf } from './writeSchemas.ts'

/** One route for each operation: where it is mounted, what it needs, and the schemas of everything in a request. */
export function writeRoutes({ operations }: Contract): string {
  return `${ROUTE}
export const routes = {
${operations.map(writeRoute).join('\n')}
} satisfies Record<OperationId, Route>
`
}

const ROUTE = `/** What all routes have in common. Headers are read by their names in small letters; answers are in the document. */
export interface Route {
  operationId: OperationId
  method: 'get' | 'put' | 'post' | 'delete' | 'patch'
  path: string
  /** The path as Hono writes it. */
  getRoutingPath(): string
  /** Null for an operation that needs no token. */
  scope: Scope | null
  request: {
    params: z.ZodObject
    query: z.ZodObject
    headers: z.ZodObject
    body?: { required: true; content: { 'application/json': { schema: z.ZodType } } }
  }
}
`

function writeRoute(operation: Operation): string {
  const { id, method, path, body } = operation
  return `/** ${operation.summary.replaceAll('*/', '* /')}: ${method.toUpperCase()} ${path} */
${id}: createRoute({
  operationId: '${id}' as const,
  method: '${method}',
  path: ${JSON.stringify(path)},
  scope: operationScopes.${id},
  request: {
    params: ${group(operation, 'path')} satisfies z.ZodType<In<'${id}'>['path']>,
    query: ${group(operation, 'query')} satisfies z.ZodType<In<'${id}'>['query']>,
    headers: ${group(operation, 'header')} satisfies z.ZodType<In<'${id}'>['headers']>,${body ? bodyOf(id, body) : ''}
  },
  responses: {},
}),`
}

function bodyOf(id: string, body: Place): string {
  const schema = zodOf(body, 'schemas.')
  return `
    body: {
      required: true,
      content: { 'application/json': { schema: ${schema} satisfies z.ZodType<In<'${id}'>['body']> } },
    },`
}

/** Unknown headers pass, for every client sends some; unknown query parameters are mistakes. */
function group(operation: Operation, where: 'path' | 'query' | 'header'): string {
  const lines = operation.parameters.flatMap((parameter) => {
    if (parameter.in !== where) return []
    const name = where === 'header' ? parameter.name.toLowerCase() : parameter.name
    return [`${JSON.stringify(name)}: ${fromText(parameter)},`]
  })
  const opening = where === 'header' ? 'z.object' : 'z.strictObject'
  return lines.length === 0 ? `${opening}({})` : `${opening}({\n${lines.join('\n')}\n})`
}

/** Parameters arrive as text: what is no string is read from it, by its spelling. */
function fromText({ schema, required, in: where }: Operation['parameters'][number]): string {
  const zod = zodOf(schema, 'schemas.')
  const kind = wireKind(schema.resolve())
  const standard = defaultOf(schema)
  const ending = standard ? `.default(${JSON.stringify(standard.value)})` : required ? '' : '.exactOptional()'
  switch (kind) {
    case 'text':
      return zod + ending
    case 'integer':
      return `k.integral(${zod})${ending}`
    case 'number':
      return `k.numeric(${zod})${ending}`
    case 'boolean':
      return `k.flag()${ending}`
    case 'list':
      if (where !== 'query') schema.refuse('lists are supported in the query only')
      return `k.list(${zod})${ending}`
    default:
      return unreachable(kind)
  }
}

/** A default may stand beside a reference or in the schema itself. */
export function defaultOf(schema: Place): Place | undefined {
  return schema.find('default') ?? schema.resolve().find('default')
}

function wireKind(schema: Place): 'text' | 'integer' | 'number' | 'boolean' | 'list' {
  const kind = kindOf(schema)
  if (Array.isArray(schema.find('type')?.value)) schema.refuse('a parameter cannot be null')
  switch (kind) {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
    case 'boolean':
      return kind
    case 'enum':
    case 'const':
      return schema.get('type').value === 'string' ? 'text' : schema.refuse('a listed parameter must be a string')
    case 'array':
      return wireKind(schema.get('items').resolve()) === 'text'
        ? 'list'
        : schema.refuse('only lists of strings are supported')
    default:
      return schema.refuse(`a parameter cannot be of this kind (${kind})`)
  }
}
