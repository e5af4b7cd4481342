/** One step of a JSON pointer (RFC 6901), escaped. */
export function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The JSON pointer of a path of keys and indexes; '' for the whole. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${escapePointer(String(step))}`).join('')
}
