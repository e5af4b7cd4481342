import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { createSlidingWindow } from '../../src/core/slidingWindow.ts'
import { countCallsOfOthers, holdNode, leaveNodes, renewNode, takeFromWindows } from '../../src/store/nodes/nodes.ts'
import type { Store } from '../../src/store/open.ts'
import { openTestStore } from '../support/database.ts'
import { seeded } from '../support/random.ts'

const CARRIER = { callsPerSecond: 10, callsAtOnce: 20 }
const T0 = 1_780_000_000_000

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterEach(() => store.db.deleteFrom('nodes').execute())

const newId = (): string => Bun.randomUUIDv7()

function renew(id: string, more: Partial<Parameters<typeof renewNode>[1]> = {}) {
  const node = { id, processName: id, hasProcessEnded: () => false, carrier: CARRIER, inTheAir: 0, dead: [], ...more }
  return store.transaction((tx) => renewNode(tx, node))
}

describe('processes that share a database', () => {
  test('who is taken for dead leaves the list, unless it has said something meanwhile', async () => {
    const [first, second] = [newId(), newId()]
    await renew(first)
    await renew(second)
    expect((await renew(first, { dead: [{ id: second, renewals: 7 }] })).others).toEqual([{ id: second, renewals: 1 }])
    expect((await renew(first, { dead: [{ id: second, renewals: 1 }] })).others).toEqual([])
    expect(await store.transaction((tx) => holdNode(tx, second))).toBe(false)
    expect((await renew(second)).wasThere).toBe(false)
  })

  test('a process that is known to have ended is taken off at once', async () => {
    const [first, second] = [newId(), newId()]
    await renew(first)
    expect((await renew(second, { hasProcessEnded: (name) => name === first })).grant).toEqual(CARRIER)
  })

  test('what a process had is shared by those who stay', async () => {
    const [first, second] = [newId(), newId()]
    await renew(first)
    await renew(second)
    expect((await renew(first)).grant).toEqual({ callsPerSecond: 5, callsAtOnce: 10 })
    await store.transaction((tx) => leaveNodes(tx, second))
    expect((await renew(first)).grant).toEqual(CARRIER)
  })

  test('nobody else has calls in the air for an account that has none', async () => {
    expect(await store.transaction((tx) => countCallsOfOthers(tx, newId(), newId()))).toBe(0)
  })
})

describe('windows that several processes share', () => {
  test('never let in more than an exact window, and at most a hundredth of it later', async () => {
    const steps = fc.array(
      fc.record({ afterMs: fc.integer({ min: 0, max: 400 }), wanted: fc.integer({ min: 0, max: 4 }) }),
      {
        minLength: 1,
        maxLength: 25,
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), steps, async (limit, list) => {
        const subject = newId()
        const exact = createSlidingWindow({ limit, windowMs: 1000 })
        const taken: { at: number; count: number }[] = []
        let at = T0
        for (const { afterMs, wanted } of list) {
          at += afterMs
          const windows = [{ windowMs: 1000, limit, carried: 0 }]
          const answer = await takeFromWindows(store.db, { subject, windows, wanted, at })
          // Throws when it is more than the exact one has left.
          if (answer.taken > 0) exact.take(at, answer.taken)
          const counted = taken.filter((one) => one.at > at - 1010).reduce((sum, { count }) => sum + count, 0)
          expect(answer.taken).toBeGreaterThanOrEqual(Math.min(wanted, limit - counted))
          taken.push({ at, count: answer.taken })
        }
      }),
      seeded(60),
    )
  })

  test('take from all windows or from none, and count what is carried over', async () => {
    const subject = newId()
    const take = (at: number, carried = 0) =>
      takeFromWindows(store.db, {
        subject,
        windows: [
          { windowMs: 1000, limit: 2, carried: 0 },
          { windowMs: 60_000, limit: 5, carried },
        ],
        wanted: 1,
        at,
      })
    expect(await take(T0, 3)).toEqual({
      taken: 1,
      windows: [
        { used: 1, oldestUntil: T0 + 1000 },
        { used: 4, oldestUntil: T0 + 60_000 },
      ],
    })
    expect((await take(T0 + 1)).taken).toBe(1)
    expect((await take(T0 + 2000)).taken).toBe(0)
    expect((await take(T0 + 2000)).windows.map(({ used }) => used)).toEqual([0, 5])
  })

  test('two who take at once do not take the same', async () => {
    const subject = newId()
    const windows = [{ windowMs: 1000, limit: 3, carried: 0 }]
    const takings = Array.from({ length: 8 }, () => takeFromWindows(store.db, { subject, windows, wanted: 1, at: T0 }))
    expect((await Promise.all(takings)).filter(({ taken }) => taken === 1)).toHaveLength(3)
  })
})
