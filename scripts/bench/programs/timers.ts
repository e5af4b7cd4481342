/** What timers cost, in a process that has none yet: a kind of timer is asked about once and the process is left. */
import { createTimerWheel, type TimerHandle } from '../../../src/core/timerWheel.ts'
import { unreachable } from '../../../src/core/unreachable.ts'
import { systemClock } from '../../../src/clocks/systemClock.ts'
import { HeapTimers } from '../binaryHeap.ts'
import { answerQuestions } from '../program.ts'
import { percentile } from '../statistics.ts'

export type TimerKind = 'wheel' | 'heap' | 'setTimeout'

export type TimerQuestion =
  | { ask: 'costs'; kind: TimerKind; count: number }
  /** Timers that are due at random instants, so many in every second, for so long. */
  | { ask: 'lateness'; kind: TimerKind; perSecond: number; seconds: number }

/** Nanoseconds for one timer, its bytes, and how late, in milliseconds, the 99th percentile fires. */
export interface TimerAnswer {
  insertNs: number
  cancelNs: number
  fireNs: number
  bytes: number
  latenessMs: number
  /** Of the time in which timers fired, how much the process worked. */
  cpu: number
}

const NOTHING: TimerAnswer = { insertNs: 0, cancelNs: 0, fireNs: 0, bytes: 0, latenessMs: 0, cpu: 0 }
const HOUR_MS = 3_600_000
const WARM_UP = 50_000
/** How close timers lie: a million of them reach over 100 s. */
const TIMERS_PER_MS = 10
/** A generator of no quality, which costs nothing and gives every kind the same instants. */
const spread = (index: number, span: number): number => ((index * 2_654_435_761) % 4_294_967_296) % Math.ceil(span)

interface Timers {
  insert(dueAt: number): unknown
  cancel(handle: unknown): void
  /** Turns the hands to where every timer is due. */
  fireAll(): void
}

function open(kind: TimerKind, now: number): Timers {
  let fired = 0
  const count = (): void => void fired++
  switch (kind) {
    case 'wheel': {
      const wheel = createTimerWheel(now)
      return {
        insert: (dueAt) => wheel.insert(dueAt),
        cancel: (handle) => wheel.cancel(handle as TimerHandle),
        fireAll: () => wheel.advance(now + HOUR_MS, count),
      }
    }
    case 'heap': {
      const heap = new HeapTimers()
      return {
        insert: (dueAt) => heap.insert(dueAt),
        cancel: (handle) => heap.cancel(handle as number),
        fireAll: () => heap.advance(now + HOUR_MS, count),
      }
    }
    case 'setTimeout':
      return {
        insert: (dueAt) => setTimeout(count, dueAt - now),
        cancel: (handle) => clearTimeout(handle as NodeJS.Timeout),
        // They do so by themselves.
        fireAll: () => undefined,
      }
    default:
      return unreachable(kind)
  }
}

async function measureCosts(kind: TimerKind, count: number): Promise<TimerAnswer> {
  const handles: unknown[] = Array.from({ length: Math.max(count, WARM_UP) }, () => null)
  // For the compiler; nothing of it is left.
  for (let round = 0; round < 3; round++) await measureOnce(kind, WARM_UP, handles)
  return measureOnce(kind, count, handles)
}

async function measureOnce(kind: TimerKind, count: number, handles: unknown[]): Promise<TimerAnswer> {
  const now = Date.now()
  const timers = open(kind, now)
  // Those of the runtime would fire in the middle of being counted.
  const least = kind === 'setTimeout' ? HOUR_MS : 1
  Bun.gc(true)
  const bytesBefore = process.memoryUsage.rss()
  let began = performance.now()
  for (let index = 0; index < count; index++) {
    handles[index] = timers.insert(now + least + spread(index, count / TIMERS_PER_MS))
  }
  const insertMs = performance.now() - began
  Bun.gc(true)
  const bytes = process.memoryUsage.rss() - bytesBefore
  began = performance.now()
  for (let index = 0; index < count; index += 2) timers.cancel(handles[index])
  const cancelMs = performance.now() - began
  const fireNs = kind === 'setTimeout' ? await measureTimeouts(count) : measureFiring(timers, count / 2)
  if (kind === 'setTimeout') for (let index = 1; index < count; index += 2) timers.cancel(handles[index])
  return {
    ...NOTHING,
    insertNs: (insertMs * 1e6) / count,
    cancelNs: (cancelMs * 1e6) / (count / 2),
    fireNs,
    bytes: bytes / count,
  }
}

function measureFiring(timers: Timers, left: number): number {
  const began = performance.now()
  timers.fireAll()
  return ((performance.now() - began) * 1e6) / left
}

/** Those of the runtime fire by its own clock: so many that are due at the same moment. */
async function measureTimeouts(count: number): Promise<number> {
  const finished = Promise.withResolvers<number>()
  let fired = 0
  let firstAt = 0
  const fire = (): void => {
    if (fired++ === 0) firstAt = performance.now()
    if (fired === count) finished.resolve(performance.now())
  }
  for (let index = 0; index < count; index++) setTimeout(fire, 1)
  const lastAt = await finished.promise
  return ((lastAt - firstAt) * 1e6) / count
}

async function measureLateness(kind: TimerKind, perSecond: number, seconds: number): Promise<TimerAnswer> {
  const count = perSecond * seconds
  const lateness = new Float64Array(count)
  const dueAt = new Float64Array(count)
  const start = Date.now() + 1_000
  for (let index = 0; index < count; index++) dueAt[index] = start + spread(index, seconds * 1_000)
  const finished = Promise.withResolvers<void>()
  let fired = 0
  const fire = (index: number): void => {
    lateness[fired++] = performance.timeOrigin + performance.now() - dueAt[index]!
    if (fired === count) finished.resolve()
  }
  if (kind === 'setTimeout')
    for (let index = 0; index < count; index++) setTimeout(fire, dueAt[index]! - Date.now(), index)
  else drive(kind, dueAt, fire)
  await Bun.sleep(Math.max(0, start - Date.now()))
  const cpuBefore = process.cpuUsage()
  await finished.promise
  const { user, system } = process.cpuUsage(cpuBefore)
  return { ...NOTHING, latenessMs: percentile(lateness.toSorted(), 0.99), cpu: (user + system) / 1e6 / seconds }
}

/** Lets one sleeper wake for the earliest, as the service's scheduler does. */
function drive(kind: 'wheel' | 'heap', dueAt: Float64Array, fire: (index: number) => void): void {
  const timers = kind === 'wheel' ? createTimerWheel(Date.now()) : new HeapTimers()
  const indexOf = new Map<number, number>()
  for (const [index, at] of dueAt.entries()) indexOf.set(timers.insert(at), index)
  const wake = (): void => {
    timers.advance(Date.now(), (handle) => fire(indexOf.get(handle) ?? 0))
    sleep()
  }
  const sleep = (): void => {
    const next = timers.nextDueAt()
    if (next !== null) systemClock.wakeAt(next, wake)
  }
  sleep()
}

answerQuestions((question: TimerQuestion): Promise<TimerAnswer> =>
  question.ask === 'costs'
    ? measureCosts(question.kind, question.count)
    : measureLateness(question.kind, question.perSecond, question.seconds),
)
