/** Calls that are asked for at the same time may be stored together, and have nothing else in common. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { components } from '../../generated/types.ts'
import { openTestApp, START, type TestAccount, type TestApp } from '../support/testApp.ts'
import { HOUR, type Page, shown, success, UNKNOWN_ID } from '../support/client.ts'

type Call = components['schemas']['Call']
type Contact = components['schemas']['Contact']

let app: TestApp
let playbookId: string
beforeEach(async () => {
  app = await openTestApp()
  playbookId = await app.addPlaybook()
})
afterEach(() => app.close())

/** None is dialled before its time. */
const LATER = shown(START + HOUR)
const phoneOf = (number: number): string => `+4930${1_000_000 + number}`
const place = (fields: object, as?: TestAccount) =>
  app.post<{ call_id: string }>('/call', { playbook_id: playbookId, launch_at: LATER, ...fields }, as)
const placeKeyed = (key: string, fields: object) =>
  app.request<{ call_id: string }>('POST', '/call', {
    body: { playbook_id: playbookId, launch_at: LATER, ...fields },
    headers: { 'Idempotency-Key': key },
  })
const read = async (answer: Awaited<ReturnType<typeof place>>, as?: TestAccount): Promise<Call> =>
  success(await app.get<Call>(`/calls/${success(answer).call_id}`, as))
const contactsOf = async (phone: string): Promise<Contact[]> =>
  success(await app.get<Page<Contact>>(`/contacts?phone=${encodeURIComponent(phone)}`)).items
const countCalls = async (as?: TestAccount): Promise<number> =>
  success(await app.get<Page<Call>>('/calls?limit=100', as)).items.length

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

test('each becomes the call that it asked for', async () => {
  const asked = range(20).map((n) => ({
    phone: phoneOf(n),
    params: { n, nested: [{ text: `"${n}" \\ é` }, null, n / 4] },
    recall: [n + 1],
    launch_at: shown(START + HOUR + n),
    version_id: n % 2 ? UNKNOWN_ID : 'none such',
  }))
  const calls = await Promise.all(asked.map((fields) => place(fields).then(read)))

  for (const [n, { version_id, ...fields }] of asked.entries()) {
    expect(calls[n]).toMatchObject({
      ...fields,
      requested_version_id: version_id,
      recall: [n + 1],
      status: 'scheduled',
    })
    expect(calls[n]?.next_attempt_at).toBe(fields.launch_at)
  }
  expect(new Set(calls.map((call) => call.contact_id)).size).toBe(20)
})

test('one that is refused leaves the others alone', async () => {
  const answers = await Promise.all(
    range(12).map((n) => place({ phone: phoneOf(n), ...(n % 3 === 1 && { playbook_id: UNKNOWN_ID }) })),
  )

  expect(answers.map(({ status }) => status)).toEqual(range(12).map((n) => (n % 3 === 1 ? 403 : 201)))
  expect(await countCalls()).toBe(8)
  expect(await contactsOf(phoneOf(1))).toEqual([])
})

test('those to one phone share its contact, which takes what each of them says', async () => {
  const names = [{ firstname: 'Ada' }, { lastname: 'Byron' }, {}, { lastname: 'Lovelace' }]
  const [first] = await Promise.all(names.map((name) => place({ phone: phoneOf(1), ...name }).then(read)))

  const contacts = await contactsOf(phoneOf(1))
  expect(contacts).toHaveLength(1)
  expect(contacts[0]).toMatchObject({ id: first?.contact_id, first_name: 'Ada' })
  expect(['Byron', 'Lovelace']).toContain(String(contacts[0]?.last_name))
  expect(await countCalls()).toBe(4)
})

test('those of two accounts to one phone stay apart', async () => {
  const other = await app.addAccount()
  const theirPlaybook = await app.addPlaybook({}, other)
  const answers = await Promise.all(
    range(8).map((n) =>
      n % 2
        ? place({ phone: phoneOf(1), playbook_id: theirPlaybook }, other).then((answer) => read(answer, other))
        : place({ phone: phoneOf(1) }).then(read),
    ),
  )

  expect(new Set(answers.filter((_, n) => n % 2).map((call) => call.contact_id)).size).toBe(1)
  expect(new Set(answers.map((call) => call.contact_id)).size).toBe(2)
  expect([await countCalls(), await countCalls(other)]).toEqual([4, 4])
  expect((await place({ phone: phoneOf(2), playbook_id: theirPlaybook })).status).toBe(403)
})

test('those with a key are done once, and a key that was used for another is refused alone', async () => {
  await placeKeyed('used', { phone: phoneOf(100) })
  const answers = await Promise.all([
    ...range(5).map((n) => placeKeyed(`key-${n}`, { phone: phoneOf(n) })),
    ...range(5).map((n) => place({ phone: phoneOf(10 + n) })),
    placeKeyed('used', { phone: phoneOf(101) }),
    placeKeyed('refused', { phone: phoneOf(5), playbook_id: UNKNOWN_ID }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([...range(10).map(() => 201), 422, 403])
  const again = await Promise.all(range(5).map((n) => placeKeyed(`key-${n}`, { phone: phoneOf(n) })))
  expect(again.map(({ body }) => body)).toEqual(answers.slice(0, 5).map(({ body }) => body))
  expect(await countCalls()).toBe(11)
  expect((await placeKeyed('refused', { phone: phoneOf(5) })).status).toBe(201)
})

test('each is of the playbook and the version that it asked for', async () => {
  const other = await app.addPlaybook({ max_duration_s: 77 })
  const versions = await Promise.all(
    [playbookId, other, other].map(async (id) => {
      const version = await app.post<{ version_id: string }>(`/playbooks/${id}/versions`, { message: 'Kept' })
      return success(version).version_id
    }),
  )
  const wishes = [playbookId, other, UNKNOWN_ID, 'none such'].flatMap((playbook_id) =>
    [undefined, ...versions, UNKNOWN_ID].map((version_id) => ({ playbook_id, ...(version_id && { version_id }) })),
  )
  const together = await Promise.all(wishes.map((wish, n) => place({ phone: phoneOf(n), ...wish })))
  for (const [n, wish] of wishes.entries()) {
    const alone = await place({ phone: phoneOf(100 + n), ...wish })
    expect(together[n]?.status).toBe(alone.status)
    if (alone.status !== 201) continue
    const [one, many] = [await read(alone), await read(together[n]!)]
    expect(many.version_id).toBe(one.version_id)
    expect([many.playbook_id, many.version_source]).toEqual([one.playbook_id, one.version_source])
  }
})

test('those that are read at once are each shown with their own attempts and words', async () => {
  const names = range(6).map((n) => `Name ${n}`)
  const talkative = await app.addPlaybook({ first_message: 'Hello {{first_name}}' })
  const calls = await Promise.all(
    names.map((firstname, n) =>
      app.post<{ call_id: string }>('/call', { phone: `+1500555010${n % 2}`, playbook_id: talkative, firstname }),
    ),
  )
  // Every other one finds the line busy.
  await app.advanceBy(HOUR / 2)
  calls.push(await place({ phone: phoneOf(1) }))

  const together = await Promise.all(calls.map((answer) => read(answer)))
  for (const [n, call] of together.entries()) expect(call).toEqual(await read(calls[n]!))
  expect(together.map(({ attempts = [] }) => attempts.length > 0)).toEqual([...names.map(() => true), false])
  expect(together.map(({ transcript }) => transcript?.[0]?.text)).toEqual([
    ...names.map((name, n) => (n % 2 ? undefined : `Hello ${name}`)),
    undefined,
  ])
})
