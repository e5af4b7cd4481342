/** The end of the process: what is at work when it is asked to stop. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import net from 'node:net'
import { DEMO_PLAYBOOK_ID } from '../../src/cli/firstStart.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { spawnService } from '../support/service.ts'
import { waitFor } from '../support/waitFor.ts'

setDefaultTimeout(START_TIMEOUT_MS)

const TOKEN = 'a-token-for-tests-of-the-end'
const BODY = JSON.stringify({ phone: '+14155550123', playbook_id: DEMO_PLAYBOOK_ID })

let child: Bun.Subprocess | undefined
afterEach(async () => {
  child?.kill('SIGKILL')
  await child?.exited
})

/** A service, and a request of which it has half the body. */
async function startWithHalfARequest(env: Record<string, string> = {}) {
  const service = spawnService('src/main.ts', { PLAYCALL_DATA: 'memory', PLAYCALL_TOKEN: TOKEN, ...env })
  child = service.child
  const url = await service.ready
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.write(
    `POST /call HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 20)}`,
  )
  // Answered after the half request has been taken in: connections are served in their order.
  await fetch(`${url}/healthz`)
  return { service, url, socket, closed, received: () => received }
}

const refuses = (url: string): Promise<true | null> =>
  fetch(`${url}/healthz`).then(
    () => null,
    () => true as const,
  )

test.each([
  ['at a signal', ['SIGTERM']],
  ['at a signal that comes twice at once, as to a group of processes,', ['SIGINT', 'SIGTERM']],
] as const)('%s a request at work is answered, no other is taken, and the process ends well', async (_, signals) => {
  const { service, url, socket, closed, received } = await startWithHalfARequest()
  for (const signal of signals) service.child.kill(signal)
  await waitFor('new connections to be refused', () => refuses(url))
  socket.write(BODY.slice(20))
  await closed
  expect(received()).toStartWith('HTTP/1.1 201 ')
  expect(await service.child.exited).toBe(0)
})

test('a second signal ends the process without waiting for anything', async () => {
  const { service, url } = await startWithHalfARequest()
  service.child.kill('SIGTERM')
  await waitFor('new connections to be refused', () => refuses(url))
  await waitFor('it to end', async () => {
    service.child.kill('SIGTERM')
    return service.child.exitCode
  })
  expect(await service.child.exited).toBe(1)
})

test('while it drains it says that it is not ready, answers, and asks clients to use another connection', async () => {
  const { service, url, socket } = await startWithHalfARequest({ PLAYCALL_DRAIN_S: '60' })
  socket.destroy()
  service.child.kill('SIGTERM')
  await waitFor('it not to be ready', async () => ((await fetch(`${url}/readyz`)).status === 503 ? true : null))
  const answer = await fetch(`${url}/account`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('connection')).toBe('close')
})
