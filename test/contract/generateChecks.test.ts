/** The generated predicates say of every body what the contract and the generated validators say. See generateAgreement.test.ts. */
import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { parse, stringify } from 'yaml'
import type { z } from 'zod'
import * as generatedChecks from '../../generated/checks.ts'
import document from '../../generated/openapi.json'
import { routes as generatedRoutes, type Route } from '../../generated/routes.ts'
import * as generatedSchemas from '../../generated/schemas.ts'
import { generate } from '../../scripts/generate.ts'
import { ContractFault, Place, type Json } from '../../scripts/generate/place.ts'
import { areDistinct, hasAtLeast, hasAtMost } from '../../src/contract/keywords.ts'
import { seeded } from '../support/random.ts'
import { createArbitraries } from './arbitrary.ts'
import { createOracle } from './oracle.ts'
import { makeFolder, SAMPLE } from './samples/generateSample.ts'

const RUNS = Number(process.env.RUNS ?? 1)
const RUNS_PER_SCHEMA = 150 * RUNS
const TIMEOUT_MS = 10_000 * RUNS

type Predicate = (value: unknown) => boolean

interface Generated {
  document: { [key: string]: Json }
  schemas: Record<string, z.ZodType>
  routes: Record<string, Pick<Route, 'request'>>
  checks: { bodyChecks: Record<string, Predicate | null> }
}

const folders: string[] = []
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })))

function folder(): string {
  const path = makeFolder()
  folders.push(path)
  return path
}

/** What in the sample contract lies too deep for changes to find it often. */
const NAMED = {
  Words: { type: 'array', uniqueItems: true, maxItems: 50, items: { type: 'string', maxLength: 2 } },
  Fields: { type: 'object', additionalProperties: true, maxProperties: 4 },
}

/** What has no name of its own in the sample contract, and what the names of the written functions are made from. */
const UNNAMED = {
  nothing: { type: 'object', additionalProperties: false, properties: {} },
  'a-b': { type: 'array', items: { type: ['integer', 'null'], minimum: -2, maximum: 2 } },
  a_b: { type: ['array', 'null'], maxItems: 2, items: { type: 'array', items: { type: 'boolean' } } },
  'ä\n"': { type: 'array', uniqueItems: true, maxItems: 50, items: { type: 'string' } },
  part: {
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['item'],
    minProperties: 2,
    properties: { item: {}, value: { type: 'object', additionalProperties: { type: ['number', 'null'] } } },
  },
  forms: { oneOf: [{ type: 'object', additionalProperties: {}, minProperties: 1 }, { type: ['boolean', 'null'] }] },
  short: { type: ['string', 'null'], minLength: 3, maxLength: 4 },
  number: { type: 'number' },
}

/** The sample contract with a body that holds one of everything. */
function writeSource(unnamed: object): string {
  const path = folder()
  cpSync(dirname(SAMPLE), path, { recursive: true })
  const contract = parse(readFileSync(SAMPLE, 'utf8'))
  Object.assign(contract.components.schemas, NAMED)
  const named = Object.keys(contract.components.schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }])
  contract.paths['/everything'] = {
    post: {
      ...contract.paths['/things'].post,
      operationId: 'takeEverything',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              additionalProperties: false,
              required: ['number', 'Shade'],
              properties: { ...Object.fromEntries(named), ...unnamed },
            },
          },
        },
      },
    },
  }
  const source = join(path, 'openapi.yaml')
  writeFileSync(source, stringify(contract, { aliasDuplicateObjects: false }))
  return source
}

async function generateEverything(): Promise<Generated> {
  const target = folder()
  await generate(writeSource(UNNAMED), target)
  return {
    document: JSON.parse(readFileSync(join(target, 'openapi.json'), 'utf8')),
    schemas: await import(join(target, 'schemas.ts')),
    routes: (await import(join(target, 'routes.ts'))).routes,
    checks: await import(join(target, 'checks.ts')),
  }
}

describe('the contract', () =>
  agree({ document, schemas: generatedSchemas, routes: generatedRoutes, checks: generatedChecks }))
const everything = await generateEverything()
describe('a contract with one of everything', () => agree(everything))

interface Case {
  name: string
  schema: Place
  zod: z.ZodType
  fits: Predicate
}

function agree(generated: Generated): void {
  const root = new Place(generated.document, '#', generated.document)
  const judge = createOracle(generated.document)
  const { valid, changed } = createArbitraries(judge)

  test('there is a predicate for every body, and for nothing that is none', () => {
    const operations = operationsOf(root)
    expect(Object.keys(generated.checks.bodyChecks).toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
    for (const { id, body } of operations) {
      const fits = generated.checks.bodyChecks[id]
      if (body?.find('$ref')) expect(fits).toBe(predicateOf(generated, body.get('$ref').text().replace(/.*\//, '')))
      else expect([id, isPredicate(fits)]).toEqual([id, body !== undefined])
    }
  })

  for (const { name, schema, zod, fits } of casesOf(root, generated)) {
    const judgeAll = (value: unknown) => ({
      contract: judge(schema, value).length === 0,
      zod: zod.safeParse(value).success,
      predicate: fits(value),
    })

    test(
      `${name}: what fits the contract fits the predicate, and Zod would hand it on as it is`,
      () => {
        const property = fc.property(valid(schema), (value) => {
          expect(judgeAll(value)).toEqual({ contract: true, zod: true, predicate: true })
          expect(isDeepStrictEqual(zod.parse(value), value)).toBe(true)
        })
        fc.assert(property, seeded(RUNS_PER_SCHEMA))
      },
      TIMEOUT_MS,
    )

    test(
      `${name}: of a changed value the contract, Zod and the predicate say the same`,
      () => {
        let refused = 0
        const property = fc.property(changed(schema), (value) => {
          const contract = judge(schema, value).length === 0
          if (!contract) refused++
          expect(judgeAll(value)).toEqual({ contract, zod: contract, predicate: contract })
        })
        fc.assert(property, seeded(RUNS_PER_SCHEMA))
        if (name !== 'Anything') expect(refused).toBeGreaterThan(RUNS_PER_SCHEMA / 10)
      },
      TIMEOUT_MS,
    )
  }
}

function operationsOf(root: Place): { id: string; body: Place | undefined }[] {
  const operations = root
    .get('paths')
    .entries()
    .flatMap(([, item]) => item.entries().map(([, operation]) => operation))
  return operations.flatMap((operation) => {
    const id = operation.find('operationId')?.text()
    const content = operation.find('requestBody')?.resolve().get('content')
    return id === undefined ? [] : [{ id, body: content?.get('application/json').get('schema') }]
  })
}

/** Every predicate that there is: of the schemas with a name, and of the bodies without. */
function casesOf(root: Place, generated: Generated): Case[] {
  const schemas = root.get('components').get('schemas').entries()
  const named = schemas.flatMap(([name, schema]) => {
    const [fits, zod] = [predicateOf(generated, name), generated.schemas[name]]
    return fits && zod ? [{ name, schema, zod, fits }] : []
  })
  const bodies = operationsOf(root).flatMap(({ id, body }) => {
    const fits = generated.checks.bodyChecks[id]
    const zod = generated.routes[id]?.request.body?.content['application/json'].schema
    return body && !body.find('$ref') && fits && zod ? [{ name: `the body of ${id}`, schema: body, zod, fits }] : []
  })
  return [...named, ...bodies]
}

function predicateOf({ checks }: Generated, schemaName: string): Predicate | undefined {
  const fits: unknown = Reflect.get(checks, `is${schemaName}`)
  return isPredicate(fits) ? fits : undefined
}

function isPredicate(value: unknown): value is Predicate {
  return typeof value === 'function'
}

test('the sample has a predicate for every kind of schema', () => {
  const { components } = everything.document
  for (const name of Object.keys(Object(Object(components).schemas)))
    expect([name, predicateOf(everything, name) !== undefined]).toEqual([name, true])
})

test('a keyword that nobody knows stops the generation, in a body as elsewhere', async () => {
  const source = writeSource({ ...UNNAMED, number: { type: 'number', multipleOf: 2 } })
  const fault: unknown = await generate(source, folder()).catch((thrown: unknown) => thrown)
  expect(fault).toBeInstanceOf(ContractFault)
  expect(String(fault)).toContain('/properties/number: "multipleOf" is not supported here')
})

describe('what the predicates are built from', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '😀'), maxLength: 8 })
  const limits = fc.nat(9)

  test('lengths are counted in code points', () => {
    const property = fc.property(texts, limits, (text, limit) => {
      const count = Array.from(text).length
      expect([hasAtMost(text, limit), hasAtLeast(text, limit)]).toEqual([count <= limit, count >= limit])
    })
    fc.assert(property, seeded(2_000 * RUNS))
  })

  test('a text that occurs twice is found in short lists and in long ones', () => {
    const lists = fc.array(fc.string({ maxLength: 2 }), { maxLength: 80, size: 'max' })
    const property = fc.property(lists, (list) => {
      const distinct = [...new Set(list)]
      expect(areDistinct(list)).toBe(distinct.length === list.length)
      expect(areDistinct(distinct)).toBe(true)
    })
    fc.assert(property, seeded(1_000 * RUNS))
  })
})
