/** What the requests of a contract are made from. It is read from the document alone: nothing here knows an operation by name. */
import { Place, type Json } from '../../scripts/generate/place.ts'
import { createFindFaults, type FindFaults } from '../support/conformance.ts'
import { createArbitraries, type Arbitraries } from './arbitrary.ts'
import { findMeaning } from './meanings.ts'
import { createOracle, type Judge } from './oracle.ts'

export type Document = { [key: string]: Json }

export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Place
}

/** Where an answer leads. */
export interface Link {
  operationId: string
  /** By name: expressions, such as `$response.body#/data/id`, or values as they are. */
  parameters: Record<string, string>
}

export interface Operation {
  id: string
  method: string
  /** With names in braces. */
  path: string
  scope: string
  parameters: Parameter[]
  body: Place | null
  /** By the status of the answer. */
  links: Record<string, Link[]>
}

export interface Contract {
  operations: Operation[]
  judge: Judge
  arbitraries: Arbitraries
  findFaults: FindFaults
}

export function readContract(document: Document): Contract {
  const judge = createOracle(document)
  const root = new Place(document, '#', document)
  const operations = root
    .get('paths')
    .entries()
    .flatMap(([path, item]) => item.entries().map(([method, operation]) => readOperation(method, path, operation)))
  return {
    operations,
    judge,
    arbitraries: createArbitraries(judge, findMeaning),
    findFaults: createFindFaults(document),
  }
}

export function operationOf({ operations }: Contract, id: string): Operation {
  const operation = operations.find((one) => one.id === id)
  if (!operation) throw new Error(`the contract has no operation ${id}`)
  return operation
}

function readOperation(method: string, path: string, operation: Place): Operation {
  return {
    id: operation.get('operationId').text(),
    method: method.toUpperCase(),
    path,
    scope: operation.get('x-scope').text(),
    parameters: operation.find('parameters')?.items().map(readParameter) ?? [],
    body: operation.find('requestBody')?.resolve().get('content').get('application/json').get('schema') ?? null,
    links: Object.fromEntries(
      operation
        .get('responses')
        .entries()
        .map(([status, response]) => [status, readLinks(response.resolve())]),
    ),
  }
}

function readParameter(reference: Place): Parameter {
  const parameter = reference.resolve()
  return {
    name: parameter.get('name').text(),
    in: parameter.get('in').text(),
    required: parameter.find('required')?.value === true,
    schema: parameter.get('schema'),
  }
}

function readLinks(response: Place): Link[] {
  return (response.find('links')?.entries() ?? []).map(([, link]) => ({
    operationId: link.get('operationId').text(),
    parameters: Object.fromEntries(
      link
        .get('parameters')
        .entries()
        .map(([name, expression]) => [name, expression.text()]),
    ),
  }))
}
