/** The second opinion: ajv, which reads the contract itself and knows nothing of the generated code. */
import Ajv2020 from 'ajv/dist/2020.js'
import type { z } from 'zod'
import { FORMATS } from '../../src/contract/keywords.ts'
import type { Json, Place } from '../../scripts/generate/place.ts'

/** Where a value breaks its schema, as JSON pointers, sorted; none when it is valid. */
export type Judge = (schema: Place, value: unknown) => string[]

/** What lies in a list or object that is too large is not looked at any more; by ajv it is. */
const TOO_LARGE = ['maxItems', 'maxProperties']

export function createOracle(document: { [key: string]: Json }): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS })
  ajv.addSchema(document, 'contract')
  return (schema, value) => {
    const validate = ajv.getSchema(`contract${schema.pointer}`)
    if (validate === undefined) throw new Error(`ajv finds no schema at ${schema.pointer}`)
    if (validate(value) === true) return []
    const errors = validate.errors ?? []
    const tooLarge = errors.filter(({ keyword }) => TOO_LARGE.includes(keyword)).map(({ instancePath }) => instancePath)
    const pointers = errors.map(({ instancePath, params }) => {
      const name: unknown = params.missingProperty ?? params.additionalProperty
      return typeof name === 'string' ? `${instancePath}/${escape(name)}` : instancePath
    })
    return sorted(pointers.filter((pointer) => !tooLarge.some((parent) => pointer.startsWith(`${parent}/`))))
  }
}

/** The same list from a generated schema. */
export function judgeByZod(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  return sorted(
    issues.flatMap((issue) => {
      const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      return paths.map((path) => path.map((step) => `/${escape(String(step))}`).join(''))
    }),
  )
}

function sorted(pointers: string[]): string[] {
  return [...new Set(pointers)].toSorted()
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
