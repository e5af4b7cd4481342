/** Where what a carrier reports goes: into its call, to its talk, or to be answered. */
import type { CallEvent } from '../../core/call.ts'
import { unreachable } from '../../core/unreachable.ts'
import type { CarrierEvent } from '../../ports/Carrier.ts'
import type { Talks } from '../talking/talks.ts'

type Incoming = Extract<CarrierEvent, { kind: 'incoming' }>

export function createCarrierListener(deps: {
  talks: Talks
  tell: (event: CallEvent) => void
  takeIncoming: (incoming: Incoming) => void
  /** A process that ends leaves what it hears to the next. */
  isStopped: () => boolean
}): (event: CarrierEvent) => void {
  const { talks, tell } = deps
  return (event) => {
    if (deps.isStopped()) return
    switch (event.kind) {
      case 'ringing':
        return tell(event)
      case 'answered':
        talks.open(event.attemptId)
        return tell(event)
      case 'ended': {
        const note = talks.close(event.attemptId, event.report)
        if (note) tell({ kind: 'noted', attemptId: event.attemptId, note })
        return tell(event)
      }
      case 'heard':
      case 'interrupted':
      case 'silence':
        return talks.hear(event)
      case 'incoming':
        return deps.takeIncoming(event)
      default:
        return unreachable(event)
    }
  }
}
