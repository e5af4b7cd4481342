import type { Log } from '../ports/Log.ts'
import type { Watch } from '../ports/Watch.ts'
import { whatChanged } from './callChange.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** A request that takes longer is worth a line; only a large campaign may. */
const SLOW_S = 1

/** Tells the log, and the metrics and traces where they are wanted. */
export function createWatch({
  log,
  metrics,
  tracing,
}: {
  log: Log
  metrics: Metrics | null
  tracing: Tracing | null
}): Watch {
  return {
    request: async (request, about, answer) => {
      const elapsed = startStopwatch()
      const response = await (tracing ? tracing.request(request, about, answer) : answer())
      const seconds = elapsed()
      const { status } = response
      metrics?.requestAnswered(about.operation, status, seconds)
      log(seconds < SLOW_S ? 'debug' : 'info', 'a request was answered', {
        request_id: about.requestId,
        operation: about.operation,
        status,
        ms: Math.round(seconds * 1_000),
      })
      return response
    },
    transaction: async (of, run) => {
      const elapsed = startStopwatch()
      let isCommitted = false
      try {
        const result = await (tracing && of === 'request' ? tracing.transaction(run) : run())
        isCommitted = true
        return result
      } finally {
        metrics?.transactionEnded(of, isCommitted, elapsed())
      }
    },
    batch: (of, run) => (tracing ? tracing.batch(of, run) : run(() => undefined)),
    callChanged: (before, after) => {
      const change = whatChanged(before, after)
      metrics?.callChanged(change)
      const { endedAttempt, placementUnknown } = change
      const ids = { call_id: after.id, attempt_id: after.attempt?.id }
      if (placementUnknown) log('warn', 'it is not known whether a call was placed; the carrier is asked', ids)
      if (!endedAttempt) return
      log('debug', 'an attempt ended', { ...ids, disposition: endedAttempt.disposition })
      tracing?.attemptEnded(after, endedAttempt)
    },
    incomingRefused: (reason) => metrics?.incomingRefused(reason),
    clockJumped: (byMs) => metrics?.clockJumped(byMs),
  }
}

/** Answers a function that tells the seconds since. What takes how long is measured, whatever the clock on the wall does. */
function startStopwatch(): () => number {
  const startedAt = performance.now()
  return () => (performance.now() - startedAt) / 1_000
}
