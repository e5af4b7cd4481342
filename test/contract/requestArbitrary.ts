/** Random requests that fit the contract, for any operation of it. */
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Place } from '../../scripts/generate/place.ts'
import type { Contract, Operation, Parameter } from './contract.ts'
import { meaningOfParameter } from './meanings.ts'
import { placeholder } from './placeholders.ts'
import type { Parts } from './request.ts'

/** The contract's text refuses JSON that nests deeper. */
const MAX_DEPTH = 32
/** A cursor is opaque: a random one is refused, so most lists are asked for without. */
const RARELY = ['cursor']

/** The parts of a request that fits the contract. Identifiers in the path are those of things that are there. */
export function partsOf(contract: Contract, operation: Operation): Arbitrary<Parts> {
  return fc.record({
    path: fc.constant(pathOf(operation, () => 'present')),
    query: manyOf(parametersIn(operation, 'query').map((parameter) => queryPairs(contract, parameter))),
    headers: manyOf(parametersIn(operation, 'header').map((parameter) => headerPairs(contract, parameter))).map(
      (pairs): Record<string, string> => Object.fromEntries(pairs),
    ),
    body: operation.body ? contract.arbitraries.valid(operation.body).filter(isSendable) : fc.constant(null),
  })
}

/** The same, of which some name in their path what has been used, or nothing at all. */
export function validParts(contract: Contract, operation: Operation): Arbitrary<Parts> {
  const names = parametersIn(operation, 'path')
  if (names.length === 0) return partsOf(contract, operation)
  const paths = fc.oneof(
    { weight: 8, arbitrary: fc.constant(pathOf(operation, () => 'present')) },
    { weight: 1, arbitrary: fc.constant(pathOf(operation, () => 'used')) },
    {
      weight: 1,
      arbitrary: fc.record(Object.fromEntries(names.map(({ name, schema }) => [name, texts(contract, schema)]))),
    },
  )
  return fc.tuple(partsOf(contract, operation), paths).map(([parts, path]) => ({ ...parts, path }))
}

export function parametersIn({ parameters }: Operation, part: string): Parameter[] {
  return parameters.filter((parameter) => parameter.in === part)
}

/** What a text in a URL or a header stands for; a text that stands for nothing stays one, which no number is. */
export function readText(schema: Place, text: string): unknown {
  switch (schema.resolve().find('type')?.value) {
    case 'integer':
      return /^(0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : text
    case 'number':
      return /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text
    default:
      return text
  }
}

/** Whether a value may be sent as JSON, by what the contract says about all bodies. */
export function isSendable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  return Object.entries(value).every(([key, inside]) => isSendable(key) && isSendable(inside, depth + 1))
}

/** The text of a valid value of a parameter that is not a list. */
export function texts({ arbitraries }: Contract, schema: Place): Arbitrary<string> {
  return arbitraries.valid(schema).map(String)
}

function pathOf(operation: Operation, choose: () => 'present' | 'used'): Record<string, string> {
  return Object.fromEntries(parametersIn(operation, 'path').map(({ name }) => [name, placeholder(name, choose())]))
}

type Pairs = [name: string, value: string][]

function manyOf(arbitraries: Arbitrary<Pairs>[]): Arbitrary<Pairs> {
  return fc.tuple(...arbitraries).map((lists) => lists.flat())
}

function queryPairs(contract: Contract, { name, required, schema }: Parameter): Arbitrary<Pairs> {
  const random = contract.arbitraries.valid(schema)
  const values = meaningOfParameter(name, schema, random).filter(
    (value) => contract.judge(schema.resolve(), value).length === 0,
  )
  const pairs = values.map((value) => [value].flat().map((one): [string, string] => [name, String(one)]))
  return required ? pairs : sometimes(pairs, RARELY.includes(name) ? 1 : 10)
}

function headerPairs(contract: Contract, { name, required, schema }: Parameter): Arbitrary<Pairs> {
  const pairs = texts(contract, schema).map((text): Pairs => [[name.toLowerCase(), text]])
  return required ? pairs : sometimes(pairs, 10)
}

/** In `weight` of twenty cases. */
function sometimes(pairs: Arbitrary<Pairs>, weight: number): Arbitrary<Pairs> {
  return fc.oneof({ weight: 20 - weight, arbitrary: fc.constant<Pairs>([]) }, { weight, arbitrary: pairs })
}
