/**
 * No account sees or changes anything of another one. The cases come out of the contract: into every place of every
 * operation where something is named, an identifier, a telephone number or a cursor, everything that another account has
 * is put. An operation that is added to the contract is tried from that day on, or fails here for want of a sample.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import document from '../../generated/openapi.json'
import { operationIds, type OperationId } from '../../generated/operations.ts'
import { routes } from '../../generated/routes.ts'
import type { components } from '../../generated/types.ts'
import { unreachable } from '../../src/core/unreachable.ts'
import { dumpTables } from '../support/dumpTables.ts'
import { type SampleRequest, sampleRequest } from '../support/sampleRequest.ts'
import { openTestApp, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'
import { commitVersion, createCall, createCampaign, HOUR, listContacts, success } from '../support/client.ts'

type Schemas = components['schemas']
type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Where a request names something. */
interface Place {
  in: 'path' | 'query' | 'body'
  /** The parameter's name, or the JSON pointer into the body. */
  name: string
  kind: 'id' | 'phone' | 'cursor'
}

/** What an account has, one of everything at least. */
interface Belongings {
  account: TestAccount
  /** By the names of the parameters. */
  ids: Record<string, string>
  /** Every other thing of it that has an identifier. */
  otherIds: string[]
  phones: string[]
  cursors: string[]
  /** In every text that it has ever sent. */
  mark: string
}

let app: TestApp
let owner: Belongings
/** A new one for each test: what it has sent before, it may see. */
let stranger: Belongings
beforeAll(async () => {
  app = await openTestApp()
  owner = await furnish(await app.addAccount(), 'Owner')
})
beforeEach(async () => {
  stranger = await furnish(await app.addAccount(), 'Stranger')
})
afterAll(() => app.close())

let furnished = 0

/** Gives an account one of everything, so that every operation would find something to do. */
async function furnish(account: TestAccount, mark: string): Promise<Belongings> {
  const block = `+1415${String(100 + ++furnished)}`
  const [person, ahead, own] = [`${block}0100`, `${block}0102`, `${block}0199`]
  const post = async <Data>(path: string, body?: object): Promise<Data> =>
    success(await app.post<Data>(path, body, account))

  const playbook_id = await app.addPlaybook({ first_message: `${mark} says hello` }, account)
  const version_id = await commitVersion(app, playbook_id, account)
  const second = await commitVersion(app, playbook_id, account)
  const number = await post<Schemas['PhoneNumber']>('/numbers', { phone: own, playbook_id, label: mark })
  await post('/simulator/inbound', { from: person, to: own })
  const contacts = [{ phone: person, last_name: mark, custom_fields: { mark } }]
  await createCampaign(app, { name: mark, playbook_id, contacts }, account)
  await app.advanceBy(HOUR)
  const launch_at = '2026-12-24T09:00:00'
  const call_id = await createCall(app, { playbook_id, phone: ahead, params: { mark }, launch_at }, account)
  const campaign_id = await createCampaign(app, { name: mark, playbook_id, contacts, launch_at }, account)
  const suppression = await post<Schemas['Suppression']>('/suppressions', { phone: `${block}0103`, note: mark })
  const token = await post<Schemas['TokenCreated']>('/tokens', { name: mark, scopes: ['calls:read'] })
  const [newest, ...others] = await listContacts(app, '', account)
  await app.request('PATCH', '/account', { body: { name: mark, caller_id: own }, as: account })
  return {
    account,
    ids: {
      playbook_id,
      version_id,
      call_id,
      campaign_id,
      contact_id: newest!.id,
      number_id: number.id,
      suppression_id: suppression.id,
      token_id: token.id,
    },
    otherIds: [account.id, second, ...others.map(({ id }) => id)],
    phones: [person, ahead, own, `${block}0103`],
    cursors: await readCursors(account),
    mark,
  }
}

/** One of every list that has more than one item. */
async function readCursors(account: TestAccount): Promise<string[]> {
  const cursors: string[] = []
  for (const path of ['/calls', '/campaigns', '/contacts', '/tokens']) {
    const { next_cursor } = success(await app.get<{ next_cursor: string }>(`${path}?limit=1`, account))
    cursors.push(next_cursor)
  }
  expect(cursors).not.toContain(null)
  return cursors
}

const schemas = document.components.schemas as unknown as Record<string, Schema>

function kindOf(name: string, schema: Schema): Place['kind'] | null {
  const named = schema.$ref?.split('/').at(-1) ?? ''
  if (name === 'cursor') return 'cursor'
  if (/^(Nullable)?Phone/.test(named)) return 'phone'
  if (name.endsWith('_id') || /^(Nullable)?Id$/.test(named)) return 'id'
  return null
}

/** Every place of an operation where something is named. */
function placesOf(operationId: OperationId): Place[] {
  const { path, method } = routes[operationId]
  const operation = (document.paths as unknown as Record<string, Record<string, Operation>>)[path]![method]!
  const inParameters = (operation.parameters ?? []).flatMap((entry): Place[] => {
    const { name, in: where, schema } = resolveParameter(entry)
    if (where === 'header') return []
    // What is called something else and may be any text, such as the sides of a comparison, names something too.
    const isAnyText = schema.type === 'string' && schema.enum === undefined && !('format' in schema)
    const kind = kindOf(name, schema) ?? (isAnyText ? 'id' : null)
    return kind === null ? [] : [{ in: where, name, kind }]
  })
  const body = operation.requestBody?.content['application/json']?.schema
  return [...inParameters, ...(body ? placesIn(body, '') : [])]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}
interface Operation {
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

function resolveParameter(entry: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in entry)) return entry
  const parameters = document.components.parameters as unknown as Record<string, Parameter>
  return parameters[entry.$ref.split('/').at(-1)!]!
}

function placesIn(schema: Schema, pointer: string): Place[] {
  const whole = schema.$ref === undefined ? schema : { ...schemas[schema.$ref.split('/').at(-1)!], ...schema }
  const inside = Object.entries(whole.properties ?? {}).flatMap(([name, part]): Place[] => {
    const kind = kindOf(name, part)
    return kind === null ? placesIn(part, `${pointer}/${name}`) : [{ in: 'body', name: `${pointer}/${name}`, kind }]
  })
  return [...inside, ...(whole.items ? placesIn(whole.items, `${pointer}/0`) : [])]
}

/** The stranger's own request, which there is nothing wrong with, but for what stands at one place. */
function requestWith(operationId: OperationId, place: Place | null, value: string): SampleRequest {
  const ids = place?.in === 'path' ? { ...stranger.ids, [place.name]: value } : stranger.ids
  const sample = sampleRequest(operationId, ids)
  const url = new URL(sample.path, 'http://localhost')
  if (place?.in === 'query') url.searchParams.set(place.name, value)
  const body = structuredClone(sample.body)
  if (place?.in === 'body') setAt(body as object, place.name.split('/').slice(1), value)
  return { ...sample, path: url.pathname + url.search, ...(body !== undefined && { body }) }
}

function setAt(body: object, steps: string[], value: string): void {
  let parent = body as Record<string, unknown>
  for (const step of steps.slice(0, -1)) parent = (parent[step] ??= {}) as Record<string, unknown>
  parent[steps.at(-1)!] = value
}

function belongingsFor(kind: Place['kind']): string[] {
  switch (kind) {
    case 'id':
      return [...Object.values(owner.ids), ...owner.otherIds]
    case 'phone':
      return owner.phones
    case 'cursor':
      return owner.cursors
    default:
      return unreachable(kind)
  }
}

const send = ({ method, path, body }: SampleRequest): Promise<TestAnswer> =>
  app.request(method, path, { body, as: stranger.account })

/** The whole database but for what is the stranger's. */
async function dumpAllButStrangers(): Promise<string> {
  return JSON.stringify(
    Object.entries(await dumpTables(app.store)).map(([table, rows]) => [
      table,
      rows.filter((row) => !isStrangers(table, row)),
    ]),
  )
}

function isStrangers(table: string, row: string): boolean {
  const { id, account_id } = JSON.parse(row) as { id?: string; account_id?: string }
  return (table === 'accounts' ? id : account_id) === stranger.account.id
}

/** Identifiers of the owner's that have got into what the stranger has, otherwise than as what it asked for. */
async function listOwnersIdsAtStrangers(): Promise<string[]> {
  const found: string[] = []
  for (const [table, rows] of Object.entries(await dumpTables(app.store))) {
    for (const row of rows.filter((one) => isStrangers(table, one))) {
      const { requested_version_id: _, ...kept } = JSON.parse(row) as Record<string, unknown>
      const text = JSON.stringify(kept)
      found.push(...belongingsFor('id').filter((id) => text.includes(id)))
    }
  }
  return found
}

/** Everything by which the owner could be recognised, but for what was said in the request. */
function ownersIn(text: string, said: string): string[] {
  const traces = [owner.mark, ...Object.values(owner.ids), ...owner.otherIds, ...owner.phones]
  return traces.filter((trace) => text.includes(trace) && !said.includes(trace))
}

/** What may be answered when something of another account stands at a place. */
function expectIsolated(place: Place, answer: TestAnswer): void {
  const { status, body } = answer
  const data = (body.data ?? {}) as { items?: unknown[]; version_source?: string; accepted?: boolean }
  const found = { status, code: body.error?.code, items: data.items }
  switch (`${place.in} ${place.kind}`) {
    case 'path id':
      expect(found).toEqual({ status: 404, code: 'not_found', items: undefined })
      return
    case 'query id':
      if (status === 404) expect(found.code).toBe('not_found')
      else expect(found).toEqual({ status: 200, code: undefined as never, items: [] })
      return
    case 'query phone':
      expect(found).toEqual({ status: 200, code: undefined as never, items: [] })
      return
    case 'query cursor':
      expect(found).toMatchObject({ status: 400, code: 'invalid_cursor' })
      return
    case 'body id':
      // A version that is none of the playbook's is no error: the production version speaks.
      if (place.name === '/version_id') expect(status).toBeLessThan(300)
      else expect([status, found.code]).toEqual([403, 'playbook_forbidden'])
      return
    case 'body phone':
      // Everybody may have the same contact. A number that is called belongs to one account only.
      if (place.name === '/caller_id') expect(found).toMatchObject({ status: 400, code: 'unverified_caller_id' })
      else if (status >= 400) expect(found).toMatchObject({ status: 409, code: 'number_taken' })
      expect(data.accepted ?? false).toBe(false)
      return
    default:
      throw new Error(`nothing is said about ${place.in} ${place.kind}`)
  }
}

describe('what belongs to another account', () => {
  test('the sample of every operation finds something when it is the account’s own', async () => {
    for (const operationId of operationIds) {
      // What reads leaves the account as it is.
      const { account, ids } =
        routes[operationId].method === 'get' ? stranger : await furnish(await app.addAccount(), 'Control')
      const { method, path, body } = sampleRequest(operationId, ids)
      const names = [...routes[operationId].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
      expect(Object.keys(ids)).toEqual(expect.arrayContaining(names))
      const answer = await app.request(method, path, { body, as: account })
      expect({ operationId, success: answer.body.success }).toEqual({ operationId, success: true })
    }
  })

  test('is named in as many places as the contract has', () => {
    const places = operationIds.flatMap((operationId) => placesOf(operationId).map((place) => ({ operationId, place })))
    const named = (operationId: OperationId): string[] =>
      places.filter((one) => one.operationId === operationId).map(({ place }) => `${place.in} ${place.name}`)
    expect(named('compareVersions')).toEqual(['path playbook_id', 'query from', 'query to'])
    expect(named('createCampaign')).toEqual(['body /playbook_id', 'body /contacts/0/phone', 'body /version_id'])
    expect(named('listContacts')).toEqual(['query phone', 'query campaign_id', 'query cursor'])
    const parameters = operationIds.flatMap((id) => routes[id].path.match(/\{\w+\}/g) ?? [])
    expect(places.filter(({ place }) => place.in === 'path')).toHaveLength(parameters.length)
  })

  test.each(operationIds)('%s neither shows nor changes', async (operationId) => {
    // Before anything is tried, so that what the stranger does for itself does not count.
    const before = await dumpAllButStrangers()
    expect(before).toContain(owner.mark)
    const tries: [Place | null, SampleRequest][] = [[null, requestWith(operationId, null, '')]]
    for (const place of placesOf(operationId)) {
      for (const value of belongingsFor(place.kind)) tries.push([place, requestWith(operationId, place, value)])
    }
    // All of one thing at once: its own identifiers belong together.
    const { method, path, body } = sampleRequest(operationId, owner.ids)
    if (path !== tries[0]![1].path)
      tries.push([
        { in: 'path', name: 'all', kind: 'id' },
        { method, path, body },
      ])

    for (const [place, request] of tries) {
      const tried = `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)}`
      const answer = await send(request)
      expect({ tried, seen: ownersIn(JSON.stringify(answer.body), tried) }).toEqual({ tried, seen: [] })
      if (place) expectIsolated(place, answer)
    }
    await app.settle()
    expect(await dumpAllButStrangers()).toBe(before)
    expect(await listOwnersIdsAtStrangers()).toEqual([])
  })

  test('an Idempotency-Key of another account is the stranger’s own: the request is done, not replayed', async () => {
    const headers = { 'idempotency-key': 'the-same' }
    const body = { name: 'Keyed', config: { agent: 'scripted' } }
    const ask = async (as: TestAccount): Promise<TestAnswer<Schemas['Playbook']>> =>
      app.request('POST', '/playbooks', { body, headers, as })
    const [first, second] = [await ask(owner.account), await ask(stranger.account)]
    expect(second.status).toBe(201)
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(success(second).id).not.toBe(success(first).id)
  })
})
