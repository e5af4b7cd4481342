/**
 * The talk on an answered call. The agent speaks, the callee thinks and answers, and there is always at most one thing
 * to come next: the callee's next words, a report of silence, the callee leaving, or the end of the agent's last words.
 * Whatever the agent says takes the place of what was to come, as a person stops who is talked over.
 *
 * An agent may be slow because its machine is busy, and its thinking does not run faster with the simulated time:
 * therefore the callee's patience is measured on the clock. It also keeps a call going when a report was lost.
 */
import type { Instant } from '../../core/time.ts'
import type { LineEvent, UtteranceEnd } from '../../ports/Line.ts'
import { unreachable } from '../../core/unreachable.ts'
import type { DrawKey } from './seededDraw.ts'
import { ARE_YOU_THERE, MACHINE_GREETING, heardShare, react, sayHello, type Reaction } from './callee.ts'
import type { Temper } from './network.ts'
import type { SimulatedTime } from './time.ts'

/** What happens on the line, without the attempt that the line belongs to. */
export type TalkEvent = WithoutAttempt<LineEvent>
type WithoutAttempt<Event> = Event extends LineEvent ? Omit<Event, 'attemptId'> : never

/** A whole utterance of the agent. */
interface Speech extends UtteranceEnd {
  text: string
  interruptible: boolean
}

/** The call that is talked on. */
export interface TalkedCall {
  key: DrawKey
  dialedAt: Instant
  answeredAt: Instant
  temper: Temper
  emit(event: TalkEvent): void
  end(endedBy: 'agent' | 'callee' | 'transfer', at: Instant): void
}

export interface Talk {
  speak(text: string, interruptible: boolean): void
  finish(end: UtteranceEnd): void
  /** Takes back everything that was to come. */
  stop(): void
}

/** How fast people and machines speak. */
const CHARACTERS_PER_S = 15
/** An answered call is never over sooner after the dial, unless somebody breaks it off. */
const LEAST_CALL_S = 40
/** Early in a call the callee takes its time, so that its answer comes this late and little is left to wait at the end. */
const UNHURRIED_UNTIL_S = 38
/** Nobody thinks longer than this over an answer, and never so long that the agent would call it silence. */
const MOST_THINK_S = 8
const MOST_THINK_OF_SILENCE = 0.7
/** How long the callee waits for a word of the agent, by the clock, and how often it asks before it leaves. */
const PATIENCE_MS = 10_000
const MOST_PROMPTS = 2
/** From picking up to the first word of a machine, and from the last word of a callee to putting down. */
const PAUSE_S = 1

export function openTalk(call: TalkedCall, time: SimulatedTime): Talk {
  const { key, temper } = call
  /** How often the agent has spoken. */
  let turns = 0
  /** How often the callee has asked whether anybody is there since the agent last spoke. */
  let prompts = 0
  /** When the agent, or the machine's greeting, will have fallen silent. */
  let quietAt = call.answeredAt
  /** The utterance that is not complete yet. */
  let unfinished = { text: '', interruptible: true }
  /** Somebody has said the last words. */
  let isClosing = false
  let talksOn = false
  let takeBackNext = nothingToTakeBack
  let takeBackGreeting = nothingToTakeBack

  function next(at: Instant, act: () => void): void {
    takeBackNext()
    takeBackNext = time.wakeAt(at, act)
  }

  function speak(text: string): void {
    call.emit({ kind: 'heard', text })
  }

  function awaitAgent(): void {
    if (temper === 'silent' || temper === 'machine') return
    const at = time.now() + PATIENCE_MS
    next(at, () => {
      if (prompts >= MOST_PROMPTS) return call.end('callee', at)
      prompts++
      awaitAgent()
      speak(turns === 0 ? sayHello(key) : ARE_YOU_THERE)
    })
  }

  function say(speech: Speech): void {
    if (isClosing || (talksOn && speech.then.kind === 'listen')) return
    const startsAt = Math.max(time.now(), quietAt)
    quietAt = time.after(startsAt, speakingS(speech.text))
    isClosing = speech.then.kind !== 'listen'
    perform(reactTo(speech), speech, startsAt)
  }

  function reactTo(speech: Speech): Reaction {
    if (speech.text === '') {
      const greets = turns === 0 && !isClosing && temper !== 'silent' && temper !== 'machine'
      return greets ? { kind: 'reply', thinkS: PAUSE_S, text: sayHello(key), leaves: false } : { kind: 'stay_silent' }
    }
    turns++
    prompts = 0
    return react(temper, key, { text: speech.text, turn: turns, interruptible: speech.interruptible, last: isClosing })
  }

  function perform(reaction: Reaction, speech: Speech, startsAt: Instant): void {
    switch (reaction.kind) {
      case 'reply': {
        const answerS = speakingS(reaction.text)
        const thinkS = unhurriedThinkS(reaction.thinkS, answerS, speech.silenceAfterS)
        return next(time.after(quietAt, thinkS + answerS), () => {
          if (reaction.leaves) leaveSoon()
          else awaitAgent()
          speak(reaction.text)
        })
      }
      case 'interrupt': {
        const cutAt = time.after(startsAt, speakingS(speech.text) * reaction.afterShare)
        return next(cutAt, () => {
          quietAt = cutAt
          next(time.after(cutAt, speakingS(reaction.text)), () => {
            awaitAgent()
            speak(reaction.text)
          })
          call.emit({ kind: 'interrupted', heard: heardShare(speech.text, reaction.afterShare) })
        })
      }
      case 'leave': {
        const at = time.after(startsAt, speakingS(speech.text) * reaction.afterShare)
        return next(at, () => call.end('callee', at))
      }
      case 'talk_on':
        talksOn = true
        return takeBackNext()
      case 'stay_silent':
        return speech.then.kind === 'listen' ? reportSilence(speech.silenceAfterS) : endAfterLastWords(speech.then.kind)
      default:
        return unreachable(reaction)
    }
  }

  function unhurriedThinkS(thinkS: number, answerS: number, silenceAfterS: number | null): number {
    const missingS = UNHURRIED_UNTIL_S - time.elapsedS(call.dialedAt, quietAt) - answerS
    const mostS = Math.min(MOST_THINK_S, (silenceAfterS ?? Infinity) * MOST_THINK_OF_SILENCE)
    return Math.min(Math.max(thinkS, missingS), mostS)
  }

  function reportSilence(silenceAfterS: number | null): void {
    if (silenceAfterS === null) return awaitAgent()
    next(time.after(quietAt, silenceAfterS), () => {
      awaitAgent()
      call.emit({ kind: 'silence' })
    })
  }

  function endAfterLastWords(then: 'hangup' | 'transfer'): void {
    const at = Math.max(quietAt, time.after(call.dialedAt, LEAST_CALL_S))
    next(at, () => call.end(then === 'hangup' ? 'agent' : 'transfer', at))
  }

  function leaveSoon(): void {
    isClosing = true
    const at = time.after(time.now(), PAUSE_S)
    next(at, () => call.end('callee', at))
  }

  if (temper === 'machine') {
    quietAt = time.after(call.answeredAt, PAUSE_S + speakingS(MACHINE_GREETING))
    takeBackGreeting = time.wakeAt(quietAt, () => speak(MACHINE_GREETING))
  }
  awaitAgent()
  return {
    speak(text, interruptible) {
      unfinished = { text: unfinished.text + text, interruptible }
    },
    finish(end) {
      const speech = { ...unfinished, ...end }
      unfinished = { text: '', interruptible: true }
      say(speech)
    },
    stop() {
      takeBackNext()
      takeBackGreeting()
    },
  }
}

function nothingToTakeBack(): void {}

function speakingS(text: string): number {
  return text.length / CHARACTERS_PER_S
}
