/** Compares what two servers answer, by the names of what is in it. */
import { resolve, type Schema } from '../support/contract.ts'

type Body = Record<string, unknown>

/**
 * Where the two bodies differ in their fields, as far as the schema leaves nothing open: an optional field may be in the
 * one and not in the other, free key-values may be anything, and of alternatives each may have chosen its own.
 */
export function findDifferences(schema: Schema, one: unknown, other: unknown, at = ''): string[] {
  const { properties, items, required = [] } = resolve(schema)
  if (Array.isArray(one) && Array.isArray(other)) {
    if (items === undefined || one.length === 0 || other.length === 0) return []
    return findDifferences(items, one[0], other[0], `${at}/0`)
  }
  if (!isBody(one) || !isBody(other) || properties === undefined) return []
  const optional = new Set(Object.keys(properties).filter((name) => !required.includes(name)))
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.flatMap((name) => {
    if (name in one && name in other) {
      return findDifferences(properties[name] ?? {}, one[name], other[name], `${at}/${name}`)
    }
    return optional.has(name) ? [] : [`${at}/${name} is only in the answer of the ${name in one ? 'mock' : 'service'}`]
  })
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
