/**
 * How a command reaches the service that has the data directory open: a Unix socket in the directory, which only its
 * owner may use. A request is a line with a command's name, an answer a line of JSON; a command's work ends when its
 * connection does. Windows has no such socket: there the service has to be stopped before a command.
 */
import fs from 'node:fs'
import net, { type Socket } from 'node:net'
import path from 'node:path'
import readline from 'node:readline'
import type { Log } from '../ports/Log.ts'
import { CONTROL_SOCKET } from '../store/dataLock.ts'
import { CommandError } from './shell.ts'

/** Commands at once; there are hardly ever two. */
const MAX_CONNECTIONS = 8

export interface Caller {
  /** The next line that the command sends; null when it has gone. */
  next(): Promise<string | null>
  /** Answers with a value. */
  answer(value: unknown): void
  /** Lets the command fail with a sentence. */
  fail(sentence: string): void
}

export type Handlers = Readonly<Record<string, (caller: Caller) => Promise<void>>>

/**
 * Listens in a data directory whose lock this process holds. Answers the function that ends it; null where there is no
 * such socket. That it cannot be had, as when the path is too long for one, is told in the log and does no other harm.
 */
export async function listenForCommands(
  directory: string,
  handlers: Handlers,
  log: Log,
): Promise<(() => Promise<void>) | null> {
  if (process.platform === 'win32') return null
  const place = path.join(directory, CONTROL_SOCKET)
  const open = new Set<Socket>()
  const server = net.createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    void handle(socket, handlers)
  })
  server.maxConnections = MAX_CONNECTIONS
  try {
    // Left by a process that was killed.
    fs.rmSync(place, { force: true })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(place, resolve)
    })
    fs.chmodSync(place, 0o600)
  } catch (cause) {
    log('warn', 'commands cannot reach this service: it has to be stopped for them', { cause: String(cause) })
    return null
  }
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
    fs.rmSync(place, { force: true })
  }
}

async function handle(socket: Socket, handlers: Handlers): Promise<void> {
  const { next, send } = talk(socket)
  const caller: Caller = {
    next,
    answer: (value) => send({ answer: value }),
    fail: (sentence) => send({ failed: sentence }),
  }
  try {
    const command = (await next()) ?? ''
    const handler = Object.hasOwn(handlers, command) ? handlers[command] : undefined
    if (handler) await handler(caller)
    else caller.fail(`The service that runs does not know the command ${command}: it is another version of Playcall.`)
  } catch (cause) {
    caller.fail(cause instanceof Error ? cause.message : String(cause))
  }
  socket.end()
}

export interface Service {
  /** Sends lines and resolves with the answer to them. Throws a CommandError with what the service has to say. */
  ask<Answer>(...lines: string[]): Promise<Answer>
  close(): void
}

/** Reaches the service that has a data directory open; null when there is none that listens. */
export async function reachService(directory: string): Promise<Service | null> {
  if (process.platform === 'win32') return null
  const place = path.join(directory, CONTROL_SOCKET)
  if (!fs.existsSync(place)) return null
  const socket = net.connect(place)
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!isThere) return null
  const { next, send } = talk(socket)
  return {
    ask: async <Answer>(...lines: string[]) => {
      for (const line of lines) send(line)
      const text = await next()
      if (text === null) throw new CommandError('The service ended meanwhile. Try again.')
      const said = JSON.parse(text) as { answer: Answer } | { failed: string }
      if ('failed' in said) throw new CommandError(said.failed)
      return said.answer
    },
    close: () => void socket.destroy(),
  }
}

/** Lines in both directions. What goes wrong with the connection ends it, and its lines. */
function talk(socket: Socket): { next: () => Promise<string | null>; send: (message: unknown) => void } {
  socket.on('error', () => socket.destroy())
  const lines = readline.createInterface({ input: socket })[Symbol.asyncIterator]()
  return {
    next: async () => {
      const { value, done } = await lines.next()
      return done === true ? null : value
    },
    send: (message) => {
      if (!socket.destroyed) socket.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
    },
  }
}
