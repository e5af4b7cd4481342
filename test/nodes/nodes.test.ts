/**
 * Several processes on one Postgres, as they are deployed: real processes, a real server, a carrier that outlives them.
 * Each test takes another thing away; the dials that the carrier has seen are looked at after each.
 */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import path from 'node:path'
import { DEMO_PLAYBOOK_ID } from '../../src/cli/firstStart.ts'
import type { DialRecord } from '../support/carrierProcess/wire.ts'
import { waitFor } from '../support/waitFor.ts'
import { type Cluster, type ClusterNode, LINES, startCluster } from './cluster.ts'

setDefaultTimeout(240_000)

let cluster: Cluster
let nodes: [ClusterNode, ClusterNode, ClusterNode]

beforeAll(async () => {
  cluster = await startCluster()
  const first = await cluster.addNode()
  // One machine's clock is wrong in all these tests.
  const ahead = { BUN_OPTIONS: `--preload=${path.join(import.meta.dir, 'anHourAhead.ts')}` }
  nodes = [first, await cluster.addNode(ahead), await cluster.addNode()]
  await everybodyDials()
})
afterAll(() => cluster.close())
afterEach(expectOrderAtTheCarrier)

test('a process whose clock is an hour ahead dials nothing early, and all dial together', async () => {
  const [first, ahead] = nodes
  const before = Date.now()
  const launchAt = new Date(before + 4_000).toISOString()
  const { id, phones } = await cluster.addCampaign(ahead, 120, { launch_at: launchAt })
  await cluster.ended(id)
  const campaign = await cluster.request(first, 'GET', `/campaigns/${id}`)
  expect(Math.abs(Date.parse(campaign.body.data.created_at) - before)).toBeLessThan(30_000)
  const attempts = await attemptsOf(id)
  expect(attempts).toHaveLength(phones.length)
  expect(Math.min(...attempts.map(({ dialed_at }) => dialed_at))).toBeGreaterThanOrEqual(Date.parse(launchAt))
  expect(new Set(attempts.map(({ node_id }) => node_id)).size).toBe(3)
  expect(busiestSecond(attempts.map(({ dialed_at }) => dialed_at))).toBeLessThanOrEqual(LINES.callsPerSecond)
})

test("an account's lines and pace hold over all processes", async () => {
  const [first, second, third] = nodes
  await cluster.request(first, 'PATCH', '/account', { lines: { calls_per_second: 7, calls_at_once: 2 } })
  const campaigns = await Promise.all([first, second, third].map((node) => cluster.addCampaign(node, 10)))
  for (const { id } of campaigns) await cluster.ended(id)
  const phones = new Set(campaigns.flatMap((campaign) => campaign.phones))
  const dials = (await cluster.carrier.dials()).filter(({ to }) => phones.has(to))
  expect(dials).toHaveLength(30)
  expect(mostAtOnce(dials)).toBe(2)
  const attempts = (await Promise.all(campaigns.map(({ id }) => attemptsOf(id)))).flat()
  expect(busiestSecond(attempts.map(({ dialed_at }) => dialed_at))).toBeLessThanOrEqual(7)
  await cluster.request(first, 'PATCH', '/account', { lines: { calls_per_second: null, calls_at_once: null } })
})

test("an account's limit of requests holds over all processes", async () => {
  const [first] = nodes
  await cluster.request(first, 'PATCH', '/account', { limits: { per_second: 1_000, per_minute: 1_040 } })
  const read = async (node: ClusterNode): Promise<number> => (await cluster.request(node, 'GET', '/account')).status
  const statuses: number[] = []
  for (let round = 0; round < 20; round++) {
    statuses.push(...(await Promise.all(Array.from({ length: 60 }, (_, index) => read(nodes[index % 3] ?? first)))))
  }
  const accepted = statuses.filter((status) => status === 200).length
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - accepted)
  expect(accepted).toBeLessThanOrEqual(1_040)
  expect(accepted).toBeGreaterThan(900)
  await cluster.query('update accounts set requests_per_second = 100000, requests_per_minute = 6000000')
})

test('what a killed process had taken on goes on within 30 seconds, and nobody is called twice', async () => {
  const [, , third] = nodes
  const { id, phones } = await cluster.addCampaign(third, 300)
  await waitFor('some dials', async () => ((await dialsTo(phones)).length > 40 ? true : null))
  third.child.kill('SIGKILL')
  const killedAt = performance.now()
  await third.child.exited
  const { body } = await cluster.request(nodes[0], 'POST', '/call', {
    phone: '+14159999901',
    playbook_id: DEMO_PLAYBOOK_ID,
  })
  await waitFor('the attempts of the dead process to be looked after', async () => {
    const rows = await cluster.query<{ count: number }>(
      'select count(*)::integer from attempts where ended_at is null and node_id not in (select id from nodes)',
    )
    return rows[0]?.count === 0 && (await nodeCount()) === 2 ? true : null
  })
  expect(performance.now() - killedAt).toBeLessThan(30_000)
  await cluster.ended(id)
  const call = await cluster.request(nodes[1], 'GET', `/calls/${body.data.call_id}`)
  expect(call.body.data.attempts).not.toBeEmpty()
  nodes[2] = await cluster.addNode()
  await everybodyDials()
})

test('a process that is stopped beyond its lease is replaced, and does no harm when it wakes', async () => {
  const [first, , third] = nodes
  const { id, phones } = await cluster.addCampaign(third, 300)
  await waitFor('some dials', async () => ((await dialsTo(phones)).length > 40 ? true : null))
  third.child.kill('SIGSTOP')
  await waitFor('the others to take it for dead', async () => ((await nodeCount()) === 2 ? true : null), 30_000)
  const scheduled = await cluster.addCampaign(first, 30)
  await cluster.ended(scheduled.id)
  third.child.kill('SIGCONT')
  await waitFor('it to come back', async () => ((await nodeCount()) === 3 ? true : null))
  await waitFor('it to say so', async () => (third.log().includes('taken for dead') ? true : null))
  await cluster.ended(id)
  expect((await cluster.request(third, 'GET', `/campaigns/${id}`)).body.data.status).toBe('completed')
  await everybodyDials()
})

test('a database server that crashes in the middle interrupts, and nothing is lost or called twice', async () => {
  const [first] = nodes
  const { id, phones } = await cluster.addCampaign(first, 300)
  await waitFor('some dials', async () => ((await dialsTo(phones)).length > 40 ? true : null))
  // The server ends every connection and recovers from its log when one of its processes dies.
  const [backend] = await cluster.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'playcall' limit 1",
  )
  if (backend) process.kill(backend.pid, 'SIGKILL')
  await cluster.ended(id)
  await everybodyDials()
})

/** Waits until each process has its share of the lines. */
async function everybodyDials(): Promise<void> {
  await waitFor('every process to have its share', async () => {
    const shares = await cluster
      .query<{ calls_per_second: number; calls_at_once: number }>('select calls_per_second, calls_at_once from nodes')
      .catch(() => [])
    const even = { calls_per_second: LINES.callsPerSecond / 3, calls_at_once: LINES.callsAtOnce / 3 }
    return shares.length === 3 && shares.every((share) => Bun.deepEquals(share, even)) ? true : null
  })
}

/** However many processes there are, and whatever became of them. */
async function expectOrderAtTheCarrier(): Promise<void> {
  const dials = await cluster.carrier.dials()
  expect(dials.filter(({ isRepeated }) => isRepeated)).toEqual([])
  expect(mostAtOnce(dials)).toBeLessThanOrEqual(LINES.callsAtOnce)
  for (const toOne of Map.groupBy(dials, ({ to }) => to).values()) expect(mostAtOnce(toOne)).toBe(1)
  const twice = await cluster.query(
    `select call_id from attempts join calls on calls.id = call_id
     where not (placement = 'requested' and disposition = 'failed')
     group by call_id, recalls_used having count(*) > recalls_used + 1`,
  )
  expect(twice).toEqual([])
}

async function dialsTo(phones: readonly string[]): Promise<DialRecord[]> {
  const wanted = new Set(phones)
  return (await cluster.carrier.dials()).filter(({ to }) => wanted.has(to))
}

async function attemptsOf(campaignId: string): Promise<{ dialed_at: number; node_id: string }[]> {
  return cluster.query(
    `select (extract(epoch from dialed_at) * 1000)::double precision as dialed_at, node_id
     from attempts join calls on calls.id = call_id where campaign_id = $1`,
    [campaignId],
  )
}

async function nodeCount(): Promise<number> {
  const rows = await cluster.query<{ count: number }>('select count(*)::integer from nodes')
  return rows[0]?.count ?? 0
}

/** The most dials in any half-open second. */
function busiestSecond(instants: readonly number[]): number {
  return Math.max(...instants.map((start) => instants.filter((at) => at >= start && at < start + 1000).length))
}

/** The most calls that were in the air together, by the carrier's clock. */
function mostAtOnce(dials: readonly DialRecord[]): number {
  return Math.max(
    ...dials.map(({ at }) => dials.filter((other) => other.at <= at && (other.overAt ?? Infinity) > at).length),
  )
}
