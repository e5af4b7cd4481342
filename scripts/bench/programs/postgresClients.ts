/**
 * How much a Postgres server does for clients that cost next to nothing, in the manner of pgbench, which the packages
 * with Postgres' binaries leave out: so many connections, prepared statements, one exchange for a transaction, and the
 * answers are not looked at. Argument: the URL of a database with the service's tables, without a password.
 */
import type { Socket } from 'bun'
import { MessageWriter } from '../../../src/database/wire/messages.ts'
import { callParameters, type Ids, IDS_QUERY, INSERT_CALL, INSERT_CONTACT, SELECT_CALL } from '../callRows.ts'
import { answerQuestions } from '../program.ts'
import { queryPostgres } from '../servers.ts'

export type PostgresQuestion = { measureMs: number } & (
  | { kind: 'insert' }
  /** Reads these in turn. */
  | { kind: 'select'; callIds: string[] }
)

export interface PostgresAnswer {
  perSecond: number
}

const CONNECTIONS = 32
const PROTOCOL_VERSION = 196_608
const [READY, ERROR] = ['Z'.charCodeAt(0), 'E'.charCodeAt(0)]

interface Connection {
  socket: Socket<Connection>
  rest: Buffer
  answered: () => void
  failed: (cause: Error) => void
}

const database = process.argv[2] ?? ''
const ids = (await queryPostgres(database, IDS_QUERY)) as unknown as Ids
const writer = new MessageWriter()
const connections = await Promise.all(Array.from({ length: CONNECTIONS }, connect))
let number = 0

async function connect(): Promise<Connection> {
  const { hostname, port, username, pathname } = new URL(database)
  const socket = await Bun.connect<Connection>({
    hostname,
    port: Number(port),
    socket: {
      data: ({ data: connection }, piece) => receive(connection, piece),
      close: ({ data: connection }) => connection.failed(new Error('the database closed a connection')),
    },
  })
  const connection: Connection = { socket, rest: Buffer.alloc(0), answered: () => {}, failed: () => {} }
  socket.data = connection
  const words = Buffer.from(`user\0${username}\0database\0${pathname.slice(1)}\0\0`)
  const start = Buffer.alloc(8)
  start.writeInt32BE(start.length + words.length)
  start.writeInt32BE(PROTOCOL_VERSION, 4)
  await exchange(connection, Buffer.concat([start, words]))
  writer.reset()
  writer.parse('contact', INSERT_CONTACT)
  writer.parse('call', INSERT_CALL)
  writer.parse('select', SELECT_CALL)
  writer.sync()
  await exchange(connection, writer.take())
  return connection
}

/** Sends messages, and waits until the server is ready for more. */
function exchange(connection: Connection, messages: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.answered = resolve
    connection.failed = reject
    connection.socket.write(messages)
  })
}

/** Skips the messages of an answer: a letter, and four bytes of length, which count themselves. */
function receive(connection: Connection, piece: Buffer): void {
  const data = connection.rest.length === 0 ? piece : Buffer.concat([connection.rest, piece])
  let at = 0
  while (data.length - at >= 5) {
    const end = at + 1 + data.readInt32BE(at + 1)
    if (end > data.length) break
    if (data[at] === ERROR) return connection.failed(new Error(data.toString('utf8', at, end)))
    if (data[at] === READY) connection.answered()
    at = end
  }
  connection.rest = Buffer.from(data.subarray(at))
}

function write(question: PostgresQuestion): Uint8Array {
  writer.reset()
  const turn = number++
  if (question.kind === 'insert') {
    const { contact, call } = callParameters(ids, turn)
    writer.bind('contact', contact)
    writer.execute()
    writer.bind('call', call)
    writer.execute()
  } else {
    writer.bind('select', [ids.account_id, question.callIds[turn % question.callIds.length]])
    writer.execute()
  }
  writer.sync()
  return writer.take()
}

async function measure(question: PostgresQuestion): Promise<PostgresAnswer> {
  const began = performance.now()
  let done = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - began < question.measureMs) {
        await exchange(connection, write(question))
        done++
      }
    }),
  )
  return { perSecond: (done * 1000) / (performance.now() - began) }
}

answerQuestions(measure)
