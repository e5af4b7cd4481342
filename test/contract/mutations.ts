/** Requests that do not fit the contract, each by one change of one that does. */
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Place } from '../../scripts/generate/place.ts'
import type { Contract, Operation, Parameter } from './contract.ts'
import { assemble, type Parts, type Request } from './request.ts'
import { isSendable, parametersIn, partsOf, readText, texts } from './requestArbitrary.ts'

export interface Mutant {
  request: Request
  /** What was changed, in words. */
  change: string
  /** The status that the contract's text promises for it. */
  status: number
  /** The error code that it promises, where it is one only. */
  code?: string
}

/** Every kind of change that there is for the operation, all alike in weight. */
export function mutantsOf(contract: Contract, operation: Operation): Arbitrary<Mutant> {
  const parts = partsOf(contract, operation)
  const query = parametersIn(operation, 'query')
  const single = query.filter(({ schema }) => schema.resolve().find('type')?.value !== 'array')
  const changed = (change: string, status: number, edits: Arbitrary<(parts: Parts) => Parts>): Arbitrary<Mutant> =>
    fc.tuple(parts, edits).map(([valid, edit]) => ({ request: assemble(operation, edit(valid)), change, status }))
  return fc.oneof(
    changed('a query parameter that is not known', 400, unknownNames(query)),
    changed(
      'a query that is not percent-encoded UTF-8',
      400,
      fc.constant((valid) => valid),
    ).map(brokenQuery),
    ...single.map((one) => changed(`the query parameter ${one.name} twice`, 400, repetitions(contract, one))),
    ...query.map((one) => changed(`the query parameter ${one.name} wrong`, 400, wrongQuery(contract, one))),
    ...query
      .filter(({ required }) => required)
      .map((one) =>
        changed(
          `the query parameter ${one.name} missing`,
          400,
          fc.constant((valid) => without(valid, one.name)),
        ),
      ),
    ...parametersIn(operation, 'header').map((one) =>
      changed(`the header ${one.name} wrong`, 400, wrongHeaders(contract, one)),
    ),
    ...parametersIn(operation, 'path').map((one) => changed(`the path's ${one.name} wrong`, 404, wrongPaths(one))),
    ...(operation.body ? mutantsByBody(contract, operation, operation.body, changed) : []),
  )
}

type Changed = (change: string, status: number, edits: Arbitrary<(parts: Parts) => Parts>) => Arbitrary<Mutant>

function mutantsByBody(contract: Contract, operation: Operation, schema: Place, changed: Changed): Arbitrary<Mutant>[] {
  const { judge, arbitraries } = contract
  const wrong = arbitraries
    .changedOnce(schema)
    .filter((body) => isSendable(body) && judge(schema.resolve(), body).length > 0)
  const fits = fc.tuple(partsOf(contract, operation), fc.constantFrom(...RAW))
  const forms = changed(
    'the body does not fit its schema',
    400,
    wrong.map((body) => (valid) => ({ ...valid, body })),
  )
  const raw = fits.map(([valid, [change, write]]): Mutant => {
    const request = assemble(operation, valid)
    return {
      request: { ...request, body: write(JSON.stringify(valid.body)) },
      change,
      status: 400,
      code: 'invalid_json',
    }
  })
  const types = changed(
    'a media type that is not JSON in UTF-8',
    415,
    fc
      .constantFrom(...WRONG_TYPES)
      .map((headers) => (valid) => ({ ...valid, headers: { ...valid.headers, ...headers } })),
  )
  // The form of the body has the most to be got wrong in.
  return [forms, forms, forms, forms, forms, forms, raw, raw, types]
}

const WRONG_TYPES: Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': '' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json; charset=iso-8859-1' },
  { 'content-type': 'application/jsonp' },
  { 'content-encoding': 'gzip' },
]

/** What can be wrong with a body before it is a value. All of these keep a valid body as near as they can. */
const RAW: [change: string, write: (text: string) => string | Uint8Array][] = [
  ['truncated JSON', (text) => text.slice(0, -1)],
  ['JSON with something after it', (text) => `${text}}`],
  ['no body', () => ''],
  [
    'bytes that are not UTF-8',
    (text) =>
      Buffer.concat([Buffer.from(`${text.slice(0, -1)},"`), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('":1}')]),
  ],
  ['text in Latin-1', (text) => Buffer.from(`${text.slice(0, -1)},"caf\u00e9":1}`, 'latin1')],
  ['a byte order mark', (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
  [
    'a key twice',
    (text) =>
      text.replace(
        /^\{("(?:[^"\\]|\\.)*":)?/,
        (start, key: string | undefined) => `{${key ?? '"":'}null,${start.slice(1)}`,
      ),
  ],
  ['the character U+0000', (text) => `${text.slice(0, -1)},"\\u0000":1}`],
  ['a lone surrogate', (text) => `${text.slice(0, -1)},"x":"\\ud800"}`],
  ['a number too large', (text) => `${text.slice(0, -1)},"x":1e999}`],
  ['an integer too large', (text) => `${text.slice(0, -1)},"x":9007199254740993}`],
  ['JSON too deep', (text) => `${text.slice(0, -1)},"x":${'['.repeat(40)}${']'.repeat(40)}}`],
  ['a comment', (text) => `${text}//`],
  ['quotes of another language', (text) => text.replaceAll('"', "'")],
]

function brokenQuery(mutant: Mutant): Mutant {
  const { path } = mutant.request
  return { ...mutant, request: { ...mutant.request, path: `${path}${path.includes('?') ? '&' : '?'}limit=%FF` } }
}

function unknownNames(known: Parameter[]): Arbitrary<(parts: Parts) => Parts> {
  return fc
    .oneof(
      fc.constantFrom('page', 'LIMIT', 'limit ', '__proto__', 'id', '_'),
      fc.string({ minLength: 1, maxLength: 8 }),
    )
    .filter((name) => known.every((one) => one.name !== name))
    .map((name) => (valid) => ({ ...valid, query: [...valid.query, [name, '1']] }))
}

function repetitions(contract: Contract, { name, schema }: Parameter): Arbitrary<(parts: Parts) => Parts> {
  return texts(contract, schema).map((text) => (valid) => {
    const { query } = without(valid, name)
    return { ...valid, query: [...query, [name, text], [name, text]] }
  })
}

function wrongQuery(contract: Contract, { name, schema }: Parameter): Arbitrary<(parts: Parts) => Parts> {
  const { judge } = contract
  const target = schema.resolve()
  const items = target.find('items')?.resolve()
  const single = items ?? target
  return wrongTexts(contract, single)
    .filter((text) => judge(target, items ? [readText(items, text)] : readText(target, text)).length > 0)
    .map((text) => (valid) => {
      const { query } = without(valid, name)
      return { ...valid, query: [...query, [name, text]] }
    })
}

function wrongHeaders(contract: Contract, { name, schema }: Parameter): Arbitrary<(parts: Parts) => Parts> {
  return (
    wrongTexts(contract, schema.resolve())
      // What a header cannot carry, or not unchanged, says nothing.
      .filter((text) => /^[\x21-\xff]([\x20-\x7e\xa1-\xff]*[\x21-\xff])?$/.test(text))
      .filter((text) => contract.judge(schema.resolve(), readText(schema, text)).length > 0)
      .map((text) => (valid) => ({ ...valid, headers: { ...valid.headers, [name.toLowerCase()]: text } }))
  )
}

/** Texts at and beyond the bounds of a schema, and a few that are wrong for most. */
export function wrongTexts({ arbitraries }: Contract, schema: Place): Arbitrary<string> {
  const common = [
    '',
    ' ',
    'x',
    '-1',
    '0',
    '01',
    '1.5',
    '1e1',
    '+1',
    '\u0665',
    'null',
    'two words',
    'caf\u00e9',
    '\u{1f600}',
  ]
  const longest = schema.find('maxLength')?.number()
  const beyond = [
    ...(longest === undefined ? [] : ['a'.repeat(longest + 1), '1'.repeat(longest + 1)]),
    ...['minimum', 'maximum'].flatMap((bound) => {
      const at = schema.find(bound)?.number()
      return at === undefined ? [] : [at - 1, at + 1, at].map(String)
    }),
  ]
  const changed = arbitraries
    .changedOnce(schema)
    .filter((value) => typeof value !== 'object')
    .map(String)
  const fixed = fc.constantFrom(...common, ...beyond)
  return fc.oneof(fixed, changed).filter((text) => text.isWellFormed())
}

/** Nothing that the client's own URL parser would take for another path. */
function wrongPaths({ name }: Parameter): Arbitrary<(parts: Parts) => Parts> {
  const wrong = ['x', '0', '-', 'null', '%00', '%20', '%FF', '%zz', 'a%2Fb', '%F0%9F%98%80', '{id}', "'", '*', ':id']
  const uuids = fc
    .uuid()
    .chain((id) =>
      fc.constantFrom(`${id}0`, id.slice(1), id.replaceAll('-', ''), `%7B${id}%7D`, `${id}%0A`, `urn:uuid:${id}`),
    )
  return fc
    .oneof(fc.constantFrom(...wrong), uuids)
    .map((id) => (valid) => ({ ...valid, path: { ...valid.path, [name]: id } }))
}

function without(valid: Parts, name: string): Parts {
  return { ...valid, query: valid.query.filter(([known]) => known !== name) }
}
