import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import { compareConfigs } from '../../src/operations/answers/comparison.ts'
import { MINUTE_MS } from '../../src/core/time.ts'
import { applyPatch, type PatchOperation } from '../support/jsonPatch.ts'
import { seeded } from '../support/random.ts'
import { rejectionOf } from '../support/rejection.ts'
import { openTestApp, type TestAnswer, type TestApp } from '../support/testApp.ts'
import {
  BUSY_ONCE,
  createCall,
  PERSON,
  readAllPages,
  readCall,
  refusal,
  success,
  UNKNOWN_ID,
} from '../support/client.ts'

type Schemas = components['schemas']
type Version = Schemas['Version']
type Config = Schemas['PlaybookConfig']
type Comparison = Schemas['VersionComparison']

/** A number of the account's. */
const FRONT_DESK = '+14155550199'
const FIRST: Config = {
  agent: 'scripted',
  first_message: 'Hello {{ first_name }}.',
  voicemail: { action: 'hangup' },
  variables: { day: 'Monday', '2026': { a: 1 } },
  outcomes: ['yes', 'no'],
  script: [{ id: 'ask', say: 'Will you come?' }, { say: 'Goodbye.' }],
}
const SECOND: Config = {
  agent: 'scripted',
  first_message: 'Good morning.',
  max_duration_s: 300,
  variables: { day: null, '2026': { a: 2 } },
  outcomes: ['no', 'later'],
  script: [{ say: 'Goodbye.' }],
}

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const readPlaybook = async (id: string): Promise<Schemas['Playbook']> => success(await app.get(`/playbooks/${id}`))
const readVersion = async (playbookId: string, id: string): Promise<Version> =>
  success(await app.get(`/playbooks/${playbookId}/versions/${id}`))
const listVersions = (playbookId: string): Promise<Version[]> => readAllPages(app, `/playbooks/${playbookId}/versions`)
const configure = (id: string, config: unknown): Promise<TestAnswer<Schemas['Playbook']>> =>
  app.request('PATCH', `/playbooks/${id}`, { body: { config } })
const restore = (playbookId: string, id: string): Promise<TestAnswer<Schemas['Playbook']>> =>
  app.post(`/playbooks/${playbookId}/versions/${id}/restore`)
const mark = (playbookId: string, id: string): Promise<TestAnswer<Version>> =>
  app.post(`/playbooks/${playbookId}/versions/${id}/production`)
const compare = (playbookId: string, from: string, to: string): Promise<TestAnswer<Comparison>> =>
  app.get(`/playbooks/${playbookId}/compare?from=${from}&to=${to}`)

async function commit(playbookId: string, message = 'Test'): Promise<Version> {
  return success(await app.post<Version>(`/playbooks/${playbookId}/versions`, { message }))
}

/** A playbook with a version of either configuration, the first in production. */
async function addVersioned(): Promise<{ playbookId: string; first: string; second: string }> {
  const playbookId = await app.addPlaybook(FIRST)
  const first = (await commit(playbookId)).version_id
  success(await configure(playbookId, SECOND))
  const second = (await commit(playbookId)).version_id
  return { playbookId, first, second }
}

describe('restoring an earlier version', () => {
  test('brings its whole configuration back as the current one, and what the version does not have is gone', async () => {
    const { playbookId, first } = await addVersioned()
    const answer = await restore(playbookId, first)
    expect(answer.status).toBe(200)
    expect(success(answer).config).toEqual(FIRST)
    expect(await readPlaybook(playbookId)).toEqual(success(answer))
  })

  test('makes no version, changes none, and marks nothing', async () => {
    const { playbookId, first } = await addVersioned()
    const before = await listVersions(playbookId)
    success(await restore(playbookId, first))
    expect(await listVersions(playbookId)).toEqual(before)
  })

  test('a version that is committed then says what was restored, with the same configuration and hash', async () => {
    const { playbookId, first } = await addVersioned()
    success(await restore(playbookId, first))
    const third = await commit(playbookId, 'Back to the first')
    const { config_hash } = await readVersion(playbookId, first)
    expect(third).toMatchObject({ number: 3, config_hash, restored_from_version_id: first, production: false })
    expect(third.config).toEqual(FIRST)
  })

  test('once the configuration is changed again, a commit does not say so; a new name is no such change', async () => {
    const { playbookId, first } = await addVersioned()
    success(await restore(playbookId, first))
    await app.request('PATCH', `/playbooks/${playbookId}`, { body: { name: 'Renamed' } })
    expect((await commit(playbookId)).restored_from_version_id).toBe(first)
    success(await configure(playbookId, SECOND))
    expect((await commit(playbookId)).restored_from_version_id).toBeNull()
  })

  test('restoring the same version again changes nothing', async () => {
    const { playbookId, first } = await addVersioned()
    const once = success(await restore(playbookId, first))
    await app.advanceBy(MINUTE_MS)
    expect(success(await restore(playbookId, first))).toEqual(once)
  })

  test('calls go on as before: they speak by the production version', async () => {
    const { playbookId, first, second } = await addVersioned()
    success(await mark(playbookId, second))
    success(await restore(playbookId, first))
    const id = await createCall(app, { phone: PERSON, playbook_id: playbookId })
    expect(await readCall(app, id)).toMatchObject({ version_id: second, version_source: 'production' })
  })

  test('a version that is unknown, malformed or of another playbook is 404, and the configuration stays', async () => {
    const { playbookId } = await addVersioned()
    const other = await addVersioned()
    for (const wrong of [UNKNOWN_ID, 'x', other.first]) {
      expect(refusal(await restore(playbookId, wrong))).toEqual({ status: 404, code: 'not_found', at: [] })
    }
    expect((await readPlaybook(playbookId)).config).toEqual(SECOND)
  })
})

describe('comparing', () => {
  test('two versions are compared as a JSON Patch and as the fields that differ, with both values', async () => {
    const { playbookId, first, second } = await addVersioned()
    const answer = success(await compare(playbookId, first, second))
    expect(answer).toMatchObject({ from: first, to: second, identical: false })
    expect(applyPatch(FIRST, answer.operations as PatchOperation[])).toEqual(SECOND)
    const changes = new Map(answer.changes.map(({ pointer, ...values }) => [pointer, values]))
    expect(Object.fromEntries(changes)).toEqual({
      '/first_message': { from: 'Hello {{ first_name }}.', to: 'Good morning.' },
      '/voicemail': { from: { action: 'hangup' } },
      '/max_duration_s': { to: 300 },
      '/variables/day': { from: 'Monday', to: null },
      '/variables/2026/a': { from: 1, to: 2 },
      '/outcomes': { from: FIRST.outcomes, to: SECOND.outcomes },
      '/script': { from: FIRST.script, to: SECOND.script },
    })
    expect(answer.changes).toHaveLength(changes.size)
  })

  test('the other way round it is the way back', async () => {
    const { playbookId, first, second } = await addVersioned()
    const { operations } = success(await compare(playbookId, second, first))
    expect(applyPatch(SECOND, operations as PatchOperation[])).toEqual(FIRST)
  })

  test('a version is compared with the current configuration in either direction', async () => {
    const { playbookId, first } = await addVersioned()
    const forth = success(await compare(playbookId, first, 'current'))
    expect(forth).toMatchObject({ from: first, to: 'current' })
    expect(applyPatch(FIRST, forth.operations as PatchOperation[])).toEqual(SECOND)
    const back = success(await compare(playbookId, 'current', first))
    expect(applyPatch(SECOND, back.operations as PatchOperation[])).toEqual(FIRST)
  })

  test('equal configurations are identical, whatever the versions are called and however their keys are ordered', async () => {
    const { playbookId, first } = await addVersioned()
    success(await configure(playbookId, Object.fromEntries(Object.entries(FIRST).toReversed())))
    const same = { identical: true, operations: [], changes: [] }
    expect(success(await compare(playbookId, first, 'current'))).toEqual({ from: first, to: 'current', ...same })
    expect(success(await compare(playbookId, first, first))).toMatchObject(same)
    expect(success(await compare(playbookId, 'current', 'current'))).toMatchObject(same)
  })

  test('comparing changes nothing', async () => {
    const { playbookId, first, second } = await addVersioned()
    const before = [await readPlaybook(playbookId), await listVersions(playbookId)]
    await compare(playbookId, first, second)
    expect([await readPlaybook(playbookId), await listVersions(playbookId)]).toEqual(before)
  })

  test('what is unknown, malformed or of another playbook is 404; what is missing is 400 with its place', async () => {
    const { playbookId, first } = await addVersioned()
    const other = await addVersioned()
    for (const wrong of [UNKNOWN_ID, 'x', 'CURRENT', other.first]) {
      const notFound = { status: 404, code: 'not_found', at: [] }
      expect(refusal(await compare(playbookId, wrong, first))).toEqual(notFound)
      expect(refusal(await compare(playbookId, 'current', wrong))).toEqual(notFound)
    }
    const partial = await app.get(`/playbooks/${playbookId}/compare?from=current`)
    expect(refusal(partial)).toEqual({ status: 400, code: 'invalid_request', at: ['/to'] })
    expect(partial.body.error.message).toContain('to')
  })

  test('for any two configurations the patch leads from one to the other, and the fields are exactly those that differ', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((any) => JSON.parse(JSON.stringify(any)) as unknown)
    const key = fc.oneof(
      fc.constantFrom('a', 'b', '0', '1', '-', '~', '/', '~1', '', '__proto__', 'constructor'),
      fc.string(),
    )
    const config = fc.record(
      {
        first_message: fc.constantFrom('Hello', 'Good morning'),
        outcomes: fc.array(fc.constantFrom('yes', 'no', 'later', 'never')),
        variables: fc.dictionary(key, value, { noNullPrototype: true }),
        script: fc.array(fc.record({ say: fc.constantFrom('a', 'b', 'c') })),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    fc.assert(
      fc.property(config, config, (one, other) => {
        const from = JSON.parse(JSON.stringify({ agent: 'scripted', ...one })) as Config
        const to = JSON.parse(JSON.stringify({ agent: 'scripted', ...other })) as Config
        const { operations, changes } = compareConfigs(from, to)
        expect(applyPatch(from, operations)).toEqual(to)
        expect(changes.toSorted(byPointer)).toEqual(differences(from, to).toSorted(byPointer))
        expect(operations.length > 0).toBe(changes.length > 0)
      }),
      seeded(500),
    )
  })

  test('configurations as large as they may be, which differ everywhere, are compared all the same', async () => {
    const large = (word: string): object => ({
      agent: 'scripted',
      script: Array.from({ length: 200 }, (_step, i) => ({
        say: `${word} ${i}`,
        expect: Array.from({ length: 10 }, (_, at) => ({ match: `${word} ${i} ${at}` })),
      })),
      variables: {
        list: Array.from({ length: 8_000 }, (_, i) => `${word}${i}`),
        keys: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${word}${i}`, i])),
      },
    })
    const playbookId = await app.addPlaybook(large('old'))
    const { version_id } = await commit(playbookId)
    success(await configure(playbookId, large('new')))
    const [from, to] = [(await readVersion(playbookId, version_id)).config, (await readPlaybook(playbookId)).config]
    const { operations } = compareConfigs(from, to)
    expect(Bun.deepEquals(applyPatch(from, operations), to, true)).toBe(true)
    const answer = success(await compare(playbookId, version_id, 'current'))
    expect(answer.operations).toHaveLength(operations.length)
    expect(answer.changes).toHaveLength(3 + 10_000)
  })
})

const byPointer = (a: { pointer: string }, b: { pointer: string }): number => (a.pointer < b.pointer ? -1 : 1)

/** The fields that differ, in so many words: objects are looked into, anything else is equal or not. */
function differences(from: unknown, to: unknown, pointer = ''): { pointer: string; from?: unknown; to?: unknown }[] {
  if (isObject(from) && isObject(to)) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)])
    return [...keys].flatMap((key) => {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (!Object.hasOwn(from, key)) return [{ pointer: at, to: to[key] }]
      if (!Object.hasOwn(to, key)) return [{ pointer: at, from: from[key] }]
      return differences(from[key], to[key], at)
    })
  }
  return Bun.deepEquals(from, to, true) ? [] : [{ pointer, from, to }]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

describe('the history', () => {
  test('has the newest first, page by page, and stays stable while versions are committed', async () => {
    const playbookId = await app.addPlaybook()
    for (let i = 1; i <= 7; i++) await commit(playbookId, `${i}`)
    const path = `/playbooks/${playbookId}/versions`
    for (const limit of [1, 3, 7]) {
      const all = await readAllPages<Version>(app, `${path}?limit=${limit}`)
      expect(all.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1])
    }
    const first = success(await app.get<Schemas['VersionPage']>(`${path}?limit=3`))
    expect(first).toMatchObject({ has_more: true })
    await commit(playbookId, '8')
    const rest = success(await app.get<Schemas['VersionPage']>(`${path}?limit=100&cursor=${first.next_cursor}`))
    expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(rest).toMatchObject({ has_more: false, next_cursor: null })
  })

  test('a cursor of another playbook’s history is refused with its place', async () => {
    const { playbookId } = await addVersioned()
    const other = await addVersioned()
    const { next_cursor } = success(
      await app.get<Schemas['VersionPage']>(`/playbooks/${other.playbookId}/versions?limit=1`),
    )
    const answer = await app.get(`/playbooks/${playbookId}/versions?cursor=${next_cursor}`)
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_cursor', at: ['/cursor'] })
  })
})

describe('in the database too', () => {
  test.each([
    ['a version cannot be changed', (id: string) => sql`update versions set message = 'x' where id = ${id}`],
    ['a version cannot be deleted', (id: string) => sql`delete from versions where id = ${id}`],
    ['the versions cannot be emptied out', () => sql`truncate versions cascade`],
    [
      'the configuration of a version cannot be changed',
      (id: string) =>
        sql`update configurations set config = '{}' where hash = (select config_hash from versions where id = ${id})`,
    ],
    [
      'the configuration of a version cannot be deleted',
      (id: string) => sql`delete from configurations where hash = (select config_hash from versions where id = ${id})`,
    ],
  ])('%s', async (_, statement) => {
    const { playbookId, first } = await addVersioned()
    const before = await listVersions(playbookId)
    expect((await rejectionOf(statement(first).execute(app.store.db))).message).toContain('never changed or deleted')
    expect(await listVersions(playbookId)).toEqual(before)
  })

  test.each([
    ['none', () => sql`null`],
    ['a version of another playbook', (other: string) => sql`${other}::uuid`],
    ['something that is no version', () => sql`${UNKNOWN_ID}::uuid`],
  ])('a playbook that has versions cannot have in production %s', async (_, value) => {
    const { playbookId, first } = await addVersioned()
    const other = await addVersioned()
    const change = sql`update playbooks set production_version_id = ${value(other.first)} where id = ${playbookId}`
    await rejectionOf(change.execute(app.store.db))
    expect((await readPlaybook(playbookId)).production_version_id).toBe(first)
  })
})

describe('exactly one version is in production', () => {
  test('also while 100 marks come at once, and commits between them', async () => {
    const { playbookId, first, second } = await addVersioned()
    const choices = [first, second, (await commit(playbookId)).version_id]
    const looks: Promise<Version[]>[] = []
    const marks = Array.from({ length: 100 }, (_, i) => {
      if (i % 10 === 0) looks.push(listVersions(playbookId))
      return i % 25 === 24 ? commit(playbookId).then(() => null) : mark(playbookId, choices[i % 3]!)
    })
    const answers = await Promise.all(marks)
    for (const answer of answers) if (answer) expect(success(answer)).toMatchObject({ production: true })
    const after = await listVersions(playbookId)
    for (const versions of [...(await Promise.all(looks)), after]) {
      expect(versions.filter(({ production }) => production)).toHaveLength(1)
    }
    const named = (await readPlaybook(playbookId)).production_version_id
    expect(choices).toContain(named!)
    expect(after.find(({ production }) => production)?.version_id).toBe(named!)
    expect(after.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })
})

describe('a change of production', () => {
  test('takes effect on the very next call, and on none that exists, waiting ones and retries included', async () => {
    const { playbookId, first, second } = await addVersioned()
    const request = { phone: PERSON, playbook_id: playbookId }
    const scheduled = await createCall(app, { ...request, launch_at: '2026-11-24T09:00:00' })
    const retried = await createCall(app, { ...request, phone: BUSY_ONCE, recall: [30] })
    const running = await createCall(app, request)
    await app.settle()
    success(await mark(playbookId, second))
    const next = await createCall(app, request)
    expect(await readCall(app, next)).toMatchObject({ version_id: second, version_source: 'production' })
    await app.advanceTo(Date.parse('2026-11-24T10:00:00Z'))
    for (const id of [scheduled, retried, running]) {
      const call = await readCall(app, id)
      expect(call).toMatchObject({ status: 'completed', version_id: first, version_source: 'production' })
      expect(call.transcript?.[0]?.text).toBe('Hello .')
    }
    expect((await readCall(app, next)).transcript?.[0]?.text).toBe('Good morning.')
  })

  test('takes effect on the very next incoming call, and not on the one that is going on', async () => {
    const { playbookId, first, second } = await addVersioned()
    success(await app.post('/numbers', { phone: FRONT_DESK, playbook_id: playbookId }))
    const ringIn = async (): Promise<string> => {
      const answer = await app.post<Schemas['InboundCallSimulated']>('/simulator/inbound', {
        from: PERSON,
        to: FRONT_DESK,
      })
      return success(answer).call_id!
    }
    const before = await ringIn()
    success(await mark(playbookId, second))
    const after = await ringIn()
    await app.advanceBy(15 * MINUTE_MS)
    expect(await readCall(app, before)).toMatchObject({ status: 'completed', version_id: first })
    expect(await readCall(app, after)).toMatchObject({ status: 'completed', version_id: second })
    expect((await readCall(app, before)).transcript?.[0]?.text).toBe('Hello .')
    expect((await readCall(app, after)).transcript?.[0]?.text).toBe('Good morning.')
  })
})

describe('a configuration is checked when it is saved', () => {
  const BROKEN = 'Hello {{ name'
  test.each([
    ['/first_message', { first_message: BROKEN }],
    ['/end_message', { end_message: BROKEN }],
    ['/error_message', { error_message: BROKEN }],
    ['/voicemail/message', { voicemail: { action: 'message', message: BROKEN } }],
    ['/silence/message', { silence: { message: BROKEN } }],
    ['/script/1/say', { script: [{ say: 'Well?' }, { say: BROKEN }] }],
    ['/first_message', { first_message: '{% include "secrets" %}' }],
    ['/first_message', { first_message: '{{ name | no_such_filter }}' }],
    ['/script/0/else', { script: [{ say: 'Well?', else: 'nowhere' }] }],
    ['/script/0/expect/0/goto', { script: [{ say: 'Well?', expect: [{ match: 'x', goto: 'nowhere' }] }] }],
    ['/voicemail', { voicemail: { action: 'message' } }],
    ['/max_duration_s', { max_duration_s: 0 }],
    ['/voice_mail', { voice_mail: { action: 'hangup' } }],
  ])('a fault at %s is told with its place and in a sentence, and nothing is stored: %j', async (pointer, fault) => {
    const playbookId = await app.addPlaybook()
    const before = await readPlaybook(playbookId)
    const config = { agent: 'scripted', ...fault }
    const created = await app.post('/playbooks', { name: 'Faulty', config })
    for (const answer of [await configure(playbookId, config), created]) {
      expect(refusal(answer)).toMatchObject({ status: 400, at: [`/config${pointer}`] })
      expect(answer.body.error.details?.[0]?.message).toMatch(/^[A-Z`a-z].{8,}\.$/)
    }
    expect(await readPlaybook(playbookId)).toEqual(before)
    const { items } = success(await app.get<Schemas['PlaybookPage']>('/playbooks?limit=100'))
    expect(items.map(({ name }) => name)).not.toContain('Faulty')
  })
})
