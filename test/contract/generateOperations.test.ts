/** Real programs, right and wrong, put before the compiler. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from '../../scripts/generate.ts'
import { readContract } from '../../scripts/generate/readContract.ts'
import { stub } from '../../scripts/scaffold.ts'
import { makeFolder, SAMPLE } from './samples/generateSample.ts'

const COMPILER = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url))
const COMPILE_TIMEOUT_MS = 60_000

const HANDLERS = `import type { In, Operations, Out } from './operations.ts'
interface Context { now: number }
const thing = {
  thing_id: '', kind: 'thing', made_at: '', color: 'red', shade: null, weight: 1, price: 1, tags: [], mark: {}, about: 1,
} as const satisfies Record<string, unknown>
const body: Out<'getThing'>['body'] = { ...thing, tags: [] }
async function createThing({ body: asked, headers }: In<'createThing'>, _context: Context): Promise<Out<'createThing'>> {
  const key: string | undefined = headers['idempotency-key']
  return { status: 201, body: { ...body, color: asked.color }, headers: { Location: key ?? '/' } }
}
async function listThings({ query }: In<'listThings'>): Promise<Out<'listThings'>> {
  const limit: number = query.limit
  return { status: 200, body: [body].slice(0, limit) }
}
async function getThing({ path }: In<'getThing'>): Promise<Out<'getThing'>> {
  return { status: 200, body: { ...body, thing_id: path.thing_id } }
}
`

/** A promise, the program's end that puts it to the test, and what the compiler must say: nothing, or a text. */
const programs: [string, string, string | null][] = [
  [
    'a handler for each operation compiles',
    'export const all = { createThing, listThings, getThing } satisfies Operations<Context>',
    null,
  ],
  [
    'a missing operation does not compile',
    'export const all = { createThing, listThings } satisfies Operations<Context>',
    `'getThing'`,
  ],
  [
    'a misspelled operation does not compile',
    'export const all = { createThing, listThings, getThink: getThing } satisfies Operations<Context>',
    `'getThink'`,
  ],
  [
    'a handler of another operation does not compile',
    'export const all = { createThing, listThings, getThing: createThing } satisfies Operations<Context>',
    `'Operation<"getThing", Context>'`,
  ],
  [
    'a handler that asks for more than the request holds does not compile',
    `async function greedy({ path }: { path: { thing_id: string; size: number } }): Promise<Out<'getThing'>> {
  return { status: 200, body: { ...body, price: path.size } }
}
export const all = { createThing, listThings, getThing: greedy } satisfies Operations<Context>`,
    `'size'`,
  ],
  [
    'an undeclared status does not compile',
    `export async function other(): Promise<Out<'getThing'>> { return { status: 404, body } }`,
    `Type '404' is not assignable to type '200'`,
  ],
  [
    'a property of the wrong type does not compile',
    `export async function other(): Promise<Out<'getThing'>> { return { status: 200, body: { ...body, price: '5' } } }`,
    `Type 'string' is not assignable to type 'number'`,
  ],
  [
    'a property too many does not compile',
    `export async function other(): Promise<Out<'getThing'>> { return { status: 200, body: { ...body, secret: 1 } } }`,
    `'secret' does not exist`,
  ],
]

let folder = ''
/** The compiler's words, by the file that they are about. */
let said = new Map<string, string>()

beforeAll(async () => {
  folder = makeFolder()
  await generate(SAMPLE, folder)
  for (const [promise, text] of programs) writeFileSync(join(folder, `${fileOf(promise)}.ts`), `${HANDLERS}${text}\n`)
  const { operations } = await readContract(SAMPLE)
  const [operation] = operations
  if (operation) writeFileSync(join(folder, 'stub.ts'), stub(operation).replace('../../generated/', './'))
  writeFileSync(join(folder, 'context.ts'), 'export interface Context { now: number }\n')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../../tsconfig.json', include: ['*.ts'] }),
  )
  said = compile()
}, COMPILE_TIMEOUT_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function compile(): Map<string, string> {
  const { stdout } = Bun.spawnSync([process.execPath, COMPILER, '--noEmit', '--pretty', 'false', '-p', folder], {
    cwd: folder,
  })
  const complaints = stdout.toString().split(/^(?=\S+\.ts\()/m)
  const byFile = Map.groupBy(complaints, (complaint) => /^(.*?)\.ts\(/.exec(complaint)?.[1] ?? '')
  return new Map([...byFile].map(([name, list]) => [name, list.join('')]))
}

function fileOf(promise: string): string {
  return promise.replaceAll(' ', '-')
}

test.each(programs)('%s', (promise, _text, complaint) => {
  const words = said.get(fileOf(promise))
  if (complaint === null) expect(words).toBeUndefined()
  else expect(words).toContain(complaint)
})

test('what is generated compiles, and so does an operation just begun', () => {
  const wrong = programs.flatMap(([promise, , complaint]) => (complaint === null ? [] : [fileOf(promise)]))
  expect([...said.keys()].toSorted()).toEqual(wrong.toSorted())
})
