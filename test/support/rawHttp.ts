/** HTTP without a client: the bytes go out exactly as a test wrote them, and what comes back is read to its end. */
import net from 'node:net'

/** An answer; `closed` when the connection ended without one. */
export type RawAnswer = { closed: true } | { closed: false; status: number; headers: Headers; text: string }

export type Bytes = string | Uint8Array

export interface RawOptions {
  /** How long the answer may take; 1,000 ms if absent. */
  deadlineMs?: number
  /** Sends a byte of it each second once the rest is out, and never ends. */
  trickle?: boolean
}

/** Opens a connection, sends the pieces one by one (text as Latin-1) and answers what came back. Throws when nothing comes in time. */
export function sendBytes(url: string, pieces: readonly Bytes[], options: RawOptions = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const { deadlineMs = 1_000, trickle = false } = options
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    let received = Buffer.alloc(0)
    let drip: Timer | undefined
    const end = (settle: () => void): void => {
      clearTimeout(deadline)
      clearInterval(drip)
      socket.destroy()
      settle()
    }
    const deadline = setTimeout(() => {
      end(() => reject(new Error(`no answer within ${deadlineMs} ms, only ${JSON.stringify(received.toString())}`)))
    }, deadlineMs)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const answer = parseAnswer(received)
      if (answer) end(() => resolve(answer))
    })
    // A service that refuses a body halfway may reset the connection; what it said before is what counts.
    socket.on('error', () => undefined)
    socket.on('close', () => end(() => resolve({ closed: true })))
    for (const piece of pieces) socket.write(bytesOf(piece))
    if (trickle) drip = setInterval(() => socket.write(' '), 1_000)
  })
}

/** Sends the pieces and hangs up in the middle. Resolves when the connection is gone. */
export function sendAndHangUp(url: string, pieces: readonly Bytes[]): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.end(Buffer.concat(pieces.map(bytesOf)), () => socket.destroy())
  })
}

function bytesOf(piece: Bytes): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
}

function parseAnswer(received: Buffer): RawAnswer | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = received.subarray(end + 4)
  if (body.length < Number(headers.get('content-length') ?? 0)) return null
  return { closed: false, status: Number(first.split(' ')[1]), headers, text: body.toString() }
}
