/**
 * Turns the contract into code: `bun scripts/generate.ts [--check] [source] [target]`.
 *
 * Writes all files or, when the contract holds something that cannot be generated from, none. With --check it writes
 * nothing and fails when the files are not what the contract gives.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ContractFault } from './generate/place.ts'
import { render } from './generate/render.ts'

export const CONTRACT = fileURLToPath(new URL('../openapi/openapi.yaml', import.meta.url))
export const GENERATED = fileURLToPath(new URL('../generated', import.meta.url))

/** Writes what the contract gives into a folder. Throws ContractFault, and then has touched nothing. */
export async function generate(source: string, target: string): Promise<void> {
  const files = await render(source, target)
  mkdirSync(target, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(target, `${name}.new`), text)
  for (const name of files.keys()) renameSync(join(target, `${name}.new`), join(target, name))
}

/** Names the files of a folder that are missing, not what the contract gives, or not generated at all. */
export async function findStale(source: string, target: string): Promise<string[]> {
  const files = await render(source, target)
  const present = readdirSync(target, { withFileTypes: true }).map((entry) => entry.name)
  const stale = [...files].filter(
    ([name, text]) => !present.includes(name) || readFileSync(join(target, name), 'utf8') !== text,
  )
  return [...stale.map(([name]) => name), ...present.filter((name) => !files.has(name))].toSorted()
}

async function main(args: string[]): Promise<number> {
  const [source = CONTRACT, target = GENERATED] = args.filter((arg) => arg !== '--check').map((path) => resolve(path))
  try {
    if (!args.includes('--check')) {
      await generate(source, target)
      return 0
    }
    const stale = await findStale(source, target)
    if (stale.length > 0)
      console.error(`Not what the contract gives: ${stale.join(', ')}. Run: bun scripts/generate.ts`)
    return stale.length > 0 ? 1 : 0
  } catch (fault) {
    if (!(fault instanceof ContractFault)) throw fault
    console.error(`Nothing was generated. ${fault.message}`)
    return 1
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
