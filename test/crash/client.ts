/** Requests to a process that may be killed at any moment. */
import type { components } from '../../generated/types.ts'

type Schemas = components['schemas']
export type Call = Schemas['Call']
export type Campaign = Schemas['Campaign']

/** Null: the connection broke, and nobody knows what has happened. */
export type Answer = { status: number; data: unknown } | null

/** A node was killed; 30 s without an answer would be a fault, and is shown as one. */
const TIMEOUT_MS = 30_000
const PAGE = 100

export interface Client {
  send(method: string, route: string, body?: unknown, key?: string | null): Promise<Answer>
  listCalls(): Promise<Call[]>
  listCampaigns(): Promise<Campaign[]>
}

export function createClient(url: string, token: string): Client {
  async function send(method: string, route: string, body?: unknown, key: string | null = null): Promise<Answer> {
    let response: Response
    try {
      response = await fetch(`${url}${route}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key !== null && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const { data, error } = (await response.json()) as { data?: unknown; error?: unknown }
      if (response.status >= 500) throw new Error(`${method} ${route}: ${response.status} ${JSON.stringify(error)}`)
      return { status: response.status, data }
    } catch (cause) {
      if (isBroken(cause)) return null
      throw cause
    }
  }

  async function listAll<Item>(route: string): Promise<Item[]> {
    const items: Item[] = []
    for (let query = `?limit=${PAGE}`; ;) {
      const answer = await send('GET', `${route}${query}`)
      if (answer?.status !== 200) throw new Error(`GET ${route}${query}: ${JSON.stringify(answer)}`)
      const page = answer.data as { items: Item[]; has_more: boolean; next_cursor: string | null }
      items.push(...page.items)
      if (!page.has_more) return items
      query = `?limit=${PAGE}&cursor=${page.next_cursor}`
    }
  }

  return {
    send,
    listCalls: () => listAll('/calls'),
    listCampaigns: () => listAll('/campaigns'),
  }
}

/** What `fetch` throws when the other side goes away, and what reading half an answer throws. */
function isBroken(cause: unknown): boolean {
  if (cause instanceof SyntaxError) return true
  return (
    cause instanceof Error &&
    'code' in cause &&
    /^(ConnectionRefused|ConnectionClosed|ECONN|EPIPE)/.test(String(cause.code))
  )
}
