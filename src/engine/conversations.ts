/**
 * Lets the agent talk on the calls that are answered.
 *
 * A conversation is opened the moment the carrier reports an answer, so that no word is lost while the answer is being
 * stored; it begins to talk once the answer is committed. What it hears is handled strictly in order. Findings and
 * turns are stored as they come: a crash in mid-sentence loses the sentence, not the wish not to be called again.
 */
import type { AnsweredBy, Attempt, CarrierReport, Note } from '../core/call.ts'
import type { PlaybookConfig } from '../core/playbookConfig.ts'
import type { Agent, AgentInput, AgentTurn, Conversation } from '../ports/Agent.ts'
import type { AttemptRef, Carrier } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { EngineCall } from '../store/engineCalls.ts'
import type { Script } from '../store/scripts.ts'
import type { Busy } from './busy.ts'
import type { PumpItem } from './eventPump.ts'

/** A conversation that goes round in circles ends here. */
const MAX_TURNS = 1_000
/** What one turn keeps: some five minutes of uninterrupted speech. */
const MAX_TURN_LENGTH = 5_000
/** What a conversation keeps in all: an hour of two people who talk at once. What is said beyond is not kept. */
const MAX_TRANSCRIPT_LENGTH = 250_000

export interface Conversations {
  /** The carrier reports an answer: from now on what is heard is kept. */
  open(attemptId: string): void
  /** The answer is committed: talk. */
  begin(item: EngineCall, attempt: Attempt, ref: AttemptRef, answeredBy: AnsweredBy): void
  hear(attemptId: string, heard: { text: string; interrupted: { heard: string } | null } | 'silence'): void
  /** The call is over. Answers what is to be noted about it, or null when nothing was said. */
  close(attemptId: string, report: CarrierReport): Note | null
  /** The call is to be hung up: not another word. */
  drop(attemptId: string): void
  /** They are another process's from now on: not another word. */
  dropAll(): void
  /** Whether the attempt has a conversation in this process that has begun. */
  hasBegun(attemptId: string): boolean
}

interface Session {
  /** Resolves when the conversation may begin. */
  begun: Promise<Talk>
  begin: (talk: Talk) => void
  /** The end of what has been taken on so far. */
  tail: Promise<void>
  turns: number
  /** How many characters were said in all. */
  length: number
  /** The number of the agent's last turn, to be amended when it is cut short. */
  lastAgentTurn: number | null
  talk: Talk | null
  outcome: string | null
  over: boolean
}

interface Talk {
  item: EngineCall
  ref: AttemptRef
  answeredBy: AnsweredBy
  config: PlaybookConfig
  conversation: Conversation
}

export function createConversations(deps: {
  agent: Agent
  carrier: Carrier
  clock: Clock
  busy: Busy
  log: Log
  post: (item: PumpItem) => void
  /** What a call's agent works with: its configuration, and the variables of its templates. */
  loadScript: (item: EngineCall) => Promise<Script>
}): Conversations {
  const { carrier, clock, busy, log, post } = deps
  const sessions = new Map<string, Session>()

  function open(attemptId: string): Session {
    const present = sessions.get(attemptId)
    if (present) return present
    const { promise, resolve } = Promise.withResolvers<Talk>()
    const session: Session = {
      begun: promise,
      begin: resolve,
      tail: Promise.resolve(),
      turns: 0,
      length: 0,
      lastAgentTurn: null,
      talk: null,
      outcome: null,
      over: false,
    }
    sessions.set(attemptId, session)
    enqueue(session, (talk) => reply(session, talk, { kind: 'answered', answeredBy: talk.answeredBy }))
    return session
  }

  function enqueue(session: Session, work: (talk: Talk) => Promise<void> | void): void {
    session.tail = session.tail.then(async () => {
      const talk = await session.begun
      if (session.over) return
      await busy.during(async () => {
        try {
          await work(talk)
        } catch (cause) {
          log('error', 'the agent failed', { ...idsOf(talk), cause: String(cause) })
          note(talk, { reason: 'agent_failed' })
          carrier.hangup(talk.ref)
        }
      })
    })
  }

  async function reply(session: Session, talk: Talk, input: AgentInput): Promise<void> {
    const turn = await talk.conversation.reply(input)
    if (session.over) return
    if (turn.say !== '') session.lastAgentTurn = record(session, talk, 'agent', turn.say)
    const found = findings(turn, talk)
    if (found.outcome !== undefined) session.outcome = found.outcome
    if (Object.keys(found).length > 0) note(talk, found)
    const { silence } = talk.config
    carrier.say(talk.ref, {
      text: turn.say,
      interruptible: talk.config.interruptible ?? true,
      silenceAfterS: silence?.prompt_after_s ?? DEFAULT_SILENCE_S,
      then: turn.then.kind === 'hangup' ? { kind: 'hangup' } : turn.then,
    })
  }

  function findings(turn: AgentTurn, talk: Talk): Note {
    const machine = turn.then.kind === 'hangup' && turn.then.reason === 'voicemail'
    return {
      ...(turn.outcome !== undefined && { outcome: turn.outcome }),
      ...(turn.optOut && { optedOut: true as const }),
      ...(turn.then.kind === 'hangup' && { reason: turn.then.reason }),
      ...(machine && talk.config.voicemail?.retry && { retryMachine: true as const }),
    }
  }

  /** Answers the turn's number; null when the transcript is full. */
  function record(session: Session, talk: Talk, role: 'agent' | 'callee', text: string): number | null {
    const seq = session.turns++
    session.length += Math.min(text.length, MAX_TURN_LENGTH)
    if (session.length > MAX_TRANSCRIPT_LENGTH) return null
    writeTurn(talk, seq, role, text)
    return seq
  }

  function writeTurn(talk: Talk, seq: number, role: 'agent' | 'callee', text: string): void {
    const { accountId, call } = talk.item
    const kept = text.slice(0, MAX_TURN_LENGTH).toWellFormed()
    const turn = { attemptId: talk.ref.attemptId, seq, accountId, callId: call.id, role, text: kept, at: clock.now() }
    post({ kind: 'turn', turn })
  }

  function note(talk: Talk, found: Note): void {
    const event = { kind: 'noted', attemptId: talk.ref.attemptId, note: found } as const
    post({ kind: 'event', callId: talk.item.call.id, event })
  }

  function drop(attemptId: string): void {
    const session = sessions.get(attemptId)
    if (session) session.over = true
    sessions.delete(attemptId)
  }

  return {
    open: (attemptId) => void open(attemptId),
    hasBegun: (attemptId) => (sessions.get(attemptId)?.talk ?? null) !== null,
    drop,
    dropAll: () => {
      for (const attemptId of sessions.keys()) drop(attemptId)
    },

    begin: (item, attempt, ref, answeredBy) => {
      const session = open(attempt.id)
      void busy.during(async () => {
        try {
          const { config, variables } = await deps.loadScript(item)
          const talk: Talk = { item, ref, answeredBy, config, conversation: deps.agent.begin(config, variables) }
          session.talk = talk
          session.begin(talk)
        } catch (cause) {
          log('error', 'a conversation could not begin', { ...idsOf({ item, ref }), cause: String(cause) })
          sessions.delete(attempt.id)
          carrier.hangup(ref)
        }
      })
    },

    hear: (attemptId, heard) => {
      const session = sessions.get(attemptId)
      if (!session || session.turns >= MAX_TURNS) return
      enqueue(session, async (talk) => {
        if (heard === 'silence') return reply(session, talk, { kind: 'silence' })
        if (heard.interrupted && session.lastAgentTurn !== null) {
          writeTurn(talk, session.lastAgentTurn, 'agent', heard.interrupted.heard)
        }
        record(session, talk, 'callee', heard.text)
        return reply(session, talk, { kind: 'heard', text: heard.text })
      })
    },

    close: (attemptId, report) => {
      const session = sessions.get(attemptId)
      if (!session) return null
      session.over = true
      sessions.delete(attemptId)
      return session.talk ? { summary: summarize(session, report) } : null
    },
  }
}

function idsOf({ item, ref }: Pick<Talk, 'item' | 'ref'>): { call_id: string; attempt_id: string } {
  return { call_id: item.call.id, attempt_id: ref.attemptId }
}

const DEFAULT_SILENCE_S = 10

function summarize(session: Session, report: CarrierReport): string {
  const whom = report.answeredBy === 'machine' ? 'Reached a machine' : 'Talked with a person'
  const turns = `${session.turns} ${session.turns === 1 ? 'turn' : 'turns'}`
  const outcome = session.outcome === null ? 'no outcome was noted' : `outcome: ${session.outcome}`
  return `${whom}; ${turns} in ${report.durationS ?? 0} seconds; ${outcome}.`
}
