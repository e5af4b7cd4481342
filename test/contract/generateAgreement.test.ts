/** The generated validators and the contract say the same of every value. `RUNS=20 bun test …` tries twenty times as many. */
import { afterAll, describe, expect, test } from 'bun:test'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import type { z } from 'zod'
import document from '../../generated/openapi.json'
import * as generated from '../../generated/schemas.ts'
import { Place, type Json } from '../../scripts/generate/place.ts'
import { seeded } from '../support/random.ts'
import { createArbitraries } from './arbitrary.ts'
import { createOracle, judgeByZod } from './oracle.ts'
import { generateSample } from './samples/generateSample.ts'

const RUNS = Number(process.env.RUNS ?? 1)
const RUNS_PER_SCHEMA = 150 * RUNS
const TIMEOUT_MS = 10_000 * RUNS

const sample = await generateSample()
afterAll(sample.remove)

describe('the contract', () => agree(document, generated))
describe('a contract with one of everything', () => agree(sample.document, sample.schemas))

function agree(contract: { [key: string]: Json }, schemas: Record<string, z.ZodType>): void {
  const judge = createOracle(contract)
  const { valid, changed } = createArbitraries(judge)
  for (const [name, schema] of new Place(contract, '#', contract).get('components').get('schemas').entries()) {
    const zod = schemas[name]
    if (zod === undefined) throw new Error(`no schema was generated for ${name}`)

    test(
      `${name} hands on untouched what the contract accepts`,
      () => {
        const property = fc.property(valid(schema), (value) => {
          expect(judgeByZod(zod, value)).toEqual([])
          expect(isDeepStrictEqual(zod.parse(value), value)).toBe(true)
        })
        fc.assert(property, seeded(RUNS_PER_SCHEMA))
      },
      TIMEOUT_MS,
    )

    test(
      `${name} refuses what the contract refuses, and names every place`,
      () => {
        let refused = 0
        const property = fc.property(changed(schema), (value) => {
          const places = judge(schema, value)
          if (places.length > 0) refused++
          const found = judgeByZod(zod, value)
          // Of the forms that a value might have had, ajv names the problems of all.
          if (hasForms(schema)) expect(found.length > 0).toBe(places.length > 0)
          else expect(found).toEqual(places)
        })
        fc.assert(property, seeded(RUNS_PER_SCHEMA))
        if (name !== 'Anything') expect(refused).toBeGreaterThan(RUNS_PER_SCHEMA / 10)
      },
      TIMEOUT_MS,
    )
  }
}

function hasForms(schema: Place): boolean {
  if (schema.find('$ref')) return hasForms(schema.resolve())
  if (Array.isArray(schema.value)) return schema.items().some(hasForms)
  if (typeof schema.value !== 'object' || schema.value === null) return false
  return schema.entries().some(([key, inside]) => key === 'oneOf' || hasForms(inside))
}
