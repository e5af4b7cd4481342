/** Keeps the dispatcher at rest while dialling is held in the database, and looks now and then whether it still is. */
import { type Instant, SECOND_MS } from '../../core/time.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import { countWaitingCalls, findDiallingHold } from '../../store/nodes/diallingHold.ts'
import type { Store } from '../../store/open.ts'
import type { Busy } from '../busy.ts'
import { createLoop } from '../loop.ts'

const LOOK_EVERY_MS = 5 * SECOND_MS

export interface DiallingHoldWatch {
  /** True as well as long as nobody has looked. */
  isHeld(): boolean
  /** Looks, and goes on looking while it is held. Throws when the database cannot be asked. */
  start(): Promise<void>
  /** Says in the log that dialling is held, if it is. */
  remind(): Promise<void>
  stop(): void
}

export function createDiallingHoldWatch(deps: {
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  /** Called when dialling may go on after it was held. */
  released: () => void
}): DiallingHoldWatch {
  const { store, clock, busy, log } = deps
  let isHeld = true
  const looking = createLoop({
    clock,
    busy,
    log,
    work: look,
    failure: 'whether dialling is held could not be looked up; it is held until then',
    failureLevel: 'warn',
    retryAfterMs: LOOK_EVERY_MS,
  })

  async function look(): Promise<void> {
    isHeld = (await findDiallingHold(store.db)) !== null
    if (isHeld) return looking.kickAfter(LOOK_EVERY_MS)
    log('info', 'dialling goes on')
    deps.released()
  }

  return {
    isHeld: () => isHeld,
    start: async () => {
      isHeld = (await findDiallingHold(store.db)) !== null
      if (isHeld) looking.kickAfter(LOOK_EVERY_MS)
    },
    remind: async () => {
      const hold = isHeld ? await findDiallingHold(store.db) : null
      if (!hold) return
      log('warn', 'nothing is dialled since a backup was restored; to go on: playcall resume-dialling', {
        restoredAt: toText(hold.since),
        backupAt: toText(hold.backupAt),
        ...(await countWaitingCalls(store.db, clock.now())),
      })
    },
    stop: looking.stop,
  }
}

const toText = (at: Instant): string => new Date(at).toISOString()
