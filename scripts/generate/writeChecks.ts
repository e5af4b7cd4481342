import { unreachable } from '../../src/core/unreachable.ts'
import type { Place } from './place.ts'
import { referredTo, type Contract } from './readContract.ts'
import { formatOf, hasUniqueItems, literals, membersOf, refName, regex, understand } from './writeSchemas.ts'

/**
 * One plain predicate for each schema that occurs in a request body, and a table of the bodies' by operationId. They say
 * the same as the Zod schemas, many times faster, and not what is wrong. As a body's default is filled in by neither,
 * what a predicate accepts is what Zod would have handed on.
 */
export function writeChecks({ schemas, operations }: Contract): string {
  const bodies = operations.flatMap(({ body }) => body ?? [])
  const used = namesIn(bodies, schemas)
  const code: Code = { functions: [], names: new Set(), patterns: new Map() }
  for (const { name, schema } of schemas) if (used.has(name)) define(code, predicateOf(name), schema)
  const table = operations.map(({ id, body }) => `${id}: ${body ? writeBody(code, id, body) : 'null'},`)
  const patterns = [...code.patterns].map(([pattern, name]) => `const ${name} = ${pattern}\n`)
  return `${patterns.join('')}
${code.functions.join('\n')}
/** Whether a body, parsed from JSON, is one for the operation; null for an operation that has none. */
export const bodyChecks: Record<OperationId, ((value: unknown) => boolean) | null> = {
${table.join('\n')}
}
`
}

/** What has been written so far. */
interface Code {
  functions: string[]
  names: Set<string>
  /** The names of the regular expressions, by their text. */
  patterns: Map<string, string>
}

function namesIn(bodies: Place[], schemas: Contract['schemas']): Set<string> {
  const names = new Set(bodies.flatMap(({ value }) => referredTo(value)))
  // What is used comes before what uses it, so that one way through the list backwards finds all.
  for (const { name, schema } of schemas.toReversed())
    if (names.has(name)) for (const other of referredTo(schema.value)) names.add(other)
  return names
}

function predicateOf(schemaName: string): string {
  return `is${schemaName}`
}

function writeBody(code: Code, id: string, body: Place): string {
  return body.find('$ref') ? predicateOf(refName(body)) : define(code, `isBodyOf_${id}`, body)
}

/** Writes a function and answers its name, which is the wanted one or, if that is taken, one like it. */
function define(code: Code, wanted: string, schema: Place): string {
  let name = wanted.replaceAll(/\W/g, '_')
  while (code.names.has(name)) name += '_'
  code.names.add(name)
  const body = bodyOf(code, name, schema)
  code.functions.push(`export function ${name}(value: unknown): boolean {\n${body}\n}\n`)
  return name
}

function bodyOf(code: Code, name: string, schema: Place): string {
  const { kind, nullable } = understand(schema)
  const start = nullable ? 'if (value === null) return true\n' : ''
  switch (kind) {
    case 'array':
      return start + array(code, name, schema)
    case 'object':
      return start + object(code, name, schema)
    default:
      return `return ${expression(code, name, schema, 'value')}`
  }
}

/** An expression that says whether the variable `it` fits. `name` is for a function of its own, where one is needed. */
function expression(code: Code, name: string, schema: Place, it: string): string {
  const { kind, nullable } = understand(schema)
  switch (kind) {
    case '$ref':
      return `${predicateOf(refName(schema))}(${it})`
    case 'const':
      return oneOfValues(literals(schema, [schema.get('const')]), it)
    case 'enum':
      return oneOfValues(literals(schema, schema.get('enum').items()), it)
    case 'anything':
      return `(${it} !== undefined)`
    case 'oneOf':
      return oneOf(code, name, schema, it)
    case 'string':
      return orNull(string(code, schema, it), nullable, it)
    case 'integer':
      return orNull(`typeof ${it} === 'number' && Number.isInteger(${it})${bounds(schema, it)}`, nullable, it)
    case 'number':
      return orNull(`typeof ${it} === 'number' && Number.isFinite(${it})${bounds(schema, it)}`, nullable, it)
    case 'boolean':
      return orNull(`typeof ${it} === 'boolean'`, nullable, it)
    case 'array':
    case 'object':
      return `${define(code, name, schema)}(${it})`
    default:
      return unreachable(kind)
  }
}

function orNull(condition: string, nullable: boolean, it: string): string {
  return nullable ? `(${it} === null || (${condition}))` : `(${condition})`
}

function oneOfValues(list: string[], it: string): string {
  return `(${list.map((value) => `${it} === ${value}`).join(' || ')})`
}

function oneOf(code: Code, name: string, schema: Place, it: string): string {
  const forms = schema.get('oneOf').items()
  const fitting = forms.map((form, index) => `Number(${expression(code, `${name}_form${index}`, form, it)})`)
  return `(${fitting.join(' + ')} === 1)`
}

function string(code: Code, schema: Place, it: string): string {
  const min = schema.find('minLength')?.number() ?? 0
  const max = schema.find('maxLength')?.number()
  const format = formatOf(schema)
  const pattern = schema.find('pattern')
  return [
    `typeof ${it} === 'string'`,
    // Code points are counted only where the units, of which there are as many or more, leave it open.
    ...(min > 0 ? [min === 1 ? `${it}.length > 0` : `k.hasAtLeast(${it}, ${min})`] : []),
    ...(max === undefined ? [] : [`(${it}.length <= ${max} || k.hasAtMost(${it}, ${max}))`]),
    ...(format === null ? [] : [`k.FORMATS[${JSON.stringify(format)}](${it})`]),
    ...(pattern ? [`${hoisted(code, regex(pattern))}.test(${it})`] : []),
  ].join(' && ')
}

/** The name of a regular expression, which is made once. */
function hoisted(code: Code, pattern: string): string {
  const name = code.patterns.get(pattern) ?? `pattern${code.patterns.size + 1}`
  code.patterns.set(pattern, name)
  return name
}

function bounds(schema: Place, it: string): string {
  const operators = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' }
  return Object.entries(operators)
    .flatMap(([keyword, operator]) => {
      const bound = schema.find(keyword)
      return bound ? [` && ${it} ${operator} ${bound.number()}`] : []
    })
    .join('')
}

function array(code: Code, name: string, schema: Place): string {
  const min = schema.find('minItems')
  const max = schema.find('maxItems')
  const item = expression(code, `${name}_item`, schema.get('items'), 'item')
  return [
    'if (!Array.isArray(value)) return false',
    'const items: unknown[] = value',
    ...(min ? [`if (items.length < ${min.number()}) return false`] : []),
    ...(max ? [`if (items.length > ${max.number()}) return false`] : []),
    `for (const item of items) if (!${item}) return false`,
    `return ${hasUniqueItems(schema) ? 'k.areDistinct(items)' : 'true'}`,
  ].join('\n')
}

function object(code: Code, name: string, schema: Place): string {
  const members = membersOf(schema)
  const min = schema.find('minProperties')?.number()
  const max = schema.find('maxProperties')?.number()
  const counted = min !== undefined || max !== undefined
  const required = members.closed ? members.properties.filter((property) => property.required).length : 0
  const perKey = [
    ...(counted ? ['count++'] : []),
    ...(max === undefined ? [] : [`if (count > ${max}) return false`]),
    ...(members.closed ? [knownKeys(code, name, members.properties)] : []),
    ...(!members.closed && members.values ? [values(code, name, members.values)] : []),
  ]
  const conditions = [
    ...(required > 0 ? [`required === ${required}`] : []),
    ...(min === undefined ? [] : [`count >= ${min}`]),
  ]
  return [
    'if (!k.isObject(value)) return false',
    ...(required > 0 ? ['let required = 0'] : []),
    ...(counted ? ['let count = 0'] : []),
    ...(perKey.length > 0 ? [`for (const key in value) {\n${perKey.join('\n')}\n}`] : []),
    `return ${conditions.join(' && ') || 'true'}`,
  ].join('\n')
}

type Properties = Extract<ReturnType<typeof membersOf>, { closed: true }>['properties']

/** A key of the prototype, such as `constructor` or `__proto__`, is a case like any other that is not known. */
function knownKeys(code: Code, name: string, properties: Properties): string {
  const cases = properties.map(
    ({ name: key, schema, required }) => `case ${JSON.stringify(key)}:
if (!${expression(code, `${name}_${key}`, schema, 'item')}) return false
${required ? 'required++\n' : ''}break`,
  )
  return `const item = value[key]\nswitch (key) {\n${cases.join('\n')}\ndefault:\nreturn false\n}`
}

function values(code: Code, name: string, schema: Place): string {
  return `const item = value[key]\nif (!${expression(code, `${name}_value`, schema, 'item')}) return false`
}
