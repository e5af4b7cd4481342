/** A network between a process and its database that can be cut: nothing passes any more, and neither side is told. */
import { once } from 'node:events'
import net from 'node:net'

export interface FaultyNetwork {
  /** The database's URL by way of this network. */
  url: string
  /** Waits for a transaction to begin, lets that through to the server, and from then on nothing. */
  cutInTransaction(): Promise<void>
  /** Lets everything through again. Connections from before are gone, as each side finds out by itself in some 20 s. */
  mend(): void
  close(): void
}

export async function startFaultyNetwork(databaseUrl: string): Promise<FaultyNetwork> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  let isCut = false
  let onCut: (() => void) | null = null

  function join(from: net.Socket, to: net.Socket, sees: (chunk: Buffer) => void): void {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => {
      if (isCut) return
      to.write(chunk)
      sees(chunk)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      if (!isCut) to.destroy()
    })
  }

  const server = net.createServer((client) => {
    const database = net.connect({ host: target.hostname, port: Number(target.port) })
    join(database, client, () => undefined)
    join(client, database, (chunk) => {
      if (onCut === null || !/start transaction/.test(chunk.toString('latin1'))) return
      isCut = true
      onCut()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.')
  const url = new URL(databaseUrl)
  url.port = String(address.port)

  function mend(): void {
    isCut = false
    onCut = null
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cutInTransaction: () => new Promise((resolve) => (onCut = resolve)),
    mend,
    close: () => {
      mend()
      server.close()
    },
  }
}
