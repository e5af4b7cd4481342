/** What is to be done now and then: sweeps are begun, people reminded, and the database is kept in order. */
import { DAY_MS, MINUTE_MS } from '../../core/time.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Store } from '../../store/open.ts'
import type { CampaignSweep } from './campaignSweep.ts'
import type { Pruning } from './pruning.ts'

/** So long after the start nothing is deleted for its age: machines set their clock soon after they have started. */
const CLOCK_SETTLES_MS = 10 * MINUTE_MS

export function createUpkeep(deps: {
  store: Store
  clock: Clock
  campaigns: CampaignSweep
  pruning: Pruning
  /** Says in the log that dialling is held, if it is. */
  remind: () => Promise<void>
  callsInTheAir: () => number
}): () => Promise<void> {
  const { store, clock } = deps
  const startedAt = clock.elapsedMs()
  let indexesCleanedAt = startedAt

  /** When nobody is on the phone; and once a day all the same. */
  async function cleanIndexes(): Promise<void> {
    const isDayOver = clock.elapsedMs() - indexesCleanedAt >= DAY_MS
    if (deps.callsInTheAir() > 0 && !isDayOver) return
    indexesCleanedAt = clock.elapsedMs()
    await store.upkeep?.cleanIndexes()
  }

  return async () => {
    deps.campaigns.begin()
    // By a clock that has jumped nothing is old, nor by one that may have been wrong when the machine started: somebody
    // may yet correct it.
    const isClockSettled = clock.elapsedMs() - startedAt >= CLOCK_SETTLES_MS
    if (isClockSettled && clock.condition() === 'steady') deps.pruning.begin()
    await deps.remind()
    await store.upkeep?.run()
    await cleanIndexes()
  }
}
