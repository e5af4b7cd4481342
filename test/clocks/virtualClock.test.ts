import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { createVirtualClock } from '../../src/clocks/virtualClock.ts'
import { seeded } from '../support/random.ts'

test('timers fire when they are due, in the order in which they are, and those taken back never', async () => {
  const instants = fc.array(fc.record({ at: fc.integer({ min: -10, max: 100 }), kept: fc.boolean() }), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(instants, fc.integer({ min: 0, max: 100 }), async (timers, until) => {
      const clock = createVirtualClock(0)
      const fired: string[] = []
      for (const [i, { at, kept }] of timers.entries()) {
        const takeBack = clock.wakeAt(at, () => fired.push(`${i} at ${clock.now()}`))
        if (!kept) takeBack()
      }
      await clock.advanceTo(until)
      const due = [...timers.entries()].filter(([, { at, kept }]) => kept && at <= until)
      due.sort(([i, a], [j, b]) => a.at - b.at || i - j)
      expect(fired).toEqual(due.map(([i, { at }]) => `${i} at ${Math.max(0, at)}`))
      expect(clock.now()).toBe(until)
    }),
    seeded(300),
  )
})

test('work that a timer starts is settled before time goes on', async () => {
  const clock = createVirtualClock(1_000)
  const seen: string[] = []
  clock.wakeAt(1_010, () => {
    seen.push('woken')
    clock.wakeAt(1_010, () => seen.push('again'))
  })
  clock.wakeAt(1_020, () => seen.push('later'))
  await clock.advanceBy(20, () => void seen.push(`settled at ${clock.now()}`))
  expect(seen).toEqual(['woken', 'settled at 1010', 'again', 'settled at 1010', 'later', 'settled at 1020'])
})

test('timers that set each other for ever at one instant fail instead of hanging', async () => {
  const clock = createVirtualClock(0)
  const again = (): void => void clock.wakeAt(5, again)
  again()
  expect(clock.advanceTo(10)).rejects.toThrow('keep setting each other')
})
