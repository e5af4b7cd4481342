/** Who may import whom: the table, and what finds the imports that break it. */
import { Glob } from 'bun'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dir, '../..')

const CORE = ['src/ports', 'src/core', 'src/pacing']
/** What is pure: it is given records, and asks nothing of the database. `src/store/open.ts` is not among them. */
const RECORDS = ['accounts', 'calls', 'campaigns', 'contacts', 'numbers', 'playbooks', 'tokens']
const ENGINE = ['src/store', 'src/database', ...CORE]

/**
 * What each room may import besides itself and packages. The room of a file is the longest name here that it begins with,
 * so a folder within a folder may have a line of its own. `*` is everything, and `type ` before a room means that nothing
 * but types may be imported from it.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  generated: ['src/contract'],
  'src/contract': ['src/core'],
  'src/core': [],
  'src/pacing': [],
  'src/ports': ['src/core'],
  'src/clocks': ['src/ports', 'src/core'],
  'src/database': CORE,
  'src/database/wire': [],
  'src/store': ['src/database', ...CORE],
  'src/store/schema': ['src/core', 'src/database'],
  'src/carriers': ['src/ports', 'src/core'],
  'src/agents': ['src/ports', 'src/core'],
  'src/observability': ['src/database', 'src/ports', 'src/core'],
  'src/engine': ENGINE,
  'src/operations': ['generated', 'src/engine', ...ENGINE],
  'src/operations/parse': ['generated', 'src/ports', 'src/core'],
  'src/operations/present': ['generated', 'src/ports', 'src/core', ...RECORDS.map((noun) => `type src/store/${noun}`)],
  'src/http': ['generated', 'src/contract', ...CORE],
  'src/cli': ['*'],
  src: ['*'],
}

export interface Import {
  from: string
  /** A file of the project, or a package. */
  to: string
  /** Whether nothing but types is imported. */
  onlyTypes: boolean
}

const rooms = Object.keys(MAY_IMPORT).toSorted((a, b) => b.length - a.length)

/** The room of a file; undefined when no line of the table has it. */
export function roomOf(file: string): string | undefined {
  return rooms.find((room) => file.startsWith(`${room}/`))
}

export const isPackage = (to: string): boolean => !to.startsWith('src/') && !to.startsWith('generated/')

/** Imports and exports of other files, of types too. */
export function importsIn(file: string, text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const pattern = /(\b(?:import|export)\s+type\b[\w\s{},*$]*)?(?:(?<!['"])\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g
  return [...code.matchAll(pattern)].map(([, types, target = '']) => ({
    from: file,
    to: target.startsWith('.') ? path.join(path.dirname(file), target) : target,
    onlyTypes: types !== undefined,
  }))
}

export async function readImports(): Promise<Import[]> {
  const imports: Import[] = []
  for (const pattern of ['src/**/*.ts', 'generated/*.ts']) {
    for await (const file of new Glob(pattern).scan(ROOT)) {
      imports.push(...importsIn(file, await Bun.file(path.join(ROOT, file)).text()))
    }
  }
  return imports
}

/** The imports that the table does not allow. */
export function findForbidden(imports: readonly Import[]): Import[] {
  return imports.filter(({ from, to, onlyTypes }) => {
    const room = roomOf(from)
    if (isPackage(to)) return false
    if (room === undefined) return true
    const allowed = MAY_IMPORT[room] ?? []
    const isOwn = to.startsWith(`${room}/`)
    return !isOwn && !allowed.includes('*') && !allowed.some((one) => isWithin(to, one, onlyTypes))
  })
}

function isWithin(to: string, allowed: string, onlyTypes: boolean): boolean {
  const room = onlyTypes ? allowed.replace(/^type /, '') : allowed
  return roomOf(to) === room || to.startsWith(`${room}/`)
}

/** Groups of files that import each other in a circle. */
export function findCircles(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const state = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const open: string[] = []
  const circles: string[][] = []

  function visit(file: string): number {
    const own = { index: state.size, low: state.size, isOpen: true }
    state.set(file, own)
    open.push(file)
    for (const { to } of targets.get(file) ?? []) {
      const seen = state.get(to)
      if (!seen) own.low = Math.min(own.low, visit(to))
      else if (seen.isOpen) own.low = Math.min(own.low, seen.index)
    }
    if (own.low === own.index) {
      const circle = open.splice(open.indexOf(file))
      for (const one of circle) state.get(one)!.isOpen = false
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return own.low
  }

  for (const file of targets.keys()) if (!state.has(file)) visit(file)
  return circles
}
