/** A phone call as the network remembers it. */
import type { AnsweredBy, CarrierReport } from '../../src/core/call.ts'
import type { Carrier, Placement } from '../../src/ports/Carrier.ts'
import type { Chance } from './draw.ts'

/** A process as the network sees it. */
export interface Subscriber {
  number: number
  isDead(): boolean
  die(): void
  /** Its wall clock. */
  wall(): number
  /** The world's instant from which on the machine is awake. */
  awakeAt(): number
}

/** One phone call, or a create request that never became one. Instants are the world's. */
export interface PhoneCall {
  attemptId: string
  /** Its place among all. */
  order: number
  direction: 'outbound' | 'inbound'
  phone: string
  /** As asked for; 0 for one that came in before it was accepted. */
  maxDurationS: number
  at: number
  /** The wall clock of the process that asked. */
  wallAt: number
  process: number
  /** Whether the process that asked for it is dead: what it was answered may never have been stored. */
  isAskerDead: () => boolean
  /** The step of the history in which it was asked for. */
  step: number
  /** What the create request was answered, or would have been. */
  answer: Placement
  /** Whether a phone was involved at all. */
  taken: boolean
  carrierCallId: string
  state: 'waiting' | 'dialling' | 'ringing' | 'talking' | 'over'
  answeredBy: AnsweredBy
  ringingAt: number | null
  answeredAt: number | null
  overAt: number | null
  report: CarrierReport | null
  said: string[]
  /** Counts what was said and heard: what was planned before it is void. */
  turn: number
  chance: Chance
}

export interface Network {
  /** Every create request and every call that came in, oldest first. */
  readonly calls: readonly PhoneCall[]
  /** The carrier, for one process. */
  connect(subscriber: Subscriber): Carrier
  ringIn(from: string, to: string): void
  /** Cannot be asked until then, and answers no create request. */
  awayUntil: number
  /** The process dies at this create request from now on (1 is the next); null for never. */
  crash: { atRequest: number; when: 'before' | 'after' } | null
  step: number
}
