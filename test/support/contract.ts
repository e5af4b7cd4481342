/** The bundled contract, for tests that go through its operations. It knows nothing of the generated code. */
import document from '../../generated/openapi.json'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
  example?: unknown
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  [keyword: string]: unknown
}

export interface Content {
  schema: Schema
  examples?: Record<string, { value: unknown }>
}

export interface ContractOperation {
  operationId: string
  /** In capitals. */
  method: string
  /** With the parameters' names in braces. */
  path: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content: Record<string, Content> }>
}

/** All operations of the contract, in its order, with what they refer to in place. Schemas stay references. */
export function contractOperations(): ContractOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the linter of the contract has seen to its shape
      const operation = raw as unknown as Omit<ContractOperation, 'method' | 'path'>
      const responses = Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)])
      return {
        ...operation,
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map(resolve),
        ...(operation.requestBody && { requestBody: resolve(operation.requestBody) }),
        responses: Object.fromEntries(responses) as ContractOperation['responses'],
      }
    }),
  )
}

/** What a reference of the document leads to; anything else is itself. */
export function resolve<Part extends object>(part: Part): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part
  const steps = part.$ref.slice('#/'.length).split('/')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a reference leads to what may stand in its place
  return steps.reduce<unknown>((inside, step) => (inside as Record<string, unknown>)[step], document) as Part
}
