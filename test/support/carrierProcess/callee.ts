/** Who is called: what becomes of a dial, and what is said. All of it follows from the seed, the number and the attempt's number. */
import type { AnsweredBy } from '../../../src/core/call.ts'
import { type Chance, chanceOf } from '../../simulation/draw.ts'

/** Milliseconds of the machine. */
export interface Callee {
  /** Until the create request is answered, which may be after it rings. */
  placedAfterMs: number
  ringsAfterMs: number
  /** From ringing on. */
  fateAfterMs: number
  fate: { kind: 'answers'; answeredBy: AnsweredBy } | { kind: 'busy' } | { kind: 'no_answer' }
  /** What the callee says in turn to what the agent says; who has nothing left hangs up. */
  lines: string[]
  chance: Chance
}

const LINES = ['Yes, of course.', 'No, another day.', 'Who is this?', 'That works for me.', 'Hm.']

export function drawCallee(seed: number, to: string, attemptNumber: number): Callee {
  const chance = chanceOf('callee', seed, to, attemptNumber)
  const draw = chance.next()
  return {
    placedAfterMs: chance.whole(0, 40),
    ringsAfterMs: chance.whole(1, 30),
    fateAfterMs: chance.whole(20, 200),
    fate:
      draw < 0.6
        ? { kind: 'answers', answeredBy: draw < 0.05 ? 'machine' : 'human' }
        : { kind: draw < 0.8 ? 'busy' : 'no_answer' },
    lines: Array.from({ length: chance.whole(0, 4) }, () => chance.pick(LINES)),
    chance,
  }
}
