import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { START, type TestAnswer, type TestApp, openTestApp } from '../support/testApp.ts'
import {
  BUSY,
  type Call,
  type Campaign,
  createCall,
  createCampaign,
  dialsAfter,
  HOUR,
  listCalls,
  listContacts,
  MINUTE,
  NOBODY,
  PERSON,
  readCall,
  readCampaign,
  refusal,
  SECOND,
  shown,
  stateAtCarrier,
  UNKNOWN_ID,
  waitForStatus,
} from '../support/client.ts'

type Command = 'pause' | 'resume' | 'cancel'
const COMMANDS: readonly Command[] = ['pause', 'resume', 'cancel']
const TALKER = '+15005550111'
const IN_AN_HOUR = '2026-11-23T10:00:00'

let app: TestApp
let playbook_id: string
beforeEach(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook()
})
afterEach(() => app.close())

const create = (phones: string[], fields: object = {}) =>
  createCampaign(app, { playbook_id, contacts: phones.map((phone) => ({ phone })), ...fields })
const command = (id: string, what: Command): Promise<TestAnswer<Campaign>> =>
  app.post<Campaign>(`/campaigns/${id}/${what}`)
async function callTo(phone: string): Promise<Call> {
  const [call] = await listCalls(app, `phone=${encodeURIComponent(phone)}`)
  if (!call) throw new Error(`there is no call to ${phone}`)
  return readCall(app, call.id)
}

describe('pausing a campaign', () => {
  test('it is answered with the campaign, now paused', async () => {
    const id = await create([NOBODY], { recall: [5] })
    await app.settle()
    const { status, body } = await command(id, 'pause')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id, status: 'paused', ended_at: null, progress: { initiated: 1 } })
    expect(body.data).toEqual(await readCampaign(app, id))
  })

  test('no call of it is dialled for the first time', async () => {
    const id = await create([PERSON, BUSY], { launch_at: IN_AN_HOUR })
    await command(id, 'pause')
    await app.advanceBy(2 * HOUR)
    expect(app.dials).toEqual([])
    expect(await readCampaign(app, id)).toMatchObject({ status: 'paused', progress: { initiated: 2 } })
  })

  test('no call of it is dialled as a retry', async () => {
    const id = await create([BUSY], { recall: [5] })
    await app.advanceBy(MINUTE)
    await command(id, 'pause')
    await app.advanceBy(2 * HOUR)
    expect(dialsAfter(app, BUSY, START)).toEqual([0])
    expect((await callTo(BUSY)).status).toBe('initiated')
  })

  test('calls that ring or talk go on', async () => {
    const id = await create([PERSON, TALKER])
    await waitForStatus(app, (await callTo(TALKER)).id, 'in_progress')
    await command(id, 'pause')
    await app.advanceBy(HOUR)
    expect(await callTo(PERSON)).toMatchObject({ status: 'completed', ended_reason: 'agent_hung_up' })
    expect(await callTo(TALKER)).toMatchObject({ status: 'completed', ended_reason: 'max_duration' })
  })

  test('it is completed when the last of its calls ends all the same', async () => {
    const id = await create([PERSON])
    await app.settle()
    await command(id, 'pause')
    await app.advanceBy(HOUR)
    expect((await readCampaign(app, id)).status).toBe('completed')
  })

  test('a paused campaign stays paused, and the answer is the same', async () => {
    const id = await create([PERSON], { launch_at: IN_AN_HOUR })
    const first = await command(id, 'pause')
    const second = await command(id, 'pause')
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  test('other campaigns and single calls to the same numbers go on', async () => {
    const paused = await create([PERSON], { launch_at: IN_AN_HOUR })
    await create([PERSON], { launch_at: IN_AN_HOUR })
    await createCall(app, { phone: PERSON, playbook_id, launch_at: IN_AN_HOUR })
    await command(paused, 'pause')
    await app.advanceBy(2 * HOUR)
    expect(dialsAfter(app, PERSON, START)).toEqual([HOUR, HOUR])
  })
})

describe('resuming a campaign', () => {
  test('what fell due meanwhile is dialled at once, and once', async () => {
    const id = await create([PERSON, BUSY], { launch_at: IN_AN_HOUR })
    await command(id, 'pause')
    await app.advanceBy(90 * MINUTE)
    const { status, body } = await command(id, 'resume')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id, status: 'running', ended_at: null })
    await app.advanceBy(2 * HOUR)
    expect(dialsAfter(app, PERSON, START)).toEqual([90 * MINUTE])
    expect(dialsAfter(app, BUSY, START)).toEqual([90 * MINUTE])
    expect((await readCampaign(app, id)).status).toBe('completed')
  })

  test('before its launch time it is scheduled again, and keeps that time', async () => {
    const id = await create([PERSON], { launch_at: IN_AN_HOUR })
    await command(id, 'pause')
    await app.advanceBy(30 * MINUTE)
    expect((await command(id, 'resume')).body.data.status).toBe('scheduled')
    await app.advanceBy(2 * HOUR)
    expect(dialsAfter(app, PERSON, START)).toEqual([HOUR])
  })

  test('a retry that fell due meanwhile follows, and one still to come keeps its time', async () => {
    const id = await create([BUSY, NOBODY], { recall: [5, 60] })
    await app.advanceBy(MINUTE)
    await command(id, 'pause')
    await app.advanceBy(2 * MINUTE)
    await command(id, 'resume')
    await app.advanceBy(30 * MINUTE)
    expect(dialsAfter(app, BUSY, START)).toEqual([0, 5 * MINUTE])
    await command(id, 'pause')
    await app.advanceBy(60 * MINUTE)
    await command(id, 'resume')
    await app.advanceBy(HOUR)
    expect(dialsAfter(app, BUSY, START)).toEqual([0, 5 * MINUTE, 93 * MINUTE])
    expect(dialsAfter(app, NOBODY, START)).toEqual([0, 5 * MINUTE, 93 * MINUTE])
  })

  test('a campaign that is not paused stays as it is, and the answer is the same', async () => {
    for (const fields of [{}, { launch_at: IN_AN_HOUR }]) {
      const id = await create([NOBODY], fields)
      await app.settle()
      const before = await readCampaign(app, id)
      const { status, body } = await command(id, 'resume')
      expect(status).toBe(200)
      expect(body.data).toEqual(before)
    }
    await app.advanceBy(2 * HOUR)
    expect(dialsAfter(app, NOBODY, START)).toEqual([0, HOUR])
  })
})

describe('canceling a campaign', () => {
  test('it is answered with the campaign, now canceled', async () => {
    const id = await create([PERSON, BUSY], { launch_at: IN_AN_HOUR })
    await app.advanceBy(MINUTE)
    const { status, body } = await command(id, 'cancel')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id, status: 'canceled', ended_at: shown(START + MINUTE) })
  })

  test('calls that wait, for the launch or for a retry, are canceled and never dialled', async () => {
    const scheduled = await create([PERSON], { launch_at: IN_AN_HOUR })
    const retrying = await create([BUSY], { recall: [5] })
    await app.advanceBy(MINUTE)
    await command(scheduled, 'cancel')
    await command(retrying, 'cancel')
    await app.advanceBy(2 * HOUR)
    expect(app.dials.map(({ to }) => to)).toEqual([BUSY])
    const ended = { status: 'canceled', ended_reason: 'canceled', ended_at: shown(START + MINUTE) } as const
    expect(await callTo(PERSON)).toMatchObject({ ...ended, attempts: [] })
    expect(await callTo(BUSY)).toMatchObject({ ...ended, attempts: [{ disposition: 'busy' }] })
  })

  test('calls that ring or talk are hung up', async () => {
    const id = await create([TALKER, NOBODY, BUSY], { recall: [30] })
    const single = await createCall(app, { phone: PERSON, playbook_id })
    await app.advanceBy(24 * SECOND)
    const [talking, ringing] = [await callTo(TALKER), await callTo(NOBODY)]
    expect([talking.status, ringing.status]).toEqual(['in_progress', 'ringing'])
    await command(id, 'cancel')
    await app.settle()
    expect([await stateAtCarrier(app, TALKER), await stateAtCarrier(app, NOBODY)]).toEqual(['ended', 'ended'])
    const at = shown(START + 24 * SECOND)
    expect(await callTo(TALKER)).toMatchObject({ status: 'canceled', ended_at: at, answered_by: 'human' })
    expect(await callTo(NOBODY)).toMatchObject({
      status: 'canceled',
      ended_at: at,
      attempts: [{ disposition: 'canceled' }],
    })
    await app.advanceBy(2 * HOUR)
    const talkedMs = START + 24 * SECOND - Date.parse(talking.answered_at ?? '')
    expect(await callTo(TALKER)).toMatchObject({ status: 'canceled', duration: Math.floor(talkedMs / SECOND) })
    expect(await readCampaign(app, id)).toMatchObject({ status: 'canceled', ended_at: at, progress: { canceled: 3 } })
    expect((await readCall(app, single)).status).toBe('completed')
  })

  test('calls that have ended stay as they are, and so do the contacts', async () => {
    const id = await create([PERSON, NOBODY], { recall: [30] })
    await app.advanceBy(10 * MINUTE)
    const [ended, contacts] = [await callTo(PERSON), await listContacts(app)]
    await command(id, 'cancel')
    await app.advanceBy(2 * HOUR)
    expect(await callTo(PERSON)).toEqual(ended)
    expect(await listContacts(app)).toEqual(contacts)
    expect((await readCampaign(app, id)).progress).toMatchObject({ completed: 1, canceled: 1 })
  })

  test('a paused campaign can be canceled', async () => {
    const id = await create([PERSON], { launch_at: IN_AN_HOUR })
    await command(id, 'pause')
    await app.advanceBy(2 * HOUR)
    expect((await command(id, 'cancel')).body.data.status).toBe('canceled')
    await app.advanceBy(HOUR)
    expect(app.dials).toEqual([])
    expect((await callTo(PERSON)).status).toBe('canceled')
  })

  test('a canceled campaign stays so, and the answer is the same', async () => {
    const id = await create([PERSON], { launch_at: IN_AN_HOUR })
    await command(id, 'cancel')
    await app.settle()
    const before = await readCampaign(app, id)
    await app.advanceBy(MINUTE)
    const { status, body } = await command(id, 'cancel')
    expect(status).toBe(200)
    expect(body.data).toEqual(before)
  })

  test('other campaigns and single calls to the same numbers go on', async () => {
    const canceled = await create([PERSON], { launch_at: IN_AN_HOUR })
    await create([PERSON], { launch_at: IN_AN_HOUR })
    await createCall(app, { phone: PERSON, playbook_id, launch_at: IN_AN_HOUR })
    await command(canceled, 'cancel')
    await app.advanceBy(2 * HOUR)
    expect(dialsAfter(app, PERSON, START)).toEqual([HOUR, HOUR])
  })
})

describe('a command that comes too late or to nothing', () => {
  test('a completed campaign can be neither paused, resumed nor canceled', async () => {
    const id = await create([PERSON])
    await app.advanceBy(HOUR)
    const before = await readCampaign(app, id)
    expect(before.status).toBe('completed')
    for (const what of COMMANDS) {
      expect(refusal(await command(id, what))).toEqual({ status: 409, code: 'conflict', at: [] })
    }
    expect(await readCampaign(app, id)).toEqual(before)
  })

  test('a canceled campaign can be neither paused nor resumed', async () => {
    const id = await create([PERSON], { launch_at: IN_AN_HOUR })
    await command(id, 'cancel')
    await app.settle()
    const before = await readCampaign(app, id)
    for (const what of ['pause', 'resume'] as const) {
      expect(refusal(await command(id, what))).toEqual({ status: 409, code: 'conflict', at: [] })
    }
    expect(await readCampaign(app, id)).toEqual(before)
    await app.advanceBy(2 * HOUR)
    expect(app.dials).toEqual([])
  })

  test('one that is unknown, malformed or of another account is 404, and goes on', async () => {
    const id = await create([PERSON], { launch_at: IN_AN_HOUR })
    const stranger = await app.addAccount()
    for (const what of COMMANDS) {
      for (const wrong of [id, UNKNOWN_ID, 'x']) {
        const answer = await app.post(`/campaigns/${wrong}/${what}`, undefined, stranger)
        expect(refusal(answer)).toEqual({ status: 404, code: 'not_found', at: [] })
      }
    }
    await app.advanceBy(2 * HOUR)
    expect(dialsAfter(app, PERSON, START)).toEqual([HOUR])
  })
})
