import { createHash } from 'node:crypto'
import { bundle, createConfig, type NormalizedProblem } from '@redocly/openapi-core'
import { ContractFault, Place, type Json } from './place.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

/** The contract in one piece, and the two lists that everything is generated from. */
export interface Contract {
  document: { [key: string]: Json }
  sha256: string
  /** Sorted such that a schema comes after those it refers to. */
  schemas: { name: string; schema: Place }[]
  operations: Operation[]
}

export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  /** `resource:read` or `resource:write`; null for an operation that needs no token. */
  scope: string | null
  place: Place
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Place }[]
  /** The schema of the JSON body, when there is one. */
  body: Place | null
  /** The statuses declared. */
  statuses: number[]
}

/**
 * Reads and bundles an OpenAPI document with everything it refers to.
 * @throws ContractFault when something is missing or of a kind that is not supported
 */
export async function readContract(source: string): Promise<Contract> {
  const { bundle: bundled, problems } = await bundle({ ref: source, config: await createConfig({}) })
  if (problems.length > 0) throw new ContractFault(problems.map(placed).join('\n'))
  // The bundle shares objects between the places that refer to them; a copy through text is a plain tree.
  const document: { [key: string]: Json } = JSON.parse(JSON.stringify(bundled.parsed))
  const sha256 = createHash('sha256').update(JSON.stringify(document)).digest('hex')
  const root = new Place(document, '#', document)
  const schemas = inOrder(root.get('components').get('schemas').entries())
  return { document, sha256, schemas, operations: readOperations(root) }
}

function placed({ message, location: [where] }: NormalizedProblem): string {
  return where ? `${where.source.absoluteRef}${where.pointer ?? ''}: ${message}` : message
}

/** Sorts by dependence, then by name: the same order whatever the order of the files. */
function inOrder(components: [string, Place][]): Contract['schemas'] {
  const places = new Map(components.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const done = new Set<string>()
  function visit(name: string, path: string[]): void {
    const place = places.get(name)
    if (done.has(name) || place === undefined) return
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) place.refuse('the name of a schema is letters and digits, a capital first')
    if (path.includes(name)) place.refuse('a schema that contains itself is not supported')
    for (const other of referredTo(place.value)) visit(other, [...path, name])
    done.add(name)
  }
  for (const name of places.keys()) visit(name, [])
  return [...done].flatMap((name) => {
    const schema = places.get(name)
    return schema ? [{ name, schema }] : []
  })
}

/** The names of the schemas that a part of the contract refers to. */
export function referredTo(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(referredTo)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item.replace(/^.*\//, '')] : referredTo(item),
  )
}

function readOperations(root: Place): Operation[] {
  const operations = root
    .get('paths')
    .entries()
    .flatMap(([path, reference]) => {
      const item = reference.resolve()
      item.allowOnly([...METHODS, 'parameters', 'summary', 'description'])
      const shared = item.find('parameters')?.items() ?? []
      return METHODS.flatMap((method) => {
        const place = item.find(method)?.resolve()
        return place ? [readOperation(root, path, method, place, shared)] : []
      })
    })
  for (const [index, { id, place }] of operations.entries())
    if (operations.findIndex((other) => other.id === id) !== index) place.refuse(`operationId "${id}" is used twice`)
  return operations
}

function readOperation(root: Place, path: string, method: string, place: Place, shared: Place[]): Operation {
  const id = place.get('operationId').text()
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) place.refuse('an operationId is letters and digits, a small letter first')
  const parameters = [...shared, ...(place.find('parameters')?.items() ?? [])].map((parameter) =>
    readParameter(parameter.resolve()),
  )
  const declared = parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : []))
  const used = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  if (declared.toSorted().join() !== used.toSorted().join())
    place.refuse(`the parameters of "${path}" are not declared as it names them`)
  const security = place.find('security') ?? root.get('security')
  return {
    id,
    method,
    path,
    summary: place.get('summary').text(),
    scope: security.items().length === 0 ? null : readScope(place),
    place,
    parameters,
    body: readBody(place),
    statuses: place
      .get('responses')
      .entries()
      .map(([status, response]) => readStatus(status, response.resolve())),
  }
}

function readScope(operation: Place): string {
  const scope = operation.get('x-scope')
  return /^[a-z]+:(read|write)$/.test(scope.text())
    ? scope.text()
    : scope.refuse('a scope is "resource:read" or "resource:write"')
}

function readParameter(place: Place): Operation['parameters'][number] {
  place.allowOnly([
    'name',
    'in',
    'required',
    'schema',
    'description',
    'example',
    'examples',
    'deprecated',
    'style',
    'explode',
  ])
  const kind = place.get('in').text()
  if (kind !== 'path' && kind !== 'query' && kind !== 'header')
    return place.refuse(`parameters in "${kind}" are not supported`)
  const style = place.find('style')?.text()
  if (style !== undefined && style !== (kind === 'query' ? 'form' : 'simple'))
    place.refuse(`style "${style}" is not supported`)
  if (place.find('explode')?.value === false && kind === 'query')
    place.refuse('a list in the query is a repeated parameter: explode')
  const required = place.find('required')?.value === true
  return { name: place.get('name').text(), in: kind, required, schema: place.get('schema') }
}

function readBody(operation: Place): Place | null {
  const body = operation.find('requestBody')?.resolve()
  if (body === undefined) return null
  if (body.find('required')?.value !== true) body.refuse('a body must be required')
  return readJson(body)
}

function readStatus(status: string, response: Place): number {
  if (!/^[1-5][0-9][0-9]$/.test(status)) response.refuse('a response is declared by its status in digits')
  readJson(response)
  return Number(status)
}

function readJson(place: Place): Place {
  const content = place.get('content')
  content.allowOnly(['application/json'])
  return content.get('application/json').get('schema')
}
