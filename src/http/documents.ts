/**
 * What needs no token: the contract, its reference page with everything that the page loads, and the answers to whoever
 * watches over the process. Nothing here makes a browser speak to another host, and the page's policy would not let it.
 */
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { Scalar } from '@scalar/hono-api-reference'
import type { Hono } from 'hono'
import { Problem } from '../core/problem.ts'
import type { ClockCondition } from '../core/steadyTime.ts'
import jsonPath from '../../generated/openapi.json' with { type: 'file' }
import yamlPath from '../../generated/openapi.yaml' with { type: 'file' }
import scalarPath from '../../node_modules/@scalar/api-reference/dist/browser/standalone.js' with { type: 'file' }
import type { Edge } from './edge.ts'

/** A text that is served as it is, with the tag by which a browser knows it again. */
interface Document {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  tag: string
  /** How the bytes are packed. */
  encoding?: 'gzip'
}

const pack = promisify(zlib.gzip)
const unpack = promisify(zlib.gunzip)

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
  // Without it the window that sends requests is wider than a phone, and its button to send lies outside.
  customCss: '.scalar-client main > * { min-width: 0 }',
})

/** What the answers to whoever watches over the process say. */
export interface Health {
  /** Whether the process can do its work. */
  ready(): Promise<boolean>
  /** Whether dialling is held since a backup was restored: everything else is done, so that the process is ready all the same. */
  isDiallingHeld(): boolean
  /** What has become of the clock lately. */
  clock(): ClockCondition
}

/** Mounts the pages that are not operations. */
export function mountDocuments(app: Hono<Edge>, health: Health): void {
  const json = onceAsked(async () => toDocument(await readContract('json'), 'application/json; charset=utf-8'))
  const yaml = onceAsked(async () => toDocument(await readContract('yaml'), 'application/yaml; charset=utf-8'))
  const script = onceAsked(readScript)
  app.get('/', (c) => c.redirect('/docs', 302))
  app.get('/openapi.json', async (c) => send(await json(), c.req.raw))
  app.get('/openapi.yaml', async (c) => send(await yaml(), c.req.raw))
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
  app.get('/docs/scalar.js', async (c) => {
    const { packed, plain } = await script()
    const accepted = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(c.req.header('accept-encoding') ?? '')
    const extra = { 'Cache-Control': `public, max-age=${SCRIPT_CACHE_S}`, Vary: 'Accept-Encoding' }
    return send(accepted ? packed : await plain(), c.req.raw, extra)
  })
  app.get('/healthz', (c) => c.json({ success: true, data: { status: 'alive' } }))
  app.get('/readyz', async (c) => {
    if (!(await isReady(health)))
      throw new Problem('unavailable', 'The service is not ready yet. Try again in a moment.')
    const dialling = health.isDiallingHeld() ? 'held' : 'on'
    return c.json({ success: true, data: { status: 'ready', dialling, clock: health.clock() } })
  })
}

async function isReady(health: Health): Promise<boolean> {
  try {
    return await health.ready()
  } catch {
    return false
  }
}

/** The bundled contract, in the form in which it is served. */
export async function readContract(format: 'json' | 'yaml'): Promise<Uint8Array<ArrayBuffer>> {
  const path: unknown = format === 'json' ? jsonPath : yamlPath
  // The type checker takes the file for what is in it.
  if (typeof path !== 'string') throw new Error('the contract was not imported as a file')
  return new Uint8Array(await Bun.file(path).bytes())
}

/** The page's script, which is packed in the program when that is one file, and else as its package has it. */
async function readScript(): Promise<{ packed: Document; plain: () => Promise<Document> }> {
  const found = new Uint8Array(await Bun.file(scalarPath).bytes())
  const isPacked = found[0] === 0x1f && found[1] === 0x8b
  const type = 'text/javascript; charset=utf-8'
  const packed = toDocument(isPacked ? found : new Uint8Array(await pack(found)), type, 'gzip')
  const plain = onceAsked(async () => toDocument(isPacked ? new Uint8Array(await unpack(found)) : found, type))
  return { packed, plain }
}

/** What takes long to make is made for the first who asks. */
function onceAsked<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

function toDocument(bytes: Uint8Array<ArrayBuffer>, type: string, encoding?: 'gzip'): Document {
  const tag = `"${new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)}"`
  return { bytes, type, tag, ...(encoding && { encoding }) }
}

function send(
  { bytes, type, tag, encoding }: Document,
  request: Request,
  extra: Record<string, string> = {},
): Response {
  const headers = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ETag: tag, ...extra }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(tag) || known.includes('*')) return new Response(null, { status: 304, headers })
  return new Response(bytes, {
    headers: { ...headers, 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) },
  })
}
