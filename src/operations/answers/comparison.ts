import { createPatch, type Operation, Pointer } from 'rfc6902'
import type { components } from '../../../generated/types.ts'
import type { PlaybookConfig } from '../../core/playbookConfig.ts'

type Schemas = components['schemas']
type Comparison = Pick<Schemas['VersionComparison'], 'identical' | 'operations' | 'changes'>

/** What turns one configuration into another, step by step (RFC 6902), and the fields that differ with both values. */
export function compareConfigs(from: PlaybookConfig, to: PlaybookConfig): Comparison {
  const patch = createPatch(from, to)
  const pointers = [...new Set(patch.map(({ path }) => fieldOf(path)))]
  return {
    identical: patch.length === 0,
    operations: patch.map(presentOperation),
    changes: pointers.map((pointer) => ({
      pointer,
      ...valueAt(from, pointer, 'from'),
      ...valueAt(to, pointer, 'to'),
    })),
  }
}

/** A list counts as one field: what moved within it has no place that both sides share. */
function fieldOf(pointer: string): string {
  const steps = pointer.split('/')
  const inList = steps.findIndex((step, depth) => depth > 1 && /^(\d+|-)$/.test(step))
  return inList < 0 ? pointer : steps.slice(0, inList).join('/')
}

function valueAt(config: PlaybookConfig, pointer: string, side: 'from' | 'to'): { from?: unknown; to?: unknown } {
  const value: unknown = Pointer.fromJSON(pointer).get(config)
  return value === undefined ? {} : { [side]: value }
}

function presentOperation(operation: Operation): Schemas['JsonPatchOperation'] {
  switch (operation.op) {
    case 'add':
    case 'replace':
      return { op: operation.op, path: operation.path, value: operation.value as unknown }
    case 'remove':
      return { op: operation.op, path: operation.path }
    case 'move':
    case 'copy':
    case 'test':
      throw new Error(`a comparison has no ${operation.op}`)
  }
}
