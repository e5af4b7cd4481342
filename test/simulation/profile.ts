/** What kind of world a seed makes: how unreliable the carrier is, how few lines there are, what goes wrong. */
import { type Chance, chanceOf } from './draw.ts'

export interface Profile {
  /** Nothing goes wrong and nothing holds a dial up: every dial has to happen on its very instant. */
  calm: boolean
  /** Shares of the create requests. */
  timesOut: number
  throttled: number
  refused: number
  slow: number
  /** Shares of the events. */
  lost: number
  duplicated: number
  reordered: number
  late: number
  latestMs: number
  /** Shares of the phone calls. */
  busy: number
  noAnswer: number
  optOut: number
  lines: { callsPerSecond: number; callsAtOnce: number }
  /** The instant at which the world begins. */
  start: number
  /** Commands before the end. */
  commands: number
}

const HOUR_MS = 3_600_000
/** An ordinary Monday, and the hours before European and American clocks go on and back. */
const STARTS = [
  '2026-11-23T09:00:00Z',
  '2026-03-29T00:20:00Z',
  '2026-10-25T00:10:00Z',
  '2026-03-08T06:30:00Z',
  '2026-11-01T05:20:00Z',
].map((text) => Date.parse(text))

/** The world of a seed. */
export function profileOf(seed: number): Profile {
  const chance = chanceOf(seed, 'profile')
  const calm = chance.happens(0.15)
  const share = (most: number): number => (calm || chance.happens(0.3) ? 0 : chance.next() * most)
  return {
    calm,
    timesOut: share(0.3),
    throttled: calm ? 0.05 : share(0.3),
    refused: calm ? 0.05 : share(0.2),
    slow: share(0.4),
    lost: share(0.6),
    duplicated: share(0.5),
    reordered: share(0.5),
    late: share(0.3),
    latestMs: chance.happens(0.1) ? 60 * HOUR_MS : 6 * HOUR_MS,
    busy: chance.next() * 0.5,
    noAnswer: chance.next() * 0.5,
    optOut: chance.happens(0.3) ? 0.3 : 0,
    lines: linesOf(chance, calm),
    start: chance.happens(0.5) ? STARTS[0]! : chance.pick(STARTS),
    commands: chance.whole(12, 34),
  }
}

function linesOf(chance: Chance, calm: boolean): Profile['lines'] {
  if (calm || chance.happens(0.4)) return { callsPerSecond: 1000, callsAtOnce: 1000 }
  return { callsPerSecond: chance.pick([1, 2, 5, 20]), callsAtOnce: chance.pick([1, 2, 4, 8]) }
}
