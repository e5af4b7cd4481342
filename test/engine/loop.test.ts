/** Work that is asked for now and then, on a virtual clock. */
import { beforeEach, expect, test } from 'bun:test'
import { createVirtualClock, type VirtualClock } from '../../src/clocks/virtualClock.ts'
import { type Busy, createBusy } from '../../src/engine/busy.ts'
import { createLoop, type Loop } from '../../src/engine/loop.ts'

let busy: Busy
let clock: VirtualClock
let loop: Loop
/** When each run began. */
let runs: number[]
let logged: unknown[]
/** Ends the run that is going on. */
let finish: () => void
let fail: (cause: unknown) => void

beforeEach(() => create())

function create(options: { failureLevel?: 'warn'; retryAfterMs?: number } = {}): void {
  busy = createBusy()
  clock = createVirtualClock(0)
  runs = []
  logged = []
  loop = createLoop({
    clock,
    busy,
    log: (...args) => logged.push(args),
    work: () => {
      runs.push(clock.elapsedMs())
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      finish = resolve
      fail = reject
      return promise
    },
    failure: 'it failed; trying again',
    ...options,
  })
}

/** Lets what is settled go on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('work runs when it is asked for, and not before', async () => {
  await clock.advanceBy(10_000, turn)
  expect(runs).toEqual([])
  loop.kick()
  expect(runs).toEqual([10_000])
  finish()
  await busy.idle()
  expect(runs).toEqual([10_000])
})

test('however often it is asked for meanwhile, it runs once more, and never twice at once', async () => {
  loop.kick()
  expect(loop.isWantedAgain()).toBe(false)
  loop.kick()
  loop.kick()
  expect(loop.isWantedAgain()).toBe(true)
  expect(runs).toHaveLength(1)
  finish()
  await turn()
  expect(runs).toHaveLength(2)
  expect(loop.isWantedAgain()).toBe(false)
  finish()
  await busy.idle()
  expect(runs).toHaveLength(2)
})

test('who waits for it goes on when it is at rest, the run that was asked for meanwhile included', async () => {
  let isAtRest = false
  loop.kick()
  const rest = loop.run().then(() => (isAtRest = true))
  finish()
  await turn()
  expect(isAtRest).toBe(false)
  finish()
  await rest
  expect(runs).toHaveLength(2)
})

test('it runs again a second after it has failed, also when it was asked for meanwhile', async () => {
  loop.kick()
  loop.kick()
  fail('no database')
  await busy.idle()
  expect(logged).toEqual([['error', 'it failed; trying again', { cause: 'no database' }]])
  await clock.advanceBy(999, turn)
  expect(runs).toEqual([0])
  await clock.advanceBy(1, turn)
  expect(runs).toEqual([0, 1_000])
  finish()
  await busy.idle()
  await clock.advanceBy(10_000, turn)
  expect(runs).toHaveLength(2)
})

test('it says a failure at the level, and waits the time, that it was told', async () => {
  create({ failureLevel: 'warn', retryAfterMs: 5_000 })
  loop.kick()
  fail('away')
  await busy.idle()
  expect(logged).toEqual([['warn', 'it failed; trying again', { cause: 'away' }]])
  await clock.advanceBy(5_000, turn)
  expect(runs).toEqual([0, 5_000])
})

test('while it waits after a failure it runs at once when it is asked for', async () => {
  loop.kick()
  fail('no database')
  await busy.idle()
  await clock.advanceBy(100, turn)
  loop.kick()
  expect(runs).toEqual([0, 100])
})

test('of several times to wait for the earliest counts', async () => {
  loop.kickAfter(500)
  loop.kickAfter(100)
  loop.kickAfter(300)
  await clock.advanceBy(1_000, () => {
    finish()
    return turn()
  })
  expect(runs).toEqual([100])
  loop.kickAfter(50)
  await clock.advanceBy(50, turn)
  expect(runs).toEqual([100, 1_050])
})

test('a time that comes while it runs has it run again', async () => {
  loop.kickAfter(100)
  loop.kick()
  await clock.advanceBy(100, turn)
  expect(runs).toEqual([0])
  finish()
  await turn()
  expect(runs).toEqual([0, 100])
})

test('once stopped it runs no more, whatever it was asked for', async () => {
  loop.kick()
  loop.kick()
  loop.kickAfter(100)
  loop.stop()
  expect(loop.isStopped()).toBe(true)
  finish()
  await busy.idle()
  loop.kick()
  loop.kickAfter(100)
  await clock.advanceBy(10_000, turn)
  expect(runs).toEqual([0])
})

test('a run that fails after the stop is logged, and not tried again', async () => {
  loop.kick()
  loop.stop()
  fail('closed')
  await busy.idle()
  expect(logged).toHaveLength(1)
  await clock.advanceBy(10_000, turn)
  expect(runs).toEqual([0])
})

test('a run counts as work that is going on', async () => {
  let isIdle = false
  loop.kick()
  const idle = busy.idle().then(() => (isIdle = true))
  await turn()
  expect(isIdle).toBe(false)
  finish()
  await idle
})
