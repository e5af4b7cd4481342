/**
 * Who is at the other end of a simulated call. The callee is a function of temper, seeded key and what was heard: it
 * keeps nothing in mind but how often the agent has spoken. Most callees agree, so that a script that expects
 * `yes|sure` gets on; questions are answered, statements acknowledged.
 */
import { unreachable } from '../../core/unreachable.ts'
import { draw, drawBetween, drawOne, type DrawKey } from './seededDraw.ts'
import type { Temper } from './network.ts'

/** One speech of the agent, as the callee hears it. */
export interface Hearing {
  text: string
  /** 1 for the agent's first speech. */
  turn: number
  interruptible: boolean
  /** The agent hangs up or transfers after it. */
  last: boolean
}

/** What the callee does. Shares are of the speech heard, from 0 to 1. */
export type Reaction =
  | { kind: 'reply'; thinkS: number; text: string; leaves: boolean }
  | { kind: 'interrupt'; afterShare: number; text: string }
  | { kind: 'leave'; afterShare: number }
  /** Talks without drawing breath, so that nothing is ever heard to its end. */
  | { kind: 'talk_on' }
  | { kind: 'stay_silent' }

export const MACHINE_GREETING =
  'Hello, you have reached the mailbox of this number. Please leave a message after the tone.'
/** What a callee says when the agent leaves the line silent. */
export const ARE_YOU_THERE = 'Hello? Are you still there?'

const HELLO = ['Hello? Who is this?', 'Hello, who is calling?'] as const
const AGREEMENTS = [
  'Yes, sure.',
  'Yes, that is fine with me.',
  'Sure, yes, go ahead.',
  'Yes, please.',
  'Yes, of course.',
  'Yeah, sure. Yes.',
] as const
const ACKNOWLEDGEMENTS = [
  'Hello. Yes, I am listening.',
  'Yes, okay, go on.',
  'Alright, yes.',
  'I see. Yes, sure.',
  'Okay, yes, tell me more.',
] as const
const TIMES = [
  'Tomorrow morning would be good, yes.',
  'Yes, Friday at ten works for me.',
  'In the afternoon, yes.',
] as const
const NAMES = ['Yes, speaking.', 'Yes, that is me.', 'Yes, you have the right person.'] as const
const NUMBERS = ['Two, yes.', 'Three, I think. Yes.', 'Just one, yes.'] as const
const WELLBEING = ['I am fine, yes, thank you.', 'Very well, yes. And you?'] as const
const REFUSALS = ['No, thank you, not today.', 'No, I am not interested.'] as const
const NOT_UNDERSTOOD = ['Sorry, could you say that again?', 'I did not catch that, sorry?'] as const
const OPT_OUTS = [
  'Please do not call me again.',
  'Stop calling this number, please.',
  'Please take me off your list.',
  "I said before: don't call me any more.",
] as const
const LEAVING = ['I have said what I wanted. Goodbye.', 'That is all from me. Goodbye.'] as const
const INTERRUPTIONS = ['Sorry to interrupt, but yes, that is fine.', 'Wait, wait. Yes, sure, I know.'] as const

const LEAST_THINK_S = 0.8
const MOST_THINK_S = 2.5
const REFUSAL_CHANCE = 0.08
const NOT_UNDERSTOOD_CHANCE = 0.07
/** Too short a speech is over before anybody could break in. */
const LEAST_INTERRUPTED_CHARACTERS = 12

/** What the callee does about a speech. Pure; `key` tells this call from all others. */
export function react(temper: Temper, key: DrawKey, hearing: Hearing): Reaction {
  if (hearing.last) {
    return temper === 'leaves' && hearing.turn > 1 ? { kind: 'leave', afterShare: 0.7 } : { kind: 'stay_silent' }
  }
  switch (temper) {
    case 'silent':
    case 'machine':
      return { kind: 'stay_silent' }
    case 'endless':
      return { kind: 'talk_on' }
    case 'leaves':
      return hearing.turn > 1 ? { kind: 'leave', afterShare: 0.7 } : reply(key, hearing, answer(key, hearing))
    case 'opts_out':
      return hearing.turn > 1
        ? { ...reply(key, hearing, drawOne(LEAVING, ...key, 'leaving')), leaves: true }
        : reply(key, hearing, drawOne(OPT_OUTS, ...key, 'opt out'))
    case 'interrupts': {
      const breaksIn =
        hearing.turn % 2 === 1 && hearing.interruptible && hearing.text.length >= LEAST_INTERRUPTED_CHARACTERS
      return breaksIn
        ? { kind: 'interrupt', afterShare: 0.4, text: drawOne(INTERRUPTIONS, ...key, hearing.turn, 'interruption') }
        : reply(key, hearing, answer(key, hearing))
    }
    case 'varied':
      return reply(key, hearing, moodyAnswer(key, hearing))
    case 'agreeable':
      return reply(key, hearing, answer(key, hearing))
    default:
      return unreachable(temper)
  }
}

/** What the callee says when nobody has said a word since it picked up. */
export function sayHello(key: DrawKey): string {
  return drawOne(HELLO, ...key, 'hello')
}

/** The whole words among the first `share` of a text: what a callee has heard of a speech that was cut short. */
export function heardShare(text: string, share: number): string {
  const cut = Math.floor(text.length * share)
  const end = text.lastIndexOf(' ', cut)
  return end > 0 ? text.slice(0, end).trimEnd() : ''
}

function reply(key: DrawKey, hearing: Hearing, text: string): Extract<Reaction, { kind: 'reply' }> {
  const thinkS = drawBetween(LEAST_THINK_S, MOST_THINK_S, ...key, hearing.turn, 'think')
  return { kind: 'reply', thinkS, text, leaves: false }
}

function moodyAnswer(key: DrawKey, hearing: Hearing): string {
  const mood = draw(...key, hearing.turn, 'mood')
  if (mood < REFUSAL_CHANCE) return drawOne(REFUSALS, ...key, hearing.turn, 'refusal')
  if (mood < REFUSAL_CHANCE + NOT_UNDERSTOOD_CHANCE) return drawOne(NOT_UNDERSTOOD, ...key, hearing.turn, 'again')
  return answer(key, hearing)
}

function answer(key: DrawKey, hearing: Hearing): string {
  return drawOne(answersTo(hearing.text), ...key, hearing.turn, 'answer')
}

function answersTo(text: string): readonly [string, ...string[]] {
  if (!text.includes('?')) return ACKNOWLEDGEMENTS
  if (/\bhow are you\b/i.test(text)) return WELLBEING
  if (/\bhow (many|much)\b/i.test(text)) return NUMBERS
  if (/\b(when|what time|which day|what day)\b/i.test(text)) return TIMES
  if (/\b(who|name|speaking (with|to))\b/i.test(text)) return NAMES
  return AGREEMENTS
}
