/**
 * Every example of a request in the contract is sent to the service, found in the document and not in a list: one that
 * is written today is executed today. What the examples name by an identifier is there when they are sent.
 */
import { expect, test } from 'bun:test'
import { DEMO_PLAYBOOK_ID } from '../../src/cli/firstStart.ts'
import { contractOperations, type ContractOperation, type Parameter } from '../support/contract.ts'
import { exampleIds, seedExamples } from '../support/exampleWorld.ts'
import { openTestApp } from '../support/testApp.ts'

/** A cursor is sealed for an account and a list: none can be written down that is good for a reader. */
const SEALED = 'cursor'

/** One request that the document gives as an example. */
interface ExampleRequest {
  title: string
  operation: ContractOperation
  query: Record<string, unknown>
  body?: unknown
  /** The answer that goes by the same name, where there is one. */
  answer?: unknown
}

const examples = contractOperations().flatMap(examplesOf)

test('each operation has an example of a request, of its body or of a parameter, unless it takes nothing', () => {
  const shown = new Set(examples.map(({ operation }) => operation.operationId))
  const silent = contractOperations().filter(({ operationId }) => !shown.has(operationId))
  expect(silent).toEqual([])
  const bodies = contractOperations().filter(({ requestBody }) => requestBody !== undefined)
  expect(bodies.filter((operation) => Object.keys(bodyExamples(operation)).length === 0)).toEqual([])
})

test('the playbook that the examples name is the one that a new server has', () => {
  expect(exampleIds.playbook_id).toBe(DEMO_PLAYBOOK_ID)
})

test('every parameter of a path or a query has an example', () => {
  const without = contractOperations()
    .flatMap((operation) => operation.parameters.map((parameter) => ({ operation, parameter })))
    .filter(({ parameter }) => parameter.in !== 'header' && parameter.example === undefined)
    .map(({ operation, parameter }) => `${operation.operationId} ${parameter.name}`)
  expect(without).toEqual([])
})

test('the one example that cannot work, of a cursor, is refused as a cursor of another list', async () => {
  const lists = contractOperations().filter(({ parameters }) => parameters.some(({ name }) => name === SEALED))
  expect(lists.length).toBeGreaterThan(0)
  const app = await openTestApp()
  await seedExamples(app, '')
  for (const operation of lists) {
    const cursor = operation.parameters.filter(({ name }) => name === SEALED)
    const answer = await app.request(operation.method, pathOf({ title: '', operation, query: queryOf(cursor) }))
    expect(answer.body.error).toMatchObject({ code: 'invalid_cursor' })
  }
  await app.close()
})

test.each(examples.map((example) => [example.title, example] as const))('%s', async (_, example) => {
  const app = await openTestApp()
  try {
    await seedExamples(app, example.operation.operationId)
    const { method } = example.operation
    const path = pathOf(example)
    const answer = await app.request(method, path, { ...(example.body !== undefined && { body: example.body }) })
    expect(answer.body).toMatchObject({ success: true })
    expect(successStatuses(example.operation)).toContain(answer.status)
    if (example.answer !== undefined) expect(keysOf(answer.body)).toEqual(keysOf(example.answer))
  } finally {
    await app.close()
  }
})

/** Its bodies one by one; without a body, its parameters: the required alone, each optional one, and all together. */
function examplesOf(operation: ContractOperation): ExampleRequest[] {
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const required = queryOf(inQuery.filter((parameter) => parameter.required === true))
  const bodies = Object.entries(bodyExamples(operation))
  if (bodies.length > 0) {
    const answers = successExamples(operation)
    return bodies.map(([name, { value }]) => ({
      title: `${operation.operationId}: the example ${name}`,
      operation,
      query: required,
      body: value,
      ...(answers[name] && { answer: answers[name].value }),
    }))
  }
  const optional = inQuery.filter(({ name, required: needed }) => needed !== true && name !== SEALED)
  const alone = optional.map((parameter) => ({
    title: `${operation.operationId}: the example of ${parameter.name}`,
    operation,
    query: { ...required, ...queryOf([parameter]) },
  }))
  const together = { ...required, ...queryOf(optional) }
  return [
    { title: `${operation.operationId}: what it cannot do without`, operation, query: required },
    ...alone,
    ...(alone.length > 1
      ? [{ title: `${operation.operationId}: all its parameters`, operation, query: together }]
      : []),
  ]
}

function queryOf(parameters: readonly Parameter[]): Record<string, unknown> {
  return Object.fromEntries(parameters.map(({ name, example }) => [name, example]))
}

function bodyExamples(operation: ContractOperation): Record<string, { value: unknown }> {
  return operation.requestBody?.content['application/json']?.examples ?? {}
}

function successStatuses({ responses }: ContractOperation): number[] {
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300)
}

function successExamples(operation: ContractOperation): Record<string, { value: unknown }> {
  const successes = successStatuses(operation).map((status) => operation.responses[status]?.content['application/json'])
  return Object.assign({}, ...successes.map((content) => content?.examples ?? {}))
}

function pathOf({ operation, query }: ExampleRequest): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
    return encodeURIComponent(String(parameter?.example))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

/** The names of all that is in a value, at any depth: `data.contacts.0.phone`. */
function keysOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value)
    .flatMap(([key, inner]) => keysOf(inner, `${at}.${key}`))
    .toSorted()
}
