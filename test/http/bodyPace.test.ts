/** At what pace a body has to arrive: 10 KiB in every 10 seconds unless it ends, and the whole by an instant of its own. */
import { describe, expect, test } from 'bun:test'
import { createVirtualClock, type VirtualClock } from '../../src/engine/virtualClock.ts'
import { readBody } from '../../src/http/readBody.ts'

const KIB = 1024
const MIB = 1024 * KIB
const SECOND = 1_000
const START = Date.UTC(2026, 0, 5, 9)

/** So many bytes at an instant, counted in milliseconds from the first; null is the end. */
type Arrival = [atMs: number, bytes: number | null]

interface Sender {
  clock: VirtualClock
  /** Null while the body is being read; then how many bytes it had, or the message with which it was refused. */
  outcome(): number | string | null
  /** Whether the rest of the body was declined. */
  declined(): boolean
}

/** Sends a body whose bytes come when they are said to come, to a place that takes `limitBytes`. */
function send(arrivals: readonly Arrival[], limitBytes = MIB): Sender {
  const clock = createVirtualClock(START)
  let declined = false
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [atMs, bytes] of arrivals) {
        clock.wakeAt(START + atMs, () => {
          if (declined) return
          if (bytes === null) controller.close()
          else controller.enqueue(new Uint8Array(bytes))
        })
      }
    },
    cancel() {
      declined = true
    },
  })
  const request = new Request('http://x/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  let outcome: number | string | null = null
  let bytes = 0
  void readBody(request, limitBytes, clock, (piece) => (bytes += piece.length)).then(
    () => (outcome = bytes),
    (error: Error) => (outcome = error.message),
  )
  return { clock, outcome: () => outcome, declined: () => declined }
}

/** Turns the clock, with time for what has come to be read. */
async function turnTo(clock: VirtualClock, ms: number): Promise<void> {
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  await settle()
  await clock.advanceTo(START + ms, settle)
  await settle()
}

/** The same bytes again and again, the first after one interval. */
function steadily(bytes: number, everyMs: number, untilMs: number): Arrival[] {
  return Array.from({ length: Math.floor(untilMs / everyMs) }, (_, index) => [(index + 1) * everyMs, bytes])
}

/** It is still being read a millisecond before, and refused at the instant. */
async function expectRefusedAt({ clock, outcome, declined }: Sender, ms: number): Promise<void> {
  await turnTo(clock, ms - 1)
  expect(outcome()).toBeNull()
  await turnTo(clock, ms)
  expect(outcome()).toContain('took too long')
  expect(declined()).toBe(true)
}

describe('a slow but honest body is read to its end', () => {
  test('two KiB a second with a stall of three, wherever the stall lies', async () => {
    for (let stall = 1; stall <= 26; stall++) {
      const seconds = Array.from({ length: 30 }, (_, index) => index + 1)
      const moving = seconds.filter((second) => second < stall || second >= stall + 3)
      const arrivals = moving.map((second): Arrival => [second * SECOND, 2 * KIB])
      const { clock, outcome } = send([...arrivals, [30.5 * SECOND, null]])
      await turnTo(clock, 31 * SECOND)
      expect({ stall, outcome: outcome() }).toEqual({ stall, outcome: moving.length * 2 * KIB })
    }
  })

  test('exactly 10 KiB in every 10 seconds, whenever in them', async () => {
    for (const offset of [1, 5 * SECOND, 10 * SECOND - 1]) {
      const arrivals = [0, 1, 2].map((window): Arrival => [window * 10 * SECOND + offset, 10 * KIB])
      const { clock, outcome } = send([...arrivals, [33 * SECOND, null]])
      await turnTo(clock, 33 * SECOND)
      expect(outcome()).toBe(30 * KIB)
    }
  })

  test('a small one that ends just before ten seconds are over', async () => {
    const { clock, outcome } = send([
      [0, 1],
      [10 * SECOND - 1, 1],
      [10 * SECOND - 1, null],
    ])
    await turnTo(clock, 10 * SECOND)
    expect(outcome()).toBe(2)
  })

  test('nothing waits for it afterwards', async () => {
    const { clock, outcome } = send([
      [SECOND, 5],
      [2 * SECOND, null],
    ])
    await turnTo(clock, 2 * SECOND)
    expect(outcome()).toBe(5)
    expect(clock.nextDueAt()).toBeNull()
  })
})

describe('a body below the pace is refused at the end of the ten seconds in which it fell behind', () => {
  test('one that never comes', () => expectRefusedAt(send([]), 10 * SECOND))

  test('one byte a second', () => expectRefusedAt(send(steadily(1, SECOND, 60 * SECOND)), 10 * SECOND))

  test('one byte less than 10 KiB', () =>
    expectRefusedAt(send(steadily(10 * KIB - 1, 9 * SECOND, 60 * SECOND)), 10 * SECOND))

  test('one that came fast and then stopped', () => expectRefusedAt(send([[1, 500 * KIB]]), 20 * SECOND))
})

describe('the whole has to be there by its deadline, however well it moves', () => {
  test('34 seconds where 1 MiB is taken', () =>
    expectRefusedAt(send(steadily(20 * KIB, SECOND, 60 * SECOND)), 34 * SECOND))

  test('292 seconds where 64 MiB are taken', () =>
    expectRefusedAt(send(steadily(20 * KIB, SECOND, 400 * SECOND), 64 * MIB), 292 * SECOND))

  test('a millisecond earlier it is in time', async () => {
    const { clock, outcome } = send([...steadily(20 * KIB, SECOND, 33 * SECOND), [34 * SECOND - 1, null]])
    await turnTo(clock, 34 * SECOND)
    expect(outcome()).toBe(660 * KIB)
  })
})
