/**
 * A clock whose hands somebody turns: a test, or a simulation faster than time. Timers fire in the order in which they
 * are due, and in the order in which they were set when they are due together; `now` stands exactly on the due instant
 * while they do.
 */
import { createSteadyTime, SECOND_LOOK_AFTER_MS } from '../core/steadyTime.ts'
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
  /** Somebody sets the clock that `now` goes by, so many milliseconds ahead, or back when they are less than 0. No time passes. */
  jump(ms: number): void
}

interface Timer {
  /** When it is due, in elapsed milliseconds. */
  due: number
  /** The instant that it waits for; null when it waits for milliseconds to pass. */
  at: Instant | null
  order: number
  /** Null once it has been taken back. */
  wake: (() => void) | null
}

/** Timers that set each other at one instant for ever would never come to an end: fail instead. */
const MOST_ROUNDS_AT_AN_INSTANT = 100_000

export function createVirtualClock(start: Instant): VirtualClock {
  const heap: Timer[] = []
  /** Begins with the start, so that it is the same as the instant until the clock is set. */
  let elapsed = start
  let aheadMs = 0
  let order = 0
  const time = createSteadyTime(elapsed, start)
  const listeners: Parameters<Clock['onNews']>[0][] = []
  const now = (): Instant => time.at(elapsed)
  const dueOf = (at: Instant): number => elapsed + (at - now())

  function compare(): void {
    const news = time.compare(elapsed, elapsed + aheadMs)
    // Small steps too bring nearer, or move away, what waits for an instant.
    for (const timer of heap.splice(0)) {
      if (timer.at !== null) timer.due = dueOf(timer.at)
      insert(heap, timer)
    }
    if (news?.kind === 'jumped') wakeAfter(SECOND_LOOK_AFTER_MS, compare)
    if (news) for (const heard of listeners) heard(news)
  }

  function nextDue(): number | null {
    while (heap[0] && heap[0].wake === null) removeFirst(heap)
    return heap[0] ? Math.max(heap[0].due, elapsed) : null
  }

  function fireDueAt(instant: number): void {
    const due: Timer[] = []
    for (let first = heap[0]; first && first.due <= instant; first = heap[0]) due.push(removeFirst(heap))
    for (const timer of due) {
      const wake = timer.wake
      timer.wake = null
      wake?.()
    }
  }

  async function advanceBy(ms: number, settle: Settle = () => {}): Promise<void> {
    const end = elapsed + ms
    let rounds = 0
    for (let due = nextDue(); due !== null && due <= end; due = nextDue()) {
      rounds = due === elapsed ? rounds + 1 : 0
      if (rounds > MOST_ROUNDS_AT_AN_INSTANT) throw new Error(`timers keep setting each other at ${now()}`)
      elapsed = due
      fireDueAt(due)
      await settle()
    }
    elapsed = Math.max(elapsed, end)
  }

  function wait(due: number, at: Instant | null, wake: () => void): () => void {
    const timer: Timer = { due, at, order: order++, wake }
    insert(heap, timer)
    return () => {
      timer.wake = null
    }
  }
  const wakeAfter = (ms: number, wake: () => void): (() => void) => wait(elapsed + ms, null, wake)

  return {
    now,
    elapsedMs: () => elapsed,
    wakeAt: (at, wake) => wait(dueOf(at), at, wake),
    wakeAfter,
    condition: () => time.condition(elapsed),
    onNews: (heard) => void listeners.push(heard),
    advanceTo: (at, settle) => advanceBy(at - now(), settle),
    advanceBy,
    nextDueAt: () => {
      const due = nextDue()
      return due === null ? null : now() + (due - elapsed)
    },
    jump: (ms) => {
      aheadMs += ms
      compare()
    },
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order)
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
