/** Listens on the network. */

/** Answers a request; `address` is the client's. */
export type Answer = (request: Request, client: { address: string }) => Response | Promise<Response>

export interface Listening {
  /** Without a slash at the end. */
  url: string
  /** Goes on answering, but asks every client to come back by another connection. */
  drain(): void
  /** Takes no more requests, closes idle connections, and resolves when the requests at work are answered. `hard` cuts those off. */
  stop(hard?: boolean): Promise<void>
}

/** Bun cuts a connection on which nothing moves for so long, also while an answer is being made. Its maximum is 255 s. */
const IDLE_TIMEOUT_S = 240
/** Far above our own limits, so that a body too large is refused by us, with an envelope, and not by Bun without. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER
/**
 * Serves `answer` on the address; port 0 takes a free one. Throws an Error with a sentence when the port is taken, which
 * names the setting that it came from.
 */
export function serve(options: { answer: Answer; hostname: string; port: number; setting?: string }): Listening {
  const { answer, hostname, port, setting = 'PORT' } = options
  let isDraining = false
  const server = listen(
    {
      hostname,
      port,
      // Outside development Bun would share the port with another process, and clients would get either.
      reusePort: false,
      idleTimeout: IDLE_TIMEOUT_S,
      maxRequestBodySize: MAX_BODY_BYTES,
      development: false,
      fetch: async (request, self) => {
        const response = await answer(request, { address: self.requestIP(request)?.address ?? 'unknown' })
        if (isDraining) response.headers.set('Connection', 'close')
        return response
      },
    },
    setting,
  )
  return {
    url: server.url.origin,
    drain: () => {
      isDraining = true
    },
    stop: (hard = false) => server.stop(hard),
  }
}

function listen(
  options: Parameters<typeof Bun.serve>[0] & { hostname: string; port: number },
  setting: string,
): Bun.Server<undefined> {
  try {
    return Bun.serve(options)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause
    const { hostname, port } = options
    throw new Error(
      `Port ${port} of ${hostname} is in use. Set ${setting} to another one, or to 0 for any that is free.`,
      {
        cause,
      },
    )
  }
}
