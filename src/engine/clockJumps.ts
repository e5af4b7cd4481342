/**
 * What a jump of the clock means for the engine. While it is in doubt nothing is dialled. When it is followed, what is
 * due when is read anew; after one back, what was due by the time that is taken back, or counted in it, does not wait for
 * that time to come again.
 */
import { SECOND_LOOK_AFTER_MS } from '../core/steadyTime.ts'
import { type Instant, SECOND_MS } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { Watch } from '../ports/Watch.ts'
import { bringBackAttempts, bringBackCalls } from '../store/dueCalls.ts'
import { forgetWindows } from '../store/nodes.ts'
import type { Store } from '../store/open.ts'
import type { Busy } from './busy.ts'

/** Calls moved in one transaction. */
const BATCH = 500

export function followClockJumps(deps: {
  store: Store
  clock: Clock
  busy: Busy
  log: Log
  watch: Watch
  /** Another time holds from now on. */
  beginAnew: () => void
  /** What is due may be dialled again. */
  look: () => void
}): { stop(): void } {
  const { store, clock, busy, log, watch } = deps
  let stopped = false

  clock.onNews(({ kind, byMs }) => {
    if (stopped) return
    const detail = { bySeconds: Math.round(byMs / SECOND_MS) }
    switch (kind) {
      case 'jumped':
        watch.clockJumped(byMs)
        return log('warn', 'the clock has jumped: see what has set it; nothing is dialled until it is sure', {
          ...detail,
          sureAfterSeconds: SECOND_LOOK_AFTER_MS / SECOND_MS,
        })
      case 'taken_back':
        log('info', 'the clock was corrected, and its jump had no effect; dialling goes on', detail)
        return deps.look()
      case 'followed':
        log(
          'warn',
          'the time to which the clock has jumped holds from now on; nothing is deleted for its age for a day',
          detail,
        )
        deps.beginAnew()
        if (byMs < 0) void busy.during(() => bringBack(clock.now() - byMs))
    }
  })

  const isStopped = (): boolean => stopped

  async function bringBack(before: Instant): Promise<void> {
    try {
      const now = clock.now()
      await store.transaction((tx) => forgetWindows(tx))
      await store.transaction((tx) => bringBackAttempts(tx, now))
      while (!isStopped()) {
        const moved = await store.transaction((tx) => bringBackCalls(tx, now, before, BATCH))
        if (moved < BATCH) break
        deps.look()
      }
      deps.look()
    } catch (cause) {
      log('error', 'what was due by the time that was taken back could not be brought back; trying again', {
        cause: String(cause),
      })
      if (!stopped) clock.wakeAfter(SECOND_MS, () => void busy.during(() => bringBack(before)))
    }
  }

  return {
    stop: () => {
      stopped = true
    },
  }
}
