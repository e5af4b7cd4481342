/** Several real processes on one real Postgres, and the carrier's process that they dial through. */
import { Client } from 'pg'
import { DEMO_PLAYBOOK_ID } from '../../src/firstStart.ts'
import { type CarrierProcess, startCarrier } from '../support/carrierProcess/start.ts'
import { makePostgresDatabase } from '../support/postgres.ts'
import { liftLimits, type SpawnedService } from '../support/service.ts'
import { waitFor } from '../support/waitFor.ts'

export const LINES = { callsPerSecond: 60, callsAtOnce: 12 }

export interface ClusterNode extends SpawnedService {
  url: string
}

/** What the tests look at in an answer. */
export interface NodeAnswer {
  status: number
  body: {
    campaign_id: string
    data: { call_id: string; created_at: string; status: string; attempts: unknown[] }
  }
}

export interface Cluster {
  carrier: CarrierProcess
  databaseUrl: string
  /** Asks the database itself. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  addNode(env?: Record<string, string>): Promise<ClusterNode>
  /** Sends a request to a node and answers status and body. */
  request(node: ClusterNode, method: string, path: string, body?: unknown): Promise<NodeAnswer>
  /** Posts a campaign over new numbers, and answers its id and the numbers. */
  addCampaign(node: ClusterNode, contacts: number, more?: object): Promise<{ id: string; phones: string[] }>
  /** Waits until every call of the campaign has ended. */
  ended(campaignId: string): Promise<void>
  close(): Promise<void>
}

export async function startCluster(lines = LINES): Promise<Cluster> {
  const carrier = await startCarrier({ seed: 11, lines })
  const url = await makePostgresDatabase()
  const token = `test-${crypto.randomUUID()}`
  const nodes: ClusterNode[] = []
  let nextPhone = 0

  const query: Cluster['query'] = async <Row>(text: string, values: unknown[] = []) => {
    const client = new Client(url)
    // A server that crashes in the middle is what some tests are about.
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query(text, values)
      return rows as Row[]
    } finally {
      await client.end()
    }
  }

  const request: Cluster['request'] = async (node, method, path, body) => {
    const response = await fetch(`${node.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as NodeAnswer['body'] }
  }

  return {
    carrier,
    databaseUrl: url,
    query,
    request,
    async addNode(env = {}) {
      const spawned = carrier.startNode({ DATABASE_URL: url, PLAYCALL_TOKEN: token, ...env })
      const node = { ...spawned, url: await spawned.ready }
      if (nodes.length === 0) await liftLimits(node.url, token)
      nodes.push(node)
      return node
    },
    async addCampaign(node, contacts, more = {}) {
      const phones = Array.from({ length: contacts }, () => `+1415${String(nextPhone++).padStart(7, '0')}`)
      const answer = await request(node, 'POST', '/campaign', {
        playbook_id: DEMO_PLAYBOOK_ID,
        contacts: phones.map((phone) => ({ phone })),
        ...more,
      })
      if (answer.status !== 202) throw new Error(`the campaign was refused: ${JSON.stringify(answer)}`)
      return { id: answer.body.campaign_id, phones }
    },
    async ended(campaignId) {
      await waitFor('the campaign to end', async () => {
        const rows = await query<{ left: number }>('select remaining as left from campaigns where id = $1', [
          campaignId,
        ]).catch(() => [])
        return rows[0]?.left === 0 ? true : null
      })
    },
    async close() {
      for (const { child } of nodes) {
        child.kill('SIGCONT')
        child.kill('SIGKILL')
        await child.exited
      }
      await carrier.stop()
    },
  }
}
