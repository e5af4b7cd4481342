/** An OTLP/HTTP collector: a server of its own that takes spans as JSON and decodes them. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  /** 1 internal, 2 server. */
  kind: number
  startMs: number
  endMs: number
  attributes: Record<string, string | number>
  events: { name: string; atMs: number }[]
  /** The ids of the spans that it is linked to. */
  links: string[]
  /** 0 unset, 2 error. */
  status: number
}

export interface Collector {
  /** Where spans are posted. */
  url: string
  spans: CollectedSpan[]
  /** Every body that has come, as text. */
  bodies: string[]
  resource: Record<string, string | number>
  stop(): Promise<void>
}

type Attributes = { key: string; value: { stringValue?: string; intValue?: number } }[]
interface Posted {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes: Attributes
        events: { name: string; timeUnixNano: string }[]
        links: { spanId: string }[]
        status: { code: number }
      }[]
    }[]
  }[]
}

/** Starts one on a free port of 127.0.0.1. `answer` decides what becomes of a request; it is taken if absent. */
export function startCollector(answer: () => Response | Promise<Response> = () => Response.json({})): Collector {
  const collector: Omit<Collector, 'url' | 'stop'> = { spans: [], bodies: [], resource: {} }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/traces')
        return new Response(null, { status: 404 })
      const body = await request.text()
      collector.bodies.push(body)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a test looks at, it asserts
      for (const { resource, scopeSpans } of (JSON.parse(body) as Posted).resourceSpans) {
        collector.resource = toRecord(resource.attributes)
        for (const { spans } of scopeSpans) collector.spans.push(...spans.map(toSpan))
      }
      return answer()
    },
  })
  return {
    ...collector,
    url: `${server.url.origin}/v1/traces`,
    stop: () => server.stop(true),
    get resource() {
      return collector.resource
    },
  }
}

function toSpan(span: Posted['resourceSpans'][number]['scopeSpans'][number]['spans'][number]): CollectedSpan {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? null,
    name: span.name,
    kind: span.kind,
    startMs: toMs(span.startTimeUnixNano),
    endMs: toMs(span.endTimeUnixNano),
    attributes: toRecord(span.attributes),
    events: span.events.map(({ name, timeUnixNano }) => ({ name, atMs: toMs(timeUnixNano) })),
    links: span.links.map(({ spanId }) => spanId),
    status: span.status.code,
  }
}

function toMs(nanoseconds: string): number {
  return Number(BigInt(nanoseconds) / 1_000_000n)
}

function toRecord(attributes: Attributes): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']))
}
