/** A service with things in it, for requests to name. */
import { sql } from 'kysely'
import { openTestApp, START, type TestAccount, type TestApp } from '../support/testApp.ts'
import { OWN_PHONE } from './meanings.ts'
import { fillIn, type State } from './placeholders.ts'
import type { Request } from './request.ts'

/** An answer, as it came. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

export interface World {
  app: TestApp
  /** Sends a request with every placeholder filled in, and answers what was sent beside the answer. */
  send(request: Request, as?: TestAccount | null): Promise<{ sent: Request; answer: Answer }>
  /** Has new things stand for what is there from now on; those before are `used`. */
  useUp(): void
  /** Has a thing of each kind be there, so that a request makes none on its way. */
  refill(): Promise<void>
  /** Gives the account its first settings again, so that what one request set refuses no other. */
  restoreAccount(): Promise<void>
  /** Has every Idempotency-Key be new, so that none refuses what is to be refused for another reason. */
  forgetKeys(): Promise<void>
  /** What the next transaction that writes will be called: as long as it stays, nothing has been written. */
  nextWrite(): Promise<string>
  close(): Promise<void>
}

type Find = (kind: string) => Promise<string>

/** How to make a thing of each kind. It must stay as it is: calls are for another day. */
const MAKERS: Record<string, (app: TestApp, find: Find, phone: string) => Promise<string>> = {
  playbook_id: (app) => app.addPlaybook(),
  version_id: async (app, find) =>
    (await make<{ version_id: string }>(app, `/playbooks/${await find('playbook_id')}/versions`, { message: 'One' }))
      .version_id,
  call_id: async (app, find, phone) =>
    (await make<{ call_id: string }>(app, '/call', { phone, playbook_id: await find('playbook_id'), launch_at: LATER }))
      .call_id,
  campaign_id: async (app, find, phone) =>
    (
      await make<{ campaign_id: string }>(app, '/campaign', {
        contacts: [{ phone }],
        playbook_id: await find('playbook_id'),
        launch_at: LATER,
      })
    ).campaign_id,
  contact_id: async (app, _find, phone) => (await make<{ id: string }>(app, '/contacts', { phone }, 'PUT')).id,
  number_id: async (app, find, phone) =>
    (await make<{ id: string }>(app, '/numbers', { phone, playbook_id: await find('playbook_id') })).id,
  suppression_id: async (app, _find, phone) => (await make<{ id: string }>(app, '/suppressions', { phone })).id,
  token_id: async (app) => (await make<{ id: string }>(app, '/tokens', { name: 'One', scopes: ['calls:read'] })).id,
}
const LATER = new Date(START + 86_400_000).toISOString()

/** Opens a world on an empty database, with two things of each kind. */
export async function openWorld(): Promise<World> {
  const app = await openTestApp()
  const { rows } = await sql<object>`select * from accounts where id = ${app.account.id}`.execute(app.store.db)
  const [settings = {}] = rows
  const things: Record<State, Map<string, string>> = { present: new Map(), used: new Map() }
  let phones = 0

  async function find(kind: string, state: State = 'present'): Promise<string> {
    const known = things[state].get(kind)
    if (known !== undefined) return known
    if (state === 'used') return find(kind)
    const maker = MAKERS[kind]
    if (!maker) throw new Error(`say in world.ts how to make something that has a ${kind}`)
    const id = await maker(app, find, `+1500556${String(phones++).padStart(4, '0')}`)
    things.present.set(kind, id)
    return id
  }
  function useUp(): void {
    for (const [kind, id] of things.present) things.used.set(kind, id)
    things.present.clear()
  }
  async function refill(): Promise<void> {
    for (const kind of Object.keys(MAKERS)) await find(kind)
    await app.settle()
  }
  const world: World = {
    app,
    useUp,
    refill,
    send: async (request, as = app.account) => {
      const sent = {
        ...request,
        path: await fillIn(request.path, find),
        body: typeof request.body === 'string' ? await fillIn(request.body, find) : request.body,
      }
      return { sent, answer: await send(app.url, sent, as) }
    },
    restoreAccount: async () => {
      await sql`update accounts set ${sql.join(Object.entries(settings).map(([name, value]) => sql`${sql.ref(name)} = ${asStored(value)}`))}
        where id = ${app.account.id}`.execute(app.store.db)
    },
    forgetKeys: async () => {
      await sql`delete from idempotency_keys`.execute(app.store.db)
    },
    nextWrite: async () => {
      const { rows: found } = await sql<{ next: string }>`
        select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(app.store.db)
      return found[0]?.next ?? ''
    },
    close: app.close,
  }
  await refill()
  useUp()
  await refill()
  await make(app, '/numbers', { phone: OWN_PHONE, playbook_id: await find('playbook_id') })
  await app.settle()
  return world
}

/** Columns of JSON take text. */
function asStored(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
}

async function make<Data>(app: TestApp, path: string, body: unknown, method = 'POST'): Promise<Data> {
  const answer = await app.request<Data>(method, path, { body })
  if (answer.status >= 300) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

async function send(url: string, { method, path, headers, body }: Request, as: TestAccount | null): Promise<Answer> {
  // As bytes, because a text would get a media type from the client.
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
    ...(body !== null && { body: typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
