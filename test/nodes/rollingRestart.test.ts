/** Processes that come and go while clients send requests. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { DEMO_PLAYBOOK_ID } from '../../src/cli/firstStart.ts'
import { waitFor } from '../support/waitFor.ts'
import { type Cluster, type ClusterNode, startCluster } from './cluster.ts'

setDefaultTimeout(240_000)

const CLIENTS = 8
/** Of each client between two requests, so that no more calls are asked for than can be made. */
const PAUSE_MS = 200
const LINES = { callsPerSecond: 300, callsAtOnce: 300 }
const LOOK_EVERY_MS = 200
/** Long enough for the clients to notice, however slow the machine. */
const DRAIN_S = '5'

let cluster: Cluster
let nodes: ClusterNode[]

beforeAll(async () => {
  cluster = await startCluster(LINES)
})
afterAll(() => cluster.close())

test('processes that start together on an empty database make it once', async () => {
  nodes = await Promise.all([1, 2, 3].map(() => cluster.addNode({ PLAYCALL_DRAIN_S: DRAIN_S })))
  const [counts] = await cluster.query<Record<string, number>>(
    `select (select count(*) from accounts)::integer as accounts, (select count(*) from playbooks)::integer as playbooks,
      (select count(*) from tokens)::integer as tokens, (select count(*) - count(distinct name) from kysely_migration)::integer as repeated`,
  )
  expect(counts).toEqual({ accounts: 1, playbooks: 1, tokens: 1, repeated: 0 })
})

test('while every process in turn is stopped and replaced, no request fails, and each call is there once', async () => {
  const balancer = new Balancer(nodes)
  const clients = Array.from({ length: CLIENTS }, () => balancer.sendCalls())
  for (const old of nodes) {
    await balancer.hasServed(60)
    old.child.kill('SIGTERM')
    expect(await old.child.exited).toBe(0)
    balancer.add(await cluster.addNode({ PLAYCALL_DRAIN_S: DRAIN_S }))
  }
  await balancer.hasServed(60)
  balancer.stop()
  const accepted = (await Promise.all(clients)).flat()
  expect(balancer.failures).toEqual([])
  expect(new Set(accepted).size).toBe(accepted.length)
  await waitFor('every call to end', async () => {
    const [row] = await cluster.query<{ left: number; calls: number }>(
      'select count(*) filter (where ended_at is null)::integer as left, count(*)::integer as calls from calls',
    )
    return row?.left === 0 ? (expect(row.calls).toBe(accepted.length) ?? true) : null
  })
  expect((await cluster.carrier.dials()).filter(({ isRepeated }) => isRepeated)).toEqual([])
})

/** Sends each request to a process that says it is ready, as a load balancer does: to another one when a connection is refused. */
class Balancer {
  readonly failures: unknown[] = []
  readonly #nodes: { node: ClusterNode; isReady: boolean }[] = []
  #served = 0
  #isStopped = false

  constructor(of: readonly ClusterNode[]) {
    for (const node of of) this.add(node)
  }

  add(node: ClusterNode): void {
    const entry = { node, isReady: true }
    this.#nodes.push(entry)
    void this.#watch(entry)
  }

  stop(): void {
    this.#isStopped = true
  }

  async hasServed(more: number): Promise<void> {
    const wanted = this.#served + more
    await waitFor('requests to be served', async () => (this.#served >= wanted ? true : null))
  }

  /** Creates calls one after the other until told to stop, and answers their ids. */
  async sendCalls(): Promise<string[]> {
    const ids: string[] = []
    for (let turn = 0; !this.#isStopped; turn++) {
      const entry = await waitFor('a process that is ready', async () => {
        const ready = this.#nodes.filter(({ isReady }) => isReady)
        return ready[turn % ready.length] ?? null
      })
      const body = {
        phone: `+1415${Math.floor(Math.random() * 1e7)
          .toString()
          .padStart(7, '0')}`,
        playbook_id: DEMO_PLAYBOOK_ID,
      }
      try {
        const answer = await cluster.request(entry.node, 'POST', '/call', body)
        if (answer.status === 201) ids.push(answer.body.data.call_id)
        else this.failures.push(answer)
        this.#served++
      } catch (error) {
        entry.isReady = false
        // Nothing was sent.
        if (!(error instanceof Error && 'code' in error && error.code === 'ConnectionRefused'))
          this.failures.push(error)
      }
      await Bun.sleep(PAUSE_MS)
    }
    return ids
  }

  /** Nobody waits for the answer of another. */
  async #watch(entry: { node: ClusterNode; isReady: boolean }): Promise<void> {
    while (!this.#isStopped) {
      entry.isReady = await fetch(`${entry.node.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      await Bun.sleep(LOOK_EVERY_MS)
    }
  }
}
