import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dir, '../..')

/** What each folder may import besides itself and packages. `*` is everything. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/core': [],
  'src/ports': ['src/core'],
  'src/pacing': [],
  'src/store': ['src/pacing', 'src/ports', 'src/core'],
  'src/carriers': ['src/ports', 'src/core'],
  'src/agents': ['src/ports', 'src/core'],
  'src/engine': ['src/store', 'src/pacing', 'src/ports', 'src/core'],
  'src/watching': ['src/store', 'src/ports', 'src/core'],
  'src/operations': ['generated', 'src/engine', 'src/store', 'src/pacing', 'src/ports', 'src/core'],
  'src/http': ['generated', 'src/operations', 'src/pacing', 'src/ports', 'src/core'],
  'src/cli': ['*'],
  generated: ['src/http/keywords.ts'],
  src: ['*'],
}

/** Packages that a folder may use; the others may use any that is declared. */
const PACKAGES: Record<string, readonly string[]> = {
  'src/core': ['node:crypto', 'libphonenumber-js/max', 'libphonenumber-js/max/metadata'],
  'src/ports': [],
}

interface Import {
  from: string
  to: string
}

async function readImports(): Promise<Import[]> {
  const imports: Import[] = []
  for (const pattern of ['src/**/*.ts', 'generated/*.ts']) {
    for await (const file of new Glob(pattern).scan(ROOT)) {
      const text = await Bun.file(path.join(ROOT, file)).text()
      for (const match of text.matchAll(
        /(?:^|\n)\s*(?:import|export)\b[^'"\n]*?(?:\{[^}]*\}[^'"\n]*)?from\s+['"]([^'"]+)['"]/g,
      )) {
        const target = match[1]!
        const to = target.startsWith('.') ? path.relative(ROOT, path.resolve(ROOT, path.dirname(file), target)) : target
        imports.push({ from: file, to })
      }
    }
  }
  return imports
}

const folderOf = (file: string): string =>
  file.startsWith('src/')
    ? file.split('/').length > 2
      ? file.split('/').slice(0, 2).join('/')
      : 'src'
    : file.split('/')[0]!

const isPackage = (to: string): boolean => !to.startsWith('src/') && !to.startsWith('generated/')

const imports = await readImports()

describe('who may import whom', () => {
  test('the imports are found', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(imports).toContainEqual({ from: 'src/main.ts', to: 'src/cli/process.ts' })
  })

  test('a folder imports only what the map in src/README.md lets it', () => {
    const forbidden = imports.filter(({ from, to }) => {
      if (isPackage(to)) return false
      const folder = folderOf(from)
      const allowed = MAY_IMPORT[folder] ?? []
      return (
        folderOf(to) !== folder && !allowed.includes('*') && !allowed.includes(folderOf(to)) && !allowed.includes(to)
      )
    })
    expect(forbidden).toEqual([])
  })

  test('every folder is on the map', () => {
    expect([...new Set(imports.map(({ from }) => folderOf(from)))].filter((folder) => !(folder in MAY_IMPORT))).toEqual(
      [],
    )
  })

  test('the core and the ports use no packages but hashing and numbering plans', () => {
    const used = imports.filter(({ from, to }) => isPackage(to) && !(PACKAGES[folderOf(from)] ?? [to]).includes(to))
    expect(used).toEqual([])
  })
})

describe('what only one place may do', () => {
  const offenders = async (pattern: RegExp, allowed: readonly string[]): Promise<string[]> => {
    const found: string[] = []
    for await (const file of new Glob('src/**/*.ts').scan(ROOT)) {
      const text = (await Bun.file(path.join(ROOT, file)).text()).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      if (pattern.test(text) && !allowed.includes(file)) found.push(file)
    }
    return found
  }

  test('only the system clock reads the time or sleeps', async () => {
    expect(
      await offenders(/\bDate\.now\(|new Date\(\)|\bset(Timeout|Interval)\(/, [
        'src/engine/systemClock.ts',
        // For a turn of the event loop, not for a time.
        'src/pacing/giveWay.ts',
      ]),
    ).toEqual([])
  })

  test('only the clocks, the slices and the watch measure how long something takes', async () => {
    expect(
      await offenders(/\bperformance\.now\(/, [
        'src/engine/systemClock.ts',
        // Of the processor's time, which no virtual clock knows.
        'src/pacing/slices.ts',
        'src/watching/watch.ts',
      ]),
    ).toEqual([])
  })

  test('only the watch knows OpenTelemetry', async () => {
    const known = imports.filter(({ to }) => to.startsWith('@opentelemetry/')).map(({ from }) => folderOf(from))
    expect([...new Set(known)]).toEqual(['src/watching'])
  })

  test('only config.ts and main.ts touch the environment', async () => {
    expect(await offenders(/process\.env|Bun\.env/, ['src/config.ts', 'src/main.ts'])).toEqual([])
  })

  test('the core draws no random numbers', async () => {
    const random = await offenders(/Math\.random|randomUUID|getRandomValues/, [])
    expect(random.filter((file) => file.startsWith('src/core/'))).toEqual([])
  })
})

describe('what the database may not decide', () => {
  test('no statement asks the database for the time, for chance, or for an id', async () => {
    for await (const file of new Glob('src/store/**/*.ts').scan(ROOT)) {
      const text = (await Bun.file(path.join(ROOT, file)).text()).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      expect([file, /\bnow\(\)|current_timestamp|random\(\)|gen_random_uuid|uuidv7\(\)/i.exec(text)?.[0]]).toEqual([
        file,
        undefined,
      ])
    }
  })
})
