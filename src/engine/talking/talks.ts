/**
 * Lets the agent talk on the calls that are answered.
 *
 * A talk is opened the moment the carrier reports an answer, so that no word is lost while the answer is being stored;
 * it begins once the answer is committed. What is heard is replied to strictly in order. A callee who speaks while the
 * agent is still thinking, or who cuts in, ends the reply at once: the agent then thinks about all that was said.
 * Findings and turns are stored as they come: a crash in mid-sentence loses the sentence, not the wish not to be called
 * again.
 */
import type { AnsweredBy, Attempt, CarrierReport, Note } from '../../core/call.ts'
import type { PlaybookConfig } from '../../core/playbookConfig.ts'
import { unreachable } from '../../core/unreachable.ts'
import type { Agent, AgentAct, AgentInput, Conversation } from '../../ports/Agent.ts'
import type { AttemptRef, Carrier } from '../../ports/Carrier.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { LineEvent, UtteranceEnd } from '../../ports/Line.ts'
import type { Log } from '../../ports/Log.ts'
import type { EngineCall } from '../../store/calls/lock.ts'
import type { Happening } from '../apply.ts'
import type { Busy } from '../busy.ts'
import type { Script } from './script.ts'

/** A talk that goes round in circles ends here. */
const MAX_TURNS = 1_000
/** Characters that one turn keeps: some five minutes of uninterrupted speech. */
const MAX_TURN_LENGTH = 5_000
/** Characters that a talk keeps in all: an hour of two people who talk at once. What is said beyond is not kept. */
const MAX_TRANSCRIPT_LENGTH = 250_000
const DEFAULT_SILENCE_S = 10

export interface Talks {
  /** The carrier reports an answer: from now on what is heard is kept. */
  open(attemptId: string): void
  /** The answer is committed: talk. */
  begin(item: EngineCall, attempt: Attempt, ref: AttemptRef, answeredBy: AnsweredBy): void
  /** Something happens on the line. */
  hear(event: LineEvent): void
  /** The call is over. Answers what is to be noted about it, or null when nothing was said. */
  close(attemptId: string, report: CarrierReport): Note | null
  /** The call is to be hung up: not another word. */
  drop(attemptId: string): void
  /** They are another process's from now on: not another word. */
  dropAll(): void
  /** Whether the attempt has a talk in this process that has begun. */
  hasBegun(attemptId: string): boolean
}

interface Talk {
  /** Resolves when the agent may talk. */
  begun: Promise<Partners>
  begin: (partners: Partners) => void
  /** The end of what has been taken on so far. */
  tail: Promise<void>
  /** Ends the reply that is being made. */
  reply: AbortController | null
  turns: number
  /** How many characters were kept in all. */
  length: number
  /** The number of the agent's last turn, to be amended when it is cut short. */
  lastAgentTurn: number | null
  partners: Partners | null
  outcome: string | null
  over: boolean
}

/** Who talks about what: the call and its agent. */
interface Partners {
  item: EngineCall
  ref: AttemptRef
  answeredBy: AnsweredBy
  config: PlaybookConfig
  conversation: Conversation
}

export function createTalks(deps: {
  agent: Agent
  carrier: Carrier
  clock: Clock
  busy: Busy
  log: Log
  post: (item: Happening) => void
  /** What a call's agent works with: its configuration, and the variables of its templates. */
  loadScript: (item: EngineCall) => Promise<Script>
}): Talks {
  const { carrier, clock, busy, log, post } = deps
  const { line } = carrier
  const talks = new Map<string, Talk>()

  function open(attemptId: string): Talk {
    const present = talks.get(attemptId)
    if (present) return present
    const { promise, resolve } = Promise.withResolvers<Partners>()
    const talk: Talk = {
      begun: promise,
      begin: resolve,
      tail: Promise.resolve(),
      reply: null,
      turns: 0,
      length: 0,
      lastAgentTurn: null,
      partners: null,
      outcome: null,
      over: false,
    }
    talks.set(attemptId, talk)
    enqueue(talk, (partners) => reply(talk, partners, { kind: 'answered', answeredBy: partners.answeredBy }))
    return talk
  }

  function enqueue(talk: Talk, work: (partners: Partners) => Promise<void> | void): void {
    talk.tail = talk.tail.then(async () => {
      const partners = await talk.begun
      if (talk.over) return
      await busy.during(async () => {
        try {
          await work(partners)
        } catch (cause) {
          log('error', 'the agent failed', { ...idsOf(partners), cause: String(cause) })
          note(partners, { reason: 'agent_failed' })
          carrier.hangup(partners.ref)
        }
      })
    })
  }

  /** Passes on what the agent does, as it comes. What comes after the reply was cut off is not passed on. */
  async function reply(talk: Talk, partners: Partners, input: AgentInput): Promise<void> {
    const { config, conversation, ref } = partners
    const controller = new AbortController()
    talk.reply = controller
    const isCutOff = (): boolean => talk.over || controller.signal.aborted
    let said = ''
    let then: UtteranceEnd['then'] = { kind: 'listen' }
    try {
      for await (const act of conversation.reply(input, controller.signal)) {
        if (isCutOff()) break
        if (act.kind === 'say') {
          if (said === '') talk.lastAgentTurn = talk.turns++
          said += act.text
          line.speak(ref.attemptId, act.text, config.interruptible ?? true)
        } else then = perform(talk, partners, act) ?? then
      }
    } finally {
      talk.reply = null
      // Also of a reply that was cut off; when the callee cut in, what was heard of it takes its place next.
      if (said !== '' && !talk.over) keep(talk, partners, talk.lastAgentTurn ?? 0, 'agent', said)
    }
    if (isCutOff()) return
    const silenceAfterS = config.silence?.prompt_after_s ?? DEFAULT_SILENCE_S
    line.finish(ref.attemptId, { silenceAfterS, then })
  }

  /** Keeps what was found out. Answers how the utterance ends when this was the last act. */
  function perform(
    talk: Talk,
    partners: Partners,
    act: Exclude<AgentAct, { kind: 'say' }>,
  ): UtteranceEnd['then'] | undefined {
    switch (act.kind) {
      case 'found': {
        const { outcome, optOut } = act.findings
        if (outcome !== undefined) talk.outcome = outcome
        note(partners, { ...(outcome !== undefined && { outcome }), ...(optOut && { optedOut: true }) })
        return undefined
      }
      case 'hangup': {
        const retryMachine = act.reason === 'voicemail' && partners.config.voicemail?.retry === true
        note(partners, { reason: act.reason, ...(retryMachine && { retryMachine }) })
        return { kind: 'hangup' }
      }
      case 'transfer':
        return act
      default:
        return unreachable(act)
    }
  }

  /** Stores a turn, or amends the one of that number. Nothing is stored once the transcript is full. */
  function keep(talk: Talk, partners: Partners, seq: number, role: 'agent' | 'callee', said: string): void {
    const text = said.slice(0, MAX_TURN_LENGTH).toWellFormed()
    talk.length += text.length
    if (talk.length > MAX_TRANSCRIPT_LENGTH) return
    const { accountId, call } = partners.item
    const turn = { attemptId: partners.ref.attemptId, seq, accountId, callId: call.id, role, text, at: clock.now() }
    post({ kind: 'turn', turn })
  }

  function note(partners: Partners, found: Note): void {
    const event = { kind: 'noted', attemptId: partners.ref.attemptId, note: found } as const
    post({ kind: 'event', callId: partners.item.call.id, event })
  }

  /** The words stop with the event that reports the interruption, not with the reply to what was said. */
  function cutOff(talk: Talk, heard: string): void {
    talk.reply?.abort()
    enqueue(talk, (partners) => {
      partners.conversation.interrupted(heard)
      if (talk.lastAgentTurn !== null) keep(talk, partners, talk.lastAgentTurn, 'agent', heard)
    })
  }

  function drop(attemptId: string): void {
    const talk = talks.get(attemptId)
    if (talk) end(talk)
    talks.delete(attemptId)
  }

  function end(talk: Talk): void {
    talk.over = true
    talk.reply?.abort()
  }

  return {
    open: (attemptId) => void open(attemptId),
    hasBegun: (attemptId) => (talks.get(attemptId)?.partners ?? null) !== null,
    drop,
    dropAll: () => {
      for (const attemptId of talks.keys()) drop(attemptId)
    },

    begin: (item, attempt, ref, answeredBy) => {
      const talk = open(attempt.id)
      void busy.during(async () => {
        try {
          const { config, variables } = await deps.loadScript(item)
          const partners: Partners = {
            item,
            ref,
            answeredBy,
            config,
            conversation: deps.agent.begin(config, variables),
          }
          talk.partners = partners
          talk.begin(partners)
        } catch (cause) {
          log('error', 'a talk could not begin', { ...idsOf({ item, ref }), cause: String(cause) })
          talks.delete(attempt.id)
          carrier.hangup(ref)
        }
      })
    },

    hear: (event) => {
      const talk = talks.get(event.attemptId)
      if (!talk || talk.turns >= MAX_TURNS) return
      switch (event.kind) {
        case 'interrupted':
          return cutOff(talk, event.heard)
        case 'heard':
          talk.reply?.abort()
          return enqueue(talk, (partners) => {
            keep(talk, partners, talk.turns++, 'callee', event.text)
            return reply(talk, partners, { kind: 'heard', text: event.text })
          })
        case 'silence':
          return enqueue(talk, (partners) => reply(talk, partners, { kind: 'silence' }))
        default:
          return unreachable(event)
      }
    },

    close: (attemptId, report) => {
      const talk = talks.get(attemptId)
      if (!talk) return null
      end(talk)
      talks.delete(attemptId)
      return talk.partners ? { summary: summarize(talk, report) } : null
    },
  }
}

function idsOf({ item, ref }: Pick<Partners, 'item' | 'ref'>): { call_id: string; attempt_id: string } {
  return { call_id: item.call.id, attempt_id: ref.attemptId }
}

function summarize(talk: Talk, report: CarrierReport): string {
  const whom = report.answeredBy === 'machine' ? 'Reached a machine' : 'Talked with a person'
  const turns = `${talk.turns} ${talk.turns === 1 ? 'turn' : 'turns'}`
  const outcome = talk.outcome === null ? 'no outcome was noted' : `outcome: ${talk.outcome}`
  return `${whom}; ${turns} in ${report.durationS ?? 0} seconds; ${outcome}.`
}
