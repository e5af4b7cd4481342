import { unreachable } from '../../src/core/unreachable.ts'
import { FORMATS } from '../../src/http/keywords.ts'
import type { Contract } from './readContract.ts'
import type { Place } from './place.ts'

const ANNOTATIONS = ['title', 'description', 'default', 'example', 'examples', 'deprecated', '$comment']

/** The keywords understood, by what kind of schema they may stand in. One in the wrong company is a mistake in the contract. */
const KEYWORDS = {
  $ref: [],
  oneOf: ['discriminator'],
  const: ['type'],
  enum: ['type'],
  anything: [],
  string: ['type', 'format', 'pattern', 'minLength', 'maxLength'],
  integer: ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  number: ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  boolean: ['type'],
  array: ['type', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['type', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
}
type Kind = keyof typeof KEYWORDS

/** One Zod schema for each schema of the contract, proved by the compiler to yield the contract's type. */
export function writeSchemas({ schemas }: Contract): string {
  return schemas
    .map(({ name, schema }) => `export const ${name} = ${zodOf(schema, '')} satisfies z.ZodType<Schemas['${name}']>\n`)
    .join('\n')
}

/** The Zod expression for a schema. `scope` goes before the names of other schemas: nothing, or the module's name and a dot. */
export function zodOf(schema: Place, scope: string): string {
  const { kind, nullable } = understand(schema)
  switch (kind) {
    case '$ref':
      return `${scope}${refName(schema)}`
    case 'const':
      return literal(schema, [schema.get('const')])
    case 'enum':
      return literal(schema, schema.get('enum').items())
    case 'anything':
      return 'k.anything()'
    case 'oneOf':
      return `k.oneOf(${schema
        .get('oneOf')
        .items()
        .map((form) => zodOf(form, scope))
        .join(', ')})`
    case 'string':
      return orNull(string(schema), nullable)
    case 'integer':
      return orNull(`z.number().check(k.integer())${bounds(schema)}`, nullable)
    case 'number':
      return orNull(`z.number()${bounds(schema)}`, nullable)
    case 'boolean':
      return orNull('z.boolean()', nullable)
    case 'array':
      return orNull(array(schema, scope), nullable)
    case 'object':
      return orNull(object(schema, scope), nullable)
    default:
      return unreachable(kind)
  }
}

/** What kind of schema this is, and whether null is valid besides. Refuses a keyword that its kind does not have. */
export function understand(schema: Place): { kind: Kind; nullable: boolean } {
  const kind = kindOf(schema)
  schema.allowOnly([kind, ...KEYWORDS[kind], ...ANNOTATIONS])
  return { kind, nullable: Array.isArray(schema.find('type')?.value) }
}

/** The kind of a schema; of a reference that it is one. */
export function kindOf(schema: Place): Kind {
  for (const kind of ['$ref', 'oneOf', 'const', 'enum'] as const) if (schema.find(kind)) return kind
  const types = typesOf(schema).filter((type) => type !== 'null')
  const [type] = types
  if (types.length > 1) return schema.refuse('only one type, or one type and "null", is supported')
  switch (type) {
    case undefined:
      return schema.find('type') ? schema.refuse('type "null" alone is not supported') : 'anything'
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'array':
    case 'object':
      return type
    default:
      return schema.refuse(`type "${type}" is not supported`)
  }
}

function typesOf(schema: Place): string[] {
  const type = schema.find('type')
  if (type === undefined) return []
  return typeof type.value === 'string' ? [type.value] : type.items().map((item) => item.text())
}

function orNull(zod: string, nullable: boolean): string {
  return nullable ? `${zod}.nullable()` : zod
}

/** The name of the schema that a reference leads to. */
export function refName(schema: Place): string {
  const ref = schema.get('$ref')
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(ref.text())?.[1]
  schema.resolve()
  return name ?? ref.refuse('only references to #/components/schemas are supported')
}

function literal(schema: Place, values: Place[]): string {
  const list = literals(schema, values)
  return `z.literal(${list.length === 1 ? list[0] : `[${list.join(', ')}]`})`
}

/** Values that are listed and of a type that is declared, as code; others could never be valid. */
export function literals(schema: Place, values: Place[]): string[] {
  const types = typesOf(schema)
  if (types.length === 0) schema.refuse('"type" is missing')
  for (const value of values) {
    const type = value.value === null ? 'null' : Number.isInteger(value.value) ? 'integer' : typeof value.value
    if (type === 'object' || !types.includes(type)) value.refuse(`the value is not of type ${types.join(' or ')}`)
  }
  return values.map(({ value }) => JSON.stringify(value))
}

function string(schema: Place): string {
  const format = formatOf(schema)
  const start = format === null ? 'z.string()' : `k.format(${JSON.stringify(format)})`
  const pattern = schema.find('pattern')
  return `${start}${counts(schema, 'Length')}${pattern ? `.regex(${regex(pattern)})` : ''}`
}

/** The name of a string's format; null when it has none. */
export function formatOf(schema: Place): string | null {
  const format = schema.find('format')
  if (format === undefined) return null
  return Object.hasOwn(FORMATS, format.text())
    ? format.text()
    : format.refuse(`format "${format.text()}" is not supported`)
}

/** A pattern as a literal of a regular expression. */
export function regex(pattern: Place): string {
  try {
    return String(new RegExp(pattern.text(), 'u'))
  } catch {
    return pattern.refuse('the pattern is not a regular expression (with the u flag)')
  }
}

function counts(schema: Place, what: 'Length' | 'Properties'): string {
  return ['min', 'max']
    .flatMap((end) => {
      const limit = schema.find(`${end}${what}`)
      return limit ? [`.check(k.${end}${what}(${limit.number()}))`] : []
    })
    .join('')
}

function bounds(schema: Place): string {
  const methods = { minimum: 'gte', maximum: 'lte', exclusiveMinimum: 'gt', exclusiveMaximum: 'lt' }
  return Object.entries(methods)
    .flatMap(([keyword, method]) => {
      const bound = schema.find(keyword)
      return bound ? [`.${method}(${bound.number()})`] : []
    })
    .join('')
}

function array(schema: Place, scope: string): string {
  const min = schema.find('minItems')
  const max = schema.find('maxItems')
  const limits = [
    ...(min ? [`min: ${min.number()}`] : []),
    ...(max ? [`max: ${max.number()}`] : []),
    ...(hasUniqueItems(schema) ? ['unique: true'] : []),
  ]
  return `k.array(${zodOf(schema.get('items'), scope)}${limits.length > 0 ? `, { ${limits.join(', ')} }` : ''})`
}

/** Whether the items of a list, which are strings, have to differ. */
export function hasUniqueItems(schema: Place): boolean {
  if (schema.find('uniqueItems')?.value !== true) return false
  return schema.get('items').resolve().find('type')?.value === 'string'
    ? true
    : schema.refuse('"uniqueItems" is supported for strings only')
}

/** A closed object's properties, or what a free one's values have to be, where that is said. */
export type Members =
  | { closed: true; properties: { name: string; schema: Place; required: boolean }[] }
  | { closed: false; values: Place | null }

/** Either a closed object with known properties, or a free one with none. */
export function membersOf(schema: Place): Members {
  const properties = schema.find('properties')?.entries() ?? []
  const required = schema.find('required')?.items() ?? []
  for (const name of required) schema.get('properties').get(name.text())
  const rest = schema.find('additionalProperties')
  if (properties.length === 0 && rest?.value !== false)
    return { closed: false, values: rest === undefined || rest.value === true ? null : rest }
  if (rest?.value !== false) schema.refuse('an object with "properties" must have "additionalProperties": false')
  if (schema.find('maxProperties')) schema.refuse('"maxProperties" is for objects without "properties"')
  const names = required.map((name) => name.text())
  return {
    closed: true,
    properties: properties.map(([name, property]) => {
      if (name in Object.prototype) property.refuse(`a property cannot be named "${name}": every object has it`)
      return { name, schema: property, required: names.includes(name) }
    }),
  }
}

function object(schema: Place, scope: string): string {
  const members = membersOf(schema)
  if (!members.closed) return freeObject(schema, members.values, scope)
  const lines = members.properties.map(
    ({ name, schema: property, required }) =>
      `${JSON.stringify(name)}: ${zodOf(property, scope)}${required ? '' : '.exactOptional()'},`,
  )
  return `z.strictObject({\n${lines.join('\n')}\n})${counts(schema, 'Properties')}`
}

function freeObject(schema: Place, values: Place | null, scope: string): string {
  const limits = (['min', 'max'] as const).flatMap((end) => {
    const limit = schema.find(`${end}Properties`)
    return limit ? [`${end}: ${limit.number()}`] : []
  })
  return `k.freeObject(${values === null ? 'null' : zodOf(values, scope)}${limits.length > 0 ? `, { ${limits.join(', ')} }` : ''})`
}
