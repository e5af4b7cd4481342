import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { START, type TestApp, openTestApp } from '../support/testApp.ts'
import {
  BUSY,
  type Call,
  commitVersion,
  createCall,
  dialsAfter,
  HOUR,
  listCalls,
  MINUTE,
  NOBODY,
  type Page,
  PERSON,
  readCall,
  refusal,
  SECOND,
  shown,
  stateAtCarrier,
  success,
  UNKNOWN_ID,
  waitForStatus,
} from '../support/client.ts'

let app: TestApp
let playbook_id: string
beforeEach(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook({
    first_message: 'Hello {{ first_name }} {{ last_name }}, on {{ day }}?',
    variables: { day: 'Sunday' },
    end_message: 'Goodbye.',
  })
})
afterEach(() => app.close())

const create = (fields: object = {}) => createCall(app, { phone: PERSON, playbook_id, ...fields })
const attempt = (fields: object) => app.post('/call', { phone: PERSON, playbook_id, ...fields })

/** What the agent says first, once the call is over. */
async function firstWords(fields: object): Promise<string | undefined> {
  const { transcript } = await waitForStatus(app, await create(fields), 'completed')
  return transcript?.[0]?.text
}

describe('section 4.1: POST /call', () => {
  test('a call is answered with 201 and an envelope of its id and the status initiated', async () => {
    const { status, body } = await app.post<{ call_id: string }>('/call', { phone: PERSON, playbook_id })
    expect(status).toBe(201)
    expect(body as object).toEqual({
      success: true,
      data: { call_id: expect.stringMatching(/^[0-9a-f-]{36}$/), status: 'initiated' },
    })
    expect((await readCall(app, body.data.call_id)).id).toBe(body.data.call_id)
  })

  test('a call without a launch time is dialled at once, and once', async () => {
    await create()
    await app.settle()
    expect(dialsAfter(app, PERSON, START)).toEqual([0])
  })

  test('a call with a future launch time is answered with the status scheduled and dialled at that time', async () => {
    const { status, body } = await attempt({ launch_at: '2026-11-23T09:30:00' })
    expect(status).toBe(201)
    expect(body.data as object).toMatchObject({ status: 'scheduled' })
    await app.advanceBy(30 * MINUTE - 1)
    expect(app.dials).toEqual([])
    await app.advanceBy(1)
    expect(dialsAfter(app, PERSON, START)).toEqual([30 * MINUTE])
  })

  test('a launch time without offset is local to the time zone of the request', async () => {
    const call = await readCall(app, await create({ launch_at: '2026-11-23T11:00:00', timezone: 'Europe/Berlin' }))
    expect(call.launch_at).toBe('2026-11-23T10:00:00.000Z')
  })

  test('only a body that is declared as JSON is taken', async () => {
    const body = JSON.stringify({ phone: PERSON, playbook_id })
    const answer = await app.request('POST', '/call', { body, headers: { 'content-type': 'text/plain' } })
    expect(refusal(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect(await listCalls(app)).toEqual([])
  })
})

describe('section 2.1: the request of a call', () => {
  test('one form carries phone, playbook and params', async () => {
    const call = await readCall(app, await create({ params: { customer_name: 'Ada Lovelace' } }))
    expect(call).toMatchObject({ phone: PERSON, playbook_id, params: { customer_name: 'Ada Lovelace' } })
  })

  test('the other form carries phone, playbook, version, first name and last name', async () => {
    const version_id = await commitVersion(app, playbook_id)
    const call = await readCall(app, await create({ version_id, firstname: 'Ada', lastname: 'Lovelace' }))
    expect(call).toMatchObject({ phone: PERSON, playbook_id, version_id, version_source: 'requested', params: {} })
  })

  test('first and last name of the top level are what the agent says', async () => {
    expect(await firstWords({ firstname: 'Ada', lastname: 'Lovelace' })).toBe('Hello Ada Lovelace, on Sunday?')
  })

  test('params are what the agent says, and win over the variables of the playbook', async () => {
    const params = { first_name: 'Grace', last_name: 'Hopper', day: 'Monday' }
    expect(await firstWords({ params })).toBe('Hello Grace Hopper, on Monday?')
  })

  test('where both forms are mixed, both are heard, and the top level wins', async () => {
    const params = { first_name: 'Grace', last_name: 'Hopper', day: 'Monday' }
    expect(await firstWords({ firstname: 'Ada', params })).toBe('Hello Ada Hopper, on Monday?')
  })

  test('customer_name is one variable under its own name, and not taken apart', async () => {
    const first_message = '{{ customer_name }}/{{ params.customer_name }}/{{ first_name }}/{{ last_name }}.'
    playbook_id = await app.addPlaybook({ first_message })
    expect(await firstWords({ params: { customer_name: 'Ada Lovelace' } })).toBe('Ada Lovelace/Ada Lovelace//.')
  })

  test('params may hold any JSON and come back exactly as they were sent', async () => {
    const params = {
      nothing: null,
      yes: true,
      number: -1.5e-7,
      large: Number.MAX_SAFE_INTEGER,
      text: 'Zoë 🐘 "quoted" \\ \n',
      '': 'no name',
      nested: [{ a: [[]] }, {}],
      constructor: 1,
    }
    const id = await create({ params })
    expect((await readCall(app, id)).params).toEqual(params)
    const own = await app.post<{ call_id: string }>(
      '/call',
      `{"phone":"${PERSON}","playbook_id":"${playbook_id}","params":{"__proto__":{"a":1}}}`,
    )
    expect(JSON.stringify((await readCall(app, own.body.data.call_id)).params)).toBe('{"__proto__":{"a":1}}')
  })

  test('without a phone, and without a playbook, a call is refused', async () => {
    expect(refusal(await app.post('/call', { playbook_id }))).toEqual({
      status: 400,
      code: 'invalid_phone',
      at: ['/phone'],
    })
    expect(refusal(await app.post('/call', { phone: PERSON }))).toEqual({
      status: 400,
      code: 'invalid_request',
      at: ['/playbook_id'],
    })
    expect(refusal(await app.post('/call', {}))).toEqual({
      status: 400,
      code: 'invalid_request',
      at: ['/phone', '/playbook_id'],
    })
  })

  test('spaces, dots, dashes and parentheses may stand between the digits; the record shows the digits alone', async () => {
    for (const phone of [
      '+1 500 555 0100',
      '+1.500.555.0100',
      '+1-500-555-0100',
      '+1 (500) 555-0100',
      '+1((5005550100',
    ]) {
      expect((await readCall(app, await create({ phone }))).phone).toBe('+15005550100')
    }
  })

  test('a phone has 7 to 15 digits', async () => {
    expect((await readCall(app, await create({ phone: '+6834000' }))).phone).toBe('+6834000')
    expect((await readCall(app, await create({ phone: '+431234567890123' }))).phone).toBe('+431234567890123')
  })

  test('a trunk prefix is left out, and the call is found by either spelling', async () => {
    const id = await create({ phone: '+44 (0)20 7183 8750' })
    expect((await readCall(app, id)).phone).toBe('+442071838750')
    for (const spelling of ['+442071838750', '+44 (0)20 7183 8750']) {
      const found = success(await app.get<Page<{ id: string }>>(`/calls?phone=${encodeURIComponent(spelling)}`)).items
      expect(found.map((call) => call.id)).toEqual([id])
    }
  })

  test('a number that no country has is refused with invalid_phone, in a filter too', async () => {
    for (const phone of ['+1234567', '+123456789012345', '+999 1234567', '+44 (00)20 7183 8750', '+1 415 555 012']) {
      const refused = { status: 400, code: 'invalid_phone', at: ['/phone'] }
      expect([phone, refusal(await attempt({ phone }))]).toEqual([phone, refused])
      for (const list of ['calls', 'contacts', 'suppressions']) {
        expect(refusal(await app.get(`/${list}?phone=${encodeURIComponent(phone)}`))).toEqual(refused)
      }
    }
    expect(await listCalls(app)).toEqual([])
  })

  test('any other phone is refused with invalid_phone, and no call is made', async () => {
    const wrong: unknown[] = [
      '',
      '15005550100',
      '0015005550100',
      '+',
      '+05005550100',
      '+123456',
      '+1234567890123456',
      '+1500555010O',
      '+15005550100 ext. 5',
      '+15005550100;ext=5',
      '+15005550100\n',
      '+1500\n5550100',
      ' +15005550100',
      '+15005550100 ',
      '+ 15005550100',
      '+1/500/5550100',
      '+1٥005550100',
      '＋15005550100',
      'tel:+15005550100',
      `+1${' '.repeat(40)}5005550100`,
      15005550100,
      null,
      ['+15005550100'],
    ]
    for (const phone of wrong) {
      expect([phone, refusal(await attempt({ phone }))]).toEqual([
        phone,
        { status: 400, code: 'invalid_phone', at: ['/phone'] },
      ])
    }
    expect(await listCalls(app)).toEqual([])
    expect(app.dials).toEqual([])
  })

  test('an emergency or premium-rate number is refused with number_forbidden, and no call is made', async () => {
    for (const phone of ['+19115550100', '+1 415 911', '+8610110', '+19005550100']) {
      expect(refusal(await attempt({ phone }))).toEqual({ status: 400, code: 'number_forbidden', at: ['/phone'] })
    }
    expect(await listCalls(app)).toEqual([])
  })

  test('a playbook that is missing or of another account is refused, and the answers do not differ', async () => {
    const foreign = await app.addPlaybook({}, await app.addAccount())
    const answers = await Promise.all(
      [UNKNOWN_ID, foreign].map((id) => attempt({ playbook_id: id }).then(({ status, body }) => ({ status, body }))),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(403)
      expect(body.error).toEqual({ ...answers[0]!.body.error, request_id: expect.any(String) })
      expect(body.error.code).toBe('playbook_forbidden')
    }
    expect(await listCalls(app)).toEqual([])
  })

  test('every field of another type is refused at its place', async () => {
    const wrong: [object, string, string][] = [
      [{ playbook_id: 7 }, '/playbook_id', 'invalid_request'],
      [{ playbook_id: 'sales' }, '/playbook_id', 'invalid_request'],
      [{ playbook_id: null }, '/playbook_id', 'invalid_request'],
      [{ params: [] }, '/params', 'invalid_request'],
      [{ params: 'customer_name' }, '/params', 'invalid_request'],
      [{ firstname: 7 }, '/firstname', 'invalid_request'],
      [{ firstname: 'x'.repeat(201) }, '/firstname', 'invalid_request'],
      [{ lastname: {} }, '/lastname', 'invalid_request'],
      [{ version_id: 7 }, '/version_id', 'invalid_request'],
      [{ recall: {} }, '/recall', 'invalid_recall'],
      [{ launch_at: 0 }, '/launch_at', 'invalid_launch_at'],
      [{ timezone: 1 }, '/timezone', 'invalid_timezone'],
    ]
    for (const [fields, pointer, code] of wrong) {
      expect([fields, refusal(await attempt(fields))]).toEqual([fields, { status: 400, code, at: [pointer] }])
    }
    expect(await listCalls(app)).toEqual([])
  })

  test('a field that a call does not have is refused rather than ignored', async () => {
    const answer = await attempt({ first_name: 'Ada', 'a/b~c': 1 })
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', at: ['/first_name', '/a~1b~0c'] })
  })

  test('all problems of a request are told at once', async () => {
    const shapes = await attempt({ phone: 'x', playbook_id: '', recall: [0], launch_at: 'soon', timezone: '+01:00' })
    expect(refusal(shapes).code).toBe('invalid_request')
    expect(refusal(shapes).at.toSorted()).toEqual(['/launch_at', '/phone', '/playbook_id', '/recall/0', '/timezone'])
    const meanings = await attempt({
      phone: '+1 415 911',
      recall: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      timezone: 'Nowhere',
    })
    expect(refusal(meanings).at.toSorted()).toEqual(['/phone', '/recall', '/timezone'])
  })
})

describe('section 2.6: recall', () => {
  test('a string that holds an array and the array itself are stored alike on the call', async () => {
    expect((await readCall(app, await create({ recall: '[30,60]' }))).recall).toEqual([30, 60])
    expect((await readCall(app, await create({ recall: '[ 30 , 60 ]' }))).recall).toEqual([30, 60])
    expect((await readCall(app, await create({ recall: [30, 60] }))).recall).toEqual([30, 60])
  })

  test('the delays are stored ascending and each once, however they were listed', async () => {
    for (const recall of [[60, 30], [30, 60, 30, 60], '[60,30]', '[60, 30, 30]']) {
      expect((await readCall(app, await create({ recall }))).recall).toEqual([30, 60])
    }
    const often = [...Array.from({ length: 50 }, () => 5), 4]
    expect((await readCall(app, await create({ recall: often }))).recall).toEqual([4, 5])
    expect((await readCall(app, await create({ recall: JSON.stringify(often) }))).recall).toEqual([4, 5])
  })

  test.each([[{}], [{ recall: [] }], [{ recall: '[]' }], [{ recall: null }]])(
    'a call with %j has an empty policy, and one attempt',
    async (fields) => {
      const id = await create({ phone: NOBODY, ...fields })
      expect((await readCall(app, id)).recall).toEqual([])
      await app.advanceBy(HOUR)
      expect(await readCall(app, id)).toMatchObject({ status: 'no_answer', attempt_count: 1 })
    },
  )

  test('one to ten delays from a minute to thirty days are accepted', async () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 8, 9, 43_200]
    for (const recall of [[1], [43_200], longest, '[1]', `[${longest.join(', ')}]`]) {
      const stored = (await readCall(app, await create({ recall }))).recall
      expect(stored).toEqual(typeof recall === 'string' ? JSON.parse(recall) : recall)
    }
  })

  test('anything else is refused with invalid_recall and a sentence that says what is accepted', async () => {
    const eleven = Array.from({ length: 11 }, (_, i) => i + 1)
    const wrong: unknown[] = [
      '',
      '30,60',
      '30',
      30,
      {},
      true,
      [0],
      [-5],
      [43_201],
      [1.5],
      ['30'],
      [null],
      [[30]],
      eleven,
      '[0]',
      '[43201]',
      '[1.5]',
      '[030]',
      '[3e1]',
      '["30"]',
      '[30,]',
      '[30 60]',
      '[30,60',
      ' [30,60]',
      '[30,60]\n',
      JSON.stringify(eleven),
    ]
    for (const recall of wrong) {
      const answer = await attempt({ recall })
      expect([recall, answer.status, answer.body.error.code]).toEqual([recall, 400, 'invalid_recall'])
      expect(answer.body.error.details?.[0]?.pointer).toStartWith('/recall')
      expect(answer.body.error.message).toMatch(/up to 10 different whole minutes.*\[30,60\]/)
    }
    expect(await listCalls(app)).toEqual([])
  })

  test('delays count from the first dial of a call that starts at once', async () => {
    await app.advanceBy(7 * SECOND)
    await create({ phone: BUSY, recall: [1, 3] })
    await app.advanceBy(HOUR)
    expect(dialsAfter(app, BUSY, START + 7 * SECOND)).toEqual([0, MINUTE, 3 * MINUTE])
  })

  test('between attempts the call is scheduled for its next one', async () => {
    const id = await create({ phone: BUSY, recall: [30] })
    await app.advanceBy(MINUTE)
    expect(await readCall(app, id)).toMatchObject({
      status: 'scheduled',
      next_attempt_at: shown(START + 30 * MINUTE),
      attempt_count: 1,
      ended_at: null,
      ended_reason: null,
      attempts: [{ number: 1, disposition: 'busy' }],
    })
  })

  const reached: [string, string, string][] = [
    ['+15005550100', 'a conversation', 'completed'],
    ['+15005550103', 'a rejected call', 'failed'],
    ['+15005550104', 'a machine', 'completed'],
    ['+15005550109', 'a callee who asks not to be called again', 'completed'],
  ]
  for (const [phone, what, status] of reached) {
    test(`none follows ${what}`, async () => {
      const id = await create({ phone, recall: [1] })
      await app.advanceBy(HOUR)
      expect(await readCall(app, id)).toMatchObject({ status, attempt_count: 1 })
    })
  }

  const missed: [string, string, string][] = [
    ['+15005550101', 'a busy line', 'busy'],
    ['+15005550102', 'no answer', 'no_answer'],
    ['+15005550105', 'a passing failure of the carrier', 'failed'],
  ]
  for (const [phone, what, status] of missed) {
    test(`one follows ${what}, and the last attempt decides the status`, async () => {
      const id = await create({ phone, recall: [1] })
      await app.advanceBy(HOUR)
      expect(await readCall(app, id)).toMatchObject({ status, attempt_count: 2 })
    })
  }

  test('one follows a machine when the playbook asks for it', async () => {
    playbook_id = await app.addPlaybook({ voicemail: { action: 'hangup', retry: true } })
    const id = await create({ phone: '+15005550104', recall: [1, 2] })
    await app.advanceBy(HOUR)
    expect(await readCall(app, id)).toMatchObject({ status: 'completed', attempt_count: 3, answered_by: 'machine' })
  })
})

describe('section 2.3: the record of a call', () => {
  test('a call that waits shows every field', async () => {
    const version_id = await commitVersion(app, playbook_id)
    const id = await create({
      phone: '+1 (500) 555-0100',
      params: { order: 7 },
      firstname: 'Ada',
      version_id: 'the best one',
      recall: '[5,60]',
      launch_at: '2026-11-23T10:00:00',
    })
    expect(await readCall(app, id)).toEqual({
      id,
      direction: 'outbound',
      status: 'scheduled',
      phone: PERSON,
      from: null,
      contact_id: expect.any(String),
      campaign_id: null,
      playbook_id,
      version_id,
      version_source: 'production',
      requested_version_id: 'the best one',
      params: { order: 7 },
      recall: [5, 60],
      launch_at: '2026-11-23T10:00:00.000Z',
      next_attempt_at: '2026-11-23T10:00:00.000Z',
      waiting_reason: null,
      waiting_message: null,
      attempt_count: 0,
      created_at: shown(START),
      started_at: null,
      answered_at: null,
      ended_at: null,
      duration: 0,
      answered_by: null,
      outcome: null,
      summary: null,
      ended_reason: null,
      attempts: [],
      transcript: [],
    } as unknown as Call)
  })

  test('a call that is over shows what has happened', async () => {
    const id = await create()
    const call = await waitForStatus(app, id, 'completed')
    const [only] = call.attempts ?? []
    expect(call.attempts).toHaveLength(1)
    expect(only).toEqual({
      number: 1,
      dialed_at: shown(START),
      ringing_at: expect.any(String),
      answered_at: call.answered_at,
      ended_at: call.ended_at,
      disposition: 'answered',
      carrier: 'simulator',
      carrier_call_id: expect.any(String),
    })
    const instants = [only?.dialed_at, only?.ringing_at, only?.answered_at, only?.ended_at].map(String)
    expect(instants).toEqual(instants.toSorted())
    expect(call).toMatchObject({
      status: 'completed',
      started_at: shown(START),
      next_attempt_at: null,
      attempt_count: 1,
      answered_by: 'human',
      outcome: null,
      summary: expect.stringContaining('Talked with a person; 3 turns'),
      ended_reason: 'agent_hung_up',
    })
  })

  test('the duration is whole seconds from answer to end', async () => {
    const call = await waitForStatus(app, await create(), 'completed')
    const seconds = (Date.parse(call.ended_at ?? '') - Date.parse(call.answered_at ?? '')) / SECOND
    expect(seconds).toBeGreaterThan(1)
    expect(call.duration).toBe(Math.floor(seconds))
  })

  test('the duration is 0 until the end, and for a call that nobody answered', async () => {
    const talking = await waitForStatus(app, await create(), 'in_progress')
    expect(talking.duration).toBe(0)
    const missed = await waitForStatus(app, await create({ phone: NOBODY }), 'no_answer')
    expect(missed).toMatchObject({ duration: 0, answered_at: null, answered_by: null })
  })

  test('the version is null and the current configuration is used for a playbook without versions', async () => {
    expect(await readCall(app, await create({ version_id: UNKNOWN_ID }))).toMatchObject({
      version_id: null,
      version_source: 'current_configuration',
      requested_version_id: UNKNOWN_ID,
    })
  })

  test('the transcript tells who said what and when, in order', async () => {
    const { transcript = [], answered_at, ended_at } = await waitForStatus(app, await create(), 'completed')
    expect(transcript.map(({ role }) => role)).toEqual(['agent', 'callee', 'agent'])
    expect(transcript[0]?.text).toBe('Hello  , on Sunday?')
    expect(transcript[1]?.text).not.toBe('')
    expect(transcript[2]?.text).toBe('Goodbye.')
    const instants = [answered_at, ...transcript.map(({ at }) => at), ended_at].map(String)
    expect(instants).toEqual(instants.toSorted())
  })

  test('the transcript grows while the conversation goes on', async () => {
    const id = await create()
    const lengths = new Set<number>()
    for (let call = await waitForStatus(app, id, 'in_progress'); call.status === 'in_progress';) {
      lengths.add(call.transcript?.length ?? 0)
      expect(call).toMatchObject({ ended_reason: null, summary: null, ended_at: null })
      await app.advanceTo(app.clock.nextDueAt() ?? 0)
      call = await readCall(app, id)
    }
    expect([...lengths]).toEqual([1, 3])
  })

  test('the status goes from initiated to ringing, in progress and completed', async () => {
    const id = await create()
    const seen = new Set<string>()
    while (!seen.has('completed')) {
      await app.settle()
      seen.add((await readCall(app, id)).status)
      await app.advanceTo(app.clock.nextDueAt() ?? 0)
    }
    expect([...seen]).toEqual(['initiated', 'ringing', 'in_progress', 'completed'])
  })

  test('every attempt is listed, the first one first', async () => {
    const id = await create({ phone: '+15005550110', recall: [5] })
    await app.advanceBy(HOUR)
    const { attempts, status, answered_by, started_at } = await readCall(app, id)
    expect({ status, answered_by, started_at }).toEqual({
      status: 'completed',
      answered_by: 'human',
      started_at: shown(START),
    })
    expect(attempts?.map(({ number, dialed_at, disposition }) => ({ number, dialed_at, disposition }))).toEqual([
      { number: 1, dialed_at: shown(START), disposition: 'busy' },
      { number: 2, dialed_at: shown(START + 5 * MINUTE), disposition: 'answered' },
    ])
  })

  test('each number of the simulated carrier ends as the reference says', async () => {
    const ends: Record<string, Partial<Call>> = {
      '+15005550100': { status: 'completed', answered_by: 'human', ended_reason: 'agent_hung_up' },
      '+15005550101': { status: 'busy', answered_by: null, ended_reason: 'busy' },
      '+15005550102': { status: 'no_answer', answered_by: null, ended_reason: 'no_answer' },
      '+15005550103': { status: 'failed', answered_by: null, ended_reason: 'rejected' },
      '+15005550104': { status: 'completed', answered_by: 'machine', ended_reason: 'voicemail' },
      '+15005550105': { status: 'failed', answered_by: null, ended_reason: 'carrier_failed' },
      '+15005550106': { status: 'completed', answered_by: 'human', ended_reason: 'callee_hung_up' },
      '+15005550107': { status: 'completed', answered_by: 'human', ended_reason: 'agent_hung_up' },
      '+15005550108': { status: 'completed', answered_by: 'human', ended_reason: 'silence' },
      '+15005550109': { status: 'completed', outcome: 'opt_out', ended_reason: 'opted_out' },
      '+15005550110': { status: 'busy', answered_by: null, ended_reason: 'busy' },
      '+15005550111': { status: 'completed', answered_by: 'human', ended_reason: 'max_duration', duration: 600 },
      '+15005550112': { status: 'completed', answered_by: 'human', ended_reason: 'agent_hung_up' },
      '+442071838750': { status: 'completed', answered_by: 'human' },
    }
    const questions = ['Do you have a moment?', 'Is Monday fine with you?', 'Shall we call again?']
    playbook_id = await app.addPlaybook({ script: questions.map((say) => ({ say })), end_message: 'Goodbye.' })
    const ids = new Map<string, string>()
    for (const phone of Object.keys(ends)) ids.set(phone, await create({ phone }))
    await app.advanceBy(HOUR)
    for (const [phone, end] of Object.entries(ends)) {
      const call = await readCall(app, ids.get(phone) ?? '')
      expect(call).toMatchObject({ phone, ...end })
    }
  })

  test('an identifier is taken in either case', async () => {
    const id = await create()
    expect((await readCall(app, id.toUpperCase())).id).toBe(id)
  })

  test('a call that is unknown, malformed or of another account is 404, and the answers do not differ', async () => {
    const foreign = await create()
    const stranger = await app.addAccount()
    for (const id of [UNKNOWN_ID, 'x', foreign]) {
      expect(refusal(await app.get(`/calls/${id}`, stranger))).toEqual({ status: 404, code: 'not_found', at: [] })
    }
    const [unknown, others] = await Promise.all([UNKNOWN_ID, foreign].map((id) => app.get(`/calls/${id}`, stranger)))
    expect(others!.body.error.message).toBe(unknown!.body.error.message)
  })
})

describe('why a call ended', () => {
  test('a callee who hangs up while the agent says goodbye has hung up', async () => {
    playbook_id = await app.addPlaybook({ first_message: 'Is that you?', end_message: 'Thank you very much, goodbye.' })
    const call = await waitForStatus(app, await create({ phone: '+15005550106' }), 'completed')
    expect(call.transcript).toHaveLength(3)
    expect(call.ended_reason).toBe('callee_hung_up')
  })
})

describe('canceling a call', () => {
  const cancel = (id: string) => app.post<Call>(`/calls/${id}/cancel`)

  test('one that waits for its launch is never dialled', async () => {
    const id = await create({ launch_at: '2026-11-23T09:10:00', recall: [1] })
    const { status, body } = await cancel(id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      status: 'canceled',
      ended_reason: 'canceled',
      ended_at: shown(START),
      next_attempt_at: null,
      started_at: null,
      duration: 0,
      attempts: [],
    })
    await app.advanceBy(HOUR)
    expect(app.dials).toEqual([])
    expect(await readCall(app, id)).toEqual(body.data)
  })

  test('one that waits for a retry is not dialled again', async () => {
    const id = await create({ phone: BUSY, recall: [5] })
    await app.advanceBy(MINUTE)
    expect((await cancel(id)).body.data).toMatchObject({ status: 'canceled', attempts: [{ disposition: 'busy' }] })
    await app.advanceBy(HOUR)
    expect(dialsAfter(app, BUSY, START)).toEqual([0])
  })

  for (const stage of ['initiated', 'ringing'] as const) {
    test(`one that is ${stage} is hung up, and no retry follows`, async () => {
      const id = await create({ recall: [5] })
      await waitForStatus(app, id, stage)
      expect(await stateAtCarrier(app, PERSON)).not.toBe('ended')
      expect((await cancel(id)).body.data).toMatchObject({
        status: 'canceled',
        ended_reason: 'canceled',
        ended_at: shown(app.clock.now()),
        answered_at: null,
        duration: 0,
        attempts: [{ disposition: 'canceled', ended_at: shown(app.clock.now()) }],
      })
      expect(await stateAtCarrier(app, PERSON)).toBe('ended')
      await app.advanceBy(HOUR)
      expect(dialsAfter(app, PERSON, START)).toEqual([0])
      expect(await readCall(app, id)).toMatchObject({ status: 'canceled', answered_at: null, transcript: [] })
    })
  }

  test('one in conversation is hung up in the middle, and keeps what was said', async () => {
    const id = await create({ phone: '+15005550111', recall: [5] })
    await waitForStatus(app, id, 'in_progress')
    await app.advanceBy(10 * SECOND)
    expect(await stateAtCarrier(app, '+15005550111')).toBe('in_progress')
    const { data } = (await cancel(id)).body
    expect(await stateAtCarrier(app, '+15005550111')).toBe('ended')
    expect(data).toMatchObject({
      status: 'canceled',
      ended_reason: 'canceled',
      answered_by: 'human',
      duration: 10,
      attempts: [{ disposition: 'answered', ended_at: shown(app.clock.now()) }],
    })
    await app.advanceBy(HOUR)
    const after = await readCall(app, id)
    expect(after).toMatchObject({ status: 'canceled', duration: 10, attempt_count: 1 })
    expect(after.transcript).toEqual(data.transcript)
  })

  test('one that is canceled already stays so, and the answer is the same', async () => {
    const id = await create({ launch_at: '2026-11-23T10:00:00' })
    const first = await cancel(id)
    await app.advanceBy(MINUTE)
    const second = await cancel(id)
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  test('one that has ended in another way is a conflict, and stays as it is', async () => {
    const before = await waitForStatus(app, await create(), 'completed')
    expect(refusal(await cancel(before.id))).toEqual({ status: 409, code: 'conflict', at: [] })
    expect(await readCall(app, before.id)).toEqual(before)
  })

  test('one that is unknown, malformed or of another account is 404, and goes on', async () => {
    const id = await create()
    const stranger = await app.addAccount()
    for (const wrong of [id, UNKNOWN_ID, 'x']) {
      expect(refusal(await app.post(`/calls/${wrong}/cancel`, undefined, stranger))).toMatchObject({ status: 404 })
    }
    await waitForStatus(app, id, 'completed')
  })
})
