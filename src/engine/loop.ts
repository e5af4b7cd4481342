/**
 * Work that is done when somebody asks for it: never twice at once, once more when it is asked for meanwhile, and again a
 * while after it has failed. The work looks for itself what there is to do, so that asking twice does no harm.
 *
 * A loop is idle, running, or running and to run again. Whatever it was asked for, a failure makes it wait first.
 */
import { SECOND_MS } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log, LogLevel } from '../ports/Log.ts'
import type { Busy } from './busy.ts'

const RETRY_AFTER_MS = SECOND_MS

export interface Loop {
  /** Runs the work now, or once more after the run that is going on. */
  kick(): void
  /** The same; settles when the work is at rest. A failure is logged, and not thrown. */
  run(): Promise<void>
  /** Runs it when so many milliseconds have passed. Of several times the earliest counts. */
  kickAfter(ms: number): void
  /** Whether the run that is going on will be followed by another: it may break off. */
  isWantedAgain(): boolean
  isStopped(): boolean
  /** Runs it no more. What is running looks at `isStopped` when it may break off. */
  stop(): void
}

export function createLoop(deps: {
  clock: Clock
  busy: Busy
  log: Log
  work: () => Promise<void>
  /** What the log says when the work fails. */
  failure: string
  failureLevel?: LogLevel
  retryAfterMs?: number
}): Loop {
  const { clock, busy, log } = deps
  let state: 'idle' | 'running' | 'running, run again' | 'stopped' = 'idle'
  /** Settles when the work is at rest. */
  let rest = Promise.resolve()
  /** In elapsed milliseconds. */
  let timer: { at: number; cancel: () => void } | null = null

  const isStopped = (): boolean => state === 'stopped'
  const isWantedAgain = (): boolean => state === 'running, run again'

  function kick(): void {
    if (state === 'idle') {
      state = 'running'
      rest = busy.during(runUntilAtRest)
    } else if (state === 'running') {
      state = 'running, run again'
    }
  }

  function kickAfter(ms: number): void {
    if (isStopped()) return
    const at = clock.elapsedMs() + ms
    if (timer && timer.at <= at) return
    timer?.cancel()
    const cancel = clock.wakeAfter(ms, () => {
      timer = null
      kick()
    })
    timer = { at, cancel }
  }

  async function runUntilAtRest(): Promise<void> {
    try {
      do {
        if (isStopped()) return
        state = 'running'
        await deps.work()
      } while (isWantedAgain())
      if (!isStopped()) state = 'idle'
    } catch (cause) {
      log(deps.failureLevel ?? 'error', deps.failure, { cause: String(cause) })
      if (isStopped()) return
      state = 'idle'
      kickAfter(deps.retryAfterMs ?? RETRY_AFTER_MS)
    }
  }

  return {
    kick,
    run: () => {
      kick()
      return rest
    },
    kickAfter,
    isWantedAgain,
    isStopped,
    stop: () => {
      state = 'stopped'
      timer?.cancel()
      timer = null
    },
  }
}
