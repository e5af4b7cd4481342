import { readFileSync } from 'node:fs'
import type { Shell } from './shell.ts'

/** Prints the contract as the service serves it, in JSON or in YAML. */
export function printContract(shell: Shell, options: { yaml?: boolean }): void {
  const name = options.yaml ? 'openapi.yaml' : 'openapi.json'
  shell.write(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'))
}
