import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { components } from '../../generated/types.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time.ts'
import { UNKNOWN_ID } from '../support/sampleRequest.ts'
import { openTestApp, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'

/** A person who answers and talks. */
const PHONE = '+15005550100'
/** Busy at the first attempt; then a person. */
const BUSY_AT_FIRST = '+15005550110'

type Schemas = components['schemas']
type Version = Schemas['Version']

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Makes a playbook whose agent says this. */
const addPlaybook = (text: string, as?: TestAccount): Promise<string> => app.addPlaybook({ first_message: text }, as)

/** Changes what the playbook's current configuration says. */
async function edit(playbookId: string, text: string): Promise<void> {
  const config = { agent: 'scripted', first_message: text }
  expect((await app.request('PATCH', `/playbooks/${playbookId}`, { body: { config } })).status).toBe(200)
}

/** Commits a version of the playbook that says this, and answers its id. */
async function commit(playbookId: string, text: string, as: TestAccount = app.account): Promise<string> {
  const config = { agent: 'scripted', first_message: text }
  await app.request('PATCH', `/playbooks/${playbookId}`, { body: { config }, as })
  const { status, body } = await app.post<Version>(`/playbooks/${playbookId}/versions`, { message: text }, as)
  expect(status).toBe(201)
  return body.data.version_id
}

/** A playbook with a version 1, which is in production, and a version 2, and something else in its current configuration. */
async function addVersioned(): Promise<{ playbookId: string; first: string; second: string }> {
  const playbookId = await addPlaybook('Nothing yet')
  const first = await commit(playbookId, 'First')
  const second = await commit(playbookId, 'Second')
  await edit(playbookId, 'Current')
  return { playbookId, first, second }
}

async function markProduction(playbookId: string, versionId: string): Promise<TestAnswer<Version>> {
  const answer = await app.post<Version>(`/playbooks/${playbookId}/versions/${versionId}/production`)
  expect(answer.status).toBe(200)
  return answer
}

/** The newest 100 at most. */
async function listVersions(playbookId: string): Promise<Version[]> {
  const { status, body } = await app.get<Schemas['VersionPage']>(`/playbooks/${playbookId}/versions?limit=100`)
  expect(status).toBe(200)
  return body.data.items
}

/** Which of its versions the playbook has in production: as the list of versions says it, and as the playbook does. */
async function productionOf(playbookId: string): Promise<{ marked: string[]; named: string | null }> {
  const marked = (await listVersions(playbookId)).filter(({ production }) => production)
  const { body } = await app.get<Schemas['Playbook']>(`/playbooks/${playbookId}`)
  return { marked: marked.map(({ version_id }) => version_id), named: body.data.production_version_id }
}

/** The versions but for the one thing about them that may change. */
const withoutMarks = (versions: Version[]): unknown[] => versions.map((version) => ({ ...version, production: null }))

async function call(playbookId: string, more: object = {}): Promise<string> {
  const request = { phone: PHONE, playbook_id: playbookId, ...more }
  const { status, body } = await app.post<Schemas['CallCreated']>('/call', request)
  expect(status).toBe(201)
  return body.data.call_id
}

interface Used {
  version_id: string | null
  source: Schemas['VersionSource']
  requested: string | null
  /** By the agent, first. */
  said: string | undefined
}

/** What the record tells about the version, and what the agent said. */
async function usedBy(callId: string): Promise<Used> {
  const { data } = (await app.get<Schemas['Call']>(`/calls/${callId}`)).body
  return {
    version_id: data.version_id,
    source: data.version_source,
    requested: data.requested_version_id,
    said: data.transcript?.[0]?.text,
  }
}

async function listCallIds(filter: string): Promise<string[]> {
  const { body } = await app.get<Schemas['CallPage']>(`/calls?${filter}`)
  return body.data.items.map(({ id }) => id)
}

/** Long enough for a call that has begun to be over. */
const LONG_ENOUGH_MS = 15 * MINUTE_MS

async function callAndRead(playbookId: string, more: object = {}): Promise<Used> {
  const callId = await call(playbookId, more)
  await app.advanceBy(LONG_ENOUGH_MS)
  return usedBy(callId)
}

describe('section 9.1: a playbook keeps its history as versions', () => {
  test('a version has a number, a timestamp, a commit message, its author and the configuration', async () => {
    const playbookId = await addPlaybook('Hello')
    await app.advanceBy(MINUTE_MS)
    const { status, body } = await app.post<Version>(`/playbooks/${playbookId}/versions`, { message: 'Say hello' })
    expect(status).toBe(201)
    expect(body).toEqual<unknown>({
      success: true,
      data: {
        version_id: expect.any(String),
        playbook_id: playbookId,
        number: 1,
        message: 'Say hello',
        created_at: new Date(app.clock.now()).toISOString(),
        created_by: 'Test token',
        config: { agent: 'scripted', first_message: 'Hello' },
        config_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        restored_from_version_id: null,
        production: true,
      },
    })
    const read = await app.get<Version>(`/playbooks/${playbookId}/versions/${body.data.version_id}`)
    expect(read.body).toEqual(body)
  })

  test('a commit needs a message', async () => {
    const playbookId = await addPlaybook('Hello')
    for (const body of [{}, { message: '' }, { message: null }, { message: 'x'.repeat(1_001) }]) {
      expect((await app.post(`/playbooks/${playbookId}/versions`, body)).status).toBe(400)
    }
    expect(await listVersions(playbookId)).toEqual([])
  })

  test('equal configurations have equal hashes, different ones have not', async () => {
    const playbookId = await addPlaybook('Hello')
    for (const text of ['One', 'Two', 'One']) await commit(playbookId, text)
    const [third, second, first] = (await listVersions(playbookId)).map(({ config_hash }) => config_hash)
    expect(third).toBe(first)
    expect(second).not.toBe(first!)
  })

  test('the list shows the newest first', async () => {
    const playbookId = await addPlaybook('Hello')
    const ids: string[] = []
    for (let i = 0; i < 4; i++) {
      ids.push(await commit(playbookId, `Version ${i}`))
      await app.advanceBy(i)
    }
    const versions = await listVersions(playbookId)
    expect(versions.map(({ version_id }) => version_id)).toEqual(ids.toReversed())
    expect(versions.map(({ number }) => number)).toEqual([4, 3, 2, 1])
  })

  test('a version stays as it was committed, whatever becomes of the playbook', async () => {
    const { playbookId, first } = await addVersioned()
    const path = `/playbooks/${playbookId}/versions/${first}`
    const before = (await app.get(path)).body
    await edit(playbookId, 'Something else')
    await app.request('PATCH', `/playbooks/${playbookId}`, { body: { name: 'Something else' } })
    await commit(playbookId, 'One more')
    expect((await app.get(path)).body).toEqual(before)
  })

  test('a version cannot be deleted or changed', async () => {
    const { playbookId, first } = await addVersioned()
    const path = `/playbooks/${playbookId}/versions/${first}`
    for (const method of ['DELETE', 'PATCH', 'PUT']) expect((await app.request(method, path)).status).toBe(405)
    for (const method of ['DELETE', 'PUT']) {
      expect((await app.request(method, `/playbooks/${playbookId}`)).status).toBe(405)
    }
    expect(await listVersions(playbookId)).toHaveLength(2)
  })

  test('the versions of another account are not found', async () => {
    const { playbookId, first } = await addVersioned()
    const stranger = await app.addAccount()
    for (const path of [`/playbooks/${playbookId}/versions`, `/playbooks/${playbookId}/versions/${first}`]) {
      expect((await app.get(path, stranger)).status).toBe(404)
    }
    const marked = await app.post(`/playbooks/${playbookId}/versions/${first}/production`, undefined, stranger)
    expect(marked.status).toBe(404)
  })

  test('there is no limit on their number: 120 can be made, and all are listed, page by page', async () => {
    const playbookId = await addPlaybook('Hello')
    for (let i = 0; i < 120; i++) {
      await app.post(`/playbooks/${playbookId}/versions`, { message: `${i + 1}` })
    }
    const numbers: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `?limit=50${cursor && `&cursor=${cursor}`}`
      const { body } = await app.get<Schemas['VersionPage']>(`/playbooks/${playbookId}/versions${query}`)
      numbers.push(...body.data.items.map(({ number }) => number))
      cursor = body.data.next_cursor
    }
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, i) => 120 - i))
  })

  test('commits at the same time are numbered without a gap, the first is in production', async () => {
    const playbookId = await addPlaybook('Hello')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => app.post(`/playbooks/${playbookId}/versions`, { message: `${i}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const versions = await listVersions(playbookId)
    expect(versions.map(({ number }) => number)).toEqual(answers.map((_, i) => 20 - i))
    const oldest = versions.at(-1)!.version_id
    expect(await productionOf(playbookId)).toEqual({ marked: [oldest], named: oldest })
  })
})

describe('section 3 and 9.1: the production version', () => {
  test('a playbook without versions has none; the first version becomes it, later ones do not', async () => {
    const playbookId = await addPlaybook('Hello')
    expect(await productionOf(playbookId)).toEqual({ marked: [], named: null })
    const first = await commit(playbookId, 'First')
    expect(await productionOf(playbookId)).toEqual({ marked: [first], named: first })
    await commit(playbookId, 'Second')
    expect(await productionOf(playbookId)).toEqual({ marked: [first], named: first })
  })

  test('marking a version makes it the production version, and the previous one stops being it', async () => {
    const { playbookId, second } = await addVersioned()
    const answer = await markProduction(playbookId, second)
    expect(answer.body).toMatchObject({ success: true, data: { version_id: second, production: true } })
    expect(await productionOf(playbookId)).toEqual({ marked: [second], named: second })
  })

  test('an earlier version can be marked again: that is the way back', async () => {
    const { playbookId, first, second } = await addVersioned()
    for (const versionId of [second, first, second, first]) {
      await markProduction(playbookId, versionId)
      expect(await productionOf(playbookId)).toEqual({ marked: [versionId], named: versionId })
    }
    expect(await callAndRead(playbookId)).toMatchObject({ version_id: first, said: 'First' })
  })

  test('marking the production version once more changes nothing, and the answer is the same', async () => {
    const { playbookId, second } = await addVersioned()
    const once = await markProduction(playbookId, second)
    expect((await markProduction(playbookId, second)).body).toEqual(once.body)
    expect(await productionOf(playbookId)).toEqual({ marked: [second], named: second })
  })

  test('marking changes neither the versions nor the current configuration', async () => {
    const { playbookId, second } = await addVersioned()
    const before = withoutMarks(await listVersions(playbookId))
    await markProduction(playbookId, second)
    expect(withoutMarks(await listVersions(playbookId))).toEqual(before)
    expect((await app.get(`/playbooks/${playbookId}`)).body).toMatchObject({
      data: { config: { first_message: 'Current' } },
    })
  })

  test('marking 50 times at once leaves exactly one, and whoever looks meanwhile sees exactly one', async () => {
    const { playbookId, first, second } = await addVersioned()
    const third = await commit(playbookId, 'Third')
    const choices = [first, second, third]
    const looks: Promise<{ marked: string[] }>[] = []
    const marks = Array.from({ length: 50 }, (_, i) => {
      if (i % 5 === 0) looks.push(productionOf(playbookId))
      return markProduction(playbookId, choices[i % 3]!)
    })
    await Promise.all(marks)
    for (const { marked } of await Promise.all(looks)) expect(marked).toHaveLength(1)
    const { marked, named } = await productionOf(playbookId)
    expect(choices).toContain(named!)
    expect(marked).toEqual([named!])
  })
})

describe('section 9.2: which version a call uses', () => {
  test('first the version that version_id names, even if another is in production', async () => {
    const { playbookId, second } = await addVersioned()
    expect(await callAndRead(playbookId, { version_id: second })).toEqual({
      version_id: second,
      source: 'requested',
      requested: second,
      said: 'Second',
    })
  })

  test('then the production version, when version_id is absent', async () => {
    const { playbookId, first } = await addVersioned()
    expect(await callAndRead(playbookId)).toEqual({
      version_id: first,
      source: 'production',
      requested: null,
      said: 'First',
    })
  })

  test('then the playbook’s current configuration, when it has no versions', async () => {
    const playbookId = await addPlaybook('Hello')
    await edit(playbookId, 'Current')
    expect(await callAndRead(playbookId)).toEqual({
      version_id: null,
      source: 'current_configuration',
      requested: null,
      said: 'Current',
    })
  })

  test('naming the production version is a request for it', async () => {
    const { playbookId, first } = await addVersioned()
    expect(await callAndRead(playbookId, { version_id: first })).toMatchObject({
      version_id: first,
      source: 'requested',
    })
  })

  test('a version_id is a version in whatever case its letters are written', async () => {
    const { playbookId, second } = await addVersioned()
    const shouted = second.toUpperCase()
    const used = await callAndRead(playbookId, { version_id: shouted })
    expect(used).toMatchObject({ version_id: second, source: 'requested', requested: shouted })
  })

  test('a version of another playbook is no error: the production version is used, and the record shows both', async () => {
    const { playbookId, first } = await addVersioned()
    const { second: foreign } = await addVersioned()
    expect(await callAndRead(playbookId, { version_id: foreign })).toEqual({
      version_id: first,
      source: 'production',
      requested: foreign,
      said: 'First',
    })
  })

  test('nor is a version of another account', async () => {
    const { playbookId, first } = await addVersioned()
    const stranger = await app.addAccount()
    const foreign = await commit(await addPlaybook('Theirs', stranger), 'Theirs', stranger)
    const used = await callAndRead(playbookId, { version_id: foreign })
    expect(used).toEqual({ version_id: first, source: 'production', requested: foreign, said: 'First' })
  })

  test.each([
    ['unknown', UNKNOWN_ID],
    ['empty', ''],
    ['a number', '2'],
    ['the identifier of nothing', '00000000-0000-0000-0000-000000000000'],
    ['a word', 'latest'],
    ['almost a UUID', UNKNOWN_ID.slice(1)],
    ['a UUID in braces', `{${UNKNOWN_ID}}`],
    ['SQL', "' or true; --"],
    ['other letters', 'версия ½ 👋'],
    ['20,000 characters', 'x'.repeat(20_000)],
  ])('nor is one that is no version: %s', async (_, requested) => {
    const { playbookId, first } = await addVersioned()
    const used = await usedBy(await call(playbookId, { version_id: requested }))
    expect(used).toMatchObject({ version_id: first, source: 'production', requested })
  })

  test('where there is no production version either, the current configuration is used', async () => {
    const playbookId = await addPlaybook('Current')
    const used = await callAndRead(playbookId, { version_id: UNKNOWN_ID })
    expect(used).toEqual({ version_id: null, source: 'current_configuration', requested: UNKNOWN_ID, said: 'Current' })
  })

  test('a change of the production version takes effect at once for new calls', async () => {
    const { playbookId, second } = await addVersioned()
    await markProduction(playbookId, second)
    expect(await callAndRead(playbookId)).toMatchObject({ version_id: second, source: 'production', said: 'Second' })
  })

  test('a call that is already going on keeps its version', async () => {
    const { playbookId, first, second } = await addVersioned()
    const callId = await call(playbookId)
    await app.advanceBy(SECOND_MS)
    await markProduction(playbookId, second)
    await app.advanceBy(LONG_ENOUGH_MS)
    expect(await usedBy(callId)).toMatchObject({ version_id: first, said: 'First' })
  })

  test('a scheduled call uses the version that was production when it was scheduled', async () => {
    const { playbookId, first, second } = await addVersioned()
    const launch_at = new Date(app.clock.now() + HOUR_MS).toISOString()
    const callId = await call(playbookId, { launch_at })
    await markProduction(playbookId, second)
    await app.advanceBy(HOUR_MS + LONG_ENOUGH_MS)
    expect(await usedBy(callId)).toEqual({ version_id: first, source: 'production', requested: null, said: 'First' })
  })

  test('and so it is with a version that was asked for and was not there', async () => {
    const { playbookId, first, second } = await addVersioned()
    const launch_at = new Date(app.clock.now() + HOUR_MS).toISOString()
    const callId = await call(playbookId, { launch_at, version_id: 'stable' })
    await markProduction(playbookId, second)
    await app.advanceBy(HOUR_MS + LONG_ENOUGH_MS)
    expect(await usedBy(callId)).toMatchObject({ version_id: first, source: 'production', said: 'First' })
  })

  test('a retry uses the version of the first attempt', async () => {
    const { playbookId, first, second } = await addVersioned()
    const callId = await call(playbookId, { phone: BUSY_AT_FIRST, recall: [30] })
    await app.advanceBy(MINUTE_MS)
    await markProduction(playbookId, second)
    await app.advanceBy(30 * MINUTE_MS + LONG_ENOUGH_MS)
    const { body } = await app.get(`/calls/${callId}`)
    expect(body).toMatchObject({ data: { status: 'completed', attempt_count: 2 } })
    expect(await usedBy(callId)).toMatchObject({ version_id: first, said: 'First' })
  })

  test('a scheduled call of a playbook without versions keeps the configuration as it was', async () => {
    const playbookId = await addPlaybook('As it was')
    const launch_at = new Date(app.clock.now() + HOUR_MS).toISOString()
    const [edited, versioned] = [await call(playbookId, { launch_at }), await call(playbookId, { launch_at })]
    await edit(playbookId, 'Edited')
    await commit(playbookId, 'Committed')
    await app.advanceBy(HOUR_MS + LONG_ENOUGH_MS)
    for (const callId of [edited, versioned]) {
      expect(await usedBy(callId)).toEqual({
        version_id: null,
        source: 'current_configuration',
        requested: null,
        said: 'As it was',
      })
    }
  })

  test('the calls that use a version can be listed by it', async () => {
    const { playbookId, first, second } = await addVersioned()
    const [one, other] = [await call(playbookId), await call(playbookId, { version_id: second })]
    expect(await listCallIds(`version_id=${first}`)).toEqual([one])
    expect(await listCallIds(`version_id=${second}`)).toEqual([other])
  })
})

/** Makes a campaign of one contact, and answers its record, and what its call has used in the end. */
async function campaign(
  playbookId: string,
  more: object,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<{ record: Schemas['Campaign']; used: Used }> {
  const request = { playbook_id: playbookId, contacts: [{ phone: PHONE }], ...more }
  const { status, body } = await app.post('/campaign', request)
  expect(status).toBe(202)
  await meanwhile()
  await app.advanceBy(HOUR_MS + LONG_ENOUGH_MS)
  const [callId] = await listCallIds(`campaign_id=${body.campaign_id}`)
  const record = await app.get<Schemas['Campaign']>(`/campaigns/${body.campaign_id}`)
  return { record: record.body.data, used: await usedBy(callId!) }
}

describe('section 9.2: which version a campaign uses', () => {
  test('the version that version_id names', async () => {
    const { playbookId, second } = await addVersioned()
    const { record, used } = await campaign(playbookId, { version_id: second })
    expect(record).toMatchObject({ version_id: second, version_source: 'requested' })
    expect(used).toEqual({ version_id: second, source: 'requested', requested: second, said: 'Second' })
  })

  test('the production version when none is named, or when the one that is named is none of the playbook’s', async () => {
    const { playbookId, first } = await addVersioned()
    const { second: foreign } = await addVersioned()
    for (const more of [{}, { version_id: foreign }, { version_id: 'latest' }]) {
      const { record, used } = await campaign(playbookId, more)
      expect(record).toMatchObject({ version_id: first, version_source: 'production' })
      expect(used).toMatchObject({ version_id: first, source: 'production', said: 'First' })
    }
  })

  test('a scheduled one uses the version that was production when it was created', async () => {
    const { playbookId, first, second } = await addVersioned()
    const launch_at = new Date(app.clock.now() + HOUR_MS).toISOString()
    const { used } = await campaign(playbookId, { launch_at }, () => markProduction(playbookId, second))
    expect(used).toMatchObject({ version_id: first, source: 'production', said: 'First' })
  })

  test('a scheduled one of a playbook without versions keeps the configuration as it was', async () => {
    const playbookId = await addPlaybook('As it was')
    const launch_at = new Date(app.clock.now() + HOUR_MS).toISOString()
    const { record, used } = await campaign(playbookId, { launch_at }, () => commit(playbookId, 'Committed'))
    expect(record).toMatchObject({ version_id: null, version_source: 'current_configuration' })
    expect(used).toMatchObject({ version_id: null, source: 'current_configuration', said: 'As it was' })
  })
})

test('section 9.2: calls that wait for a free line use the version that was production when they were created', async () => {
  await app.close()
  app = await openTestApp({ simulator: { lines: { callsPerSecond: 1, callsAtOnce: 1 } } })
  const { playbookId, first, second } = await addVersioned()
  const callIds = [await call(playbookId), await call(playbookId, { phone: '+15005550106' })]
  await app.advanceBy(5 * SECOND_MS)
  expect((await app.get(`/calls/${callIds[1]}`)).body).toMatchObject({
    data: { status: 'initiated', attempt_count: 0 },
  })
  await markProduction(playbookId, second)
  await app.advanceBy(2 * LONG_ENOUGH_MS)
  for (const callId of callIds) expect(await usedBy(callId)).toMatchObject({ version_id: first, said: 'First' })
})
