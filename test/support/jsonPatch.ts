/** JSON Patch (RFC 6902), as far as comparisons use it: a second opinion on what the service answers. */
export type PatchOperation = { op: 'add' | 'replace'; path: string; value?: unknown } | { op: 'remove'; path: string }

type Container = Record<string, unknown> | unknown[]

/** The document after the operations, one after the other. The document itself stays. Throws when one does not apply. */
export function applyPatch(document: unknown, operations: readonly PatchOperation[]): unknown {
  const root: { '': unknown } = { '': structuredClone(document) }
  for (const operation of operations) {
    // The whole document is the member with the empty name of something around it.
    const steps = ['', ...operation.path.split('/').slice(1)].map((step) =>
      step.replaceAll('~1', '/').replaceAll('~0', '~'),
    )
    const last = steps.pop() ?? ''
    let parent: unknown = root
    for (const step of steps) parent = memberOf(containerOf(parent, operation), step, operation)
    applyTo(containerOf(parent, operation), last, operation)
  }
  return root['']
}

function applyTo(parent: Container, key: string, operation: PatchOperation): void {
  if (operation.op !== 'add') memberOf(parent, key, operation)
  if (Array.isArray(parent)) {
    const index = key === '-' ? parent.length : Number(key)
    if (!Number.isInteger(index) || index < 0 || index > parent.length) throw notApplicable(operation)
    const values = operation.op === 'remove' ? [] : [structuredClone(operation.value)]
    parent.splice(index, operation.op === 'add' ? 0 : 1, ...values)
  } else if (operation.op === 'remove') {
    delete parent[key]
  } else {
    // Assigning would set the prototype, should that be the member's name.
    const value = structuredClone(operation.value)
    Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true })
  }
}

function containerOf(value: unknown, operation: PatchOperation): Container {
  if (typeof value !== 'object' || value === null) throw notApplicable(operation)
  return value as Container
}

function memberOf(container: Container, key: string, operation: PatchOperation): unknown {
  if (!Object.hasOwn(container, key)) throw notApplicable(operation)
  return (container as Record<string, unknown>)[key]
}

function notApplicable(operation: PatchOperation): Error {
  return new Error(`cannot be applied: ${JSON.stringify(operation)}`)
}
