/**
 * Traces by OpenTelemetry: a span for every request, one for each of its transactions, one for every batch of the engine,
 * and one for every attempt, from the dial to the end. The span of an attempt is made at its end, of facts that are stored
 * anyway. So nothing has to be remembered, and an attempt whose process died in the middle still gets its span, from the
 * process after it. A batch is about calls of many requests and attempts, so that it has no parent: an attempt is linked
 * to the batch in which its end was stored.
 *
 * Spans wait in a bounded queue and are sent in the background; what the collector does not take is dropped. Nothing of
 * this is global: two services in one process have nothing to do with each other.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { diag, DiagLogLevel, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Attempt, Call } from '../core/call.ts'
import type { Log } from '../ports/Log.ts'
import type { BatchOf, Count, WatchedRequest } from '../ports/Watch.ts'

/** Which requests and attempts are traced. `parentBased`: a request that comes with a trace follows it. */
export interface Sampling {
  parentBased: boolean
  /** From 0 to 1. */
  ratio: number
}

export interface TracingOptions {
  /** Where spans are posted, such as `http://127.0.0.1:4318/v1/traces`. */
  url: string
  sampling: Sampling
  version: string
}

export interface Tracing {
  request(request: Request, about: WatchedRequest, answer: () => Promise<Response>): Promise<Response>
  /** A transaction of the request that this is called from. */
  transaction<T>(run: () => Promise<T>): Promise<T>
  /** A batch of the engine, whatever it was set going by. */
  batch<T>(of: BatchOf, run: (count: Count) => Promise<T>): Promise<T>
  attemptEnded(call: Call, attempt: Attempt): void
  /** Sends what waits. Rejects when the collector does not take it. */
  stop(): Promise<void>
}

/** The exporter and the resource read the other variables of OpenTelemetry by themselves: headers, time-out, name, … */
export function createTracing({ url, sampling, version }: TracingOptions, log: Log): Tracing {
  tellTroubleTo(log)
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'playcall', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sampling),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('playcall', version)
  const propagator = new W3CTraceContextPropagator()
  // What a request sets going goes on in its context, in the engine too: hence two of them.
  const currentRequest = new AsyncLocalStorage<Span>()
  const currentBatch = new AsyncLocalStorage<Span>()

  async function request(
    { method, headers }: Request,
    about: WatchedRequest,
    answer: () => Promise<Response>,
  ): Promise<Response> {
    const caller = propagator.extract(ROOT_CONTEXT, headers, HEADERS)
    const attributes = { 'http.request.method': method, 'playcall.request_id': about.requestId }
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, caller)
    try {
      const response = await currentRequest.run(span, answer)
      span.setAttribute('http.response.status_code', response.status)
      if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      return response
    } finally {
      span.updateName(about.operation)
      span.end()
    }
  }

  async function transaction<T>(run: () => Promise<T>): Promise<T> {
    const parent = currentRequest.getStore()
    if (!parent) return run()
    return runWithin(tracer.startSpan('transaction', {}, trace.setSpan(ROOT_CONTEXT, parent)), run)
  }

  function batch<T>(of: BatchOf, run: (count: Count) => Promise<T>): Promise<T> {
    const span = tracer.startSpan(`batch of ${of}`, {}, ROOT_CONTEXT)
    const count: Count = (what, number) => span.setAttribute(`playcall.${what}`, number)
    return currentBatch.run(span, () => runWithin(span, () => run(count)))
  }

  function attemptEnded(call: Call, attempt: Attempt): void {
    const attributes = {
      'playcall.call_id': call.id,
      'playcall.attempt_id': attempt.id,
      'playcall.attempt_number': attempt.number,
      'playcall.carrier': attempt.carrier,
      'playcall.disposition': attempt.disposition ?? 'unknown',
    }
    const storedIn = currentBatch.getStore()
    // Not one that is over: what a batch has set going goes on in its context.
    const links = storedIn?.isRecording() ? [{ context: storedIn.spanContext() }] : []
    const span = tracer.startSpan('attempt', { startTime: attempt.dialedAt, attributes, links }, ROOT_CONTEXT)
    if (attempt.ringingAt !== null) span.addEvent('ringing', attempt.ringingAt)
    if (attempt.answeredAt !== null) span.addEvent('answered', attempt.answeredAt)
    if (attempt.disposition === 'unknown') span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(attempt.endedAt ?? attempt.dialedAt)
  }

  return { request, transaction, batch, attemptEnded, stop: () => provider.shutdown() }
}

/** Ends the span when `run` has, in error if it fails. */
async function runWithin<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    // Without the message, which may name a number.
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw cause
  } finally {
    span.end()
  }
}

const HEADERS = {
  get: (headers: Headers, name: string): string | undefined => headers.get(name) ?? undefined,
  keys: (headers: Headers): string[] => [...headers.keys()],
}

function samplerOf({ parentBased, ratio }: Sampling): Sampler {
  const root = new TraceIdRatioBasedSampler(ratio)
  return parentBased ? new ParentBasedSampler({ root }) : root
}

/** What goes wrong on the way to the collector is reported to one place for the whole process. */
function tellTroubleTo(log: Log): void {
  const tell = (cause: string): void => log('warn', 'traces could not be sent', { cause })
  const ignore = (): void => undefined
  const logger = { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
