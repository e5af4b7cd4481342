import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import path from 'node:path'
import { findCircles, findForbidden, importsIn, isPackage, MAY_IMPORT, readImports, ROOT, roomOf } from './rooms.ts'

/** Packages that a folder may use; the others may use any that is declared. */
const PACKAGES: Record<string, readonly string[]> = {
  'src/core': ['node:crypto', 'libphonenumber-js/max', 'libphonenumber-js/max/metadata'],
  'src/ports': [],
  'src/operations/parse': [],
  'src/operations/present': ['microdiff'],
}

const imports = await readImports()
const roomsOf = (to: string) => imports.filter((one) => one.to.startsWith(to)).map(({ from }) => roomOf(from))

describe('who may import whom', () => {
  test('the imports are found, those of types too', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(imports).toContainEqual({ from: 'src/main.ts', to: 'src/cli/process.ts', onlyTypes: false })
    expect(imports).toContainEqual({ from: 'src/ports/Carrier.ts', to: 'src/ports/Line.ts', onlyTypes: true })
  })

  test('a room imports only what the table lets it', () => {
    expect(findForbidden(imports)).toEqual([])
  })

  test('every line of the table has a room', () => {
    const rooms = new Set(imports.map(({ from }) => roomOf(from)))
    expect(Object.keys(MAY_IMPORT).filter((room) => !rooms.has(room))).toEqual([])
  })

  test('no files import each other in a circle', () => {
    expect(findCircles(imports)).toEqual([])
  })

  test('no folders of the engine import each other in a circle', () => {
    const folderOf = (file: string): string | undefined => /^src\/engine\/\w+\//.exec(file)?.[0]
    const folders = imports.flatMap((one) => {
      const [a, b] = [folderOf(one.from), folderOf(one.to)]
      return a && b && a !== b ? [{ ...one, from: a, to: b }] : []
    })
    expect(folders).not.toEqual([])
    expect(findCircles(folders)).toEqual([])
  })

  test('what is pure uses no packages but hashing, numbering plans, and what compares two objects', () => {
    const used = imports.filter(({ from, to }) => isPackage(to) && !(PACKAGES[roomOf(from) ?? ''] ?? [to]).includes(to))
    expect(used).toEqual([])
  })
})

describe('a planted violation is found', () => {
  const planted: [what: string, file: string, text: string][] = [
    ['another room', 'src/core/planted.ts', "import { openStore } from '../store/open.ts'"],
    ['a type', 'src/ports/planted.ts', "import type { Store } from '../store/open.ts'"],
    ['a type within a list', 'src/agents/planted.ts', "import { a, type Store } from '../store/open.ts'"],
    ['an export', 'src/database/planted.ts', "export * from '../store/schema/tables.ts'"],
    ['a folder in a folder', 'src/database/wire/planted.ts', "import { migrate } from '../migrate.ts'"],
    ['an import at run time', 'src/carriers/planted.ts', "await import('../engine/engine.ts')"],
    ['a query', 'src/operations/present/planted.ts', "import { findCall } from '../../store/calls/read.ts'"],
    [
      'a type beside a query',
      'src/operations/present/planted.ts',
      "import { type A, b } from '../../store/calls/read.ts'",
    ],
    ['the database as a type', 'src/operations/present/planted.ts', "import type { Store } from '../../store/open.ts'"],
    [
      'a record in what reads requests',
      'src/operations/parse/planted.ts',
      "import type { A } from '../../store/calls/read.ts'",
    ],
    ['the context', 'src/operations/parse/planted.ts', "import type { Context } from '../context.ts'"],
    [
      'an operation in what is served',
      'src/http/planted.ts',
      "import { createCall } from '../operations/createCall.ts'",
    ],
    ['a room that is in no table', 'lib/planted.ts', "import { step } from '../src/core/step.ts'"],
  ]
  test.each(planted)('%s', (_, file, text) => {
    expect(findForbidden(importsIn(file, text))).toHaveLength(1)
  })

  test('and the type of a record, which is no query, is none', () => {
    const text = "import type {\n  AttemptRecord,\n  TurnRecord,\n} from '../../store/calls/attempts.ts'"
    expect(findForbidden(importsIn('src/operations/present/call.ts', text))).toEqual([])
  })

  test('a circle of types', () => {
    const circle = [
      ...importsIn('src/core/a.ts', "import type { B } from './b.ts'"),
      ...importsIn('src/core/b.ts', "import type { A } from './a.ts'"),
    ]
    expect(findCircles(circle)).toEqual([['src/core/a.ts', 'src/core/b.ts']])
  })

  test('and what only speaks of another room in a comment is none', () => {
    expect(importsIn('src/core/a.ts', "/** As in: import { x } from '../store/open.ts' */")).toEqual([])
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
        'src/clocks/systemClock.ts',
        // For a turn of the event loop, not for a time.
        'src/pacing/giveWay.ts',
        // Both watch over the process itself, whatever clock its service goes by.
        'src/cli/launcher.ts',
        'src/database/postgres/statement.ts',
      ]),
    ).toEqual([])
  })

  test('only the clocks, the slices and the watch measure how long something takes', async () => {
    expect(
      await offenders(/\bperformance\.now\(/, [
        'src/clocks/systemClock.ts',
        // Of the processor's time, which no virtual clock knows.
        'src/pacing/slices.ts',
        'src/observability/watch.ts',
      ]),
    ).toEqual([])
  })

  test('only the watch knows OpenTelemetry', async () => {
    expect([...new Set(roomsOf('@opentelemetry/'))]).toEqual(['src/observability'])
  })

  test('only config.ts and main.ts touch the environment', async () => {
    expect(await offenders(/process\.env|Bun\.env/, ['src/config.ts', 'src/main.ts'])).toEqual([])
  })

  test('the core draws no random numbers', async () => {
    const random = await offenders(/Math\.random|randomUUID|getRandomValues/, [])
    expect(random.filter((file) => file.startsWith('src/core/'))).toEqual([])
  })
})

describe('what is remembered of tokens', () => {
  test('only what says so changes an account or a token', async () => {
    const writing = /(?:updateTable|deleteFrom)\('(?:accounts|tokens)'\)|\b(?:update|delete from) (?:accounts|tokens)\b/
    const files: string[] = []
    for await (const file of new Glob('src/**/*.ts').scan(ROOT)) {
      if (writing.test(await Bun.file(path.join(ROOT, file)).text())) files.push(file)
    }
    expect(files.toSorted()).toEqual([
      'src/store/accounts/accounts.ts',
      // The caller id of an account, which is no part of what is remembered.
      'src/store/numbers/callerIds.ts',
      'src/store/tokens/tokens.ts',
    ])
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
