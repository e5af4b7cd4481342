/**
 * What needs no token: the contract, its reference page with everything that the page loads, and the answers to whoever
 * watches over the process. Nothing here makes a browser speak to another host, and the page's policy would not let it.
 */
import { readFileSync } from 'node:fs'
import { Scalar } from '@scalar/hono-api-reference'
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

/** Scripts, styles, requests and fonts from this origin only, and the one script that stands in the page; Scalar sets styles inline. */
function policyFor(page: string): string {
  const inline = [...page.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)].map(
    ([, text]) => text ?? '',
  )
  const hashes = inline.map((text) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Everything in Scalar that would speak to Scalar's own hosts is off: fonts, telemetry, assistant, client, proxy. */
const reference = Scalar<Edge>({
  url: '/openapi.json',
  cdn: '/docs/scalar.js',
  pageTitle: 'Playcall API reference',
  favicon: 'data:,',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
})

/** Mounts the pages that are not operations; `ready` tells whether the process can do its work. */
export function mountDocuments(app: Hono<Edge>, ready: () => Promise<boolean>): void {
  const root = new URL('../../', import.meta.url)
  const file = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(path, root)))
  const json = toDocument(file('generated/openapi.json'), 'application/json; charset=utf-8')
  const yaml = toDocument(file('generated/openapi.yaml'), 'application/yaml; charset=utf-8')
  const scalar = toDocument(
    file('node_modules/@scalar/api-reference/dist/browser/standalone.js'),
    'text/javascript; charset=utf-8',
  )
  app.get('/', (c) => c.redirect('/docs', 302))
  app.get('/openapi.json', (c) => send(json, c.req.raw))
  app.get('/openapi.yaml', (c) => send(yaml, c.req.raw))
  app.get('/docs', async (c, next) => {
    const page = await reference(c, next)
    if (!page) throw new Error('the reference page was not rendered')
    const text = await page.text()
    c.header('Content-Security-Policy', policyFor(text))
    c.header('Referrer-Policy', 'no-referrer')
    c.header('Cache-Control', 'no-cache')
    c.header('X-Content-Type-Options', 'nosniff')
    return c.html(text)
  })
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
