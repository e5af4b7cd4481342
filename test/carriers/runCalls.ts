/** Calls on the simulator and the virtual clock, with an agent that talks: what the engine does, without its database. */
import type { PlaybookConfig } from '../../src/core/playbookConfig.ts'
import type { CarrierReport } from '../../src/core/call.ts'
import { createScriptedAgent } from '../../src/agents/scripted/scripted.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/carriers/simulator/simulator.ts'
import type { Agent, AgentInput, Conversation } from '../../src/ports/Agent.ts'
import type { AttemptRef, CarrierEvent, Dial, Placement } from '../../src/ports/Carrier.ts'
import { createVirtualClock, type VirtualClock } from '../../src/clocks/virtualClock.ts'

import { agentThat, replyOf } from '../support/acts.ts'

export const START = Date.UTC(2026, 0, 5, 9)
export const SPEED = 20

/** What the numbers begin with that always behave in one way. */
export const BEHAVES = '+1500555'
/** Somebody who behaves in no special way. */
export const ANYBODY = '+14155550123'

/** Never hangs up and always has something to say. */
export const tirelessAgent: Agent = agentThat(() => [{ kind: 'say', text: 'And how do you see that, if I may ask?' }])

export const TYPICAL: PlaybookConfig = {
  agent: 'scripted',
  first_message: 'Hello {{ first_name }}, this is the clinic. Is now a good time to talk?',
  end_message: 'Thank you very much, goodbye.',
  voicemail: { action: 'message', message: 'Hello {{ first_name }}, please call the clinic back.' },
  script: [
    { say: 'We would like to confirm your appointment on Monday. Does that suit you?' },
    {
      say: 'Will you bring your insurance card?',
      expect: [
        { match: 'yes|sure', outcome: 'confirmed', goto: 'end' },
        { match: '*', outcome: 'open', goto: 'end' },
      ],
    },
  ],
}

export interface Track {
  dial: Dial
  placement: Placement | null
  conversation: Conversation
  transcript: string[]
  outcome: string | null
  /** Events as they came until the end, and when each came. */
  events: CarrierEvent[]
  eventInstants: number[]
  report: CarrierReport | null
}

export interface Run {
  clock: VirtualClock
  carrier: Simulator
  tracks: Map<string, Track>
  dials: Dial[]
  /** Every event, also those that come after the end of a call. */
  told: CarrierEvent[]
  dial(to: string, change?: Partial<Dial>): Track
  /** Accepts a call of `from`. */
  pickUp(carrierCallId: string, from: string, change?: Partial<Dial>): Track
  /** Lets simulated seconds pass. */
  pass(simulatedS: number): Promise<void>
}

export function startRun(
  options: Partial<SimulatorOptions> & { config?: PlaybookConfig; agent?: Agent; start?: number } = {},
): Run {
  const clock = createVirtualClock(options.start ?? START)
  const agent = options.agent ?? createScriptedAgent()
  const config = options.config ?? TYPICAL
  const dials: Dial[] = []
  const told: CarrierEvent[] = []
  const carrier = createSimulator({ seed: 7, speed: SPEED, onDial: (dial) => dials.push(dial), ...options, clock })
  const tracks = new Map<string, Track>()

  async function talk(track: Track, input: AgentInput): Promise<void> {
    const { say, outcome, then } = await replyOf(track.conversation, input)
    if (say !== '') track.transcript.push(`agent: ${say}`)
    if (outcome !== undefined) track.outcome = outcome
    carrier.line.speak(track.dial.attemptId, say, true)
    carrier.line.finish(track.dial.attemptId, { silenceAfterS: 10, then })
  }

  carrier.subscribe((event) => {
    told.push(event)
    if (event.kind === 'incoming') return
    const track = tracks.get(event.attemptId)
    if (!track || track.report) return
    track.events.push(event)
    track.eventInstants.push(clock.now())
    if (event.kind === 'ended') track.report = event.report
    if (event.kind === 'heard') track.transcript.push(`callee: ${event.text}`)
    if (event.kind === 'answered' || event.kind === 'heard' || event.kind === 'silence') void talk(track, event)
  })

  function follow(dial: Dial): Track {
    const conversation = agent.begin(config, { first_name: 'Ada' })
    const talked = { transcript: [], outcome: null, events: [], eventInstants: [], report: null }
    const track: Track = { dial, placement: null, conversation, ...talked }
    tracks.set(dial.attemptId, track)
    return track
  }

  return {
    clock,
    carrier,
    tracks,
    dials,
    told,
    dial(to, change = {}) {
      const attemptId = `${to}#${change.attemptNumber ?? 1}`
      const dial = { attemptId, attemptNumber: 1, to, from: null, ringTimeoutS: 30, maxDurationS: 600, ...change }
      const track = follow(dial)
      void carrier.place(dial).then((placement) => {
        track.placement = placement
      })
      return track
    },
    pickUp(carrierCallId, from, change = {}) {
      const asked = { attemptNumber: 1, to: from, from: null, ringTimeoutS: 30, maxDurationS: 600, ...change }
      const track = follow({ attemptId: `${from}#in`, ...asked })
      carrier.accept({ ...refOf(track.dial, clock.now()), carrierCallId })
      return track
    },
    pass: (simulatedS) => clock.advanceBy((simulatedS * 1000) / SPEED, settle),
  }
}

/** Lets promises that are already settled run on: an agent answers a few of them later. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

export function refOf(dial: Dial, dialedAt: number | null): AttemptRef {
  const { attemptId, attemptNumber, to, ringTimeoutS, maxDurationS } = dial
  return { attemptId, attemptNumber, to, ringTimeoutS, maxDurationS, carrierCallId: null, dialedAt: dialedAt ?? START }
}

/** Simulated seconds from the dial at `START` to the end. */
export function totalS(report: CarrierReport | null, dialedAt: number = START): number {
  if (!report) throw new Error('the call has not ended')
  return ((report.endedAt - dialedAt) * SPEED) / 1000
}

export function kinds(track: Track): string[] {
  return track.events.map(({ kind }) => kind)
}

/** One call on a carrier of its own, followed for a while. */
export async function callOut(
  to: string,
  options: Parameters<typeof startRun>[0] = {},
  simulatedS = 300,
): Promise<Track> {
  const run = startRun(options)
  const track = run.dial(to)
  await run.pass(simulatedS)
  return track
}
