import { afterEach, describe, expect, test } from 'bun:test'
import type { components } from '../../generated/types.ts'
import { createScriptedAgent } from '../../src/agents/scripted/scripted.ts'
import { compose } from '../../src/app.ts'
import type { PlaybookConfig } from '../../src/core/playbookConfig.ts'
import type { Carrier, CarrierEvent } from '../../src/ports/Carrier.ts'
import {
  type Call,
  commitVersion,
  createCall,
  createCampaign,
  HOUR,
  listCalls,
  listContacts,
  MINUTE,
  type Page,
  PERSON,
  readCall,
  readCampaign,
  refusal,
  SECOND,
  shown,
  success,
} from '../support/client.ts'
import { openTestApp, START, type TestAccount, type TestApp } from '../support/testApp.ts'

type Ring = components['schemas']['InboundCallSimulated']
type Schemas = components['schemas']

const OURS = '+14155550199'
const UNKNOWN_NUMBER = { accepted: false, call_id: null, reason: 'unknown_number' } as const
const NO_LINE = { accepted: false, call_id: null, reason: 'no_line' } as const

let app: TestApp
afterEach(() => app.close())

const anybody = (index: number): string => `+1212555${String(index).padStart(4, '0')}`
const contacts = (count: number): { phone: string }[] =>
  Array.from({ length: count }, (_, index) => ({ phone: `+1415${String(index).padStart(7, '0')}` }))

/** A number of the account, answered by a new playbook. */
async function addNumber(
  config: Partial<PlaybookConfig> = {},
  { phone = OURS, as }: { phone?: string; as?: TestAccount } = {},
): Promise<{ id: string; playbookId: string }> {
  const playbookId = await app.addPlaybook(config, as)
  const answer = await app.post<Schemas['PhoneNumber']>('/numbers', { phone, playbook_id: playbookId }, as)
  return { id: success(answer).id, playbookId }
}

async function ringIn(from: string = PERSON, to: string = OURS, as?: TestAccount): Promise<Ring> {
  return success(await app.post<Ring>('/simulator/inbound', { from, to }, as))
}

/** Rings in and answers the call's id. */
async function callIn(from: string = PERSON, to: string = OURS): Promise<string> {
  const { accepted, call_id } = await ringIn(from, to)
  if (!accepted || call_id === null) throw new Error('the call was not accepted')
  return call_id
}

/** Rings in while time goes on, for callers that have to wait. */
async function callersWhileTimePasses(callers: readonly string[]): Promise<Ring[]> {
  const rings: Ring[] = []
  const done = Promise.all(callers.map(async (from) => rings.push(await ringIn(from))))
  while (rings.length < callers.length) await app.advanceBy(100)
  await done
  return rings
}

async function setAccount(body: object): Promise<void> {
  success(await app.request('PATCH', '/account', { body }))
}

/** What the agent said in a call, in order. */
const saidIn = ({ transcript }: Call): string[] =>
  (transcript ?? []).filter(({ role }) => role === 'agent').map(({ text }) => text)

const inTheAir = async (direction: Call['direction']) =>
  (await listCalls(app, `direction=${direction}&status=initiated&status=ringing&status=in_progress&limit=100`)).filter(
    ({ waiting_reason }) => waiting_reason === null,
  ).length

/** A carrier that tells of its events as `retell` has it, and remembers what it is asked to do to callers. */
function retelling(retell: (event: CarrierEvent, sink: (event: CarrierEvent) => void) => void) {
  const refused: string[] = []
  const hungUp: string[] = []
  const wrap = (simulator: Carrier): Carrier => ({
    ...simulator,
    subscribe: (sink) => simulator.subscribe((event) => retell(event, sink)),
    refuse: (carrierCallId, reason) => {
      refused.push(carrierCallId)
      simulator.refuse(carrierCallId, reason)
    },
    hangup: (ref) => {
      hungUp.push(ref.attemptId)
      simulator.hangup(ref)
    },
  })
  return { wrap, refused, hungUp }
}

describe('an incoming call', () => {
  test('is answered by the playbook of the number, and recorded as an inbound call from beginning to end', async () => {
    app = await openTestApp()
    const { playbookId } = await addNumber({ first_message: 'Front desk.', end_message: 'Goodbye.' })
    const callId = await callIn()
    expect(await readCall(app, callId)).toMatchObject({
      direction: 'inbound',
      phone: PERSON,
      from: OURS,
      ended_at: null,
      attempt_count: 1,
    })
    await app.advanceBy(10 * MINUTE)
    const call = await readCall(app, callId)
    expect(call).toEqual<unknown>({
      id: callId,
      direction: 'inbound',
      status: 'completed',
      phone: PERSON,
      from: OURS,
      contact_id: (await listContacts(app))[0]?.id,
      campaign_id: null,
      playbook_id: playbookId,
      version_id: null,
      version_source: 'current_configuration',
      requested_version_id: null,
      params: {},
      recall: [],
      launch_at: null,
      next_attempt_at: null,
      waiting_reason: null,
      waiting_message: null,
      attempt_count: 1,
      created_at: shown(START),
      started_at: shown(START),
      answered_at: shown(START),
      ended_at: call.ended_at,
      duration: Math.floor((Date.parse(call.ended_at!) - START) / SECOND),
      answered_by: 'human',
      outcome: null,
      summary: call.summary,
      ended_reason: 'agent_hung_up',
      attempts: [
        {
          number: 1,
          dialed_at: shown(START),
          ringing_at: shown(START),
          answered_at: shown(START),
          ended_at: call.ended_at,
          disposition: 'answered',
          carrier: 'simulator',
          carrier_call_id: expect.stringMatching(/^sim-in-/),
        },
      ],
      transcript: [
        { role: 'agent', text: 'Front desk.', at: shown(START) },
        { role: 'callee', text: expect.stringMatching(/./), at: expect.any(String) },
        { role: 'agent', text: 'Goodbye.', at: expect.any(String) },
      ],
    })
    expect(call.duration).toBeWithin(1, 120)
    expect(call.summary).toMatch(/3 turns/)
    expect(app.dials).toEqual([])
  })

  test('is found among the inbound calls, and not among the outbound ones', async () => {
    app = await openTestApp()
    const { playbookId } = await addNumber()
    const inbound = await callIn()
    const outbound = await createCall(app, { phone: PERSON, playbook_id: playbookId })
    expect((await listCalls(app, 'direction=inbound')).map(({ id }) => id)).toEqual([inbound])
    expect((await listCalls(app, 'direction=outbound')).map(({ id }) => id)).toEqual([outbound])
  })

  test('makes a contact of a caller who is not known', async () => {
    app = await openTestApp()
    await addNumber()
    const callId = await callIn(anybody(1))
    const [contact] = await listContacts(app)
    expect(contact).toMatchObject({ phone: anybody(1), first_name: null, custom_fields: {}, created_at: shown(START) })
    expect((await readCall(app, callId)).contact_id).toBe(contact!.id)
    expect((await listCalls(app, `contact_id=${contact!.id}`)).map(({ id }) => id)).toEqual([callId])
  })

  test('knows a caller who is a contact, personally, and changes nothing of what is known', async () => {
    app = await openTestApp()
    await addNumber({ first_message: 'Hello {{ first_name }}, how is {{ custom_fields.pet }}?' })
    const fields = { first_name: 'Ada', city: 'London', custom_fields: { pet: 'Rex' } }
    success(await app.request('PUT', '/contacts', { body: { phone: PERSON, ...fields } }))
    const callId = await callIn()
    await app.advanceBy(10 * MINUTE)
    const call = await readCall(app, callId)
    expect(saidIn(call)[0]).toBe('Hello Ada, how is Rex?')
    const known = await listContacts(app)
    expect(known).toHaveLength(1)
    expect(known[0]).toMatchObject(fields)
    expect(call.contact_id).toBe(known[0]!.id)
  })

  test('of a caller who withholds the number is answered too, and makes no contact', async () => {
    const { wrap } = retelling((event, sink) => sink(event.kind === 'incoming' ? { ...event, from: null } : event))
    app = await openTestApp({ carrier: wrap })
    await addNumber()
    const callId = await callIn()
    await app.advanceBy(10 * MINUTE)
    expect(await readCall(app, callId)).toMatchObject({
      status: 'completed',
      phone: null,
      contact_id: null,
      from: OURS,
    })
    expect(await listContacts(app)).toEqual([])
  })

  test('ends as the conversation does', async () => {
    app = await openTestApp()
    const silence = { prompt_after_s: 5, max: 1 }
    await addNumber({ max_duration_s: 90, silence, end_message: 'Thank you for calling, goodbye.' })
    for (const [from, ended_reason] of [
      ['+15005550106', 'callee_hung_up'],
      ['+15005550108', 'silence'],
      ['+15005550111', 'max_duration'],
      ['+15005550101', 'agent_hung_up'],
    ] as const) {
      const callId = await callIn(from)
      await app.advanceBy(10 * MINUTE)
      const call = await readCall(app, callId)
      expect([from, call.status, call.ended_reason]).toEqual([from, 'completed', ended_reason])
    }
  })

  test('can be canceled: the caller is hung up on, and the line is free', async () => {
    app = await openTestApp()
    await addNumber()
    await setAccount({ lines: { calls_at_once: 1 } })
    const callId = await callIn()
    await app.advanceBy(2 * SECOND)
    success(await app.post(`/calls/${callId}/cancel`))
    await app.advanceBy(SECOND)
    expect(await readCall(app, callId)).toMatchObject({
      status: 'canceled',
      ended_reason: 'canceled',
      duration: 2,
      attempts: [{ disposition: 'answered' }],
    })
    expect(await ringIn(anybody(1))).toMatchObject({ accepted: true })
  })

  test('is not kept out by calling hours, the attempt limit or a suppression, and does not count as an attempt', async () => {
    app = await openTestApp()
    const { playbookId } = await addNumber()
    await setAccount({
      calling_hours: { windows: [{ days: ['sun'], from: '09:00', to: '10:00' }] },
      attempt_limit: { max: 1, window_hours: 24 },
    })
    success(await app.post('/suppressions', { phone: anybody(1) }))
    for (const from of [PERSON, PERSON, anybody(1)]) {
      const callId = await callIn(from)
      await app.advanceBy(10 * MINUTE)
      expect(await readCall(app, callId)).toMatchObject({ status: 'completed' })
    }
    await setAccount({ calling_hours: null })
    await createCall(app, { phone: PERSON, playbook_id: playbookId })
    await app.settle()
    expect(app.dials.map(({ to }) => to)).toEqual([PERSON])
  })
})

describe('what answers an incoming call', () => {
  const configure = async (playbookId: string, words: string): Promise<void> => {
    const config = { agent: 'scripted', first_message: `${words} 1`, end_message: `${words} 2` }
    success(await app.request('PATCH', `/playbooks/${playbookId}`, { body: { config } }))
  }
  const markProduction = async (playbookId: string, versionId: string): Promise<void> => {
    success(await app.post(`/playbooks/${playbookId}/versions/${versionId}/production`))
  }
  async function answerNow(): Promise<Call> {
    const callId = await callIn()
    await app.advanceBy(10 * MINUTE)
    return readCall(app, callId)
  }

  test('is the current configuration of a playbook without versions, as it is when the call comes in', async () => {
    app = await openTestApp()
    const { playbookId } = await addNumber()
    await configure(playbookId, 'First')
    expect(saidIn(await answerNow())).toEqual(['First 1', 'First 2'])
    await configure(playbookId, 'Second')
    const call = await answerNow()
    expect(saidIn(call)).toEqual(['Second 1', 'Second 2'])
    expect(call).toMatchObject({ version_id: null, version_source: 'current_configuration' })
  })

  test('is the production version, whatever the current configuration says', async () => {
    app = await openTestApp()
    const { playbookId } = await addNumber()
    await configure(playbookId, 'Version')
    const version_id = await commitVersion(app, playbookId)
    await configure(playbookId, 'Draft')
    const call = await answerNow()
    expect(saidIn(call)).toEqual(['Version 1', 'Version 2'])
    expect(call).toMatchObject({ version_id, version_source: 'production', requested_version_id: null })
  })

  test('changes with the production version from the very next call on, and never in the middle of one', async () => {
    app = await openTestApp()
    const { playbookId } = await addNumber()
    await configure(playbookId, 'Old')
    const old = await commitVersion(app, playbookId)
    await configure(playbookId, 'New')
    const young = await commitVersion(app, playbookId)
    await markProduction(playbookId, old)
    const underWay = await callIn()
    await app.advanceBy(SECOND)
    await markProduction(playbookId, young)
    const next = await answerNow()
    expect(saidIn(next)).toEqual(['New 1', 'New 2'])
    expect(next.version_id).toBe(young)
    const before = await readCall(app, underWay)
    expect(saidIn(before)).toEqual(['Old 1', 'Old 2'])
    expect(before.version_id).toBe(old)
    await markProduction(playbookId, old)
    expect(await answerNow()).toMatchObject({ version_id: old, version_source: 'production' })
  })

  test('is another playbook from the next call on when the number is given to another', async () => {
    app = await openTestApp()
    const { id } = await addNumber()
    const other = await app.addPlaybook({ first_message: 'Other.' })
    const underWay = await callIn()
    success(await app.request('PATCH', `/numbers/${id}`, { body: { playbook_id: other } }))
    const next = await answerNow()
    expect(saidIn(next)[0]).toBe('Other.')
    expect(next.playbook_id).toBe(other)
    expect(saidIn(await readCall(app, underWay))[0]).toBe('Hello.')
  })

  test('is for each number its own playbook', async () => {
    app = await openTestApp()
    await addNumber({ first_message: 'One.' })
    await addNumber({ first_message: 'Two.' }, { phone: '+14155550200' })
    const [one, two] = [await callIn(PERSON), await callIn(PERSON, '+14155550200')]
    await app.advanceBy(10 * MINUTE)
    expect(saidIn(await readCall(app, one))[0]).toBe('One.')
    expect(saidIn(await readCall(app, two))[0]).toBe('Two.')
  })
})

describe('an incoming call that is not answered', () => {
  async function expectNothingStored(as?: TestAccount): Promise<void> {
    await app.advanceBy(HOUR)
    expect(await listCalls(app, 'limit=100', as)).toEqual([])
    expect(await listContacts(app, 'limit=100', as)).toEqual([])
  }

  test('is one to a number that nobody has', async () => {
    app = await openTestApp()
    await addNumber()
    expect(await ringIn(PERSON, '+14155550200')).toEqual(UNKNOWN_NUMBER)
    await expectNothingStored()
  })

  test('is, for a token, one to the number of another account: nobody’s records show it', async () => {
    app = await openTestApp()
    const stranger = await app.addAccount()
    await addNumber({}, { as: stranger })
    expect(await ringIn()).toEqual(UNKNOWN_NUMBER)
    await expectNothingStored()
    await expectNothingStored(stranger)
    expect(await ringIn(PERSON, OURS, stranger)).toMatchObject({ accepted: true })
    expect(await listCalls(app)).toEqual([])
  })

  test('is one for which the account has no line, until a line is free', async () => {
    app = await openTestApp()
    await addNumber()
    await setAccount({ lines: { calls_at_once: 2 } })
    await callIn(anybody(1))
    await callIn(anybody(2))
    expect(await ringIn(anybody(3))).toEqual(NO_LINE)
    await app.advanceBy(10 * MINUTE)
    expect(await ringIn(anybody(3))).toMatchObject({ accepted: true })
    expect(await listCalls(app)).toHaveLength(3)
  })

  test('is one for which the carrier has no line', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 10, callsAtOnce: 1 } } })
    await addNumber()
    await callIn(anybody(1))
    expect(await ringIn(anybody(2))).toEqual(NO_LINE)
  })

  test('is every one beyond the lines when many ring at the same moment', async () => {
    app = await openTestApp()
    await addNumber()
    await setAccount({ lines: { calls_at_once: 3 } })
    const rings = await Promise.all(Array.from({ length: 10 }, (_, i) => ringIn(anybody(i))))
    expect(rings.filter(({ accepted }) => accepted)).toHaveLength(3)
    expect(rings.filter(({ reason }) => reason === 'no_line')).toHaveLength(7)
    expect(await listCalls(app)).toHaveLength(3)
    await app.advanceBy(10 * MINUTE)
    expect((await listCalls(app)).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  })

  test('is one that comes while a call is being dialled on the last line', async () => {
    app = await openTestApp()
    const { playbookId } = await addNumber()
    await setAccount({ lines: { calls_at_once: 1 } })
    // The dial is stored, and whoever stored it has not gone on yet: then somebody rings in.
    const { transaction } = app.store
    let meanwhile: Ring | null = null
    const interrupted: typeof transaction = async (work) => {
      const result = await transaction(work)
      if (meanwhile === null && Array.isArray(result) && result.length > 0) meanwhile = await ringIn()
      return result
    }
    Object.assign(app.store, { transaction: interrupted })
    await createCall(app, { phone: anybody(1), playbook_id: playbookId })
    await app.settle()
    Object.assign(app.store, { transaction })
    expect(app.dials.map(({ to }) => to)).toEqual([anybody(1)])
    expect(meanwhile).toEqual<unknown>(NO_LINE)
  })

  test('is one that a faulty database would lose: it is turned away, and its line is free', async () => {
    app = await openTestApp()
    await addNumber()
    await setAccount({ lines: { calls_at_once: 1 } })
    const { transaction } = app.store
    Object.assign(app.store, { transaction: () => Promise.reject(new Error('the disk is full')) })
    const refused = await ringIn().finally(() => Object.assign(app.store, { transaction }))
    expect(refused).toEqual(NO_LINE)
    expect(await ringIn()).toMatchObject({ accepted: true })
    expect(app.logged.some(({ message }) => message === 'an incoming call could not be answered')).toBe(true)
  })
})

describe('lines kept for incoming calls', () => {
  const TEN = { simulator: { lines: { callsPerSecond: 100, callsAtOnce: 10 } } }
  const launch = async (count: number): Promise<string> =>
    createCampaign(app, { playbook_id: await app.addPlaybook(), contacts: contacts(count) })
  const ringMany = (count: number): Promise<Ring[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => ringIn(anybody(i))))

  test('a campaign that could fill every line leaves those kept, and callers are answered on them', async () => {
    app = await openTestApp(TEN)
    await addNumber()
    const id = await launch(30)
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(5)
    const rings = await ringMany(6)
    expect(rings.filter(({ accepted }) => accepted)).toHaveLength(5)
    expect(rings.filter(({ reason }) => reason === 'no_line')).toHaveLength(1)
    await app.advanceBy(SECOND)
    expect([await inTheAir('outbound'), await inTheAir('inbound')]).toEqual([5, 5])
    await app.advanceBy(HOUR)
    expect(await readCampaign(app, id)).toMatchObject({ status: 'completed', progress: { completed: 30 } })
    expect((await listCalls(app, 'direction=inbound')).map(({ status }) => status)).toEqual(
      Array.from({ length: 5 }, () => 'completed'),
    )
  })

  test('a caller on a line does not lend it to the campaign, and a line that is freed stays kept', async () => {
    app = await openTestApp(TEN)
    await addNumber()
    await launch(60)
    await app.advanceBy(SECOND)
    let most = 0
    for (let i = 0; i < 20; i++) {
      await callIn(anybody(i))
      await app.advanceBy(10 * SECOND)
      most = Math.max(most, await inTheAir('outbound'))
    }
    expect(most).toBe(5)
  })

  test('without a number no line is kept', async () => {
    app = await openTestApp(TEN)
    await launch(30)
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(10)
  })

  test('none is kept by an account that wants none: its campaign fills every line', async () => {
    app = await openTestApp(TEN)
    await addNumber()
    await setAccount({ lines: { reserved_for_inbound: 0 } })
    await launch(30)
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(10)
    expect(await ringIn()).toEqual(NO_LINE)
  })

  test('they are kept from the campaigns of other accounts too', async () => {
    app = await openTestApp(TEN)
    await addNumber()
    const other = await app.addAccount()
    const playbook_id = await app.addPlaybook({}, other)
    await createCampaign(app, { playbook_id, contacts: contacts(30) }, other)
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(5)
    expect((await ringMany(5)).every(({ accepted }) => accepted)).toBe(true)
  })

  test('they are kept among the lines that the account allows itself', async () => {
    app = await openTestApp()
    await addNumber()
    await setAccount({ lines: { calls_at_once: 6, reserved_for_inbound: 2 } })
    await launch(30)
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(4)
    const rings = await ringMany(3)
    expect(rings.filter(({ accepted }) => accepted)).toHaveLength(2)
  })

  test('one line is always left to outgoing calls, while callers are on the others too', async () => {
    app = await openTestApp()
    await addNumber()
    await setAccount({ lines: { calls_at_once: 3, reserved_for_inbound: 5 } })
    await callIn(anybody(1))
    await launch(2)
    await app.advanceBy(SECOND)
    expect([await inTheAir('outbound'), await inTheAir('inbound')]).toEqual([1, 1])
    expect(await ringIn(anybody(2))).toMatchObject({ accepted: true })
    expect(await ringIn(anybody(3))).toEqual(NO_LINE)
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(2)
  })

  test('the same holds where the carrier has few lines', async () => {
    app = await openTestApp({ simulator: { lines: { callsPerSecond: 10, callsAtOnce: 3 } } })
    await addNumber()
    await callIn(anybody(1))
    await launch(2)
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(1)
    await app.advanceBy(HOUR)
    expect(app.dials).toHaveLength(2)
  })

  test('another number of lines, a first number and the last one given up hold at once', async () => {
    app = await openTestApp(TEN)
    await setAccount({ lines: { calls_at_once: 8 } })
    const { id } = await addNumber()
    await launch(30)
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(3)
    await setAccount({ lines: { reserved_for_inbound: 3 } })
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(5)
    success(await app.request('DELETE', `/numbers/${id}`))
    await app.advanceBy(SECOND)
    expect(app.dials).toHaveLength(8)
    await addNumber()
    await app.advanceBy(30 * SECOND)
    expect(await inTheAir('outbound')).toBeLessThanOrEqual(8)
    await app.advanceBy(30 * SECOND)
    expect(await inTheAir('outbound')).toBeLessThanOrEqual(5)
  })
})

describe('a caller who asks not to be called again', () => {
  const LEAVER = '+15005550109'

  test('is put on the list of suppressions, and is called no more, by what waits neither', async () => {
    app = await openTestApp()
    const { playbookId } = await addNumber()
    const launch_at = shown(START + HOUR)
    const waiting = await createCall(app, { phone: LEAVER, playbook_id: playbookId, launch_at })
    const callId = await callIn(LEAVER)
    await app.advanceBy(10 * MINUTE)
    expect(await readCall(app, callId)).toMatchObject({
      status: 'completed',
      outcome: 'opt_out',
      ended_reason: 'opted_out',
    })
    const { items } = success(await app.get<Page<Schemas['Suppression']>>('/suppressions'))
    expect(items).toMatchObject([{ phone: LEAVER, reason: 'opt_out', call_id: callId }])
    const later = await createCall(app, { phone: LEAVER, playbook_id: playbookId })
    await app.advanceBy(2 * HOUR)
    for (const id of [waiting, later]) {
      expect(await readCall(app, id)).toMatchObject({
        status: 'canceled',
        ended_reason: 'suppressed',
        attempt_count: 0,
      })
    }
    expect(app.dials).toEqual([])
    expect(await ringIn(LEAVER)).toMatchObject({ accepted: true })
  })
})

describe('a carrier in trouble', () => {
  test('one that tells of everything twice brings in each call once', async () => {
    app = await openTestApp({ simulator: { mischief: { duplicate: 1 } } })
    await addNumber()
    const callers = Array.from({ length: 8 }, (_, i) => anybody(i))
    const ids = []
    for (const from of callers) {
      ids.push(await callIn(from))
      await app.advanceBy(5 * SECOND)
    }
    await app.advanceBy(HOUR)
    const calls = await listCalls(app)
    expect(calls.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    for (const { status, attempt_count } of calls) expect([status, attempt_count]).toEqual(['completed', 1])
    expect(await listContacts(app)).toHaveLength(8)
  })

  test('one that tells late and out of order as well, while callers wait, loses none and doubles none', async () => {
    app = await openTestApp({ simulator: { mischief: { duplicate: 0.5, reorder: 0.5 } } })
    await addNumber()
    const rings = await callersWhileTimePasses(Array.from({ length: 12 }, (_, i) => anybody(i)))
    expect(rings.map(({ accepted }) => accepted)).toEqual(Array.from({ length: 12 }, () => true))
    await app.advanceBy(HOUR)
    const calls = await listCalls(app)
    expect(calls.map(({ id }) => id).toSorted()).toEqual(rings.map(({ call_id }) => call_id!).toSorted())
    for (const { status } of calls) expect(status).toBe('completed')
    expect(await inTheAir('inbound')).toBe(0)
  })

  test('one that tells nothing leaves the caller ringing, who gives up, and nothing is recorded', async () => {
    app = await openTestApp({ simulator: { mischief: { drop: 1 } } })
    await addNumber()
    expect(await callersWhileTimePasses([PERSON])).toEqual([NO_LINE])
    expect(await listCalls(app)).toEqual([])
  })

  test('a call that is told of twice in one moment is taken once, and not refused for it', async () => {
    const { wrap, refused, hungUp } = retelling((event, sink) => {
      sink(event)
      if (event.kind === 'incoming') sink(event)
    })
    app = await openTestApp({ carrier: wrap })
    await addNumber()
    const callId = await callIn()
    await app.advanceBy(10 * MINUTE)
    expect((await listCalls(app)).map(({ id }) => id)).toEqual([callId])
    expect([refused, hungUp]).toEqual([[], []])
  })

  test('a call that is told of again when no line is free, or its number is given up, goes on', async () => {
    let again = (): void => {}
    const { wrap, refused, hungUp } = retelling((event, sink) => {
      if (event.kind === 'incoming') again = () => sink(event)
      sink(event)
    })
    app = await openTestApp({ carrier: wrap })
    const { id } = await addNumber()
    await setAccount({ lines: { calls_at_once: 1 } })
    const callId = await callIn()
    again()
    await app.advanceBy(SECOND)
    success(await app.request('DELETE', `/numbers/${id}`))
    again()
    await app.advanceBy(10 * MINUTE)
    expect(await readCall(app, callId)).toMatchObject({ status: 'completed', ended_reason: 'agent_hung_up' })
    expect([refused, hungUp]).toEqual([[], []])
  })

  test('a caller who has given up by the time of the answer is not talked to, and the call ends', async () => {
    const late: (() => void)[] = []
    const { wrap } = retelling((event, sink) => {
      if (event.kind === 'incoming') late.push(() => sink(event))
      else sink(event)
    })
    app = await openTestApp({ carrier: wrap })
    await addNumber()
    expect(await callersWhileTimePasses([PERSON])).toEqual([NO_LINE])
    for (const tell of late) tell()
    await app.advanceBy(5 * MINUTE)
    const [call] = await listCalls(app)
    expect(call).toMatchObject({ direction: 'inbound', answered_at: null, duration: 0 })
    expect(call!.ended_at).not.toBeNull()
    expect((await readCall(app, call!.id)).transcript).toEqual([])
  })
})

describe('a process that dies while somebody is calling in', () => {
  test('leaves a call that the next one closes as interrupted, with what was said, and a line that is free', async () => {
    app = await openTestApp()
    await addNumber()
    await setAccount({ lines: { calls_at_once: 1 } })
    const callId = await callIn()
    await app.advanceBy(3 * SECOND)
    await app.restart({ after: 10 * SECOND })
    await app.advanceBy(SECOND)
    const call = await readCall(app, callId)
    expect(call).toMatchObject({
      direction: 'inbound',
      status: 'completed',
      ended_reason: 'interrupted',
      attempt_count: 1,
      attempts: [{ disposition: 'answered' }],
    })
    expect(saidIn(call)).toEqual(['Hello.'])
    expect(await ringIn(anybody(1))).toMatchObject({ accepted: true })
    await app.advanceBy(HOUR)
    expect(app.dials).toEqual([])
    expect(await listCalls(app)).toHaveLength(2)
  })

  test('leaves nothing that stays for ever when it dies between recording the call and answering it', async () => {
    app = await openTestApp({ carrier: (simulator) => ({ ...simulator, accept: () => {} }) })
    await addNumber()
    const ringing = callersWhileTimePasses([PERSON])
    expect(await ringing).toEqual([NO_LINE])
    await app.restart()
    await app.advanceBy(HOUR)
    const [call] = await listCalls(app)
    expect(call).toMatchObject({ direction: 'inbound' })
    expect(call!.ended_at).not.toBeNull()
    expect(await inTheAir('inbound')).toBe(0)
  })
})

describe('POST /simulator/inbound', () => {
  test('takes two international numbers, however written, and names what is wrong', async () => {
    app = await openTestApp()
    await addNumber()
    const send = (body: unknown) => app.post<Ring>('/simulator/inbound', body)
    const written = success(await send({ from: '+1 500 555 0100', to: '+1 (415) 555-0199' }))
    expect(await readCall(app, written.call_id!)).toMatchObject({ phone: PERSON, from: OURS })
    for (const [body, code, at] of [
      [{ from: '123', to: OURS }, 'invalid_phone', ['/from']],
      [{ from: PERSON, to: 'front desk' }, 'invalid_phone', ['/to']],
      [{ from: '', to: null }, 'invalid_phone', ['/from', '/to']],
      [{ from: PERSON }, 'invalid_phone', ['/to']],
      [{ from: PERSON, to: OURS, playbook_id: 'x' }, 'invalid_request', ['/playbook_id']],
    ] as const) {
      expect(refusal(await send(body))).toEqual({ status: 400, code, at: [...at] })
    }
    expect(await listCalls(app)).toHaveLength(1)
  })

  test('every request is a call of its own, with an Idempotency-Key too', async () => {
    app = await openTestApp()
    await addNumber()
    const send = () =>
      app.request<Ring>('POST', '/simulator/inbound', {
        body: { from: PERSON, to: OURS },
        headers: { 'idempotency-key': 'one' },
      })
    expect(success(await send()).call_id).not.toBe(success(await send()).call_id)
  })

  test('is not there on a server that has a carrier of its own', async () => {
    app = await openTestApp()
    const { store, clock, carrier } = app
    const { answer } = compose({ store, clock, carrier, agent: createScriptedAgent(), log: () => {} })
    const request = new Request('http://localhost/simulator/inbound', {
      method: 'POST',
      headers: { authorization: `Bearer ${app.account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: PERSON, to: OURS }),
    })
    const response = await answer(request, { address: '127.0.0.1' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'not_found' } })
  })
})
