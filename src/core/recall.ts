/** When a call that reached nobody is tried again: delays in minutes that count from one anchor, not from each other. */
import { MINUTE_MS, type Instant } from './time.ts'

/** A contact who was dialled this often has been reached for all that redialling can do. */
export const MAX_RECALLS = 10
/** Thirty days: a recall that comes later belongs to another campaign. */
export const MAX_RECALL_MINUTES = 43_200

/** A list that repeats itself is read this far. */
const MAX_ITEMS = 100

/** The text form: what JSON would write, with spaces allowed around the numbers. The bounds are checked afterwards. */
const RECALL_TEXT = /^\[ *(?:[1-9][0-9]{0,4} *(?:, *[1-9][0-9]{0,4} *)*)?\]$/

const ACCEPTED =
  `recall must be a list of up to ${MAX_RECALLS} different whole minutes, each between 1 and ${MAX_RECALL_MINUTES}, ` +
  'written as [30,60] or as the text "[30,60]".'

/**
 * Reads a retry policy in either of its two forms: every delay once, the shortest first; none for an empty list. The
 * fault is one sentence that says what is accepted.
 */
export function parseRecall(value: unknown): { minutes: number[] } | { fault: string } {
  const list: unknown = typeof value === 'string' ? readText(value) : value
  if (!Array.isArray(list) || list.length > MAX_ITEMS || !list.every(isDelay)) return { fault: ACCEPTED }
  const minutes = [...new Set(list)].toSorted((one, other) => one - other)
  return minutes.length > MAX_RECALLS ? { fault: ACCEPTED } : { minutes }
}

function isDelay(entry: unknown): entry is number {
  return typeof entry === 'number' && Number.isInteger(entry) && entry >= 1 && entry <= MAX_RECALL_MINUTES
}

function readText(text: string): number[] | null {
  if (!RECALL_TEXT.test(text)) return null
  const inside = text.slice(1, -1).trim()
  return inside === '' ? [] : inside.split(',').map(Number)
}

/**
 * The instant of the next recall, or null when every delay has been used.
 *
 * Recall k is due at its listed distance from the anchor. Should the previous dial have been late, recall k keeps its
 * listed distance from that dial instead, so that nobody is called twice in quick succession.
 */
export function nextRecallAt(past: {
  /** What the delays count from. */
  anchorAt: Instant
  /** Strictly increasing. */
  recallMinutes: readonly number[]
  recallsUsed: number
  previousDialAt: Instant
}): Instant | null {
  const delay = past.recallMinutes[past.recallsUsed]
  if (delay === undefined) return null
  const delayBefore = past.recallsUsed === 0 ? 0 : past.recallMinutes[past.recallsUsed - 1]!
  return Math.max(past.anchorAt + delay * MINUTE_MS, past.previousDialAt + (delay - delayBefore) * MINUTE_MS)
}
