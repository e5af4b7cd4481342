/**
 * The carrier's process: an exchange that outlives every node. Nodes come in by WebSocket; a test asks `/dials` what
 * was dialled and `/dialled` how much. It prints its address, and ends when its input does: with the test, however that ends.
 */
import { clockFromEnv } from './fastClock.ts'
import { createExchange } from './exchange.ts'
import type { FromNode, ToNode } from './wire.ts'

/** Long enough that what a node had sent before the question is taken in before the answer. */
const SETTLE_MS = 20

const nodes = new Map<string, Bun.ServerWebSocket<{ node: string }>>()
const exchange = createExchange(clockFromEnv(process.env), Number(process.env.CARRIER_SEED ?? 1), (node, event) =>
  send(node, { kind: 'event', event }),
)

function send(node: string, message: ToNode): boolean {
  const socket = nodes.get(node)
  return socket !== undefined && socket.send(JSON.stringify(message)) !== 0
}

async function take(node: string, message: FromNode): Promise<void> {
  switch (message.kind) {
    case 'place': {
      const placement = await exchange.place(node, message.dial)
      send(node, { kind: 'placement', id: message.id, placement })
      return
    }
    case 'fetch':
      send(node, { kind: 'state', id: message.id, state: exchange.fetch(node, message.ref.attemptId) })
      return
    case 'finish':
      return exchange.finish(message.attemptId, message.end)
    case 'hangup':
      return exchange.hangup(message.attemptId)
  }
}

const server = Bun.serve<{ node: string }>({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request, self) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/dials') return Response.json(exchange.dials)
    if (pathname === '/dialled') {
      await Bun.sleep(SETTLE_MS)
      return Response.json(exchange.dials.length)
    }
    const node = searchParams.get('node')
    if (node !== null && self.upgrade(request, { data: { node } })) return undefined
    return new Response('Not found', { status: 404 })
  },
  websocket: {
    open: (socket) => void nodes.set(socket.data.node, socket),
    message: (socket, text) => void take(socket.data.node, JSON.parse(String(text)) as FromNode),
    close: (socket) => void nodes.delete(socket.data.node),
  },
})

console.log(server.url.origin)
process.stdin.on('end', () => process.exit(0)).resume()
