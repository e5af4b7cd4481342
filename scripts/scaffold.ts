/**
 * Starts a new operation: `bun scripts/scaffold.ts <operationId>` writes its file in src/operations and says what is
 * left to do. An operation that has its file already is left alone.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONTRACT } from './generate.ts'
import { ContractFault } from './generate/place.ts'
import { readContract, type Operation } from './generate/readContract.ts'

const OPERATIONS = fileURLToPath(new URL('../src/operations', import.meta.url))

/** The file of an operation that does nothing yet. */
export function stub({ id, summary, method, path }: Operation): string {
  return `import type { In, Out } from '../../generated/operations.ts'
import type { Context } from './context.ts'

/** ${method.toUpperCase()} ${path}: ${summary.replaceAll('*/', '* /')} */
export async function ${id}(_request: In<'${id}'>, _context: Context): Promise<Out<'${id}'>> {
  throw new Error('not implemented: ${id}')
}
`
}

/**
 * Writes the stub of an operation of the contract and answers what is left to do by hand.
 * @throws ContractFault when there is no such operation, or its file exists
 */
export async function scaffold(id: string, source: string, folder: string): Promise<string> {
  const { operations } = await readContract(source)
  const operation = operations.find((candidate) => candidate.id === id)
  if (operation === undefined) throw new ContractFault(`The contract has no operation "${id}".`)
  const file = join(folder, `${id}.ts`)
  if (existsSync(file)) throw new ContractFault(`${relative(process.cwd(), file)} exists already.`)
  writeFileSync(file, stub(operation), { flag: 'wx' })
  return `Wrote ${relative(process.cwd(), file)}. Add it to index.ts: import { ${id} } from './${id}.ts', and ${id} in the list.`
}

async function main([id]: string[]): Promise<number> {
  if (id === undefined) {
    console.error('Usage: bun scripts/scaffold.ts <operationId>')
    return 1
  }
  try {
    console.log(await scaffold(id, CONTRACT, OPERATIONS))
    return 0
  } catch (fault) {
    if (!(fault instanceof ContractFault)) throw fault
    console.error(fault.message)
    return 1
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
