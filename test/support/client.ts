/** What a client of the service does all the time, for the tests beside this file. */
import type { components } from '../../generated/types.ts'
import type { TestAccount, TestAnswer, TestApp } from './testApp.ts'

type Schemas = components['schemas']
export type Call = Schemas['Call']
export type Campaign = Schemas['Campaign']
export type Contact = Schemas['Contact']
export interface Page<Item> {
  items: Item[]
  has_more: boolean
  next_cursor: string | null
}

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** How the numbers of the simulated carrier behave. */
export const PERSON = '+15005550100'
export const BUSY = '+15005550101'
export const NOBODY = '+15005550102'
export const BUSY_ONCE = '+15005550110'

/** Belongs to nothing. */
export const UNKNOWN_ID = '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06'

/** An instant as answers show it. */
export function shown(at: number): string {
  return new Date(at).toISOString()
}

/** Calls a number and answers the call's id. */
export async function createCall(app: TestApp, body: object, as?: TestAccount): Promise<string> {
  const answer = await app.post<Schemas['CallCreated']>('/call', body, as)
  return success(answer).call_id
}

export async function readCall(app: TestApp, id: string, as?: TestAccount): Promise<Call> {
  return success(await app.get<Call>(`/calls/${id}`, as))
}

/** One page of the list of calls, at most 100 unless the query says otherwise. */
export async function listCalls(app: TestApp, query = 'limit=100', as?: TestAccount): Promise<Call[]> {
  return success(await app.get<Page<Call>>(`/calls?${query}`, as)).items
}

/** Starts a campaign and answers its id. */
export async function createCampaign(app: TestApp, body: object, as?: TestAccount): Promise<string> {
  return success(await app.post<Schemas['CampaignCreated']>('/campaign', body, as)).campaign_id
}

export async function readCampaign(app: TestApp, id: string, as?: TestAccount): Promise<Campaign> {
  return success(await app.get<Campaign>(`/campaigns/${id}`, as))
}

export async function listCampaigns(app: TestApp, query = 'limit=100', as?: TestAccount): Promise<Campaign[]> {
  return success(await app.get<Page<Campaign>>(`/campaigns?${query}`, as)).items
}

export async function listContacts(app: TestApp, query = 'limit=100', as?: TestAccount): Promise<Contact[]> {
  return success(await app.get<Page<Contact>>(`/contacts?${query}`, as)).items
}

/** Commits the playbook's current configuration and answers the version's id. */
export async function commitVersion(app: TestApp, playbookId: string, as?: TestAccount): Promise<string> {
  const answer = await app.post<Schemas['Version']>(`/playbooks/${playbookId}/versions`, { message: 'Test' }, as)
  return success(answer).version_id
}

/** Every item of a list, page by page. */
export async function readAllPages<Item>(app: TestApp, path: string): Promise<Item[]> {
  const items: Item[] = []
  let query = ''
  for (;;) {
    const page = success(await app.get<Page<Item>>(`${path}${query}`))
    items.push(...page.items)
    if (page.next_cursor === null) return items
    query = `${path.includes('?') ? '&' : '?'}cursor=${page.next_cursor}`
  }
}

/** The data of an answer; throws when the request was refused. */
export function success<Data>({ status, body }: TestAnswer<Data>): Data {
  if (!body.success) throw new Error(`refused with ${status}: ${JSON.stringify(body.error)}`)
  return body.data
}

/** What a refused request learns: status, code, and where the problems are. */
export function refusal({ status, body }: TestAnswer): { status: number; code: string; at: string[] } {
  if (body.success) throw new Error(`not refused but answered with ${status}: ${JSON.stringify(body.data)}`)
  return { status, code: body.error.code, at: (body.error.details ?? []).map(({ pointer }) => pointer) }
}

/** Lets time go on, from one event to the next, until a call has a status. */
export async function waitForStatus(app: TestApp, id: string, status: Call['status']): Promise<Call> {
  for (;;) {
    await app.settle()
    const call = await readCall(app, id)
    if (call.status === status) return call
    const next = app.clock.nextDueAt()
    if (call.ended_at !== null || next === null) throw new Error(`the call is ${call.status}, never ${status}`)
    await app.advanceTo(next)
  }
}

/** What the carrier says of its last call to a number. */
export async function stateAtCarrier(app: TestApp, phone: string): Promise<string> {
  const dial = app.dials.findLast(({ to }) => to === phone)
  if (!dial) throw new Error(`${phone} was never dialled`)
  const state = await app.carrier.fetch({ ...dial, dialedAt: dial.at, carrierCallId: null })
  return state.kind
}

/** When a number was dialled, in milliseconds since `start`. */
export function dialsAfter(app: TestApp, phone: string, start: number): number[] {
  return app.dials.filter((dial) => dial.to === phone).map((dial) => dial.at - start)
}
