/** What clients do all the time: place calls and campaigns, end them, suppress numbers, and ask again what was not answered. */
import { DEMO_PLAYBOOK_ID } from '../../src/cli/firstStart.ts'
import type { Chance } from '../simulation/draw.ts'
import type { Client } from './client.ts'
import type { Creation, Journal, NumberRecord, Silence } from './journal.ts'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

export interface Workload {
  /** Does one thing. */
  act(client: Client, chance: Chance): Promise<void>
  /** Asks again, with their keys, for what was never answered. Answers whether everything has an answer now. */
  askAgain(client: Client): Promise<boolean>
  /** Lets every campaign run that may be paused. */
  resumeAll(client: Client): Promise<void>
}

interface CampaignState {
  creation: Creation
  /** `changing`: somebody else is at it. */
  state: 'running' | 'paused' | 'over' | 'changing'
}

/** `dialled` answers how many dials the carrier has seen; `now` is the service's clock. */
export function createWorkload(journal: Journal, dialled: () => Promise<number>, now: () => number): Workload {
  const campaigns: CampaignState[] = []
  /** Acknowledged single calls that nobody has tried to end. */
  const calls: NumberRecord[] = []

  async function create(client: Client, chance: Chance): Promise<void> {
    const creation = chance.happens(0.15) ? drawCampaign(chance) : drawCall(chance)
    journal.add(creation)
    await submit(client, creation)
  }

  function drawCall(chance: Chance): Creation {
    const phones = [journal.newPhone()]
    return { kind: 'call', phones, ...drawTerms(chance, { phone: phones[0] }) }
  }

  function drawCampaign(chance: Chance): Creation {
    const phones = Array.from({ length: chance.whole(2, 15) }, () => journal.newPhone())
    return { kind: 'campaign', phones, ...drawTerms(chance, { contacts: phones.map((phone) => ({ phone })) }) }
  }

  function drawTerms(chance: Chance, body: Record<string, unknown>): Omit<Creation, 'kind' | 'phones'> {
    const recall = chance.pick([[], [], [1], [1, 2]])
    const isFar = chance.happens(0.1)
    const launchInMs = isFar ? 10 * DAY_MS : chance.happens(0.3) ? chance.whole(1, 60) * SECOND_MS : null
    return {
      body: {
        ...body,
        playbook_id: DEMO_PLAYBOOK_ID,
        ...(recall.length > 0 && { recall }),
        ...(launchInMs !== null && { launch_at: new Date(now() + launchInMs).toISOString() }),
      },
      key: chance.happens(0.6) ? `key-${chance.next()}` : null,
      recalls: recall.length,
      isFar,
      fate: 'asking',
      id: null,
    }
  }

  async function submit(client: Client, creation: Creation): Promise<void> {
    const { body, key, kind, phones } = creation
    journal.note(phones, `POST /${kind} with ${key === null ? 'no key' : `key ${key}`} ${JSON.stringify(body)}`)
    const answer = await client.send('POST', `/${kind}`, body, key)
    journal.note(phones, `answered ${answer?.status ?? 'nothing'} ${JSON.stringify(answer?.data)}`)
    // 409: the same is being worked on, for another client or for a process that has just died.
    if (answer === null || answer.status === 409) {
      if (creation.fate === 'asking') creation.fate = 'unknown'
      return
    }
    if (answer.status === 400 && 'launch_at' in body) {
      creation.fate = 'refused'
      return
    }
    if (answer.status > 299) throw new Error(`refused: ${JSON.stringify({ creation, answer })}`)
    const { call_id, campaign_id } = answer.data as { call_id?: string; campaign_id?: string }
    const id = call_id ?? campaign_id ?? null
    if (creation.id !== null && creation.id !== id) {
      throw new Error(`the same key was answered with ${creation.id}, then with ${id}: ${JSON.stringify(creation)}`)
    }
    if (creation.id === null) {
      if (kind === 'campaign') campaigns.push({ creation, state: 'running' })
      else calls.push(journal.numbers.get(phones[0]!)!)
    }
    Object.assign(creation, { id, fate: 'acknowledged' })
  }

  /** Sends a command about numbers, and from its acknowledgement on demands silence. */
  async function command(
    client: Client,
    records: readonly NumberRecord[],
    request: { method: string; route: string; body?: unknown },
    why: Silence['why'],
  ): Promise<boolean> {
    const { method, route, body } = request
    const phones = records.map(({ phone }) => phone)
    for (const record of records) record.mayBeEnded ||= why !== 'paused'
    journal.note(phones, `${method} ${route}`)
    const answer = await client.send(method, route, body)
    journal.note(phones, `answered ${answer?.status ?? 'nothing'}`)
    if (answer === null || answer.status > 299) return false
    const from = await dialled()
    for (const record of records) {
      record.silences.push({ why, from, before: null })
      record.isCanceled ||= why === 'canceled' && route.startsWith('/calls')
    }
    return true
  }

  async function cancelCall(client: Client, chance: Chance): Promise<void> {
    const record = takeOut(calls, chance)
    if (!record) return
    await command(client, [record], { method: 'POST', route: `/calls/${record.creation.id}/cancel` }, 'canceled')
  }

  async function suppress(client: Client, chance: Chance): Promise<void> {
    const record = takeOut(calls, chance)
    if (!record) return
    const body = { phone: record.phone }
    await command(client, [record], { method: 'POST', route: '/suppressions', body }, 'suppressed')
  }

  async function steer(client: Client, chance: Chance): Promise<void> {
    const ready = campaigns.filter(({ state }) => state === 'running' || state === 'paused')
    if (ready.length === 0) return
    const campaign = chance.pick(ready)
    if (campaign.state === 'paused') return resume(client, campaign)
    campaign.state = 'changing'
    const route = `/campaigns/${campaign.creation.id}`
    const records = campaign.creation.phones.map((phone) => journal.numbers.get(phone)!)
    if (chance.happens(0.3)) {
      await command(client, records, { method: 'POST', route: `${route}/cancel` }, 'canceled')
      campaign.state = 'over'
    } else {
      await command(client, records, { method: 'POST', route: `${route}/pause` }, 'paused')
      campaign.state = 'paused'
    }
  }

  async function resume(client: Client, campaign: CampaignState): Promise<void> {
    const { id, phones } = campaign.creation
    const before = await dialled()
    for (const phone of phones) {
      for (const silence of journal.numbers.get(phone)!.silences) silence.before ??= before
    }
    campaign.state = 'changing'
    journal.note(phones, `POST /campaigns/${id}/resume`)
    const answer = await client.send('POST', `/campaigns/${id}/resume`)
    journal.note(phones, `answered ${answer?.status ?? 'nothing'}`)
    campaign.state = answer === null ? 'paused' : 'running'
  }

  return {
    act(client, chance) {
      const draw = chance.next()
      if (draw < 0.65) return create(client, chance)
      if (draw < 0.75) return cancelCall(client, chance)
      if (draw < 0.82) return suppress(client, chance)
      if (draw < 0.95) return steer(client, chance)
      const keyed = journal.creations.filter(({ key, fate }) => key !== null && fate === 'acknowledged')
      return keyed.length > 0 ? submit(client, chance.pick(keyed)) : create(client, chance)
    },
    async askAgain(client) {
      for (const creation of journal.creations.filter(({ key, fate }) => key !== null && fate === 'unknown')) {
        creation.fate = 'asking'
        await submit(client, creation)
      }
      return !journal.creations.some(({ key, fate }) => key !== null && fate === 'unknown')
    },
    async resumeAll(client) {
      for (const campaign of campaigns) if (campaign.state === 'paused') await resume(client, campaign)
    },
  }
}

/** One of the last, so that it has mostly not ended yet. */
function takeOut(records: NumberRecord[], chance: Chance): NumberRecord | undefined {
  const at = records.length - chance.whole(1, 10)
  return records.splice(Math.max(0, at), 1)[0]
}
