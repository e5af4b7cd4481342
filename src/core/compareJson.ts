/**
 * What turns one JSON value into another. It takes time in proportion to the size of the values, whatever they hold:
 * the smallest possible patch would take the product of their lists' lengths, during which nobody else is served.
 */
import { canonicalJson } from './canonicalJson.ts'

/** An operation of a JSON Patch (RFC 6902). */
export type PatchOperation = { op: 'add' | 'replace'; path: string; value: unknown } | { op: 'remove'; path: string }

/** A field that differs. A side that lacks the field lacks the value too. */
export interface FieldChange {
  pointer: string
  from?: unknown
  to?: unknown
}

export interface JsonComparison {
  operations: PatchOperation[]
  /** A list counts as one field: what moved within it has no place that both sides share. */
  changes: FieldChange[]
}

/** A list in which more places differ is replaced whole: nobody follows so many steps. */
const MOST_STEPS_IN_LIST = 1_000

/** The operations lead from `from` to `to`, in their order; there are none, and no changes, when the two are equal. */
export function compareJson(from: unknown, to: unknown): JsonComparison {
  const found: JsonComparison = { operations: [], changes: [] }
  compareAt('', from, to, found)
  return found
}

function compareAt(pointer: string, from: unknown, to: unknown, found: JsonComparison): void {
  if (isObject(from) && isObject(to)) return compareObjects(pointer, from, to, found)
  if (Array.isArray(from) && Array.isArray(to)) {
    const operations = compareLists(pointer, from, to)
    if (operations.length === 0) return
    for (const operation of operations) found.operations.push(operation)
    found.changes.push({ pointer, from, to })
    return
  }
  if (from === to) return
  found.operations.push({ op: 'replace', path: pointer, value: to })
  found.changes.push({ pointer, from, to })
}

function compareObjects(
  pointer: string,
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  found: JsonComparison,
): void {
  for (const [key, value] of Object.entries(from)) {
    const at = `${pointer}/${escapeStep(key)}`
    if (Object.hasOwn(to, key)) compareAt(at, value, to[key], found)
    else {
      found.operations.push({ op: 'remove', path: at })
      found.changes.push({ pointer: at, from: value })
    }
  }
  for (const [key, value] of Object.entries(to)) {
    if (Object.hasOwn(from, key)) continue
    const at = `${pointer}/${escapeStep(key)}`
    found.operations.push({ op: 'add', path: at, value })
    found.changes.push({ pointer: at, to: value })
  }
}

/** What the lists begin and end with in common stays; between that, one place after the other. */
function compareLists(pointer: string, from: readonly unknown[], to: readonly unknown[]): PatchOperation[] {
  const [old, fresh] = [from.map(canonicalJson), to.map(canonicalJson)]
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && old[start] === fresh[start]) start++
  let tail = 0
  while (tail < shorter - start && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  const both = shorter - start - tail
  const removed = from.length - shorter
  const added = to.length - shorter
  if (both + removed + added > MOST_STEPS_IN_LIST) return [{ op: 'replace', path: pointer, value: to }]

  const inside: JsonComparison = { operations: [], changes: [] }
  for (let i = start; i < start + both; i++) {
    if (old[i] !== fresh[i]) compareAt(`${pointer}/${i}`, from[i], to[i], inside)
  }
  const { operations } = inside
  const next = start + both
  for (let i = 0; i < removed; i++) operations.push({ op: 'remove', path: `${pointer}/${next}` })
  for (let i = next; i < next + added; i++) operations.push({ op: 'add', path: `${pointer}/${i}`, value: to[i] })
  return operations
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A key as a step of a JSON pointer (RFC 6901). */
function escapeStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
