/** Makes the compiler prove that a switch is exhausted, and stops loudly should the proof ever be wrong. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
