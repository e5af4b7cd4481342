/** Performs commands: as requests of clients, and as things that go wrong. */
import type { Store } from '../../src/store/open.ts'
import { addClient, type Client, configOf, ownNumber, phoneOf } from './clients.ts'
import { ACCOUNTS, type Command, HOURS } from './commands.ts'
import { advance, endFaults, performFault, type Surroundings } from './faults.ts'
import { createIds } from './world.ts'

const MINUTE_MS = 60_000
/** Answers to keyed requests are kept for 24 hours, by a clock that may be wrong. */
const KEPT_MS = 20 * 60 * MINUTE_MS
interface Answer {
  status: number
  body: unknown
}

export interface Performer {
  /** What was answered with an identifier: calls and campaigns. */
  readonly accepted: ReadonlySet<string>
  begin(): Promise<void>
  perform(command: Command): Promise<void>
  wait(ms: number): Promise<void>
  heal(): Promise<void>
  /** Throws when a campaign's progress does not add up. */
  checkProgress(): Promise<void>
}

/** `tell` is told of every answer, for the digest. */
export function createPerformer(deps: Surroundings & { base: Store; tell: (what: string) => void }): Performer {
  const { base, world, machine, service, tell } = deps
  const clients: Client[] = []
  const accepted = new Set<string>()
  let created = 0

  async function send(
    client: Client,
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer | null> {
    let answer: Answer | null = null
    const request = new Request(`http://playcall${path}`, {
      method,
      headers: {
        authorization: `Bearer ${client.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    service.ask(request, (given) => {
      answer = given
      tell(`${method} ${path} ${given?.status ?? 'no answer'}`)
      if (given && given.status === 500) tell(`500 ${JSON.stringify(given.body)}`)
    })
    await service.settle()
    return answer
  }

  const dataOf = (answer: Answer | null): Record<string, unknown> | null => {
    if (!answer || answer.status >= 300) return null
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every answer of success has this envelope
    return (answer.body as { data: Record<string, unknown> }).data
  }

  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

  async function begin(): Promise<void> {
    const newId = createIds(() => world.now() - MINUTE_MS)
    for (let number = 0; number < ACCOUNTS; number++) clients.push(await addClient(base, number, newId, world.now()))
    await base.db
      .insertInto('secrets')
      .values({ name: 'phone key', value: '00'.repeat(32) })
      .execute()
    await service.start()
    await service.settle()
    for (const [number, client] of clients.entries()) {
      const made = await send(client, 'POST', '/playbooks', { name: 'Simulated', config: configOf(client.config) })
      client.playbookId = textOf(dataOf(made)?.['id'])
      if (number === 0) await commit(client)
      await send(client, 'POST', '/numbers', { phone: ownNumber(number), playbook_id: client.playbookId })
      await send(client, 'PATCH', '/account', { lines: { reserved_for_inbound: 0 } })
    }
  }

  async function commit(client: Client): Promise<void> {
    const made = await send(client, 'POST', `/playbooks/${client.playbookId}/versions`, { message: 'Simulated' })
    const id = dataOf(made)?.['id']
    if (typeof id === 'string') client.versions.push(id)
  }

  /** Creates a call or a campaign. Remembers what was answered, and what may be sent again. */
  async function create(client: Client, path: '/call' | '/campaign', body: unknown, key: string | null): Promise<void> {
    if (key !== null) client.keyed.push({ path, body, key, at: world.now() })
    const data = dataOf(await send(client, 'POST', path, body, key ?? undefined))
    const id = textOf(data?.[path === '/call' ? 'call_id' : 'campaign_id'])
    if (id === '') return
    accepted.add(id)
    const known = path === '/call' ? client.calls : client.campaigns
    if (!known.includes(id)) known.push(id)
  }

  const launchAt = (min: number | null): { launch_at?: string } =>
    min === null ? {} : { launch_at: new Date(world.now() + machine.skewMs + min * MINUTE_MS).toISOString() }

  async function performCreation(command: Extract<Command, { do: 'call' | 'campaign' }>): Promise<void> {
    const client = clients[command.account]!
    const number = ++created
    // Otherwise half of the work of an unlucky history would meet a closed door.
    for (let tries = 0; !service.isUp() && tries < 3; tries++) await wait(service.downMs)
    const common = {
      playbook_id: client.playbookId,
      ...(command.recall.length > 0 && { recall: command.recall }),
      ...launchAt(command.launchMin),
    }
    const key = command.keyed ? `key ${number}`.replace(' ', '-') : null
    if (command.do === 'call') {
      const version = command.version === null ? undefined : at(client.versions, command.version)
      const wish = version === undefined ? {} : { version_id: version }
      const body = { ...common, ...wish, phone: phoneOf(command.phone), params: { marker: number } }
      return create(client, '/call', body, key)
    }
    const hours = command.hours === null ? {} : { calling_hours: HOURS[command.hours] }
    const contacts = command.phones.map((phone) => ({ phone: phoneOf(phone) }))
    return create(client, '/campaign', { ...common, ...hours, name: `Campaign ${number}`, contacts }, key)
  }

  async function performRequest(command: Command): Promise<void> {
    switch (command.do) {
      case 'call':
      case 'campaign':
        return performCreation(command)
      case 'pause':
      case 'resume':
        return onOne(command, 'campaigns', (client, id) => send(client, 'POST', `/campaigns/${id}/${command.do}`))
      case 'cancelCampaign':
        return onOne(command, 'campaigns', (client, id) => send(client, 'POST', `/campaigns/${id}/cancel`))
      case 'cancelCall':
        return onOne(command, 'calls', (client, id) => send(client, 'POST', `/calls/${id}/cancel`))
      case 'repeat': {
        const client = clients[command.account]!
        const again = at(
          client.keyed.filter((keyed) => world.now() - keyed.at < KEPT_MS),
          command.nth,
        )
        return again && create(client, again.path === '/call' ? '/call' : '/campaign', again.body, again.key)
      }
      case 'edit': {
        const client = clients[command.account]!
        const config = configOf(++client.config)
        return void (await send(client, 'PATCH', `/playbooks/${client.playbookId}`, { config }))
      }
      case 'commit':
        return commit(clients[command.account]!)
      case 'promote':
        return onOne(command, 'versions', (client, id) =>
          send(client, 'POST', `/playbooks/${client.playbookId}/versions/${id}/production`),
        )
      case 'suppress': {
        const client = clients[command.account]!
        const made = await send(client, 'POST', '/suppressions', { phone: phoneOf(command.phone) })
        const id = dataOf(made)?.['id']
        return void (typeof id === 'string' && client.suppressions.push(id))
      }
      case 'unsuppress':
        return onOne(command, 'suppressions', (client, id) => send(client, 'DELETE', `/suppressions/${id}`))
      case 'settings':
        return void (await send(clients[command.account]!, 'PATCH', '/account', command.change))
      case 'spy':
        return spy(command)
      case 'together':
        await Promise.all(command.commands.map(performRequest))
        return
      default:
        return performFault(deps, command)
    }
  }

  async function onOne(
    { account, nth }: { account: number; nth: number },
    kind: 'calls' | 'campaigns' | 'versions' | 'suppressions',
    work: (client: Client, id: string) => Promise<unknown>,
  ): Promise<void> {
    const client = clients[account]!
    const id = at(client[kind], nth)
    if (id !== undefined) await work(client, id)
  }

  /** Tries to reach what belongs to the other account. */
  async function spy({ account, nth }: Extract<Command, { do: 'spy' }>): Promise<void> {
    const spying = clients[(account + 1) % ACCOUNTS]!
    const victim = clients[account]!
    const call = at(victim.calls, nth)
    const campaign = at(victim.campaigns, nth)
    const tries = [
      ...(call ? [['GET', `/calls/${call}`] as const, ['POST', `/calls/${call}/cancel`] as const] : []),
      ...(campaign ? [['POST', `/campaigns/${campaign}/cancel`] as const] : []),
    ]
    for (const [method, path] of tries) {
      const answer = await send(spying, method, path)
      if (answer && answer.status < 300) throw new Error(`accounts are apart: ${method} ${path} ${answer.status}`)
    }
  }

  const wait = (ms: number): Promise<void> => advance(world, service, ms)

  async function heal(): Promise<void> {
    endFaults(deps)
    // Whoever is down or cannot start is up again by then, and a clock that was set back has caught up.
    await wait(20 * MINUTE_MS)
    for (const client of clients) {
      const lines = { calls_per_second: null, calls_at_once: null }
      await must(send(client, 'PATCH', '/account', { calling_hours: null, attempt_limit: null, lines }))
      for (const campaign of await campaignsOf(client)) {
        if (campaign['status'] === 'paused')
          await must(send(client, 'POST', `/campaigns/${textOf(campaign['id'])}/resume`))
      }
    }
  }

  async function must(sent: Promise<Answer | null>): Promise<Answer> {
    const answer = await sent
    if (!answer || answer.status >= 300)
      throw new Error(`once all is well, requests succeed: ${JSON.stringify(answer)}`)
    return answer
  }

  async function campaignsOf(client: Client): Promise<Record<string, unknown>[]> {
    const data = dataOf(await must(send(client, 'GET', '/campaigns?limit=100')))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of campaigns
    return data?.['items'] as Record<string, unknown>[]
  }

  async function checkProgress(): Promise<void> {
    for (const client of clients) {
      for (const { id } of await campaignsOf(client)) {
        const campaign = dataOf(await must(send(client, 'GET', `/campaigns/${textOf(id)}`)))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the progress is counts
        const counts = campaign?.['progress'] as Record<string, number>
        const sum = Object.values(counts).reduce((all, count) => all + count, 0)
        if (sum !== campaign?.['calls']) throw new Error(`a campaign's progress adds up: ${JSON.stringify(campaign)}`)
      }
    }
  }

  return { accepted, begin, perform: performRequest, wait, heal, checkProgress }
}

function at<T>(list: readonly T[], nth: number): T | undefined {
  return list.length === 0 ? undefined : list[nth % list.length]
}
