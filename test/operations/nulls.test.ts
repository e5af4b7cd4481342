/** Generated clients send null for a field that was not set. What creates something takes it for one that is absent. */
import { describe, expect, test } from 'bun:test'
import type { OperationId } from '../../generated/operations.ts'
import { contractOperations, resolve, type ContractOperation, type Schema } from '../support/contract.ts'
import { dumpTables } from '../support/dumpTables.ts'
import { sampleRequest } from '../support/sampleRequest.ts'
import { openTestApp, type TestAnswer } from '../support/testApp.ts'

const CREATING = contractOperations().filter(({ method, requestBody }) => method === 'POST' && requestBody)

const bodyOf = ({ requestBody }: ContractOperation): Schema => resolve(requestBody!.content['application/json']!.schema)

/** What may be left out of an object, with the schema it has if it is there. */
const optional = (schema: Schema): [string, Schema][] =>
  Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name) !== true)

const takesNull = (schema: Schema): boolean => {
  const { type, oneOf } = resolve(schema)
  const forms = Array.isArray(oneOf) ? (oneOf as Schema[]) : []
  return (Array.isArray(type) && type.includes('null')) || forms.some(takesNull)
}

/** The places of a schema, and of all within, at which a field may be left out but not be null. */
function withoutNull(schema: Schema, at = ''): string[] {
  const resolved = resolve(schema)
  const inside = Object.entries(resolved.properties ?? {}).flatMap(([name, one]) => withoutNull(one, `${at}/${name}`))
  const own = optional(resolved).flatMap(([name, one]) => (takesNull(one) ? [] : [`${at}/${name}`]))
  return [...own, ...inside, ...(resolved.items ? withoutNull(resolved.items, `${at}/0`) : [])]
}

/** A value that has every object it can have in it; what else may be left out is `absent` or null. */
function build(schema: Schema, fill: 'absent' | 'null'): unknown {
  const resolved = resolve(schema)
  const { properties = {}, items, examples, enum: values } = resolved
  if (items && isBuilt(items)) return [build(items, fill)]
  // The first of an enum asks the least of its neighbours.
  if (Array.isArray(values)) return values[0]
  if (!isBuilt(resolved)) return Array.isArray(examples) ? examples[0] : []
  const left = new Set(optional(resolved).map(([name]) => name))
  const fields = Object.entries(properties).flatMap(([name, one]) => {
    if (!left.has(name) || holdsObject(one)) return [[name, build(one, fill)]]
    return fill === 'null' ? [[name, null]] : []
  })
  return Object.fromEntries(fields)
}

const isBuilt = (schema: Schema): boolean => Object.keys(resolve(schema).properties ?? {}).length > 0
const holdsObject = (schema: Schema): boolean => {
  const { items } = resolve(schema)
  return isBuilt(schema) || (items !== undefined && isBuilt(items))
}

/** What a request is answered and stores in a new database, without what is drawn by chance. */
async function outcome(operationId: OperationId, more: object): Promise<unknown> {
  const app = await openTestApp()
  try {
    const playbook_id = await app.addPlaybook()
    const { path, body } = sampleRequest(operationId, { playbook_id })
    const answer: TestAnswer = await app.post(path, { ...Object(body), ...more })
    await app.settle()
    expect(answer.body.error).toBeUndefined()
    const tables = await dumpTables(app.store)
    return { status: answer.status, ...asOnce(answer.body), tables: asOnce(tables) }
  } finally {
    await app.close()
  }
}

const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1)

/** Identifiers, secrets and hashes with a key differ from run to run, and with the ids the order of rows. */
function asOnce(value: unknown): object {
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/pc_\w+/g, 'secret')
    .replaceAll(/sealed:1:[\w-]+/g, 'sealed')
    .replaceAll(/[0-9a-f]{64}/g, 'hash')
  return JSON.parse(text, (_key, one: unknown) => (Array.isArray(one) ? one.toSorted(byText) : one))
}

describe.each(CREATING.map((operation) => [operation.operationId, bodyOf(operation)] as const))(
  '%s',
  (name, schema) => {
    const operationId = name as OperationId

    test('takes null in every field that may be left out, however deep it lies', () => {
      expect(withoutNull(schema)).toEqual([])
    })

    test('does the same with null as without the field', async () => {
      const nulls = Object.fromEntries(optional(schema).map(([field]) => [field, null]))
      expect(await outcome(operationId, nulls)).toEqual(await outcome(operationId, {}))
    })

    test('does the same within every object that it takes', async () => {
      const sample = Object(sampleRequest(operationId).body)
      const built = (fill: 'absent' | 'null'): object => {
        const objects = Object.entries(schema.properties ?? {}).filter(([, one]) => holdsObject(one))
        const fields = objects.map(([field, one]) => [field, merge(build(one, fill), sample[field])])
        return Object.fromEntries(fields)
      }
      expect(await outcome(operationId, built('null'))).toEqual(await outcome(operationId, built('absent')))
    })
  },
)

/** What a sample says stands; it belongs to what is there. */
function merge(built: unknown, sample: unknown): unknown {
  if (Array.isArray(built))
    return built.map((one, index) => merge(one, Array.isArray(sample) ? sample[index] : undefined))
  return typeof built === 'object' && built !== null ? { ...built, ...Object(sample) } : (sample ?? built)
}
