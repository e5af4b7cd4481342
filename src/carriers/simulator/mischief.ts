/** What a bad line does to a carrier's reports: some come twice, some late and so out of order, some never. */
import { draw, drawBetween, type DrawKey } from './seededDraw.ts'

/** Chances from 0 to 1 that an event is sent twice, held back, or lost. */
export interface Mischief {
  duplicate?: number
  reorder?: number
  drop?: number
}

/** How long an event may be held back, in simulated seconds: longer than it rings, so that any other may overtake it. */
const LEAST_DELAY_S = 0.5
const MOST_DELAY_S = 30

/** When to deliver the event that `key` names: delays in simulated seconds, none when it is lost. */
export function deliveryDelaysS(mischief: Mischief, ...key: DrawKey): number[] {
  if (draw(...key, 'drop') < (mischief.drop ?? 0)) return []
  const isLate = draw(...key, 'reorder') < (mischief.reorder ?? 0)
  const isTwice = draw(...key, 'duplicate') < (mischief.duplicate ?? 0)
  const first = isLate ? drawBetween(LEAST_DELAY_S, MOST_DELAY_S, ...key, 'delay') : 0
  return isTwice ? [first, drawBetween(0, MOST_DELAY_S, ...key, 'second delay')] : [first]
}
