/** What the operator sees of the service: metrics, traces and log, as the settings want them. */
import manifest from '../../package.json'
import { COMMIT, type Config } from '../config.ts'
import { type Instant, SECOND_MS } from '../core/time.ts'
import { type Answer, type Listening, serve } from '../http/serve.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { EngineState, Watch } from '../ports/Watch.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { createTracing } from '../observability/tracing.ts'
import { createWatch } from '../observability/watch.ts'
import { within } from '../observability/within.ts'

/** A collector that is away must not keep a service from stopping. */
const LAST_SPANS_MS = 3 * SECOND_MS

export interface Watching {
  watch: Watch
  /** Serves the metrics, if they are wanted. Throws an Error with a sentence when the port is taken. */
  serveMetrics(sources: { engine: () => EngineState; oldestDueAt: () => Promise<Instant | null> }): void
  /** Sends the spans that wait, for a few seconds at most. Never rejects. */
  stop(): Promise<void>
}

export function startWatching(
  config: Pick<Config, 'metrics' | 'tracing'>,
  { clock, log }: { clock: Clock; log: Log },
): Watching {
  const { version } = manifest
  const metrics = config.metrics && createMetrics({ version, commit: COMMIT })
  const tracing = config.tracing && createTracing({ ...config.tracing, version }, log)
  let server: Listening | null = null
  return {
    watch: createWatch({ log, metrics, tracing }),
    serveMetrics: (sources) => {
      if (!metrics || !config.metrics) return
      metrics.observe({ ...sources, clock })
      server = serve({ answer: answerWith(metrics), ...config.metrics, setting: 'PLAYCALL_METRICS' })
      log('info', 'metrics are served', { url: `${server.url}/metrics` })
    },
    stop: async () => {
      await server?.stop(true)
      if (!tracing) return
      await within(clock, LAST_SPANS_MS, tracing.stop()).catch((cause: unknown) =>
        log('warn', 'the last traces were not sent', { cause: String(cause) }),
      )
    },
  }
}

function answerWith(metrics: Metrics): Answer {
  return async (request) => {
    if (URL.parse(request.url)?.pathname !== '/metrics') {
      return new Response('There is only /metrics.\n', { status: 404 })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('/metrics takes GET.\n', { status: 405, headers: { Allow: 'GET, HEAD' } })
    }
    return new Response(await metrics.read(), {
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
  }
}
