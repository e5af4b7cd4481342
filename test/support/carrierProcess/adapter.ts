/** Playcall's side of the carrier's process. Nobody rings in. A connection that is lost stays lost. */
import type { Carrier, CarrierEvent, CarrierState, Placement } from '../../../src/ports/Carrier.ts'
import type { FromNode, ToNode } from './wire.ts'

/** `node` names this process to the carrier, and must be another one after every start; `onLost`: the carrier is gone. */
export function connectCarrier(
  url: string,
  node: string,
  lines: Carrier['lines'],
  onLost: () => void = () => {},
): Carrier {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/?node=${node}`)
  const opened = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve(), { once: true }))
  const placements = new Map<number, (placement: Placement) => void>()
  const states = new Map<number, (state: CarrierState) => void>()
  let sink: (event: CarrierEvent) => void = () => {}
  let questions = 0
  let isLost = false
  let isClosed = false

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as ToNode
    if (message.kind === 'event') return sink(message.event)
    if (message.kind === 'placement') placements.get(message.id)?.(message.placement)
    else states.get(message.id)?.(message.state)
    placements.delete(message.id)
    states.delete(message.id)
  })
  socket.addEventListener('close', () => {
    isLost = true
    for (const settle of placements.values()) settle({ kind: 'unknown' })
    for (const settle of states.values()) settle({ kind: 'unavailable' })
    if (!isClosed) onLost()
  })

  /** In the order of the calls, also before the connection is there. */
  function send(message: FromNode): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    else if (!isLost) void opened.then(() => socket.send(JSON.stringify(message)))
  }

  return {
    name: 'carrier process',
    lines,
    place: (dial) =>
      new Promise((resolve) => {
        if (isLost) return resolve({ kind: 'unknown' })
        const id = ++questions
        placements.set(id, resolve)
        send({ kind: 'place', id, dial })
      }),
    fetch: (ref) =>
      new Promise((resolve) => {
        if (isLost) return resolve({ kind: 'unavailable' })
        const id = ++questions
        states.set(id, resolve)
        send({ kind: 'fetch', id, ref })
      }),
    line: {
      speak: () => {},
      finish: (attemptId, end) => send({ kind: 'finish', attemptId, end }),
    },
    hangup: (ref) => send({ kind: 'hangup', attemptId: ref.attemptId }),
    accept: () => {},
    refuse: () => {},
    subscribe: (newSink) => (sink = newSink),
    close: () => {
      isClosed = true
      socket.close()
    },
  }
}
