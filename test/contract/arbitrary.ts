/**
 * Random values for the contract's schemas: valid ones by construction, and valid ones with something changed, which
 * are mostly invalid. Whether they are is not decided here.
 */
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { kindOf } from '../../scripts/generate/writeSchemas.ts'
import type { Place } from '../../scripts/generate/place.ts'
import type { Judge } from './oracle.ts'

/** Names that JavaScript treats in its own way, and must not here. */
const keys = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', '/', '~'),
)
const json = fc.jsonValue({ maxDepth: 2 })
const WRONG = [null, true, 0, -1, 1.5, 1e12, '', 'x', '😀', '😀😀😀', [], {}, [null], { '': 0 }, '\u0000', 'null', '1']

/** Draws a whole number below `n`. */
type Pick = (n: number) => number
type Members = Record<string, unknown>

export interface Arbitraries {
  valid: (schema: Place) => Arbitrary<unknown>
  /** A valid value after one to three changes. Some are harmless, so a few of these are still valid. */
  changed: (schema: Place) => Arbitrary<unknown>
  /** A valid value after one change. */
  changedOnce: (schema: Place) => Arbitrary<unknown>
}

/**
 * Values for a schema that mean something, where a random one that fits the schema rarely would; null leaves it to
 * chance. `random` makes any that fit.
 */
export type FindMeaning = (schema: Place, random: (schema: Place) => Arbitrary<unknown>) => Arbitrary<unknown> | null

export function createArbitraries(judge: Judge, findMeaning: FindMeaning = () => null): Arbitraries {
  const built = new Map<string, Arbitrary<unknown>>()
  function valid(schema: Place): Arbitrary<unknown> {
    const meant = () => findMeaning(schema, random)?.filter((value) => judge(schema.resolve(), value).length === 0)
    const known = built.get(schema.pointer) ?? meant() ?? random(schema)
    built.set(schema.pointer, known)
    return known
  }
  function random(schema: Place): Arbitrary<unknown> {
    return schema.find('$ref') ? valid(schema.resolve()) : build(schema)
  }
  function build(schema: Place): Arbitrary<unknown> {
    const any = byKind(schema, valid)
    const types = schema.find('type')?.value
    const nullable = Array.isArray(types) && types.includes('null') && !schema.find('enum')
    return (nullable ? fc.option(any) : any).filter((value) => judge(schema, value).length === 0)
  }
  function changeUpTo(schema: Place, most: number): Arbitrary<unknown> {
    return fc.tuple(valid(schema), fc.nat(most - 1), fc.infiniteStream(fc.nat())).map(([value, more, draws]) => {
      const pick: Pick = (n) => (draws.next().value ?? 0) % n
      let result = value
      for (let changes = 0; changes <= more; changes++) result = change(judge, schema, result, pick)
      return result
    })
  }
  return { valid, changed: (schema) => changeUpTo(schema, 3), changedOnce: (schema) => changeUpTo(schema, 1) }
}

function byKind(schema: Place, valid: (schema: Place) => Arbitrary<unknown>): Arbitrary<unknown> {
  const kind = kindOf(schema)
  switch (kind) {
    case 'oneOf':
      return fc.oneof(...schema.get('oneOf').items().map(valid))
    case 'const':
      return fc.constant(schema.get('const').value)
    case 'enum':
      return fc.constantFrom(
        ...schema
          .get('enum')
          .items()
          .map((item) => item.value),
      )
    case 'string':
      return string(schema)
    case 'integer':
      return fc.integer({ min: limit(schema, 'minimum', -(2 ** 31)), max: limit(schema, 'maximum', 2 ** 31) })
    case 'number':
      return number(schema)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return array(schema, valid)
    case 'object':
      return schema.find('properties') ? closedObject(schema, valid) : freeObject(schema, valid)
    default:
      return json
  }
}

function limit(schema: Place, keyword: string, otherwise: number): number {
  return schema.find(keyword)?.number() ?? otherwise
}

/** Short strings, and now and then one of the greatest length, of characters that are two units each. */
function string(schema: Place): Arbitrary<string> {
  const pattern = schema.find('pattern')
  switch (schema.find('format')?.value) {
    case 'uuid':
      return fc.uuid()
    case 'date-time':
      return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString())
    default:
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern.text(), 'u'))
  const minLength = limit(schema, 'minLength', 0)
  const longest = limit(schema, 'maxLength', 100)
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(longest, minLength + 20) })
  return longest > 1000 ? short : fc.oneof({ weight: 9, arbitrary: short }, fc.constant('😀'.repeat(longest)))
}

function number(schema: Place): Arbitrary<number> {
  const bounds = {
    min: limit(schema, 'exclusiveMinimum', limit(schema, 'minimum', -1e9)),
    max: limit(schema, 'exclusiveMaximum', limit(schema, 'maximum', 1e9)),
    minExcluded: schema.find('exclusiveMinimum') !== undefined,
    maxExcluded: schema.find('exclusiveMaximum') !== undefined,
  }
  return fc.double({ ...bounds, noNaN: true })
}

function array(schema: Place, valid: (schema: Place) => Arbitrary<unknown>): Arbitrary<unknown[]> {
  const minLength = limit(schema, 'minItems', 0)
  const maxLength = Math.min(limit(schema, 'maxItems', 3), minLength + 3)
  return fc.array(valid(schema.get('items')), { minLength, maxLength })
}

function closedObject(schema: Place, valid: (schema: Place) => Arbitrary<unknown>): Arbitrary<Members> {
  const properties = schema.get('properties').entries()
  const requiredKeys = requiredOf(schema)
  const model = Object.fromEntries(properties.map(([name, property]) => [name, valid(property)]))
  return fc.record(model, { requiredKeys, noNullPrototype: true })
}

function freeObject(schema: Place, valid: (schema: Place) => Arbitrary<unknown>): Arbitrary<Members> {
  const rest = schema.find('additionalProperties')
  const values = rest && rest.value !== true ? valid(rest) : json
  const minLength = limit(schema, 'minProperties', 0)
  const maxLength = Math.min(limit(schema, 'maxProperties', 4), minLength + 4)
  const entries = fc.uniqueArray(fc.tuple(keys, values), { minLength, maxLength, selector: ([key]) => key })
  return entries.map((list) => Object.fromEntries(list))
}

function requiredOf(schema: Place): string[] {
  return (
    schema
      .find('required')
      ?.items()
      .map((name) => name.text()) ?? []
  )
}

function change(judge: Judge, reference: Place, value: unknown, pick: Pick): unknown {
  const schema = reference.resolve()
  if (schema.find('oneOf')) {
    const forms = schema.get('oneOf').items()
    const form = forms.find((candidate) => judge(candidate.resolve(), value).length === 0)
    if (form && pick(4) > 0) return change(judge, form, value, pick)
  }
  const changes: (() => unknown)[] = [() => WRONG[pick(WRONG.length)], () => WRONG[pick(WRONG.length)]]
  if (typeof value === 'string') changes.push(...changedStrings(schema, value))
  else if (typeof value === 'number') changes.push(...changedNumbers(schema, value))
  else if (Array.isArray(value)) changes.push(...changedArrays(judge, schema, value, pick))
  else if (isMembers(value)) changes.push(...changedObjects(judge, schema, value, pick))
  return changes[pick(changes.length)]?.()
}

function changedStrings(schema: Place, value: string): (() => unknown)[] {
  const shortest = limit(schema, 'minLength', 1)
  const longest = limit(schema, 'maxLength', 50)
  return [
    () =>
      Array.from(value)
        .slice(0, shortest - 1)
        .join(''),
    () => 'a'.repeat(longest + 1),
    () => '😀'.repeat(Math.ceil(longest / 2) + 1),
    () => '😀'.repeat(longest + 1),
    () => '😀',
    () => `${value}\n`,
    () => ` ${value}`,
    () => value.toLowerCase(),
    () => value.replace(/\d/, '9'),
    () => value.replace(/\d/, '1'),
    () => value.replace(/\d(?=\D*$)/, ''),
  ]
}

function changedNumbers(schema: Place, value: number): (() => unknown)[] {
  const low = limit(schema, 'exclusiveMinimum', limit(schema, 'minimum', -5))
  const high = limit(schema, 'exclusiveMaximum', limit(schema, 'maximum', 5))
  return [() => low, () => high, () => low - 1, () => high + 1, () => value + 0.5, () => String(value), () => -value]
}

function changedArrays(judge: Judge, schema: Place, value: unknown[], pick: Pick): (() => unknown)[] {
  const longest = limit(schema, 'maxItems', 0)
  const changes = [
    () => value.slice(0, Math.max(0, limit(schema, 'minItems', 0) - 1)),
    () => [...value, value[0] ?? null],
  ]
  if (longest <= 200 && value.length > 0) changes.push(() => Array.from({ length: longest + 1 }, () => value[0]))
  const items = schema.find('items')
  if (items && value.length > 0) {
    const at = pick(value.length)
    const inside = () => value.map((item, index) => (index === at ? change(judge, items, item, pick) : item))
    changes.push(inside, inside, inside)
  }
  return changes
}

function changedObjects(judge: Judge, schema: Place, value: Members, pick: Pick): (() => unknown)[] {
  const names = Object.keys(value)
  const changes: (() => unknown)[] = [
    () => ({ ...value, unknown_key: {} }),
    () => ({ ...value, ['__proto__']: {} }),
    () => ({}),
    () => Object.fromEntries(Array.from({ length: limit(schema, 'maxProperties', 100) + 1 }, (_, n) => [`k${n}`, n])),
  ]
  const name = names[pick(Math.max(1, names.length))]
  if (name !== undefined) {
    const without = () => ({ ...value, [name]: undefined })
    changes.push(without, without)
    const rest = schema.find('additionalProperties')
    const property = schema.find('properties')?.find(name) ?? (rest && typeof rest.value === 'object' ? rest : null)
    const inside = (): unknown => ({ ...value, [name]: property ? change(judge, property, value[name], pick) : null })
    changes.push(...names.map(() => inside), inside, inside)
  }
  // Through text, because that is how values arrive: a property that is undefined is none.
  return changes.map((make) => (): unknown => JSON.parse(JSON.stringify(make())))
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
