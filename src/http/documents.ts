/**
 * What needs no token: the contract, its reference page with everything that the page loads, and the answers to whoever
 * watches over the process. Nothing here makes a browser speak to another host, and the page's policy would not let it.
 */
import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import { Problem } from '../core/problem.ts'
import type { Edge } from './edge.ts'

/** A text that is served as it is, with the tag by which a browser knows it again. */
interface Document {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  tag: string
}

/** The reference page changes with a release only; an hour spares 4 MB on most visits. */
const SCRIPT_CACHE_S = 3_600

/** Scripts, styles, requests and fonts from this origin only; Scalar sets styles inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Playcall API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. The contract itself is at <a href="/openapi.yaml">/openapi.yaml</a>.</noscript>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/** Everything in Scalar that would speak to Scalar's own hosts is off: fonts, telemetry, assistant, client, proxy. */
const START = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  baseServerURL: window.location.origin,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
})
`

/** Mounts the pages that are not operations; `ready` tells whether the process can do its work. */
export function mountDocuments(app: Hono<Edge>, ready: () => Promise<boolean>): void {
  const root = new URL('../../', import.meta.url)
  const file = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(path, root)))
  const json = toDocument(file('generated/openapi.json'), 'application/json; charset=utf-8')
  const yaml = toDocument(file('generated/openapi.yaml'), 'application/yaml; charset=utf-8')
  const page = toDocument(Buffer.from(PAGE), 'text/html; charset=utf-8')
  const start = toDocument(Buffer.from(START), 'text/javascript; charset=utf-8')
  const scalar = toDocument(
    file('node_modules/@scalar/api-reference/dist/browser/standalone.js'),
    'text/javascript; charset=utf-8',
  )
  app.get('/', (c) => c.redirect('/docs', 302))
  app.get('/openapi.json', (c) => send(json, c.req.raw))
  app.get('/openapi.yaml', (c) => send(yaml, c.req.raw))
  app.get('/docs', (c) =>
    send(page, c.req.raw, { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' }),
  )
  app.get('/docs/start.js', (c) => send(start, c.req.raw))
  app.get('/docs/scalar.js', (c) => send(scalar, c.req.raw, { 'Cache-Control': `public, max-age=${SCRIPT_CACHE_S}` }))
  app.get('/healthz', (c) => c.json({ success: true, data: { status: 'alive' } }))
  app.get('/readyz', async (c) => {
    if (!(await isReady(ready)))
      throw new Problem('unavailable', 'The service is not ready yet. Try again in a moment.')
    return c.json({ success: true, data: { status: 'ready' } })
  })
}

async function isReady(ready: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ready()
  } catch {
    return false
  }
}

function toDocument(bytes: Uint8Array<ArrayBuffer>, type: string): Document {
  return { bytes, type, tag: `"${new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)}"` }
}

function send({ bytes, type, tag }: Document, request: Request, extra: Record<string, string> = {}): Response {
  const headers = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ETag: tag, ...extra }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(tag) || known.includes('*')) return new Response(null, { status: 304, headers })
  return new Response(bytes, { headers: { ...headers, 'Content-Type': type } })
}
