import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { generate } from '../../../scripts/generate.ts'
import type { Json } from '../../../scripts/generate/place.ts'
import type { Route } from '../../../generated/routes.ts'

/** A small contract with one of everything that the generator understands. */
export const SAMPLE = fileURLToPath(new URL('./openapi/openapi.yaml', import.meta.url))

/** A new folder inside the project, where generated code finds what it imports. The dot hides it from the compiler. */
export function makeFolder(): string {
  return mkdtempSync(fileURLToPath(new URL('./.sample-', import.meta.url)))
}

/** The sample contract's generated code, loaded. */
export async function generateSample(): Promise<{
  folder: string
  document: { [key: string]: Json }
  schemas: Record<string, z.ZodType>
  routes: Record<string, Omit<Route, 'scope'> & { scope: string | null }>
  remove: () => void
}> {
  const folder = makeFolder()
  await generate(SAMPLE, folder)
  return {
    folder,
    document: JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')),
    schemas: await import(join(folder, 'schemas.ts')),
    routes: (await import(join(folder, 'routes.ts'))).routes,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
