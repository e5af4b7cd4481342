/** The service with somebody who watches over it. */
import type { Instant } from '../../src/core/time.ts'
import { findOldestDue } from '../../src/store/calls/due.ts'
import { createMetrics, type Metrics } from '../../src/observability/metrics.ts'
import type { Tracing } from '../../src/observability/tracing.ts'
import { createWatch } from '../../src/observability/watch.ts'
import { openTestApp, type TestApp, type TestAppOptions } from '../support/testApp.ts'

export interface WatchedApp {
  app: TestApp
  metrics: Metrics
  /** What the watch wrote to the log. */
  said: { level: string; message: string; detail?: Record<string, unknown> | undefined }[]
  /** A sample's value, by its name and labels as they are written; null when there is none. */
  sample(name: string): Promise<number | null>
}

export async function openWatchedApp(
  options: TestAppOptions & {
    tracing?: Tracing
    oldestDueAt?: (app: TestApp) => Promise<Instant | null>
  } = {},
): Promise<WatchedApp> {
  const said: WatchedApp['said'] = []
  const metrics = createMetrics({ version: '1.2.3', commit: null })
  const watch = createWatch({
    log: (level, message, detail) => said.push({ level, message, detail }),
    metrics,
    tracing: options.tracing ?? null,
  })
  const app = await openTestApp({ ...options, watch })
  metrics.observe({
    engine: () => app.engineState(),
    oldestDueAt: () => options.oldestDueAt?.(app) ?? findOldestDue(app.store.db, app.clock.now()),
    clock: app.clock,
  })
  const sample = async (name: string): Promise<number | null> => {
    const line = (await metrics.read()).split('\n').find((one) => one.startsWith(`${name} `))
    return line === undefined ? null : Number(line.slice(name.length + 1))
  }
  return { app, metrics, said, sample }
}
