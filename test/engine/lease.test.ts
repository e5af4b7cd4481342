/** A process's lease when the database, or the machine, fails it. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createBusy } from '../../src/engine/busy.ts'
import { createMembership, type Membership, type Node } from '../../src/engine/nodes/membership.ts'
import { createVirtualClock, type VirtualClock } from '../../src/clocks/virtualClock.ts'
import { renewNode } from '../../src/store/nodes/nodes.ts'
import type { Store } from '../../src/store/open.ts'
import { SECOND } from '../support/client.ts'
import { openTestStore } from '../support/database.ts'
import { START } from '../support/testApp.ts'

let store: Store
let clock: VirtualClock
let membership: Membership
let trouble: 'none' | 'away' | 'loses answers'
let told: string[]
const settle = (): Promise<void> => busy.idle()
const busy = createBusy()

beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => membership.leave())

async function join(node: Partial<Node> = {}): Promise<void> {
  clock = createVirtualClock(START)
  trouble = 'none'
  told = []
  const transaction: Store['transaction'] = async (work) => {
    if (trouble === 'away') throw new Error('away')
    const result = await store.transaction(work)
    if (trouble === 'loses answers') throw new Error('lost')
    return result
  }
  membership = createMembership({
    node: {
      id: Bun.randomUUIDv7(),
      processName: 'this one',
      hasProcessEnded: () => false,
      startStopwatch: () => () => clock.now(),
      correctClock: () => Promise.resolve(),
      ...node,
    },
    store: { ...store, transaction },
    clock,
    busy,
    log: () => undefined,
    carrier: { callsPerSecond: 10, callsAtOnce: 10 },
    inTheAir: () => 0,
    granted: () => undefined,
  })
  await membership.join({
    takeUp: async () => void told.push('take up'),
    letGo: async () => undefined,
    otherGone: () => told.push('other gone'),
    look: () => told.push('look'),
    lost: () => told.push('lost'),
  })
}

test('a database that is away does not make it forget the others', async () => {
  await join()
  const other = { id: Bun.randomUUIDv7(), processName: 'other', hasProcessEnded: () => false, dead: [], inTheAir: 0 }
  await store.transaction((tx) => renewNode(tx, { ...other, carrier: { callsPerSecond: 1, callsAtOnce: 1 } }))
  await clock.advanceBy(3 * SECOND, settle)
  expect(membership.hasOthers()).toBe(true)
  trouble = 'away'
  await clock.advanceBy(9 * SECOND, settle)
  expect(membership.isHeld()).toBe(true)
  expect(membership.hasOthers()).toBe(true)
  trouble = 'none'
  await clock.advanceBy(3 * SECOND, settle)
  expect(membership.hasOthers()).toBe(true)
})

test('when the answer to a renewal is lost, the next takes up what that one may have taken over', async () => {
  await join()
  trouble = 'loses answers'
  await clock.advanceBy(3 * SECOND, settle)
  expect(told).toEqual(['look'])
  trouble = 'none'
  await clock.advanceBy(6 * SECOND, settle)
  expect(told).toEqual(['look', 'take up'])
})

test('the clock is put right before a lease that had ended is held again', async () => {
  let hasSleptMs = 0
  let isRight = true
  let wasHeldByWrongClock = false
  await join({
    startStopwatch: () => () => clock.now() + hasSleptMs,
    correctClock: async () => {
      if (!isRight) wasHeldByWrongClock = membership.isHeld()
      isRight = true
    },
  })
  hasSleptMs = 60 * SECOND
  isRight = false
  expect(membership.isHeld()).toBe(false)
  await clock.advanceBy(3 * SECOND, settle)
  expect({ isHeld: membership.isHeld(), isRight, wasHeldByWrongClock }).toEqual({
    isHeld: true,
    isRight: true,
    wasHeldByWrongClock: false,
  })
})
