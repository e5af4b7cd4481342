/** Holds what a program says that it saw against what the service knows, and against what passed between them. */
import { isDeepStrictEqual } from 'node:util'
import type { components } from '../../generated/types.ts'
import type { Exchange } from './recorder.ts'

type Schemas = components['schemas']

/** What a program prints. Nothing of it is believed: every field may hold anything. */
export interface Seen {
  call?: { call_id?: unknown; phone?: unknown; params?: unknown }
  campaigns?: { campaign_id?: unknown; calls?: unknown }[]
  list?: { pages?: unknown; call_ids?: unknown }
  refused?: { status?: unknown; code?: unknown; pointer?: unknown }
  limited?: { status?: unknown; retry_after?: unknown; then?: unknown }
}

/** Reads a path of the service and answers its `data`. */
export type Read = <T>(path: string) => Promise<T>

export const TASKS = ['place call', 'campaign', 'paging', '400', '429'] as const
export type Task = (typeof TASKS)[number]

const PHONES = [
  ['+15005550201', '+15005550202', '+15005550203'],
  ['+15005550301', '+15005550302', '+15005550303'],
]
const RECALL = [30, 60]

/** What is wrong with each task, in words; null where nothing is. */
export async function judge(seen: Seen, exchanges: Exchange[], read: Read): Promise<Record<Task, string | null>> {
  return {
    'place call': await fault(() => judgeCall(seen, read)),
    campaign: await fault(() => judgeCampaigns(seen, read)),
    paging: await fault(() => judgePaging(seen, exchanges, read)),
    '400': await fault(() => judgeRefusal(seen, exchanges)),
    '429': await fault(() => judgeLimit(seen, exchanges)),
  }
}

async function fault(check: () => Promise<void> | void): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return
  throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
}

async function judgeCall({ call }: Seen, read: Read): Promise<void> {
  const known = await read<Schemas['Call']>(`/calls/${String(call?.call_id)}`)
  expectEqual('what was read back', call, { call_id: known.id, phone: known.phone, params: known.params })
  expectEqual('phone', known.phone, '+15005550100')
  expectEqual('params', known.params, { order: 1842 })
  const contact = await read<Schemas['Contact']>(`/contacts/${known.contact_id}`)
  expectEqual('first name', contact.first_name, 'Ada')
}

async function judgeCampaigns({ campaigns }: Seen, read: Read): Promise<void> {
  expectEqual('number of campaigns', campaigns?.length, PHONES.length)
  for (const [index, campaign] of (campaigns ?? []).entries()) {
    expectEqual('number of calls', campaign.calls, PHONES[index]?.length)
    const known = await read<Schemas['Campaign']>(`/campaigns/${String(campaign.campaign_id)}`)
    expectEqual('recall', known.recall, RECALL)
    const { items } = await read<Schemas['CallPage']>(`/calls?campaign_id=${known.id}`)
    expectEqual(
      'called',
      items.map((call) => String(call.phone)).toSorted((a, b) => a.localeCompare(b)),
      PHONES[index],
    )
    for (const { contact_id } of items) {
      const contact = await read<Schemas['Contact']>(`/contacts/${contact_id}`)
      expectEqual('first name', contact.first_name, 'Grace')
      expectEqual('custom fields', contact.custom_fields, { plan: 'gold' })
    }
  }
}

async function judgePaging({ list }: Seen, exchanges: Exchange[], read: Read): Promise<void> {
  const { items } = await read<Schemas['CallPage']>('/calls?limit=100')
  expectEqual(
    'ids',
    list?.call_ids,
    items.map((call) => call.id),
  )
  const cursors = exchanges.filter(({ path }) => path.startsWith('/calls?') && path.includes('cursor='))
  expectEqual('pages', list?.pages, new Set(cursors.map(({ path }) => path)).size + 1)
  if (cursors.length < 2) throw new Error(`only ${cursors.length + 1} pages`)
}

function judgeRefusal({ refused }: Seen, exchanges: Exchange[]): void {
  const refusals = exchanges.filter(({ status }) => status === 400)
  expectEqual('number of refusals', refusals.length, 1)
  const [refusal] = refusals
  if (!refusal) throw new Error('nothing was refused')
  const { error } = refusal.answer as Schemas['ErrorEnvelope']
  expectEqual('refusal', refused, { status: 400, code: error.code, pointer: error.details?.[0]?.pointer })
  expectEqual('code', error.code, 'invalid_recall')
}

function judgeLimit({ limited }: Seen, exchanges: Exchange[]): void {
  const at = exchanges.findIndex(({ status }) => status === 429)
  const [refusal, next] = exchanges.slice(at < 0 ? exchanges.length : at)
  if (!refusal || !next) throw new Error('no request was answered 429 and sent again')
  const { error } = refusal.answer as Schemas['ErrorEnvelope']
  expectEqual('header Retry-After', refusal.retryAfterSeconds, error.retry_after)
  expectEqual('what was seen', limited, { status: 429, retry_after: error.retry_after, then: 200 })
  expectEqual('next answer', next.status, 200)
  const waitedMs = next.askedAt - refusal.answeredAt
  // A millisecond for clocks that round.
  if (waitedMs < Number(error.retry_after) * 1000 - 1) throw new Error(`waited only ${Math.round(waitedMs)} ms`)
  expectEqual('requests after that', exchanges.length, at + 2)
}
