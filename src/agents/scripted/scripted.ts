/**
 * The agent that follows a script word for word.
 *
 * It says `first_message`, and after the reply to that goes through the steps: says one, listens, and lets the reply
 * choose what comes next. After the last step it says `end_message` and hangs up. A callee who asks not to be called
 * again ends the talk whatever the script says. Once the agent has said its last words it answers nothing any more.
 */
import type { AnsweredBy } from '../../core/call.ts'
import { readPhone } from '../../core/phone.ts'
import type { PlaybookConfig, ScriptStep } from '../../core/playbookConfig.ts'
import { unreachable } from '../../core/unreachable.ts'
import type { Agent, AgentAct, AgentInput, Conversation, Findings, HangupReason } from '../../ports/Agent.ts'
import { checkScriptedConfig } from './checkScriptedConfig.ts'
import { OPT_OUT, asksToOptOut, matchesPhrases } from './phrases.ts'
import { renderTemplate } from '../template/template.ts'

const DEFAULT_SILENCE_MESSAGE = 'Are you still there?'
const DEFAULT_SILENCE_MAX = 2
const DEFAULT_ERROR_MESSAGE = 'I am sorry, something went wrong. Goodbye.'
/** Scripts may lead round in circles, and a patient callee would follow for ever. */
const MOST_TURNS = 200

/** The script's place: `opening` until the reply to the first message, then the index of the step that was said last. */
type Place = 'unanswered' | 'opening' | { step: number } | 'over'

/** What the agent does next: finds something out, says something, and then listens or ends the call. */
interface Turn {
  findings: Findings
  /** Empty for nothing. */
  say: string
  then: { kind: 'listen' } | Extract<AgentAct, { kind: 'hangup' | 'transfer' }>
}

/** What the callee's words mean, and where they lead: a step, `end`, `transfer`, or the next step when undefined. */
interface Understanding {
  findings: Findings
  target: string | undefined
}

export function createScriptedAgent(): Agent {
  return { check: checkScriptedConfig, begin: beginConversation }
}

function beginConversation(config: PlaybookConfig, given: Readonly<Record<string, unknown>>): Conversation {
  const variables = withDefaults(given, config.variables ?? {})
  const script = config.script ?? []
  let place: Place = 'unanswered'
  let turns = 0
  let silences = 0

  function text(template: string | undefined): string {
    return template === undefined ? '' : renderTemplate(template, variables)
  }

  function hangUp(say: string, reason: HangupReason, findings: Findings = {}): Turn {
    place = 'over'
    return { say, then: { kind: 'hangup', reason }, findings }
  }

  function finish(reason: HangupReason, findings: Findings = {}): Turn {
    return hangUp(text(config.end_message), reason, findings)
  }

  function fail(findings: Findings): Turn {
    try {
      return hangUp(text(config.error_message ?? DEFAULT_ERROR_MESSAGE), 'agent_failed', findings)
    } catch {
      return hangUp(DEFAULT_ERROR_MESSAGE, 'agent_failed', findings)
    }
  }

  function sayStep(index: number, findings: Findings): Turn {
    const step = script[index]
    if (!step) return finish('agent_hung_up', findings)
    place = { step: index }
    return { say: text(step.say), then: { kind: 'listen' }, findings }
  }

  function goTo(target: string | undefined, nextIndex: number, findings: Findings): Turn {
    if (target === undefined) return sayStep(nextIndex, findings)
    if (target === 'end') return finish('agent_hung_up', findings)
    if (target !== 'transfer') return sayStep(indexOfStep(script, target), findings)
    // Kept as it was written; and one from before 1.0.0 may be a number that nobody has.
    const { phone, fault } = readPhone(config.transfer_number ?? '')
    if (fault !== null) return fail(findings)
    place = 'over'
    return { say: '', then: { kind: 'transfer', to: phone }, findings }
  }

  function answer(answeredBy: AnsweredBy): Turn {
    if (answeredBy === 'machine') {
      const { voicemail } = config
      return hangUp(voicemail?.action === 'message' ? text(voicemail.message) : '', 'voicemail')
    }
    const say = text(config.first_message)
    if (say === '') return sayStep(0, {})
    place = 'opening'
    return { say, then: { kind: 'listen' }, findings: {} }
  }

  function understand(heard: string): Understanding {
    if (asksToOptOut(heard)) return { findings: findingsOf(OPT_OUT), target: 'end' }
    const step = typeof place === 'string' ? undefined : script[place.step]
    const expected = step?.expect?.find(({ match }) => matchesPhrases(heard, match))
    if (!expected) return { findings: {}, target: step?.else }
    return { findings: findingsOf(expected.outcome), target: expected.goto }
  }

  function hear({ findings, target }: Understanding): Turn {
    silences = 0
    if (findings.optOut) return finish('opted_out', findings)
    if (turns > MOST_TURNS) return finish('agent_hung_up', findings)
    return goTo(target, typeof place === 'string' ? 0 : place.step + 1, findings)
  }

  function missWords(): Turn {
    silences++
    if (silences > (config.silence?.max ?? DEFAULT_SILENCE_MAX) || turns > MOST_TURNS) return finish('silence')
    return { say: text(config.silence?.message ?? DEFAULT_SILENCE_MESSAGE), then: { kind: 'listen' }, findings: {} }
  }

  function respond(input: AgentInput): Turn {
    // What was found out outlives a faulty template: so it is known before anything is said.
    let findings: Findings = {}
    try {
      switch (input.kind) {
        case 'answered':
          return answer(input.answeredBy)
        case 'heard': {
          const understanding = understand(input.text)
          findings = understanding.findings
          return hear(understanding)
        }
        case 'silence':
          return missWords()
        default:
          return unreachable(input)
      }
    } catch {
      return fail(findings)
    }
  }

  return {
    async *reply(input) {
      // Before the answer there is nothing to reply to, a call is answered once, and after the last words silence.
      if (place === 'over' || (input.kind === 'answered') !== (place === 'unanswered')) return
      turns++
      yield* actsOf(respond(input))
    },
    // The script goes on from its place, whatever was heard of it.
    interrupted: () => undefined,
  }
}

/** Findings first: they outlive whatever may go wrong while the words are spoken. */
function* actsOf({ findings, say, then }: Turn): Generator<AgentAct> {
  if (Object.keys(findings).length > 0) yield { kind: 'found', findings }
  if (say !== '') yield { kind: 'say', text: say }
  if (then.kind !== 'listen') yield then
}

function findingsOf(outcome: string | undefined): Findings {
  if (outcome === undefined) return {}
  return outcome === OPT_OUT ? { outcome, optOut: true } : { outcome }
}

function indexOfStep(script: readonly ScriptStep[], id: string): number {
  const index = script.findIndex((step) => step.id === id)
  if (index === -1) throw new Error(`the script has no step ${id}`)
  return index
}

/** A variable without a value (a contact without a first name) leaves the default in place. */
function withDefaults(
  given: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const present = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  return { ...defaults, ...Object.fromEntries(present) }
}
