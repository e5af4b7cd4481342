/** What a client really does: a go-between that keeps every request and its answer. */

export interface Exchange {
  method: string
  /** With its query. */
  path: string
  status: number
  retryAfterSeconds: number | null
  /** JSON. */
  answer: unknown
  /** Milliseconds since the recorder's start. */
  askedAt: number
  answeredAt: number
}

export interface Recorder {
  /** Without a slash at the end. */
  url: string
  exchanges: Exchange[]
  stop(): Promise<void>
}

/** Listens on a free port of 127.0.0.1 and passes everything on to a service. */
export function record(service: string): Recorder {
  const exchanges: Exchange[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const askedAt = performance.now()
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.delete('host')
      headers.delete('accept-encoding')
      const body = request.method === 'GET' ? null : await request.arrayBuffer()
      const response = await fetch(service + pathname + search, { method: request.method, headers, body })
      const text = await response.text()
      const { status } = response
      const retryAfter = response.headers.get('retry-after')
      exchanges.push({
        method: request.method,
        path: pathname + search,
        status,
        retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
        answer: JSON.parse(text),
        askedAt,
        answeredAt: performance.now(),
      })
      return new Response(text, { status, headers: response.headers })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, exchanges, stop: () => server.stop(true) }
}
