import diff, { type Difference } from 'microdiff'
import type { components } from '../../../generated/types.ts'
import { unreachable } from '../../core/unreachable.ts'

type Schemas = components['schemas']
type Config = Schemas['PlaybookConfig']
type Comparison = Pick<Schemas['VersionComparison'], 'identical' | 'operations' | 'changes'>

/**
 * What turns one configuration into another, step by step (RFC 6902), and the fields that differ with both values. Takes
 * time in proportion to the size of both; lists are compared place by place.
 */
export function compareConfigs(from: Config, to: Config): Comparison {
  const differences = diff(bare(from) as object, bare(to) as object, { cyclesFix: false })
  // From a list the last place is taken first, so that the others are still where they were.
  const inOrder = [
    ...differences.filter(({ type }) => type !== 'REMOVE'),
    ...differences.filter(({ type }) => type === 'REMOVE').toReversed(),
  ]
  const fields = new Map(differences.map(({ path }) => fieldOf(path)).map((path) => [toPointer(path), path]))
  return {
    identical: differences.length === 0,
    operations: inOrder.map(toOperation),
    changes: [...fields].map(([pointer, path]) => ({
      pointer,
      ...valueAt(from, path, 'from'),
      ...valueAt(to, path, 'to'),
    })),
  }
}

type Path = Difference['path']

function toOperation(difference: Difference): Schemas['JsonPatchOperation'] {
  const path = toPointer(difference.path)
  switch (difference.type) {
    case 'CREATE':
      return { op: 'add', path, value: difference.value as unknown }
    case 'CHANGE':
      return { op: 'replace', path, value: difference.value as unknown }
    case 'REMOVE':
      return { op: 'remove', path }
    default:
      return unreachable(difference)
  }
}

/** A list counts as one field: what moved within it has no place that both sides share. */
function fieldOf(path: Path): Path {
  const inList = path.findIndex((step) => typeof step === 'number')
  return inList < 0 ? path : path.slice(0, inList)
}

function valueAt(config: Config, path: Path, side: 'from' | 'to'): { from?: unknown; to?: unknown } {
  let value: unknown = config
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return {}
    value = (value as Record<string, unknown>)[step]
  }
  return { [side]: value }
}

/** A JSON pointer (RFC 6901). */
function toPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The same value of objects that inherit nothing: a key named `constructor` is a key like any other. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const object = Object.create(null) as Record<string, unknown>
  for (const [key, part] of Object.entries(value)) object[key] = bare(part)
  return object
}
