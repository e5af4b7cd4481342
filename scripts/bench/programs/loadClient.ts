/**
 * The load: so many connections, each of which sends its next request when it has got the answer to the one before.
 * It speaks HTTP over bare sockets, because a client that costs more than the server measures itself.
 */
import type { Socket } from 'bun'
import { readCpuS } from '../processes.ts'
import { answerQuestions } from '../program.ts'
import { percentile } from '../statistics.ts'

export interface LoadOptions {
  /** Of the server, without a slash at the end. */
  url: string
  method: string
  /** Sent in turn. */
  paths: readonly string[]
  headers: Record<string, string>
  /** Null: none. `{number}` stands for nine digits that are different in every request. */
  body: string | null
  /** The first of those numbers. */
  firstNumber: number
  connections: number
  /** Between an answer and the next request on its connection. */
  pauseMs: number
  /** Load before anything is measured. */
  warmUpMs: number
  measureMs: number
  /** Whose processor time is told; null: nobody's. */
  serverPid: number | null
}

export interface LoadResult {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Processor time of the server for a request, in microseconds; null where that is not known. */
  serverCpuUs: number | null
  /** Seconds of processor time that this client has used in a second. Near 1 the client is what is measured. */
  clientCpu: number
  /** The first number that was not used. */
  nextNumber: number
}

const NUMBER_DIGITS = 9

interface Connection {
  /** Null before it is open, and when it is no longer needed. */
  socket: Socket<Connection> | null
  sentAt: number
  rest: Buffer | null
}

async function load(options: LoadOptions): Promise<LoadResult> {
  const nextRequest = writeRequests(options)
  const latencies: number[] = []
  const beginsAt = performance.now() + options.warmUpMs
  const endsAt = beginsAt + options.measureMs
  const finished = Promise.withResolvers<void>()
  let lastAt = 0
  let open = options.connections
  let cpuAtBegin: CpuTimes | null = null
  let cpuAtEnd: CpuTimes | null = null

  const send = (connection: Connection): void => {
    const now = performance.now()
    if (now >= beginsAt) cpuAtBegin ??= readCpu(options.serverPid)
    // A server that has answered nothing yet is given the time that it takes.
    if (now >= endsAt && latencies.length > 0) {
      cpuAtEnd ??= readCpu(options.serverPid)
      const { socket } = connection
      connection.socket = null
      socket?.end()
      if (--open === 0) finished.resolve()
      return
    }
    connection.sentAt = now
    connection.socket?.write(nextRequest.make())
  }
  const receive = (connection: Connection, piece: Buffer): void => {
    const data = connection.rest ? Buffer.concat([connection.rest, piece]) : piece
    const end = findEnd(data)
    connection.rest = end === null ? Buffer.from(data) : null
    if (end === null) return
    const now = performance.now()
    // A request that was sent in time counts, however long its answer takes: the slowest are what a percentile is about.
    if (now >= beginsAt && (connection.sentAt < endsAt || latencies.length === 0)) {
      latencies.push(now - connection.sentAt)
      lastAt = now
    }
    if (options.pauseMs > 0) setTimeout(() => send(connection), options.pauseMs)
    else send(connection)
  }
  const { hostname, port } = new URL(options.url)
  for (let index = 0; index < options.connections; index++) {
    const connection: Connection = { socket: null, sentAt: 0, rest: null }
    await Bun.connect<Connection>({
      hostname,
      port: Number(port),
      data: connection,
      socket: {
        open: (socket) => {
          connection.socket = socket
          send(connection)
        },
        data: (_, piece) => {
          try {
            receive(connection, piece)
          } catch (cause) {
            finished.reject(cause)
          }
        },
        close: () => {
          if (connection.socket) finished.reject(new Error('the server closed a connection'))
        },
        error: (_, cause) => finished.reject(cause),
      },
    })
  }
  await finished.promise
  return summarise(
    latencies,
    Math.max(endsAt, lastAt) - beginsAt,
    { begin: cpuAtBegin, end: cpuAtEnd },
    nextRequest.nextNumber(),
  )
}

interface CpuTimes {
  server: number | null
  client: number
}

function readCpu(serverPid: number | null): CpuTimes {
  const { user, system } = process.cpuUsage()
  return { server: serverPid === null ? null : readCpuS(serverPid), client: (user + system) / 1e6 }
}

function summarise(
  latencies: number[],
  measuredMs: number,
  cpu: { begin: CpuTimes | null; end: CpuTimes | null },
  nextNumber: number,
): LoadResult {
  const sorted = Float64Array.from(latencies).toSorted()
  const seconds = measuredMs / 1000
  const serverS = cpu.begin?.server == null || cpu.end?.server == null ? null : cpu.end.server - cpu.begin.server
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: percentile(sorted, 1),
    serverCpuUs: serverS === null ? null : (serverS * 1e6) / latencies.length,
    clientCpu: ((cpu.end?.client ?? 0) - (cpu.begin?.client ?? 0)) / seconds,
    nextNumber,
  }
}

/** The requests, ready to be sent; those without a number in them are made once. */
function writeRequests(options: LoadOptions): { make: () => string | Buffer; nextNumber: () => number } {
  const { method, body, url, headers, paths } = options
  const lines = Object.entries({ host: new URL(url).host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const template = body ?? ''
  const length = Buffer.byteLength(template.replace('{number}', '0'.repeat(NUMBER_DIGITS)))
  const ending = body === null ? '\r\n' : `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
  const heads = paths.map((path) => `${method} ${path} HTTP/1.1\r\n${lines.join('')}${ending}`)
  const [before = '', after] = template.split('{number}')
  const whole = heads.map((head) => Buffer.from(head + template))
  let number = options.firstNumber
  let turn = 0
  return {
    make: () => {
      turn = (turn + 1) % heads.length
      if (after === undefined) return whole[turn] ?? ''
      return heads[turn] + before + String(number++).padStart(NUMBER_DIGITS, '0') + after
    },
    nextNumber: () => number,
  }
}

/** Where the answer ends; null when it is not there yet. Throws when it is none that a client wants. */
function findEnd(data: Buffer): number | null {
  const headEnd = data.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = data.toString('latin1', 0, headEnd)
  const length = /content-length: *(\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 2') || length === undefined) throw new Error(`unexpected answer: ${data.toString()}`)
  const end = headEnd + 4 + Number(length)
  return data.length >= end ? end : null
}

if (import.meta.main) answerQuestions(load)
