import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { CONTRACT, findStale, generate, GENERATED } from '../../scripts/generate.ts'
import { ContractFault } from '../../scripts/generate/place.ts'
import { scaffold } from '../../scripts/scaffold.ts'
import { makeFolder, SAMPLE } from './samples/generateSample.ts'

const folders: string[] = []
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })))

function folder(): string {
  const path = makeFolder()
  folders.push(path)
  return path
}

function contents(path: string): Record<string, string> {
  return Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]))
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (fault: unknown) => (fault instanceof ContractFault ? fault.message : 'not of the contract'),
  )
}

/** A copy of the sample contract in which one text is replaced by another. */
function edited(before: string, after: string): string {
  const path = folder()
  cpSync(dirname(SAMPLE), path, { recursive: true })
  const source = join(path, 'openapi.yaml')
  const text = readFileSync(source, 'utf8')
  if (!text.includes(before)) throw new Error(`the sample contract has no ${before}`)
  writeFileSync(source, text.replace(before, after))
  return source
}

test('what is in generated/ is what the contract gives', async () => {
  expect(await findStale(CONTRACT, GENERATED)).toEqual([])
})

test('the same contract gives the same bytes', async () => {
  const [one, other] = [folder(), folder()]
  await generate(SAMPLE, one)
  await generate(SAMPLE, other)
  expect(contents(one)).toEqual(contents(other))
  expect(Object.keys(contents(one)).toSorted()).toEqual(
    ['checks.ts', 'openapi.json', 'openapi.yaml', 'operations.ts', 'routes.ts', 'schemas.ts', 'types.ts'].toSorted(),
  )
})

test('every generated file says so, and from which contract', async () => {
  const target = folder()
  await generate(SAMPLE, target)
  for (const text of Object.values(contents(target)))
    expect(text.slice(0, 200)).toMatch(/Generated, do not edit: by `bun scripts\/generate.ts` .* sha256 [0-9a-f]{64}/)
})

test('both documents say the same, to readers of either version of YAML', async () => {
  const target = folder()
  await generate(SAMPLE, target)
  const { 'x-generated': _, ...json } = JSON.parse(readFileSync(join(target, 'openapi.json'), 'utf8'))
  const yaml = readFileSync(join(target, 'openapi.yaml'), 'utf8')
  expect(parse(yaml)).toEqual(json)
  expect(parse(yaml, { version: '1.1' })).toEqual(json)
})

test('a file that was edited, is missing or does not belong is stale', async () => {
  const target = folder()
  await generate(SAMPLE, target)
  expect(await findStale(SAMPLE, target)).toEqual([])
  writeFileSync(join(target, 'types.ts'), '// edited')
  writeFileSync(join(target, 'extra.ts'), '')
  rmSync(join(target, 'routes.ts'))
  expect(await findStale(SAMPLE, target)).toEqual(['extra.ts', 'routes.ts', 'types.ts'])
})

describe('what cannot be generated from stops everything and names the place', () => {
  const faults: [string, string, string, string][] = [
    [
      'an unknown keyword',
      'minProperties: 2',
      'unevaluatedProperties: false',
      '#/components/schemas/Mark: "unevaluatedProperties" is not supported here',
    ],
    [
      'a keyword in the wrong company',
      'type: boolean\n          default',
      'type: boolean\n          minLength: 1\n          default',
      '#/components/schemas/CreateThing/properties/broken: "minLength" is not supported here',
    ],
    [
      'an unknown format',
      'format: uuid',
      'format: hostname',
      '#/paths/~1things~1{thing_id}/parameters/0/schema/format: format "hostname" is not supported',
    ],
    [
      'an open object',
      'additionalProperties: false\n      minProperties',
      'minProperties',
      '#/components/schemas/Mark: an object with "properties" must have "additionalProperties": false',
    ],
    [
      'a pattern that is none',
      '^[^/]$',
      '^[^/$',
      '#/components/schemas/Mark/properties/symbol/pattern: the pattern is not a regular expression (with the u flag)',
    ],
    [
      'several types',
      "[number, 'null']",
      '[number, string]',
      '#/components/schemas/Thing/properties/weight: only one type, or one type and "null", is supported',
    ],
    [
      'a value of another type',
      'light, dark',
      'light, 5',
      '#/components/schemas/Shade/enum/1: the value is not of type string or null',
    ],
    [
      'a property that every object has',
      'symbol:',
      'constructor:',
      '#/components/schemas/Mark/properties/constructor: a property cannot be named "constructor": every object has it',
    ],
    [
      'a schema that contains itself',
      'type: string\n        maxLength: 5',
      "$ref: '#/components/schemas/Labels'",
      '#/components/schemas/Labels: a schema that contains itself is not supported',
    ],
    [
      'a response without JSON',
      'application/json:\n          schema:\n            $ref',
      'text/plain:\n          schema:\n            $ref',
      '#/components/responses/ThingMade/content: "text/plain" is not supported here',
    ],
    [
      'an operation without a scope',
      'x-scope: things:write',
      'deprecated: true',
      '#/paths/~1things/post: "x-scope" is missing',
    ],
    [
      'a parameter in a cookie',
      'in: header',
      'in: cookie',
      '#/paths/~1things/post/parameters/0: parameters in "cookie" are not supported',
    ],
    [
      'a path that lacks its parameter',
      '- name: thing_id',
      '- name: id',
      '#/paths/~1things~1{thing_id}/get: the parameters of "/things/{thing_id}" are not declared as it names them',
    ],
    [
      'an error code without a status',
      'not_found: 404',
      'lost: 404',
      '#/components/schemas/ErrorCode/x-status/lost: there is no such error code',
    ],
    [
      'a reference to nowhere',
      "'#/components/schemas/SizeText'",
      "'#/components/schemas/Nothing'",
      "Can't resolve $ref",
    ],
  ]
  test.each(faults)('%s', async (_name, before, after, message) => {
    const target = folder()
    writeFileSync(join(target, 'types.ts'), 'as it was')
    expect(await faultOf(generate(edited(before, after), target))).toContain(message)
    expect(contents(target)).toEqual({ 'types.ts': 'as it was' })
  })
})

describe('scaffold', () => {
  test('writes an operation that is still to be made, and says what is left to do', async () => {
    const target = folder()
    expect(await scaffold('getThing', SAMPLE, target)).toContain(`import { getThing } from './getThing.ts'`)
    expect(contents(target)['getThing.ts']).toContain(`Promise<Out<'getThing'>>`)
  })

  test('leaves alone what exists, and makes nothing that the contract lacks', async () => {
    const target = folder()
    writeFileSync(join(target, 'getThing.ts'), 'as it was')
    expect(await faultOf(scaffold('getThing', SAMPLE, target))).toContain('exists already')
    expect(await faultOf(scaffold('getThink', SAMPLE, target))).toContain('no operation "getThink"')
    expect(contents(target)).toEqual({ 'getThing.ts': 'as it was' })
  })
})
