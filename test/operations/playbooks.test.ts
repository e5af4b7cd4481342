import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { components } from '../../generated/types.ts'
import { MINUTE_MS } from '../../src/core/time.ts'
import { openTestApp, type TestAccount, type TestAnswer, type TestApp } from '../support/testApp.ts'

const CONFIG = { agent: 'scripted', first_message: 'Hello {{ first_name }}.', end_message: 'Goodbye.' }

type Playbook = components['schemas']['Playbook']
type PlaybookPage = components['schemas']['PlaybookPage']

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function create(body: object, as?: TestAccount): Promise<string> {
  const created = await app.post<Playbook>('/playbooks', body, as)
  expect(created.status).toBe(201)
  return created.body.data.id
}

const idsOf = ({ body }: TestAnswer<PlaybookPage>): string[] => body.data.items.map(({ id }) => id)

describe('section 2.7: POST /playbooks', () => {
  test('a playbook has an identifier, a name, a configuration and its times, and no version yet', async () => {
    const created = await app.post<Playbook>('/playbooks', { name: 'Reminder', config: CONFIG })
    expect(created.status).toBe(201)
    const at = new Date(app.clock.now()).toISOString()
    expect(created.body).toEqual<unknown>({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        name: 'Reminder',
        config: CONFIG,
        production_version_id: null,
        created_at: at,
        updated_at: at,
      },
    })
    expect((await app.get<Playbook>(`/playbooks/${created.body.data.id}`)).body).toEqual(created.body)
  })

  test('the configuration comes back as it was saved, every field of it', async () => {
    const config = {
      agent: 'scripted',
      first_message: 'Hello {{ first_name }} — ½ 日本 👋',
      prompt: 'Be kind.',
      model: 'small-chat',
      temperature: 0.3,
      language: 'en-GB',
      voice: 'amelia',
      end_message: 'Bye.',
      error_message: 'Sorry.',
      voicemail: { action: 'message', message: 'Please call back.', retry: true },
      max_duration_s: 300,
      silence: { prompt_after_s: 8, message: 'Hello?', max: 2 },
      interruptible: false,
      transfer_number: '+1 (415) 555-0177',
      outcomes: ['confirmed', 'declined'],
      variables: { day: 'Monday', nested: { list: [1, null, true] } },
      tools: [{ name: 'lookup' }],
      script: [{ id: 'ask', say: 'Yes?', expect: [{ match: 'yes', goto: 'end', outcome: 'confirmed' }], else: 'ask' }],
    }
    const id = await create({ name: 'Everything', config })
    expect((await app.get<Playbook>(`/playbooks/${id}`)).body.data.config).toEqual<unknown>(config)
  })

  test('a name need not be unique', async () => {
    expect(await create({ name: 'Twin', config: CONFIG })).not.toBe(await create({ name: 'Twin', config: CONFIG }))
  })

  test.each([
    ['no name', { config: CONFIG }, 'invalid_request', '/name'],
    ['an empty name', { name: '', config: CONFIG }, 'invalid_request', '/name'],
    ['no configuration', { name: 'x' }, 'invalid_config', '/config'],
    ['no agent', { name: 'x', config: {} }, 'invalid_config', '/config/agent'],
    ['an agent that there is not', { name: 'x', config: { agent: 'parrot' } }, 'invalid_config', '/config/agent'],
    ['a field that there is not', { name: 'x', config: { ...CONFIG, mood: 'gay' } }, 'invalid_config', '/config/mood'],
    [
      'a text that is no template',
      { name: 'x', config: { ...CONFIG, end_message: '{% if %}' } },
      'invalid_config',
      '/config/end_message',
    ],
    [
      'a text that keeps its own output',
      { name: 'x', config: { ...CONFIG, first_message: '{% capture a %}{{ a }}{{ a }}{% endcapture %}' } },
      'invalid_config',
      '/config/first_message',
    ],
    [
      'more than 256 KiB',
      { name: 'x', config: { ...CONFIG, tools: [{ note: 'x'.repeat(256 * 1024) }] } },
      'invalid_config',
      '/config',
    ],
    [
      'texts of more than 65,536 characters together',
      { name: 'x', config: { ...CONFIG, script: Array.from({ length: 8 }, () => ({ say: 'x'.repeat(8_200) })) } },
      'invalid_config',
      '/config',
    ],
  ])('%s is 400', async (_, body, code, pointer) => {
    const answer = await app.post('/playbooks', body)
    expect(answer).toMatchObject({ status: 400, body: { error: { code, details: [{ in: 'body', pointer }] } } })
  })
})

describe('section 2.7: PATCH /playbooks/{playbook_id}', () => {
  test('changes what is sent and leaves the rest', async () => {
    const id = await create({ name: 'Before', config: CONFIG })
    const renamed = await app.request('PATCH', `/playbooks/${id}`, { body: { name: 'After' } })
    expect(renamed).toMatchObject({ status: 200, body: { data: { id, name: 'After', config: CONFIG } } })
    const config = { agent: 'scripted', first_message: 'Good day.' }
    const changed = await app.request('PATCH', `/playbooks/${id}`, { body: { config } })
    expect(changed).toMatchObject({ status: 200, body: { data: { id, name: 'After' } } })
    expect((await app.get(`/playbooks/${id}`)).body).toEqual(changed.body)
  })

  test('replaces the configuration whole: what it leaves out is gone', async () => {
    const id = await create({ name: 'x', config: CONFIG })
    await app.request('PATCH', `/playbooks/${id}`, { body: { config: { agent: 'scripted' } } })
    const { body } = await app.get<Playbook>(`/playbooks/${id}`)
    expect(body.data.config).toEqual({ agent: 'scripted' })
  })

  test('notes when it was', async () => {
    const id = await create({ name: 'x', config: CONFIG })
    const created_at = new Date(app.clock.now()).toISOString()
    await app.advanceBy(MINUTE_MS)
    await app.request('PATCH', `/playbooks/${id}`, { body: { name: 'y' } })
    const updated_at = new Date(app.clock.now()).toISOString()
    expect((await app.get(`/playbooks/${id}`)).body).toMatchObject({ data: { created_at, updated_at } })
  })

  test('refuses a change of nothing, and a faulty one without changing anything', async () => {
    const id = await create({ name: 'x', config: CONFIG })
    for (const body of [{}, { name: 'y', config: { agent: 'scripted', first_message: '{{' } }, { id }]) {
      expect((await app.request('PATCH', `/playbooks/${id}`, { body })).status).toBe(400)
    }
    expect((await app.get(`/playbooks/${id}`)).body).toMatchObject({ data: { name: 'x', config: CONFIG } })
  })
})

describe('section 2.7: GET /playbooks', () => {
  test('lists the account’s playbooks, the newest first, and no other’s', async () => {
    const [account, other] = [await app.addAccount(), await app.addAccount()]
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      ids.push(await create({ name: `${i}`, config: CONFIG }, account))
      await create({ name: 'Other', config: CONFIG }, other)
      await app.advanceBy(i)
    }
    expect(idsOf(await app.get<PlaybookPage>('/playbooks', account))).toEqual(ids.toReversed())
  })

  test('goes page by page without a gap or a repetition while playbooks are being added', async () => {
    const account = await app.addAccount()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push(await create({ name: `${i}`, config: CONFIG }, account))
    const seen: string[] = []
    let query = '?limit=2'
    for (let page = 0; page < 3; page++) {
      const answer = await app.get<PlaybookPage>(`/playbooks${query}`, account)
      seen.push(...idsOf(answer))
      await create({ name: 'Added', config: CONFIG }, account)
      const { has_more, next_cursor } = answer.body.data
      expect(has_more).toBe(page < 2)
      query = `?limit=2&cursor=${next_cursor}`
      if (page === 2) expect(next_cursor).toBeNull()
    }
    expect(seen).toEqual(ids.toReversed())
  })
})
