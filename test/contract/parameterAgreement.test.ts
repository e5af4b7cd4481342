/** The generated validators of the operations and the contract say the same of every parameter, header and body. */
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import document from '../../generated/openapi.json'
import { operationIds } from '../../generated/operations.ts'
import { routes, type Route } from '../../generated/routes.ts'
import type { Place } from '../../scripts/generate/place.ts'
import { seeded } from '../support/random.ts'
import { readContract, type Operation, type Parameter } from './contract.ts'
import { wrongTexts } from './mutations.ts'
import { judgeByZod } from './oracle.ts'
import { parametersIn, readText, texts } from './requestArbitrary.ts'

const RUNS = 150 * Number(process.env.RUNS ?? 1)

const contract = readContract(document)
const PARTS = { path: 'params', query: 'query', header: 'headers' } as const

test('every operation of the contract has a route, and no route is without', () => {
  expect(contract.operations.map(({ id }) => id).toSorted()).toEqual([...operationIds].toSorted())
})

describe.each([...operationIds])('%s', (id) => {
  const operation = contract.operations.find((one) => one.id === id)!
  const route: Route = routes[id]

  test('takes the parameters that the contract has, and no others', () => {
    for (const [part, key] of Object.entries(PARTS)) {
      const known = parametersIn(operation, part).map(({ name }) => (part === 'header' ? name.toLowerCase() : name))
      expect(Object.keys(route.request[key].shape).toSorted()).toEqual(known.toSorted())
    }
  })

  for (const parameter of operation.parameters)
    test(`reads ${parameter.name} as the contract does`, () => agreeOnParameter(operation, route, parameter))

  if (operation.body !== null) test('judges a body as the contract does', () => agreeOnBody(route, operation.body!))
})

function agreeOnParameter(operation: Operation, route: Route, parameter: Parameter): void {
  const { name, schema } = parameter
  const validator = route.request[PARTS[parameter.in as keyof typeof PARTS]]
  const key = parameter.in === 'header' ? name.toLowerCase() : name
  const items = schema.resolve().find('items')?.resolve()
  const one = items ?? schema.resolve()
  const lists = (list: string[]) =>
    items ? list.map((text) => readText(items, text)) : list.length === 1 ? readText(one, list[0]!) : list
  const given = fc.array(fc.oneof(texts(contract, one), wrongTexts(contract, one)), {
    minLength: 1,
    maxLength: items ? 3 : 1,
  })
  const accepted = { yes: 0, no: 0 }
  const property = fc.property(given, (list) => {
    const value = lists(list)
    const isValid = contract.judge(schema.resolve(), value).length === 0
    accepted[isValid ? 'yes' : 'no']++
    const input = { [key]: list.length === 1 ? list[0] : list }
    const found = judgeByZod(validator, input).filter((pointer) => pointer.startsWith(`/${key}`))
    expect(found.length === 0).toBe(isValid)
    // Whatever else is required is missing here, so the value can be looked at only where nothing else is.
    const read = validator.safeParse(input)
    if (isValid && read.success) expect(read.data[key]).toEqual(value)
  })
  fc.assert(property, seeded(RUNS))
  expect(Math.min(accepted.yes, accepted.no), `${operation.id} ${name}`).toBeGreaterThan(RUNS / 20)
}

function agreeOnBody(route: Route, schema: Place): void {
  const validator = route.request.body!.content['application/json'].schema
  const { valid, changed } = contract.arbitraries
  const accepted = { yes: 0, no: 0 }
  const property = fc.property(fc.oneof(valid(schema), changed(schema)), (body) => {
    const isValid = contract.judge(schema.resolve(), body).length === 0
    accepted[isValid ? 'yes' : 'no']++
    expect(judgeByZod(validator, body).length === 0).toBe(isValid)
  })
  fc.assert(property, seeded(RUNS))
  expect(Math.min(accepted.yes, accepted.no)).toBeGreaterThan(RUNS / 20)
}
