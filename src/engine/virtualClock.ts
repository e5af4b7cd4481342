/**
 * A clock whose hands somebody turns: a test, or a simulation faster than time. Timers fire in the order in which they
 * are due, and in the order in which they were set when they are due together; `now` stands exactly on the due instant
 * while they do.
 */
import type { Instant } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'

/** Lets the work that a timer has started come to rest, before time goes on. */
export type Settle = () => void | Promise<void>

export interface VirtualClock extends Clock {
  /** Turns the hands to `at` (never back), firing what is due on the way and settling after each instant. */
  advanceTo(at: Instant, settle?: Settle): Promise<void>
  advanceBy(ms: number, settle?: Settle): Promise<void>
  /** The instant of the next timer; null when there is none. */
  nextDueAt(): Instant | null
}

interface Timer {
  at: Instant
  order: number
  /** Null once it has been taken back. */
  wake: (() => void) | null
}

/** Timers that set each other at one instant for ever would never come to an end: fail instead. */
const MOST_ROUNDS_AT_AN_INSTANT = 100_000

export function createVirtualClock(start: Instant): VirtualClock {
  const heap: Timer[] = []
  let now = start
  let order = 0

  function nextDueAt(): Instant | null {
    while (heap[0] && heap[0].wake === null) removeFirst(heap)
    return heap[0] ? Math.max(heap[0].at, now) : null
  }

  function fireDueAt(instant: Instant): void {
    const due: Timer[] = []
    for (let first = heap[0]; first && first.at <= instant; first = heap[0]) due.push(removeFirst(heap))
    for (const timer of due) {
      const wake = timer.wake
      timer.wake = null
      wake?.()
    }
  }

  async function advanceTo(at: Instant, settle: Settle = () => {}): Promise<void> {
    let rounds = 0
    for (let due = nextDueAt(); due !== null && due <= at; due = nextDueAt()) {
      rounds = due === now ? rounds + 1 : 0
      if (rounds > MOST_ROUNDS_AT_AN_INSTANT) throw new Error(`timers keep setting each other at ${now}`)
      now = due
      fireDueAt(due)
      await settle()
    }
    now = Math.max(now, at)
  }

  return {
    now: () => now,
    wakeAt(at, wake) {
      const timer: Timer = { at, order: order++, wake }
      insert(heap, timer)
      return () => {
        timer.wake = null
      }
    },
    advanceTo,
    advanceBy: (ms, settle) => advanceTo(now + ms, settle),
    nextDueAt,
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

/** Adds to the binary heap: climb while earlier than the parent. */
function insert(heap: Timer[], timer: Timer): void {
  let place = heap.length
  heap.push(timer)
  while (place > 0) {
    const above = (place - 1) >> 1
    const parent = heap[above]
    if (!parent || isBefore(parent, timer)) break
    heap[place] = parent
    place = above
  }
  heap[place] = timer
}

/** Takes the earliest off a heap that is not empty: the last one takes its place and sinks. */
function removeFirst(heap: Timer[]): Timer {
  const first = heap[0]
  const last = heap.pop()
  if (!first || !last) throw new Error('the heap is empty')
  if (heap.length === 0) return first
  let place = 0
  for (;;) {
    const left = heap[2 * place + 1]
    const right = heap[2 * place + 2]
    if (!left) break
    const [child, at] = right && isBefore(right, left) ? [right, 2 * place + 2] : [left, 2 * place + 1]
    if (isBefore(last, child)) break
    heap[place] = child
    place = at
  }
  heap[place] = last
  return first
}
