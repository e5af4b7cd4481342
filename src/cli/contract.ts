import { readContract } from '../http/documents/documents.ts'
import type { Shell } from './shell.ts'

/** Prints the contract as the service serves it, in JSON or in YAML. */
export async function printContract(shell: Shell, options: { yaml?: boolean }): Promise<void> {
  shell.write(new TextDecoder().decode(await readContract(options.yaml ? 'yaml' : 'json')))
}
