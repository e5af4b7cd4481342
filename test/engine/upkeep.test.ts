/** What is done every half hour, and when it has to wait. */
import { afterEach, expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/time.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

/** When the indexes were cleaned, in hours from the start. */
function watchIndexes(): number[] {
  const cleanings: number[] = []
  const upkeep = {
    run: () => Promise.resolve(),
    cleanIndexes: async () => void cleanings.push((app.clock.now() - START) / HOUR_MS),
    catchUp: () => Promise.resolve(),
    holdLog: () => Promise.reject(new Error('nobody copies')),
  }
  Object.assign(app.store, { upkeep })
  return cleanings
}

test('indexes are cleaned while nobody is on the phone', async () => {
  app = await openTestApp()
  await app.advanceBy(MINUTE_MS)
  const cleanings = watchIndexes()
  await app.advanceBy(HOUR_MS)
  expect(cleanings).toEqual([0.5, 1])
})

test('while calls are in the air they wait, but no longer than a day', async () => {
  // A call that never ends: nothing is heard of it, and it may last for days.
  app = await openTestApp({
    carrier: (simulator) => ({
      ...simulator,
      place: async ({ attemptId }) => ({ kind: 'placed', carrierCallId: attemptId }),
      fetch: async () => ({ kind: 'ringing' }),
      subscribe: () => {},
    }),
  })
  const playbook_id = await app.addPlaybook()
  const cleanings = watchIndexes()
  const keepCalling = async (): Promise<void> => {
    await app.post('/call', { phone: '+14155550123', playbook_id })
    await app.advanceBy(2 * MINUTE_MS)
  }
  while (app.clock.now() - START < DAY_MS + HOUR_MS) await keepCalling()
  expect(cleanings).toEqual([24])
}, 120_000)
