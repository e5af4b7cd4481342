/** What generators of clients stumble over is not in the contract, so that it can be given to them as it stands. */
import { expect, test } from 'bun:test'
import document from '../../generated/openapi.json'
import { contractOperations, type Schema } from '../support/contract.ts'

test('every operation has one successful answer', () => {
  const several = contractOperations().filter(
    ({ responses }) => Object.keys(responses).filter((status) => status.startsWith('2')).length !== 1,
  )
  expect(several.map(({ operationId }) => operationId)).toEqual([])
})

test('a date-time has nothing beside its format that a generated client would try on an object', () => {
  const textual = ['pattern', 'minLength', 'maxLength']
  const found = schemasIn(document).filter(
    ([, schema]) => schema['format'] === 'date-time' && textual.some((keyword) => keyword in schema),
  )
  expect(found.map(([place]) => place)).toEqual([])
})

/** Named like identifiers, but whatever the client or the carrier has sent, or a number to show. */
const NO_IDENTIFIERS = /^(.*version_id|carrier_call_id|caller_id)$/

test('what names a thing is an Id wherever it stands, so that it can be sent as it was given', () => {
  const { Id, NullableId } = document.components.schemas
  expect([Id.format, NullableId.format]).toEqual(['uuid', 'uuid'])
  const properties = schemasIn(document).flatMap(([place, { properties: all = {} }]) =>
    Object.entries(all).map(([name, schema]) => ({ place: `${place}/${name}`, name, schema })),
  )
  const parameters = contractOperations().flatMap(({ operationId, parameters: all }) =>
    all.map(({ name, schema }) => ({ place: `${operationId} ${name}`, name, schema })),
  )
  const named = [...properties, ...parameters].filter(({ name }) => name.endsWith('_id') && !NO_IDENTIFIERS.test(name))
  expect(named.length).toBeGreaterThan(30)
  const others = named.filter(({ schema }) => !/\/(Nullable)?Id$/.test(String(schema.$ref)))
  expect(others.map(({ place }) => place)).toEqual([])
})

/** Every object of the document that may be a schema, with its place. */
function schemasIn(value: unknown, place = ''): [string, Schema][] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, one]) => schemasIn(one, `${place}/${key}`))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is no schema has none of a schema's keywords
  return [[place, value as Schema], ...inside]
}
