/**
 * A process whose machine vanishes from the network in the middle of a transaction. That the server and the process find
 * out by TCP takes a network that drops packets, and so an administrator: tried by hand. Here TCP goes on, and what ends the
 * transaction is the server's patience with who has begun one and says nothing.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { waitFor } from '../support/waitFor.ts'
import { type Cluster, type ClusterNode, LINES, startCluster } from './cluster.ts'
import { type FaultyNetwork, startFaultyNetwork } from './faultyNetwork.ts'

setDefaultTimeout(240_000)

let cluster: Cluster
let network: FaultyNetwork
let near: ClusterNode
let far: ClusterNode

beforeAll(async () => {
  cluster = await startCluster()
  network = await startFaultyNetwork(cluster.databaseUrl)
  near = await cluster.addNode()
  far = await cluster.addNode({ DATABASE_URL: network.url })
})
afterAll(async () => {
  await cluster.close()
  network.close()
})

test('one that is cut off in a transaction is replaced within 30 seconds, dials nothing more, and comes back', async () => {
  await waitFor('both to have their share', async () => ((await nodesWith(LINES.callsAtOnce / 2)) === 2 ? true : null))
  // More than the other dials in 30 seconds with its half of the pace, so that there is something left to dial after that.
  const { id } = await cluster.addCampaign(far, 1_000)
  await waitFor('some dials', async () => ((await cluster.carrier.dialled()) > 40 ? true : null))
  await network.cutInTransaction()
  const cutAt = performance.now()
  await waitFor('the other to have all lines', async () => ((await nodesWith(LINES.callsAtOnce)) === 1 ? true : null))
  expect(performance.now() - cutAt).toBeLessThan(30_000)
  const replacedAt = await cluster.carrier.dialled()
  await cluster.ended(id)

  const dials = await cluster.carrier.dials()
  expect(new Set(dials.slice(replacedAt).map(({ node }) => node)).size).toBe(1)
  expect(dials.filter(({ isRepeated }) => isRepeated)).toEqual([])
  const campaign = await cluster.request(near, 'GET', `/campaigns/${id}`)
  expect(campaign.body.data.status).toBe('completed')

  network.mend()
  await waitFor('it to come back', async () => ((await nodesWith(LINES.callsAtOnce / 2)) === 2 ? true : null))
  expect((await cluster.request(far, 'GET', `/campaigns/${id}`)).body.data.status).toBe('completed')
})

/** How many processes have so many of the carrier's lines. */
async function nodesWith(callsAtOnce: number): Promise<number> {
  const rows = await cluster.query<{ count: number }>('select count(*)::integer from nodes where calls_at_once = $1', [
    callsAtOnce,
  ])
  return rows[0]?.count ?? 0
}
