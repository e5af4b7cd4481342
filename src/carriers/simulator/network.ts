/**
 * What the simulated telephone network does with a dial: how long it takes to ring, whether somebody answers, and who.
 * All of it follows from the seed, the number and the attempt's number. Some numbers always behave in one way, which
 * the last four digits after +1500555 choose; every other number answers and talks. Times are simulated seconds.
 */
import type { AnsweredBy } from '../../core/call.ts'
import { draw, drawBetween } from './seededDraw.ts'

/** How the callee behaves once the call is answered; see `callee.ts`. */
export type Temper = 'agreeable' | 'varied' | 'leaves' | 'interrupts' | 'silent' | 'opts_out' | 'endless' | 'machine'

export interface CallPlan {
  /** The create request is not answered in time, although the phone rings. */
  createTimesOut: boolean
  /** From the dial to the first ring; null when it never rings. */
  ringingAfterS: number | null
  fate:
    | { kind: 'answered'; afterS: number; answeredBy: AnsweredBy; temper: Temper }
    | { kind: 'unanswered'; afterS: number; cause: 'busy' | 'no_answer' | 'rejected' | 'failed' }
}

const BEHAVIOUR_PREFIX = '+1500555'
/** People let it ring this long, in seconds; never to the very end of what the caller allows. */
const LEAST_RING_S = 12
const MOST_RING_S = 22
/** The one who leaves in the middle lets it ring longest, so that this call is not much shorter than others. */
const LEAVER_RING_S = 24
const MOST_OF_RING_TIMEOUT = 0.8

/** What will become of a dial, as far as nobody interferes. `ringTimeoutS` bounds how long it rings. */
export function planCall(seed: number, to: string, attemptNumber: number, ringTimeoutS: number): CallPlan {
  const key = [seed, to, attemptNumber] as const
  const ringingAfterS = drawBetween(0.8, 2.5, ...key, 'setup')
  const ringS = Math.min(drawBetween(LEAST_RING_S, MOST_RING_S, ...key, 'ring'), ringTimeoutS * MOST_OF_RING_TIMEOUT)
  const leaverRingS = Math.min(LEAVER_RING_S, ringTimeoutS * MOST_OF_RING_TIMEOUT)

  function answers(temper: Temper, afterRingS: number = ringS): CallPlan {
    const answeredBy = temper === 'machine' ? 'machine' : 'human'
    const fate = { kind: 'answered', afterS: ringingAfterS + afterRingS, answeredBy, temper } as const
    return { createTimesOut: false, ringingAfterS, fate }
  }
  function fails(cause: 'busy' | 'failed'): CallPlan {
    const afterS = drawBetween(1, 4, ...key, 'tone')
    return { createTimesOut: false, ringingAfterS: null, fate: { kind: 'unanswered', afterS, cause } }
  }
  function ringsOut(cause: 'no_answer' | 'rejected', afterRingS: number): CallPlan {
    const fate = { kind: 'unanswered', afterS: ringingAfterS + afterRingS, cause } as const
    return { createTimesOut: false, ringingAfterS, fate }
  }

  switch (behaviourDigits(to)) {
    case '0101':
      return fails('busy')
    case '0102':
      return ringsOut('no_answer', ringTimeoutS)
    case '0103':
      return ringsOut('rejected', Math.min(drawBetween(3, 6, ...key, 'reject'), ringTimeoutS))
    case '0104':
      return answers('machine')
    case '0105':
      return fails('failed')
    case '0106':
      return answers(temperOf(seed, to), leaverRingS)
    case '0110':
      return attemptNumber === 1 ? fails('busy') : answers(temperOf(seed, to))
    case '0112':
      return { ...answers(temperOf(seed, to)), createTimesOut: true }
    default:
      return answers(temperOf(seed, to))
  }
}

/** What becomes of a call from `from` once it is accepted: it is answered there and then, by us, and the caller is human. */
export function planIncomingCall(seed: number, from: string): CallPlan {
  const fate = { kind: 'answered', afterS: 0, answeredBy: 'human', temper: temperOf(seed, from) } as const
  return { createTimesOut: false, ringingAfterS: 0, fate }
}

/** How the person with a number talks, whoever called whom. */
function temperOf(seed: number, number: string): Exclude<Temper, 'machine'> {
  switch (behaviourDigits(number)) {
    case '0100':
    case '0110':
    case '0112':
      return 'agreeable'
    case '0106':
      return 'leaves'
    case '0107':
      return 'interrupts'
    case '0108':
      return 'silent'
    case '0109':
      return 'opts_out'
    case '0111':
      return 'endless'
    default:
      return draw(seed, number, 'temper') < 0.5 ? 'agreeable' : 'varied'
  }
}

function behaviourDigits(number: string): string | null {
  return number.startsWith(BEHAVIOUR_PREFIX) ? number.slice(BEHAVIOUR_PREFIX.length) : null
}
